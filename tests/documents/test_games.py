"""Mistakes in the rules of games: what a check says of each, and that it says nothing of the right rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from noughts.documents import library
from noughts.documents.rehearsal import rehearsed
from noughts.language.check import check_documents, check_text
from noughts.language.core import Program
from noughts.language.notes import review
from noughts.meaning.small_models import unlikely_conditions
from noughts.text.diagnostic import Diagnostic
from noughts.text.document import split_document
from noughts.text.source import Source

GAMES = tomllib.loads((Path(__file__).parent / "games.toml").read_text("utf-8"))["game"]
MISTAKES = [(game["text"], mistake) for game in GAMES for mistake in game["mistake"]]
_LEAST_FOUND = 467


def notes(program: Program) -> Iterator[Diagnostic]:
    yield from review(program)[1]
    yield from unlikely_conditions(program)
    yield from rehearsed(program)[0]


def wrong(text: str, mistake: Mapping[str, Any]) -> str:
    """The text with one line mistyped."""
    assert text.count(mistake["right"]) == 1
    return text.replace(mistake["right"], mistake["wrong"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["text"].split("\n")[0].strip("# "))
def test_the_right_rules_are_silent(game: Mapping[str, Any]) -> None:
    assert [*notes(check_text(game["text"]))] == []


@pytest.mark.parametrize(("text", "mistake"), MISTAKES, ids=lambda value: str(value)[:40])
def test_a_mistake_is_told(text: str, mistake: Mapping[str, Any]) -> None:
    facts = (note.fact for note in notes(check_text(wrong(text, mistake))))
    if "says" in mistake:
        assert any(mistake["says"] in fact for fact in facts)
    else:
        assert [*facts] == [], "no longer silent: say in games.toml what is told"


def test_most_are_told() -> None:
    assert sum("says" in mistake for _, mistake in MISTAKES) >= _LEAST_FOUND


@pytest.mark.parametrize("name", library.names())
def test_no_game_of_the_library_breaks_a_law(name: str) -> None:
    source = Source(name, library.path_of(name).read_text("utf-8"))
    assert rehearsed(check_documents([split_document(source)]))[0] == []
