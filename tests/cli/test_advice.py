"""Advice: no verb advises options that it does not have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import noughts
from noughts import refusal
from noughts.cli.app import app_with, options_of
from noughts.cli.main import obey
from noughts.cli.verbs import VERBS as NAMES
from noughts.refusal import Refusal, possible

SOURCE = Path(noughts.__file__).parent
OF_A_VERB = SOURCE / "cli"
"""What stands here is said by the verb itself, or by what several of them share."""


def verbs(group: Any, *before: str) -> Iterator[tuple[str, Any]]:
    """Every verb with its words, those of groups too."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from verbs(command, *before, name)
        else:
            yield " ".join((*before, name)), command


VERBS = dict(verbs(get_command(app_with(NAMES))))


def texts(file: Path) -> Iterator[str]:
    """Every text of a file that advises, but its docstrings; x stands where something is filled in."""
    written = file.read_text()
    if "`--" not in written and "`noughts " not in written:
        return
    tree = ast.parse(written)
    left_out = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            left_out |= {id(part) for part in node.values}
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.value


OPTION = re.compile(r"(?<= )--[a-z-]+")
COMMAND = re.compile(r"`noughts ([a-z][^`]*)`")
FUNCTIONS = [noughts.load_document, *(getattr(noughts.Game, name) for name in ("explore", "solve", "audit"))]


@cache
def everything() -> Sequence[tuple[Path, str]]:
    """Every text with its file."""
    return [(file, text) for file in SOURCE.rglob("*.py") for text in texts(file)]


@cache
def commands() -> Sequence[str]:
    """What is advised to be typed."""
    return sorted({command for _, text in everything() for command in COMMAND.findall(text)})


@cache
def advised() -> Sequence[str]:
    """Every text beneath the verbs that names an option."""
    beneath = (text for file, text in everything() if not file.is_relative_to(OF_A_VERB))
    return sorted({text for text in beneath if re.search(r"`--[a-z]", text)})


@pytest.fixture(autouse=True)
def nothing_stays_offered() -> Iterator[None]:
    yield
    refusal.offer(None)


def test_there_is_advice_and_there_are_verbs() -> None:
    assert len(advised()) > 8
    assert {"play", "automata compose"} <= VERBS.keys()


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_advises_only_options_that_it_has(verb: str) -> None:
    options = set(options_of(VERBS[verb]))
    refusal.offer(options)
    for text in advised():
        shown = Refusal("it cannot be done", text).hint
        assert options.issuperset(re.findall(r"`(--[a-z-]+)", shown)), text
        assert not re.match(r"(or |and |, |; )|.*(, or|;|,)$", shown), f"half a sentence is left: {shown}"


def test_commands_that_are_advised_exist() -> None:
    for command in commands():
        words = command.split()
        verb = next((verb for verb in (" ".join(words[:2]), words[0]) if verb in VERBS), None)
        if verb is None:
            assert words == ["automata"]
        else:
            assert set(options_of(VERBS[verb])).issuperset(OPTION.findall(command)), command


def test_what_is_left_of_advice_is_a_sentence() -> None:
    help = "allow more with `--limit`, or make it smaller with `--let`; or wait"
    refusal.offer(["--let"])
    assert possible(help) == "make it smaller with `--let`; or wait"
    refusal.offer(["--limit"])
    assert possible(help) == "allow more with `--limit`; or wait"
    refusal.offer([])
    assert possible(help) == "wait"
    assert possible("wait with `--seconds`") == ""


def test_python_is_advised_its_arguments() -> None:
    refusal.offer(None)
    assert (
        possible("allow more with `--limit`; or `--symbolic`") == "allow more with `limit=`; or `--symbolic`"
    )
    for name in refusal.ARGUMENTS:
        assert any(name in signature(function).parameters for function in FUNCTIONS), name


def test_the_verb_that_is_called_says_which_options_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[set[str] | None] = []
    for module in ("noughts.cli.app", "noughts.cli.main"):
        monkeypatch.setattr(f"{module}.offer", lambda found: offered.append(found and set(found)))
    for words in ("explore no-such-game", "play no-such-game", "automata show no-such-file"):
        assert obey(words.split()) == 2
    explore, after, play, _, _, show, _ = offered
    assert (explore or set()) >= {"--limit", "--json"}
    assert (play or set()) >= {"--face", "--no-open"}
    assert "--limit" not in (play or {"--limit"})
    assert "--around" in (show or set())
    assert after is None
