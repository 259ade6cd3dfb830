"""The documents about boards and players are run as they stand."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from noughts.games.record import read_records, write_record
from noughts.players.named import KINDS
from tests.cli.conftest import command, run

DOCS = Path(__file__).parents[2] / "docs"
PLAYERS = (DOCS / "players.md").read_text("utf-8")
SHOWN = re.findall(r"```console\n\$ noughts (.*?)\n(.*?)```", PLAYERS, re.DOTALL)


@pytest.mark.parametrize("name", ["framework.md", "players.md"])
def test_the_examples_print_what_the_document_says(name: str) -> None:
    failed, tried = doctest.testfile(str(DOCS / name), module_relative=False)
    assert tried > 2
    assert failed == 0


@pytest.mark.parametrize(("words", "answer"), SHOWN)
def test_commands_answer_what_the_document_says(words: str, answer: str) -> None:
    assert run(command(*shlex.split(words))).stdout == answer


def test_every_player_is_in_the_table() -> None:
    assert SHOWN
    for word in KINDS:
        assert f"`{word}`" in PLAYERS


def test_the_record_shown_is_one() -> None:
    (shown,) = re.findall(r"^noughts match 1\n(?:\w.*\n)+", PLAYERS, re.MULTILINE)
    (record,) = read_records(shown)
    assert write_record(record) == shown
