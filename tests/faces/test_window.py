"""The page in a window of its own: which program opens it, and that window and program end together."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from shlex import join
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TypeAlias
from urllib.request import urlopen

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from noughts.faces.table import NoFace
from noughts.service.guard import ADDRESS
from noughts.service.serve import Server, address_of, listen, quiet
from noughts.service.window import CHROMIUM_CHOSEN, in_window
from system_packages import chromium
from tests.browser import OPTIONS

ROOT = Path(__file__).parents[2]

SCRIPT = """
from noughts.service.serve import serve
from noughts.service.service import service
from noughts.service.window import in_window
from tests.faces.sample_games import *
from tests.faces.serving import settings_of_table
serve(service({shown}), opener=in_window)
"""
TABLE = "settings_of_table(table_for(PicturedTicTacToe()))"
FILM = "film(BOUNCING)"

FALLBACK = (
    "No program that opens windows (pywebview, Chromium, Chrome or Edge) works here, "
    "so the page opens in the browser."
)

FETCH = """
import sys
from urllib.request import urlopen
(address,) = (word.removeprefix("--app=") for word in sys.argv if word.startswith("--app="))
urlopen(address).read()
"""

Play: TypeAlias = Callable[..., "subprocess.Popen[str]"]


def program(path: Path, does: str, interpreter: str = "/bin/sh") -> Path:
    """A file that can be run."""
    path.write_text(f"#!{interpreter}\n{does}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def profiles() -> Iterator[Path]:
    """The folder where the profiles of windows are, which must be empty in the end.

    Its own path is short: Chromium makes a socket there, whose path may have 107 characters.
    """
    with TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture
def play(tmp_path: Path, profiles: Path) -> Iterator[Play]:
    """Shows something in a window that a program opens, in a process that has printed the address."""
    with ExitStack() as running:

        def begin(opens: Path, shown: str = TABLE, display: str = ":none") -> subprocess.Popen[str]:
            told = tmp_path / "browser-told"
            env = {
                "PYTHONPATH": f"{tmp_path}:{ROOT / 'src'}:{ROOT}",
                "PATH": os.environ["PATH"],
                "HOME": str(tmp_path),
                "DISPLAY": display,
                "TMPDIR": str(profiles),
                "BROWSER": str(
                    program(tmp_path / "browser", f'echo "$1" >{told}.part; mv {told}.part {told}')
                ),
                CHROMIUM_CHOSEN: str(opens),
            }
            process = subprocess.Popen(
                [sys.executable, "-u", "-c", SCRIPT.format(shown=shown)],
                env=env,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )
            running.enter_context(process)
            running.callback(process.kill)
            return process

        yield begin


def ended(process: subprocess.Popen[str]) -> tuple[int, list[str]]:
    """The exit code, and what was printed after the address."""
    said, _ = process.communicate(timeout=600)
    address, *more = said.splitlines()
    assert address.startswith("http://127.0.0.1:")
    return process.returncode, more


def a_chromium(tmp_path: Path) -> Path:
    """The Chromium of the tests, with their options."""
    found = chromium()
    assert found is not None
    return program(tmp_path / "chromium", f'exec {join([str(found), *OPTIONS])} "$@"')


def window_of(process: subprocess.Popen[str], title: str) -> str:
    """The number of the window, once it can be seen."""
    search = ["xdotool", "search", "--onlyvisible", "--name"]
    for _ in range(1000):  # a browser that does not start under load must not keep the tests for ever
        if found := said_by([*search, title]):
            return found.split()[0]
        assert process.poll() is None, "it ends without a window"
        time.sleep(0.1)
    others = said_by([*search, ".", "getwindowname", "%@"]).splitlines()
    raise AssertionError(f"there is no window of this title, but of {others}")


def said_by(command: list[str]) -> str:
    """What a program prints."""
    return subprocess.run(command, check=False, timeout=600, capture_output=True, text=True).stdout


@pytest.mark.parametrize(("shown", "title"), [(TABLE, "Tic-tac-toe"), (FILM, "Bouncing ball")])
def test_who_closes_the_window_ends_the_program(
    play: Play, display: str, tmp_path: Path, profiles: Path, shown: str, title: str
) -> None:
    process = play(a_chromium(tmp_path), shown, display)
    window = window_of(process, title)  # the page gives the window its title: it is there
    assert list(profiles.glob("noughts-*"))
    subprocess.run(["xdotool", "windowfocus", window, "key", "ctrl+w"], check=True, timeout=600)
    assert ended(process) == (0, [])
    assert not list(profiles.iterdir())


def test_ctrl_c_in_the_terminal_closes_the_window(
    play: Play, display: str, tmp_path: Path, profiles: Path
) -> None:
    process = play(a_chromium(tmp_path), TABLE, display)
    window = window_of(process, "Tic-tac-toe")
    process.send_signal(signal.SIGINT)
    assert ended(process) == (0, [])
    gone = subprocess.run(["xdotool", "getwindowname", window], check=False, timeout=600, capture_output=True)
    assert gone.returncode != 0
    assert not list(profiles.iterdir())


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_however_the_program_ends_nothing_of_the_window_is_left(
    play: Play, tmp_path: Path, profiles: Path, number: signal.Signals, code: int
) -> None:
    """The window is a script that starts another process, and waits for it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = play(program(tmp_path / "chromium", f"(echo open; exec sleep 1000) >{pipe}; true"))
    with pipe.open() as child:
        assert child.readline() == "open\n"
        assert process.stdout is not None
        urlopen(process.stdout.readline().strip()).close()  # it serves, so signals are no longer early
        process.send_signal(number)
        assert process.communicate(timeout=600)[0] == ""
        assert process.returncode == code
        assert child.read() == "", "the child still has the pipe"
    assert not list(profiles.iterdir())


def test_where_no_window_opens_the_page_opens_in_the_browser(play: Play, tmp_path: Path) -> None:
    process = play(program(tmp_path / "chromium", "exit 1"))
    assert process.stdout is not None
    lines = sorted(process.stdout.readline().strip() for _ in range(2))
    assert lines[0] == FALLBACK
    told = tmp_path / "browser-told"
    while not told.exists():
        assert process.poll() is None
    assert told.read_text().strip() == lines[1]
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=600) == 0


def test_a_window_that_breaks_down_is_not_replaced_by_the_browser(play: Play, tmp_path: Path) -> None:
    process = play(program(tmp_path / "chromium", f"{FETCH}\nsys.exit(1)", sys.executable))
    assert ended(process) == (0, [])
    assert not (tmp_path / "browser-told").exists()


WEB_VIEW = """
settings = {{}}
def create_window(title, address, **size):
    print(title, settings, file=open({told!r}, "w"))
def start():
    {starts}
"""


@pytest.mark.parametrize("starts", ["pass", "raise OSError('no web view')"])
def test_pywebview_is_asked_first(play: Play, tmp_path: Path, starts: str) -> None:
    told, opened = tmp_path / "told", tmp_path / "opened"
    (tmp_path / "webview.py").write_text(WEB_VIEW.format(told=str(told), starts=starts))
    process = play(program(tmp_path / "chromium", f"touch {opened}"))
    assert ended(process) == (0, [])
    assert told.read_text() == "Noughts {'ALLOW_DOWNLOADS': True}\n"
    assert opened.exists() == (starts != "pass")


def test_modules_of_the_current_folder_are_not_taken_for_pywebview(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, told = tmp_path / "documents", tmp_path / "told"
    folder.mkdir()
    (folder / "webview.py").write_text(f"open({str(told)!r}, 'w')")
    monkeypatch.chdir(folder)
    assert ended(play(program(tmp_path / "chromium", "exit 0"))) == (0, [])
    assert not told.exists()


def test_without_a_display_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with (
        pytest.raises(NoFace, match="there is no display to open a window on"),
        in_window("http://127.0.0.1/", None),  # type: ignore[arg-type]
    ):
        pass


def test_a_page_was_asked_for_as_soon_as_it_is_answered() -> None:
    """The program that asked may end before the answer counts."""
    known = []
    server = Server(quiet(Starlette(routes=[Route("/", lambda request: answer())])))

    def answer() -> Response:
        known.append(server.was_asked)
        return Response()

    listening = listen(0)
    serving = Thread(target=server.run, kwargs={"sockets": [listening]})
    assert not server.was_asked
    serving.start()
    urlopen(address_of(listening, ADDRESS, "")).read()
    server.end()
    serving.join()
    assert known == [True]
