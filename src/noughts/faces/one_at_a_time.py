"""A game and an oracle that several threads may ask: one question at a time.

Games keep what they have just found, and documents count their work; neither expects two questions at
once.  Yet programs think in the background while a face shows the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from noughts.easel import Image
from noughts.games.game import Game, Move, Outcome, Position, Side
from noughts.games.picture import Area, Pictured, Restart
from noughts.games.record import fingerprint_of
from noughts.games.twin import twin_of
from noughts.games.value import Oracle, Value
from noughts.grounding.grounded import CannotGround, Groundable, Grounded
from noughts.stop import Door


def one_at_a_time(game: Game) -> Game:
    """The same game behind a lock; with a screen if it has one."""
    if isinstance(game, Pictured):
        return LockedScreen(game, game, Door())
    return LockedGame(game, Door())


class LockedGame:
    """The rules, asked by one thread at a time."""

    def __init__(self, game: Game, lock: Door) -> None:
        self._game = game
        self._lock = lock
        self.name: str = game.name
        self.initial: Position = game.initial

    def __repr__(self) -> str:
        return f"<{self._game!r}, one question at a time>"

    def twin(self) -> Game:
        """The same game, to be asked at the same time, where its rules allow that."""
        twin = twin_of(self._game)
        return self if twin is self._game else one_at_a_time(twin)

    def ground(self) -> Grounded:
        """The rules as formulas, if they are of a game that can be asked for them."""
        if not isinstance(self._game, Groundable):
            raise CannotGround(f"{self.name} is a game in Python")
        return self._game.ground()

    @property
    def fingerprint(self) -> str:
        """The short name of the rules, if they have one."""
        with self._lock:
            return fingerprint_of(self._game)

    @property
    def sides(self) -> tuple[Side, ...]:
        with self._lock:
            return self._game.sides

    def to_move(self, position: Position) -> Side:
        with self._lock:
            return self._game.to_move(position)

    def moves(self, position: Position) -> Sequence[Move]:
        with self._lock:
            return self._game.moves(position)

    def after(self, position: Position, move: Move) -> Position:
        with self._lock:
            return self._game.after(position, move)

    def outcome(self, position: Position) -> Outcome | None:
        with self._lock:
            return self._game.outcome(position)

    def move_text(self, position: Position, move: Move) -> str:
        with self._lock:
            return self._game.move_text(position, move)

    def position_text(self, position: Position) -> str:
        with self._lock:
            return self._game.position_text(position)


class LockedScreen(LockedGame):
    """The rules and the screen."""

    def __init__(self, game: Game, screen: Pictured, lock: Door) -> None:
        super().__init__(game, lock)
        self._screen = screen

    def images(self, position: Position) -> Sequence[Image]:
        with self._lock:
            return self._screen.images(position)

    def clicked(self, position: Position, x: int, y: int) -> Move | Restart | None:
        with self._lock:
            return self._screen.clicked(position, x, y)

    def areas(self, position: Position) -> Mapping[Move, tuple[Area, ...]]:
        with self._lock:
            return self._screen.areas(position)


class LockedOracle:
    """Values, asked for by one thread at a time: to answer, an oracle may ask its game."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._lock = Door()

    def value(self, position: Position) -> Value:
        with self._lock:
            return self._oracle.value(position)

    def best(self, position: Position) -> tuple[Move, ...]:
        with self._lock:
            return self._oracle.best(position)
