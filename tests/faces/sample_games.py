"""What faces are tried on: a game with a screen, one of numbers only, a document that moves, slow players."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from threading import Event

from noughts.api.load import documents_of
from noughts.documents.animation import Animation
from noughts.documents.from_document import game_from
from noughts.easel import Color, Disc, Image, Input, Point, Segment, Text
from noughts.faces.adviser import Adviser
from noughts.faces.table import Table
from noughts.games.game import Game, Outcome, RulesError
from noughts.games.match import Match
from noughts.games.picture import Area, Restart
from noughts.language.check import check_documents
from noughts.players.levels import PerfectPlayer
from noughts.players.player import Who
from noughts.service.page_settings import PageSettings
from noughts.solvers.backward import solve_game
from tests.small_games import TicTacToe

BLACK = Color(0, 0, 0)
BLUE = Color(0, 0, 255)
GREEN = Color(0, 128, 0)
RED = Color(255, 0, 0)


def segment(x1: int, y1: int, x2: int, y2: int) -> Segment:
    return Segment(Point(x1, y1), Point(x2, y2), BLACK)


def box(left: int, bottom: int, right: int, top: int) -> tuple[Image, ...]:
    return (
        segment(left, bottom, right, bottom),
        segment(left, top, right, top),
        segment(left, bottom, left, top),
        segment(right, bottom, right, top),
    )


def text(content: str, x: int, y: int, height: int = 36, color: Color = BLACK) -> Text:
    return Text(content, Point(x, y), height, color)


GRID: tuple[Image, ...] = (
    segment(200, 400, 200, 700),
    segment(300, 400, 300, 700),
    segment(100, 500, 400, 500),
    segment(100, 600, 400, 600),
)
BUTTON = (*box(350, 725, 550, 775), text("restart", 450, 750))


@dataclass(frozen=True)
class PicturedTicTacToe(TicTacToe):
    """With the screen and the mouse of a document: a grid, a line of text, a button to restart."""

    name: str = "Tic-tac-toe"

    def images(self, position: str) -> Sequence[Image]:
        return (*GRID, *BUTTON, *self.marks(position), self.status(position))

    def marks(self, position: str) -> tuple[Image, ...]:
        colors = {"x": BLUE, "o": GREEN}
        return tuple(
            text(mark, 150 + 100 * (cell % 3), 650 - 100 * (cell // 3), color=colors[mark])
            for cell, mark in enumerate(position)
            if mark != "."
        )

    def status(self, position: str) -> Text:
        outcome = self.outcome(position)
        if outcome is None:
            return text(f"{self.to_move(position)}'s turn", 200, 750)
        return text("cat got it" if outcome.winner is None else f"{outcome.winner} won", 200, 750)

    def clicked(self, position: str, x: int, y: int) -> int | Restart | None:
        if 350 < x < 550 and 725 < y < 775:
            return Restart()
        return next((move for move, (area,) in self.areas(position).items() if (x, y) in area), None)

    def areas(self, position: str) -> Mapping[int, tuple[Area, ...]]:
        return {cell: (self.area(cell),) for cell in self.moves(position)}

    def area(self, cell: int) -> Area:
        left, bottom = 101 + 100 * (cell % 3), 601 - 100 * (cell // 3)
        return Area(left, bottom, left + 98, bottom + 98)


@dataclass(frozen=True)
class Subtraction:
    """Take one, two or three from a heap; who takes the last one wins.  A position is (heap, side)."""

    initial: tuple[int, int] = (7, 0)
    name: str = "Subtraction"
    sides: tuple[str, ...] = ("first", "second")

    def to_move(self, position: tuple[int, int]) -> str:
        return self.sides[position[1]]

    def moves(self, position: tuple[int, int]) -> Sequence[int]:
        return tuple(range(1, min(3, position[0]) + 1))

    def after(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        return (position[0] - move, 1 - position[1])

    def outcome(self, position: tuple[int, int]) -> Outcome | None:
        heap, side = position
        return Outcome(self.sides[1 - side], "the heap is empty") if heap == 0 else None

    def move_text(self, position: tuple[int, int], move: int) -> str:
        return f"take {move}"

    def position_text(self, position: tuple[int, int]) -> str:
        return f"{position[0]} left"


@dataclass(frozen=True)
class Breaking(Subtraction):
    """Its rules break down once three or fewer are left."""

    def moves(self, position: tuple[int, int]) -> Sequence[int]:
        if position[0] <= 3:
            raise RulesError(f"there are no rules for {position[0]}")
        return super().moves(position)


@dataclass(frozen=True)
class Ball:
    x: Fraction
    speed: int
    keys: tuple[str, ...] = ()
    clicks: int = 0


class Bouncing:
    """A ball that goes to and fro, turned around by a click; it shows the keys that are held."""

    name = "Bouncing ball"
    keys = ("a", "w")
    initial = Ball(Fraction(100), 5)

    def images(self, position: Ball) -> Sequence[Image]:
        return (
            Disc(Point(position.x, 400), 40, RED),
            text(f"keys {' '.join(position.keys)}", 500, 700, 50),
            text(f"{position.clicks} clicks", 500, 100, 50),
        )

    def frame(self, position: Ball, given: Input) -> Ball:
        turned = given.clicked or not 40 <= position.x + position.speed <= 960
        speed = -position.speed if turned else position.speed
        return Ball(position.x + speed, speed, tuple(sorted(given.keys)), position.clicks + given.clicked)


REPORT = "fading.led:1:6: error E302: 1/0 has no value\n    1 | x := 1/0\n      |      ^^^"


class Fading(Bouncing):
    """Its rules break down at some frame."""

    last = 20

    def frame(self, position: Ball, given: Input) -> Ball:
        if position.x > 100 + 5 * self.last:
            raise RulesError(REPORT)
        return super().frame(position, given)


class Dull(Bouncing):
    """Its rules have no first picture."""

    def images(self, position: Ball) -> Sequence[Image]:
        raise RulesError("dull.led:1:1: error E302: 1/0 has no value")


@dataclass
class Failing:
    """Cannot decide before it is told to."""

    error: Exception
    name: str = "failing"
    told: Event = field(default_factory=Event)

    def choose(self, match: Match) -> object:
        if not self.told.is_set():
            raise self.error
        return match.legal_moves[0]


@dataclass
class First:
    """Plays the first legal move, after so many seconds."""

    seconds: float = 0.0
    name: str = "first"

    def choose(self, match: Match) -> object:
        time.sleep(self.seconds)
        return match.legal_moves[0]


@dataclass
class Awaited:
    """Plays the first legal move, but not before it is told to."""

    name: str = "awaited"
    told: Event = field(default_factory=Event)

    def choose(self, match: Match) -> object:
        assert self.told.wait(600), "nobody told it to play"
        return match.legal_moves[0]


def adviser_for(game: Game) -> Adviser:
    return Adviser(lambda: solve_game(game))


def table_for(game: Game, **players: Who) -> Table:
    """A table with an adviser; people play the sides that are not named."""
    return Table(game, players, adviser_for(game))


def perfect(game: Game) -> PerfectPlayer:
    return PerfectPlayer(solve_game(game), seed=1)


BOUNCING = """/$
initialState := (100, 5, {}, 0)
x := currentState[1]
speed := currentState[2]
clicks := currentState[4]
turned iff mouseClicked V x + speed < 40 V x + speed > 960
nextSpeed := -speed if turned; speed otherwise
nextClicks := clicks + 1 if mouseClicked; clicks otherwise
newState := (x + nextSpeed, nextSpeed, {k | k in {`a, `w} & k in heldKeys}, nextClicks)
keys := "keys a w" if currentState[3] = {`a, `w}; "keys a" if `a in currentState[3];
    "keys w" if `w in currentState[3]; "keys " otherwise
BLACK := color(0, 0, 0)
images := (disc(point(x, 400), 40, color(255, 0, 0)), text(keys, point(500, 700), 50, BLACK),
    text(clicks, point(500, 100), 50, BLACK))
$/"""
"""The same ball in a document."""

FADING = BOUNCING.replace("images := (", "images := (").replace("point(x, 400)", "point(x + 0 / late, 400)")
FADING = FADING.replace("BLACK :=", "late := 0 if x > 200; 1 otherwise\nBLACK :=")
DULL = BOUNCING.replace("point(x, 400)", "point(x / 0, 400)")


def film(text: str) -> PageSettings:
    """The page of a document that moves."""
    documents = documents_of([text])
    game = game_from(check_documents(documents, {}), name="ball")
    assert isinstance(game, Animation)
    return PageSettings(game, "Bouncing ball", texts=documents, name="ball")
