"""The command line as a shell calls it: a process of its own, in an environment that says nothing.

`VERBS` are added to it so that whatever a verb may do to the frame can be done on purpose.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from noughts.refusal import offer
from tests.cli.forking import HEEDED, Forking

SOURCES = Path(__file__).parents[2] / "src"

VERBS = """
import select
import sys
import time
from typing import Annotated
import typer
from noughts.cli.answer import AsJson, console, print_json
from noughts.cli.app import app, examples
from noughts.cli.verbs import ExitCode
from noughts.refusal import Refusal, unknown
from noughts.cli import main, progress

@app.command(epilog=examples(("noughts judge true", "holds [so]"), ("noughts judge false", "does not")))
def judge(claim: Annotated[str, typer.Argument(help="What to judge.")], as_json: AsJson = False):
    '''Say whether a claim holds.'''
    if claim not in ("true", "false"):
        raise unknown("claim", claim, ["true", "false"])
    if as_json:
        print_json({"holds": claim == "true", "claim": claim})
    else:
        console().print(f"[bold green]{claim}[/]")
    return ExitCode.YES if claim == "true" else ExitCode.NO

@app.command()
def lines(number: int):
    for line in range(number):
        print("line", line)

@app.command()
def say(text: str):
    print(text)

@app.command()
def stumble():
    raise ZeroDivisionError("one of\\nours")

@app.command()
def read(file: str):
    open(file).close()

@app.command()
def parse(text: str):
    from noughts.language.parse import parse_expression
    parse_expression(text, "typed.led")

@app.command()
def wait():
    print("waiting", flush=True)
    time.sleep(60)

@app.command()
def count(seconds: float, total: Annotated[int, typer.Argument()] = 0, patience: float = 0.2):
    progress.PATIENCE = patience
    start = time.monotonic()
    with progress.progress("positions", total or None) as tell:
        done = 0
        while time.monotonic() < start + seconds and not select.select([sys.stdin], [], [], 0.01)[0]:
            done += 1000
            tell(done)
    print("counted")

@app.command()
def ponder():
    progress.PATIENCE = 0.2
    with progress.progress("positions"):
        input()
    print("pondered")

main.run()
"""

Noughts: TypeAlias = Callable[..., subprocess.CompletedProcess[str]]


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """What the process finds around it: nothing about terminals and colours unless the test says so."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")  # wherever a test puts its home
    ours = {"PYTHONPATH": str(SOURCES), "LC_ALL": "C.UTF-8", "COLUMNS": "100", "XDG_CACHE_HOME": cache}
    return {**kept, **ours, **(more or {})}


def command(*arguments: str, verbs: str = "") -> list[str]:
    """The words that start it, with more verbs if there are any."""
    return [sys.executable, *(("-c", verbs) if verbs else ("-m", "noughts")), *arguments]


@pytest.fixture(autouse=True)
def no_verb_runs_afterwards() -> Iterator[None]:
    """A verb that was called without the frame offers its options no longer than its test lasts."""
    yield
    offer(None)


@pytest.fixture(scope="session")
def forking() -> Iterator[Forking]:
    """The process that calls are forked from."""
    forking = Forking(environment())
    yield forking
    forking.end()


@pytest.fixture(scope="session")
def noughts(forking: Forking) -> Noughts:
    """Run the command line as it is: forked, but from its start where an environment needs that."""
    return caller(forking)


@pytest.fixture(scope="session")
def with_verbs(forking: Forking) -> Noughts:
    """Run the command line with the verbs above."""
    return caller(forking, VERBS)


def caller(forking: Forking, verbs: str = "") -> Noughts:
    """Calls the command line with words, an environment, and what is typed into it."""

    def call(
        *arguments: str, env: Mapping[str, str] | None = None, typed: str | bytes = b""
    ) -> subprocess.CompletedProcess[str]:
        if env and not env.keys() <= HEEDED:
            return run(command(*arguments, verbs=verbs), env)
        return forking.run(list(arguments), env, typed=typed, verbs=verbs)

    return call


def run(words: list[str], env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """The process once it has ended."""
    return subprocess.run(
        words,
        env=environment(env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=600,
        check=False,
    )
