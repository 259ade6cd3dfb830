"""The words and options of the command line that name a game: GAME, --let, --by, --wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import normalize

from noughts.api.load import By, Choice, document_path, load_any, load_rules, program_of
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from pathlib import Path

    from noughts.documents.animation import Animation
    from noughts.games.game import Game
    from noughts.language.core import Program
    from noughts.language.tree import Expression

__all__ = ["document_path", "load", "load_game", "load_program"]


def load_game(words: Sequence[str], *, let: Sequence[str], by: By | None, wins: str | None) -> Game:
    """The game that is meant, which somebody moves in."""
    return load_rules(words, Choice(constants(let), by, wins))


def load(words: Sequence[str], *, let: Sequence[str], by: By | None, wins: str | None) -> Game | Animation:
    """The game or the animation that is meant."""
    return load_any(words, Choice(constants(let), by, wins))


def load_program(paths: Sequence[Path], let: Sequence[str] = ()) -> Program:
    """The program of documents, some of its constants overridden."""
    return program_of(paths, constants(let))


def constants(let: Sequence[str]) -> dict[str, Expression]:
    """What constants are to be, each of them one thing."""
    values: dict[str, Expression] = {}
    for word in let:
        name, value = constant(word)
        if name in values:
            raise Refusal(f"`--let {name}=…` is there twice", "give a constant one value")
        values[name] = value
    return values


def constant(word: str) -> tuple[str, Expression]:
    """``m=4`` as a name and an expression."""
    from noughts.language.parse import parse_expression

    name, equals, text = word.partition("=")
    if not equals or not name.strip().isidentifier():
        raise Refusal(f"`--let {word}` is not of the form NAME=VALUE", "such as `--let m=4`")
    return normalize("NFC", name.strip()), parse_expression(text, f"--let {word}")
