"""The documents of the library as the tests take them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Literal, TypeVar

from noughts.cli.game_argument import GameArgument, load_program
from noughts.documents import library
from noughts.documents.animation import Animation
from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import PicturedByRules
from noughts.games.game import Game, Position
from noughts.language.core import Program

BOARD_GAMES = ("disctru", "four", "hexapawn", "mnk", "nim", "tictactoe", "wythoff")
UNDRAWN = (
    "boxes",
    "breakthrough",
    "chomp",
    "clobber",
    "col",
    "couples",
    "dodgem",
    "domineering",
    "draughts",
    "endgame",
    "euclid",
    "fanorona",
    "frogs",
    "grundy",
    "hanoi",
    "hare",
    "hex",
    "jugs",
    "kalah",
    "kayles",
    "knights",
    "konane",
    "lgame",
    "lights",
    "morris",
    "mutorere",
    "northcott",
    "notakto",
    "othello",
    "oware",
    "pegs",
    "ponghauki",
    "quarto",
    "river",
    "sim",
    "sliding",
    "sprouts",
    "squares",
    "tapatan",
    "tchoukaillon",
    "threenim",
    "treblecross",
    "ultimate",
    "y",
)
"""Games whose documents draw nothing, or a picture without clicks, as sprouts does."""
TYPICAL = ("boxes", "disctru", "euclid", "frogs", "hanoi", "hex", "nim", "tictactoe")
"""Games of which every other is like one: what takes long is asked of them, and at length of all.

Drawn and not, by clicks and by rules alone; boards of squares, hexagons, edges and pegs; a machine; moves of
several clicks; a puzzle, one that may end where no move is left, and one without formulas.
"""
ANIMATIONS = ("planets", "pong")
AT_LENGTH = os.environ.get("NOUGHTS_FUZZ_LIBRARY") is not None
"""Whether all documents are asked, and everything of each."""
ASKED = library.names() if AT_LENGTH else tuple(sorted((*TYPICAL, *ANIMATIONS)))
"""The documents that slow tests of any document take."""
DRAWN = tuple(name for name in BOARD_GAMES if name in ASKED)
"""Those among them that draw a board themselves."""

Kind = TypeVar("Kind")


@cache
def program_of(name: str, let: tuple[str, ...] = ()) -> Program:
    """The program of a document, some of its constants overridden."""
    return load_program([library.path_of(name)], let)


def by_rules(name: str, let: Sequence[str] = ()) -> PicturedByRules:
    """A game of the library, by its rules."""
    return found(name, tuple(let), "rules", PicturedByRules)


def by_clicks(name: str, let: Sequence[str] = ()) -> GameByClicks:
    """A game of the library, by its clicks."""
    return found(name, tuple(let), "clicks", GameByClicks)


def animation(name: str) -> Animation:
    """A document of the library that moves on its own."""
    return found(name, (), None, Animation)


def found(name: str, let: tuple[str, ...], by: Literal["rules", "clicks"] | None, kind: type[Kind]) -> Kind:
    """What the library has by that name, of that kind; one for all tests, so that it is read once."""
    game = _loaded(name, let, by)
    assert isinstance(game, kind)
    return game


@cache
def _loaded(name: str, let: tuple[str, ...], by: Literal["rules", "clicks"] | None) -> Game | Animation:
    return GameArgument([name], let=let, by=by).load_any()


def played(game: Game, *, seed: int, matches: int) -> list[Position]:
    """The positions of some matches played at random, without repetition."""
    dice = Random(seed)
    positions: dict[Position, None] = {}
    for _ in range(matches):
        position = game.initial
        while game.outcome(position) is None:
            positions[position] = None
            position = game.after(position, dice.choice(game.moves(position)))
        positions[position] = None
    return list(positions)
