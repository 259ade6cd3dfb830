"""Who plays which side: what the command line says, and what it leaves to us."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass
from time import monotonic

from noughts.faces.adviser import Adviser
from noughts.faces.background import in_background
from noughts.games.game import Game, Move, Position, RulesError, Side
from noughts.games.match import Match
from noughts.games.value import Oracle, Value
from noughts.kernels.explore import TooManyPositions
from noughts.players.keeper import keeper_of
from noughts.players.named import Seat, named, too_large
from noughts.players.player import Person, Player, Who
from noughts.players.random import RandomPlayer
from noughts.players.search import SECONDS, Length, SearchPlayer
from noughts.refusal import Refusal, unknown
from noughts.stop import Stop, Stopped, current


def chosen_players(game: Game, options: Mapping[Side, str | None], pairs: Sequence[str]) -> dict[Side, str]:
    """The words for sides that somebody gave, as ``--x WHO`` or ``--player SIDE=WHO``."""
    chosen = {side: word for side, word in options.items() if word is not None}
    for pair in pairs:
        side, equals, word = (part.strip() for part in pair.partition("="))
        if not equals:
            raise Refusal(f"`--player {pair}` is not of the form SIDE=WHO", "such as `--player x=random`")
        if side in chosen:
            raise Refusal(f"two players are given for `{side}`", "name one")
        chosen[side] = word
    for side in chosen:
        if side not in game.sides:
            raise unknown("side", side, game.sides)
    return chosen


@dataclass(frozen=True, slots=True)
class Seating:
    """Seats players at one table after another; those nobody chose are the person or perfect players."""

    game: Game
    chosen: Mapping[Side, str]
    seed: int | None
    adviser: Adviser
    with_person: bool

    def players(self) -> dict[Side, Who]:
        """New players for all sides."""
        return {side: self._player(side) for side in self.game.sides}

    @property
    def words(self) -> dict[Side, str]:
        """The word for every side, chosen or not: a person begins, unless they are to play another side."""
        first = self.game.sides[0] if self.with_person and "person" not in self.chosen.values() else None
        rest = {side: "person" if side == first else "perfect" for side in self.game.sides}
        return rest | dict(self.chosen)

    def begin(self) -> None:
        """Begin to work out what a perfect player needs, before it is asked."""
        insisted = "perfect" in self.chosen.values()
        if insisted or not self.adviser.too_slow:
            self.adviser.ask() if insisted else self.adviser.begin()

    def _player(self, side: Side) -> Who:
        insisted = side in self.chosen
        oracle = LateOracle(self.adviser, patience=None if insisted else PATIENCE)
        seat = Seat(self.game, side, self.seed, solver=lambda: oracle)
        who = named(self.words[side], seat)
        if insisted or isinstance(who, Person):
            return who
        return OrElse(
            who,
            lambda: within(KEEPER_PATIENCE, lambda: keeper_of(self.game, side, seed=seat.dice)),
            lambda: SearchPlayer(self.game, Length(seconds=SECONDS), seed=seat.dice),
            lambda: RandomPlayer(seed=seat.dice),
        )


PATIENCE = 4.0
"""Seconds that one waits for a perfect player that nobody asked for, and then no more work is done for it."""

LOOK = 0.1
"""Seconds between two looks whether anybody still waits for the player."""

KEEPER_PATIENCE = 3.0
"""The same for a player with a strategy that takes its place: with the search of a second that takes the
place of that, the first answer comes within ten."""


def within(seconds: float, make: Callable[[], Player | None]) -> Player | None:
    """What is made, if it is there in time; else no more work is done for it.  `Stopped` as everywhere."""
    outer, stop = current.get(), Stop()
    made, due = in_background(make, stop), monotonic() + seconds
    try:
        while monotonic() < due and not made.done():
            wait([made], LOOK)
            outer.look()
        return made.result() if made.done() else None
    finally:
        stop.wanted = True


class LateOracle:
    """The oracle of an adviser, waited for when first needed, not before; `TimeoutError` if too long."""

    def __init__(self, adviser: Adviser, patience: float | None) -> None:
        self._adviser = adviser
        self._patience = patience

    def value(self, position: Position) -> Value:
        """As the oracle says."""
        return self._oracle().value(position)

    def best(self, position: Position) -> tuple[Move, ...]:
        """As the oracle says."""
        return self._oracle().best(position)

    def _oracle(self) -> Oracle:
        try:
            if self._patience is None:
                return self._adviser.ask().result()
            if self._adviser.too_slow:
                raise TimeoutError
            return self._adviser.begin().result(self._patience)
        except TooManyPositions as error:
            raise too_large(error) from error
        except Stopped:  # another who was in a hurry has given it up
            raise TimeoutError from None
        except TimeoutError:
            self._adviser.give_up()
            raise


class OrElse:
    """A player that nobody insisted on: if it cannot play, or is not ready in time, the next one does.

    Of those that might stand in each is made when it is wanted; the last can play anything.
    """

    def __init__(self, player: Player, *others: Callable[[], Player | None]) -> None:
        self._player = player
        self._others = list(others)

    @property
    def name(self) -> str:
        """Whoever plays."""
        return self._player.name

    def choose(self, match: Match) -> Move:
        """As the player chooses, if it can."""
        try:
            return self._player.choose(match)
        except RulesError:
            raise
        except (Refusal, TimeoutError):
            if not self._others:
                raise
            self._player = self._stand_in()
            return self.choose(match)

    def _stand_in(self) -> Player:
        """The next who might: taken from the list once made, in case somebody stops the making."""
        try:
            player = self._others[0]()
        except RulesError:
            raise
        except Refusal:
            player = None
        del self._others[0]
        return player or self._stand_in()
