"""The trained player: it moves to the position that its network values most."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from noughts.documents.library import LIBRARY
from noughts.games.game import Game, Move, Outcome, Position, Side
from noughts.games.match import Match
from noughts.games.record import fingerprint_of
from noughts.players.trained.features import Encoder
from noughts.players.trained.network import Model, forward
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

DIGITS_ROUNDED = 6
"""The decimal digits to which values are rounded.  Moves whose values differ by less are equal, and the first
one is made, so rounding errors do not make machines play differently."""


class WrongModel(Refusal):
    """A model was trained for another game than the one that is played."""


class TrainedPlayer:
    """A player that values the position after each move: by the rules if it is terminal, else by the
    network."""

    name: ClassVar[str] = "trained"

    def __init__(self, model: Model, game: Game) -> None:
        if model.sides != game.sides or model.game != game.name or model.rules != fingerprint_of(game):
            raise WrongModel(
                f"the model was trained for other rules than those of {game.name}",
                f"it is of `{model.game}` ({model.rules or 'no fingerprint'}); `noughts train` makes another",
            )
        self.model = model
        self._encoder = Encoder(model.features)

    def choose(self, match: Match) -> Move:
        """The move with the best position after it."""
        return self.choices(match)[0]

    def choices(self, match: Match) -> Sequence[Move]:
        """The same single move: the player is deterministic."""
        game, moves = match.game, match.legal_moves
        after = [game.after(match.position, move) for move in moves]
        worth = self.worth(game, after, game.sides.index(match.to_move))
        return [moves[max(range(len(moves)), key=lambda k: worth[k])]]

    def worth(self, game: Game, positions: Sequence[Position], side: int) -> list[float]:
        """The value of each position for a side, from -1 to 1."""
        outcomes = [game.outcome(position) for position in positions]
        seen = zip(positions, outcomes, strict=True)
        movers = [None if outcome else game.to_move(position) for position, outcome in seen]
        values = forward(self.model.layers, np.stack(list(map(self._encoder.row, positions, movers))))
        return worths(values, outcomes, side, game.sides[side])


def worths(
    values: NDArray[np.float64], outcomes: Sequence[Outcome | None], number: int, side: Side
) -> list[float]:
    """The values of positions for a side, whose number is given: exact ones if terminal, else the network's.

    `values` is (positions, sides) float64.
    """
    return [
        round(float(value), DIGITS_ROUNDED) if outcome is None else exact(outcome.winner, side)
        for value, outcome in zip(values[:, number], outcomes, strict=True)
    ]


def exact(winner: str | None, side: str) -> float:
    """The value of an outcome for a side."""
    return 0.0 if winner is None else 1.0 if winner == side else -1.0


def shipped(game: Game) -> Path | None:
    """The model that comes with Noughts for a game of its library."""
    path = LIBRARY / f"{game.name}.safetensors"
    return path if path.exists() else None
