"""The shell completes games, players, sides, settings and tables, also where a line is not whole yet."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from noughts.documents import library
from noughts.players.named import KINDS
from tests.cli.conftest import Noughts


def offered(noughts: Noughts, line: str) -> list[str]:
    """What bash is offered for the last word of a line, which a blank begins."""
    words = shlex.split(line)
    number = len(words) if line.endswith(" ") else len(words) - 1
    env = {"_NOUGHTS_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(number)}
    said = noughts(env=env)
    assert said.stderr == ""
    return said.stdout.split()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a document, a strategy and tables."""
    monkeypatch.chdir(tmp_path)
    for file in ("mine.led", "mine.strategy", "solved/tables.json", "other/note.txt"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).touch()
    return tmp_path


@pytest.mark.parametrize("verb", ["play", "solve", "check", "audit random --game"])
def test_games_are_those_of_the_library_and_documents_here(noughts: Noughts, verb: str) -> None:
    assert set(offered(noughts, f"noughts {verb} ")) >= {*library.names(), "mine.led"}
    assert offered(noughts, f"noughts {verb} mi") == ["mine.led"]


@pytest.mark.parametrize("line", ["play tictactoe --x", "play tictactoe --o", "audit", "arena tictactoe"])
def test_players_are_those_of_the_table_and_strategies_here(noughts: Noughts, line: str) -> None:
    assert set(offered(noughts, f"noughts {line} ")) >= {*KINDS, "mine.strategy"}
    assert offered(noughts, f"noughts {line} str") == ["strong", "strategy"]


def test_sides_settings_and_tables_are_those_of_the_game(noughts: Noughts) -> None:
    assert offered(noughts, "noughts play mnk --let ") == ["m=3", "n=3", "k=3"]
    assert offered(noughts, "noughts play mnk --let m=4 --let ") == ["n=3", "k=3"]
    assert offered(noughts, "noughts synthesise hex --for r") == ["red"]
    assert offered(noughts, "noughts audit random --game hex --as ") == ["red", "blue"]
    assert set(offered(noughts, "noughts play hex --player b")) >= {"blue=person", "blue=perfect"}
    assert offered(noughts, "noughts solve mnk --tables ") == ["solved"]


def test_a_line_that_is_wrong_completes_to_nothing(noughts: Noughts) -> None:
    for line in ("play nosuch --let ", "play pong --player ", "play mine.led --let "):
        assert offered(noughts, f"noughts {line}") == []
