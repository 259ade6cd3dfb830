"""Every verb with odd words for its options and arguments: an answer or a clear error, never an apology.

All of them instead of some, by a variable of the environment: ``NOUGHTS_FUZZ_WORDS=1``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.core import TyperOption
from typer.main import get_command

from noughts.cli.app import app_with, options_of
from noughts.cli.main import obey
from noughts.cli.verbs import VERBS, ExitCode
from noughts.workers.engine import LocalPool, cores, threads
from tests.cli.conftest import Noughts

AT_LENGTH = os.environ.get("NOUGHTS_FUZZ_WORDS") is not None
"""Whether all calls are made instead of some."""
NO_UTF_8 = "x\udcff"
"""A byte that is no UTF-8, as Python gives it to a program."""
ODD = ("", " ", NO_UTF_8, "`", "-", "no_such", "a=b", "0", "-1", "1e99", "/", "..", "\n", "{", "🂡", "[x]")
"""Words that mean nothing in most places."""

DOCUMENT = "/$ initialState := 0 $/ /? 1 = 1 ?/"
ALONE = "Rank: 1\nInitial state: [0]\nFinal states: [[0]]\nTransitions: \n"
CALLS: dict[str, tuple[str, ...]] = {
    "play": ("tictactoe", "--x", "random", "--o", "random"),
    "serve": ("tictactoe", "--database", "nonsense"),
    "console": ("tictactoe",),
    "arena": ("tictactoe", "random", "random", "--games", "2"),
    "audit": ("random", "--limit", "500"),
    "train": ("tictactoe", "--output", "new.safetensors", "--rounds", "1"),
    "check": ("small.led",),
    "explain": ("E104",),
    "format": ("small.led",),
    "board": ("hare",),
    "weave": ("small.led", "--output", "small.md"),
    "eval": ("1 + 1",),
    "repl": ("small.led",),
    "lsp": (),
    "verify": ("a.data", "--game", "nim", "--let", "heaps=(1,1)"),
    "explore": ("nim", "--let", "heaps=(1,1)"),
    "solve": ("nim", "--let", "heaps=(1,1)"),
    "puzzles": ("tictactoe", "--count", "1"),
    "prove": ("tictactoe", "1 = 1", "--limit", "50"),
    "sample": ("tictactoe", "--games", "3"),
    "kernel": ("nim", "--let", "heaps=(1,1)"),
    "synthesise": ("nim", "--let", "heaps=(1,1)"),
    "automata compose": ("a.data", "b.data"),
    "automata union": ("a.data", "b.data"),
    "automata mpc": ("a.data", "b.data"),
    "automata orchestrate": ("a.data", "b.data"),
    "automata choreograph": ("a.data", "b.data"),
    "automata project": ("a.data", "0"),
    "automata relabel": ("a.data", "--final", "[[0]]"),
    "automata check": ("a.data",),
    "automata show": ("a.data",),
}
"""For each verb the words of a call that is soon over."""


def commands(group: Any, *path: str) -> Iterator[tuple[str, Any]]:
    """All verbs, each by its words."""
    for name, verb in group.commands.items():
        if hasattr(verb, "commands"):
            yield from commands(verb, *path, name)
        else:
            yield " ".join((*path, name)), verb


COMMAND = get_command(app_with(VERBS))
EVERY = dict(commands(COMMAND))
"""The verbs by their words."""


def options(verb: Any) -> Iterator[TyperOption]:
    """The options of a verb that take a value."""
    yield from (each for each in verb.params if isinstance(each, TyperOption) and not each.is_flag)


def calls(name: str) -> Iterator[list[str]]:
    """Calls of a verb with an odd word as the value of each option, and in the place of each argument."""
    words = CALLS[name]
    for odd in ODD:
        for option in options(EVERY[name]):
            given = option.opts[0]
            usual = [*words]
            if given in usual:
                del usual[usual.index(given) : usual.index(given) + 2]
            yield [*name.split(), *usual, *[f"{given}={odd}"][: option.nargs == 1]]
            yield [*name.split(), *usual, given, *[odd] * option.nargs]
        for place, word in enumerate(words):
            if not word.startswith("-") and words[place - 1 : place] != ("--let",):
                yield [*name.split(), *words[:place], odd, *words[place + 1 :]]


def test_each_verb_is_called() -> None:
    assert EVERY.keys() == CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_odd_words_are_answered_or_refused(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    every, wrong = [*calls(name)], list[tuple[list[str], int, str]]()
    for words in every if AT_LENGTH else Random(name).sample(every, min(len(every), 3)):
        for file, text in {"small.led": DOCUMENT, "a.data": ALONE, "b.data": ALONE}.items():
            Path(file).write_text(text, "utf-8")
        said = noughts(*words)
        known = said.returncode in (ExitCode.YES, ExitCode.NO, ExitCode.BAD_INPUT)
        if not known or "sorry" in said.stderr or "Traceback" in said.stderr:
            wrong.append((words, said.returncode, said.stderr[:200]))
    assert not wrong


@pytest.mark.parametrize("name", CALLS)
def test_an_option_of_one_value_takes_no_second(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("typer.main.get_command", lambda app: COMMAND)  # it takes longer than the call
    for option in options(EVERY[name]):
        if option.multiple:
            continue
        twice = [[spelt, *["1"] * option.nargs] for spelt in (option.opts[0], option.opts[-1])]
        assert obey([*name.split(), *CALLS[name], *twice[0], *twice[1]]) == ExitCode.BAD_INPUT
        often = "3 times" if option.opts[0] in CALLS[name] else "twice"
        assert capsys.readouterr().err.startswith(f"error: `{option.opts[0]}` is given {often}\n")


@pytest.mark.parametrize(
    "name", [name for name, verb in EVERY.items() if "--wins" in options_of(verb) and name != "weave"]
)
def test_no_relation_has_an_empty_name(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.data").write_text(ALONE, "utf-8")
    said = noughts(*name.split(), *CALLS[name], "--wins", "")
    assert (said.returncode, "nothing defines ``, which should decide who won" in said.stderr) == (2, True)


def test_no_game_has_an_empty_name(noughts: Noughts) -> None:
    for words in (("arena", "", "random"), ("solve", ""), ("play", " "), ("audit", "random", "--game", "")):
        said = noughts(*words)
        assert (said.returncode, said.stderr.startswith("error: there is no game `")) == (2, True)


def test_a_file_without_its_ending_is_named(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.led").write_text("/$ a := 1 $/", "utf-8")
    monkeypatch.chdir(tmp_path)
    for verb in ("check", "play", "solve"):
        said = noughts(verb, "mine")
        assert (said.returncode, said.stderr.splitlines()[1].strip()) == (
            2,
            "help: the file is called `mine.led`",
        )


@pytest.mark.parametrize("words", [("repl",), ("play", "tictactoe"), ("console",)])
def test_a_typed_byte_that_is_no_utf_8_is_no_bug(noughts: Noughts, words: tuple[str, ...]) -> None:
    """Standard input is strict in most places."""
    said = noughts(*words, typed=b"1 + 1\n\xff\xfe\n1\n", env={"PYTHONIOENCODING": "utf-8:strict"})
    assert said.returncode in (ExitCode.YES, ExitCode.BAD_INPUT)
    assert "sorry" not in said.stderr + said.stdout


def test_more_workers_than_cores_are_not_begun() -> None:
    assert LocalPool(100_000).workers == max(2, cores())
    assert threads(100_000) == threads(None) == cores()
