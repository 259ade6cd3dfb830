"""The players of the sides: those the command line names, and defaults for the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from noughts.api.player import player_called
from noughts.background import result_of
from noughts.documents.settings import known_size, settings_of
from noughts.documents.sided import Sided
from noughts.faces.adviser import Adviser
from noughts.games.game import Game, Move, Position, RulesError, Side, TooManyPositions, is_system, twin_of
from noughts.games.result import Oracle, Value
from noughts.players.fallback import FallbackPlayer, PreparedPlayer
from noughts.players.levels import PerfectPlayer, RandomPlayer
from noughts.players.named import Seat, oracle_of, too_large
from noughts.players.player import Player, Who
from noughts.players.region_player import region_player
from noughts.players.search import SECONDS, Length, SearchPlayer
from noughts.refusal import Refusal, unknown
from noughts.stop import Stopped

BEST: Final = "best"
"""The word for a perfect player, or for the best one here if the game is too large for it."""


def chosen_players(game: Game, options: Mapping[Side, str | None], pairs: Sequence[str]) -> dict[Side, str]:
    """The players that the options ``--x WHO``, ``--o WHO`` and ``--player SIDE=WHO`` name, by side."""
    chosen = {side: word for side, word in options.items() if word is not None}
    for pair in pairs:
        side, equals, word = (part.strip() for part in pair.partition("="))
        if not equals:
            raise Refusal(f"`--player {pair}` is not of the form SIDE=WHO", "such as `--player x=random`")
        if side in chosen:
            raise Refusal(f"`{side}` has two players", "name one")
        chosen[side] = word
    for side in chosen:
        if side not in game.sides:
            raise unknown("side", side, game.sides)
    return chosen


class Seating(Struct, frozen=True):
    """Creates players for one table after another; a side with no chosen player is a person or a perfect
    player."""

    game: Game
    chosen: Mapping[Side, str]
    seed: int | None
    adviser: Adviser
    with_person: bool

    @property
    def kinds(self) -> dict[Side, str]:
        """See `Seater`; a perfect player that was not chosen is named `BEST`."""
        words = self.words
        return {
            side: BEST if words[side] == "perfect" and side not in self.chosen else words[side]
            for side in self.game.sides
        }

    def seated(self, kinds: Mapping[Side, str]) -> Seating:
        """See `Seater`."""
        chosen = {side: kind for side, kind in kinds.items() if kind != BEST}
        return replace(self, chosen=chosen, with_person=False)

    def players(self) -> dict[Side, Who]:
        """New players for every side."""
        return {side: self._player(side) for side in self.game.sides}

    @property
    def words(self) -> dict[Side, str]:
        """The player's name for every side; by default the person moves first, unless seated elsewhere."""
        first = self.game.sides[0] if self.with_person and "person" not in self.chosen.values() else None
        other = "random" if is_system(self.game) else "perfect"
        rest = {side: "person" if side == first else other for side in self.game.sides}
        return rest | dict(self.chosen)

    def begin(self) -> None:
        """Begin to solve the game for a perfect player, before its first move."""
        insisted = "perfect" in self.chosen.values()
        if insisted or not self.adviser.too_slow:
            self.adviser.ask() if insisted else self.adviser.begin()

    def _player(self, side: Side) -> Who:
        seat = Seat(
            self.game,
            side,
            self.seed,
            solver=lambda: LazyOracle(self.adviser, patience=None),
            strongest=lambda: self._best(seat),
        )
        word = self.words[side]
        if side not in self.chosen and word == "perfect":
            return self._best(seat)
        return player_called(word, seat)

    def _best(self, seat: Seat) -> Player:
        """The perfect player of a seat, or a substitute if the game has none in time.

        A thread solves the game, or looks for a strategy; until it has found one, a search plays.
        """
        game, dice = seat.game, seat.dice
        twin = twin_of(game)

        def strongest() -> Player | None:
            oracle = LazyOracle(self.adviser, patience=_PATIENCE)
            try:
                oracle.wait()
            except RulesError:
                raise
            except (Refusal, TimeoutError):
                return region_player(twin, seat.side, seed=dice, work=_REGION_WORK)
            return PerfectPlayer(oracle, seed=dice)

        meanwhile = FallbackPlayer(
            lambda: SearchPlayer(game, Length(seconds=SECONDS), seed=dice), lambda: RandomPlayer(seed=dice)
        )
        patience = 0.0 if is_of_known_size(game) else _PATIENCE
        return PreparedPlayer(strongest, meanwhile, patience=patience)


def people(game: Game) -> Seating:
    """A person on each side."""
    return Seating(game, dict.fromkeys(game.sides, "person"), None, Adviser(lambda: oracle_of(game)), True)


# Seconds that a thread may take to solve a game for a perfect player that was not chosen; then it looks for a
# strategy.  Of the game's first move, this is processor time: Python solves the games of the library that it
# can solve in at most 2.7.  A document whose known size is played names another size as the solved one.
_PATIENCE = 4.0

# The most nodes of diagrams for that strategy, in some three seconds.
_REGION_WORK: Final = 300_000


def is_of_known_size(game: Game) -> bool:
    """Whether the constants of a game are those of the size that people know, and that its document names."""
    return (
        isinstance(game, Sided)
        and bool(size := known_size(game))
        and size.items() <= settings_of(game).items()
    )


class LazyOracle:
    """The oracle of an adviser, awaited at first use; `TimeoutError` after `patience` seconds."""

    def __init__(self, adviser: Adviser, patience: float | None) -> None:
        self._adviser = adviser
        self._patience = patience

    def value(self, position: Position) -> Value:
        """See `Oracle`."""
        return self._oracle().value(position)

    def best(self, position: Position) -> tuple[Move, ...]:
        """See `Oracle`."""
        return self._oracle().best(position)

    def wait(self) -> None:
        """Wait until it is known."""
        self._oracle()

    def _oracle(self) -> Oracle:
        try:
            if self._patience is None:
                return result_of(self._adviser.ask())
            if self._adviser.too_slow:
                raise TimeoutError
            return result_of(self._adviser.begin(), self._patience)
        except TooManyPositions as error:
            raise too_large(error) from error
        except Stopped:  # another player lost patience, or nobody uses this one any more
            raise TimeoutError from None
        except TimeoutError:
            self._adviser.give_up()
            raise
