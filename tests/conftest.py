"""What tests of every part may ask for: a browser and a display.

Where one is missing the test fails and says what to install: a face that nobody looked at is not tested.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING
from weakref import WeakSet

import pytest
from hypothesis import settings

from tests.browser import browser, open_page, window
from tests.cli.forking import SPOT_CHECK, WorkTime, remembering

if TYPE_CHECKING:
    from tests.javascript import JavaScript

__all__ = ["browser", "open_page", "window"]

EXAMPLES = int(os.environ.get("NOUGHTS_FUZZ_EXAMPLES", "10"))
"""How many examples of a property are tried, where its test does not say so itself."""

SAME_EXAMPLES = "CI" in os.environ
"""Whether each run tries the same examples, so that what decides a merge depends on the change alone.

Everywhere else they are new each time, and what they find becomes a test.
"""

settings.register_profile(
    "noughts",
    parent=settings.get_profile("ci" if SAME_EXAMPLES else "default"),
    deadline=None,  # a machine may be slow at any moment
    max_examples=EXAMPLES,
)
settings.load_profile("noughts")

# A shell starts what runs in the background deaf to Ctrl-C, `nohup` deaf to a terminal that is closed: every
# program of a test would be so too.
for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)

NEVER_WRONG = ("grammars", "kernels", "playground", "pyodide")
"""What the cache keeps by a digest of all that it was made from; to make or fetch it anew takes long."""


def pytest_configure(config: pytest.Config) -> None:
    """Give this run of the tests a cache of its own, shared by its workers and by whatever they start.

    The cache of the user remembers what took too long in a slow moment, and facts that other code has found:
    neither may decide a test.  What is never wrong, and what other programs keep, stays where it is.
    """
    if hasattr(config, "workerinput"):
        return  # it has inherited that of the process that started it
    users = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    own = Path(mkdtemp(prefix="noughts-cache-"))  # which no process that is forked removes when it ends
    config.add_cleanup(lambda: shutil.rmtree(own, ignore_errors=True))
    (own / "noughts").mkdir()
    with suppress(OSError):  # where nothing can be stored, nothing is shared with other runs
        for folder in (users / "noughts" / name for name in NEVER_WRONG):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (own / "noughts" / folder.name).symlink_to(folder)
        for other in users.iterdir():
            if other.name != "noughts":
                (own / other.name).symlink_to(other)
    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    patch.setenv("XDG_CACHE_HOME", str(own))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the files that take long, so that all workers end at about one time."""
    if hasattr(config, "workerinput"):
        sizes = Counter(item.path for item in items)
        items.sort(key=lambda item: (item.get_closest_marker("long") is None, -sizes[item.path]))


WAITED_FOR = WeakSet[threading.Thread]()
"""Threads that a test has waited for: one that does not end is not waited for again."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Wait for threads of earlier tests before Hypothesis watches the recursion limit, which all share."""
    if hasattr(getattr(item, "function", None), "hypothesis"):
        working = {each for each in threading.enumerate() if each.name == "noughts-background"}
        waiting = working - {*WAITED_FOR}
        if waiting:
            gc.collect()  # what they prepare for a player that nobody uses is stopped
        for thread in waiting:
            WAITED_FOR.add(thread)
            thread.join(60)


@pytest.fixture(scope="session", autouse=True)
def the_library_is_parsed_once() -> Iterator[None]:
    """A document of the library is read by many tests, and its tree never changes."""
    check = import_module("noughts.language.check")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(check, "parse", remembering(check.parse))
        yield


@pytest.fixture(scope="session", autouse=True)
def a_budget_is_of_work() -> Iterator[None]:
    """A question may take seconds of work here, instead of seconds on the wall."""
    budget = import_module("noughts.meaning.budget")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budget, "monotonic", WorkTime())
        yield


@pytest.fixture(scope="session", autouse=True)
def a_spot_check_is_short() -> Iterator[None]:
    """Answers here have oracles of their own: each is held against the rules in a few positions only.

    What a spot check finds is tested in tests/verify/test_spot.py, which gives it all the time that it needs.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("noughts.verify.spot"), "_LEAST_SECONDS", SPOT_CHECK)
        yield


gc.disable()  # until all is collected: whatever is made until then stays


def pytest_collection_finish() -> None:
    """Look no more for garbage among what has been collected: it stays, and is a million objects.

    Without this a third of the time of the tests goes into looking through them again and again; a tenth of
    the rest goes into looking for it among the objects of the tests as often as Python does by default.
    """
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@pytest.fixture(scope="session")
def javascript() -> Iterator[type[JavaScript]]:
    """The meaning that a page has, in a process that is shared by the tests of a worker."""
    from tests.javascript import JavaScript, Site

    JavaScript.site = Site()
    yield JavaScript
    JavaScript.site.end()


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """An X server of its own for this run of the tests, named in ``DISPLAY``, such as ``:3``."""
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.fail(f"There is no {program}: install it, or run make test", pytrace=False)
    server, name = start_x_server()
    before = os.environ.get("DISPLAY")
    os.environ["DISPLAY"] = name
    yield name
    if before is None:
        del os.environ["DISPLAY"]
    else:
        os.environ["DISPLAY"] = before
    server.terminate()
    server.wait(timeout=600)


def start_x_server() -> tuple[subprocess.Popen[bytes], str]:
    """An Xvfb on the first free display: it tells the number once it listens."""
    reading, writing = os.pipe()
    # without -noreset, it refuses connections for a moment each time that its last client has left
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-noreset"]
    command += ["-nolisten", "tcp"]
    with open(reading, encoding="ascii") as told:
        server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        number = told.readline().strip()
    if not number:
        pytest.fail("Xvfb did not start", pytrace=False)
    return server, f":{number}"
