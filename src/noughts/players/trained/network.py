"""A small feed-forward network, evaluated by NumPy, and its file format.

    h0 = the features of a position
    hk = max(0, h(k-1) Wk + bk)                    for each layer but the last
    value = tanh(h(n-1) Wn + bn)                   a number for each side: 1 it wins, -1 it loses

The file is in the safetensors format; the description of the model is text in its header.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

import numpy as np
from msgspec import Struct, field
from safetensors import SafetensorError
from safetensors.numpy import load, save

from noughts.documents.library import LIBRARY
from noughts.games.game import Game, Move, Outcome, Position, Side
from noughts.games.match import Match
from noughts.games.record import fingerprint_of
from noughts.players.trained.features import Encoder
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

Layer: TypeAlias = "tuple[NDArray[np.float32], NDArray[np.float32]]"
"""Weights, (inputs, outputs) float32, and biases, (outputs,) float32."""

ExactLayer: TypeAlias = "tuple[NDArray[np.float64], NDArray[np.float64]]"
"""A layer of which all numbers are multiples of `_GRAIN`, in double precision."""

_FORMAT: Final = "noughts model 1"
# The unit of rounding.  A product of two multiples is a multiple of 2⁻³², which leaves 21 of the 53 bits of a
# double for the integer part.
_GRAIN: Final = 2.0**-16

# The key of the description in the header.
_KEY: Final = "noughts"


class BadModel(Refusal):
    """A file is not a valid model."""


def forward(layers: Sequence[Layer], rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """The values of all sides, (rows, sides) float64, for rows of features, (rows, features).

    Double precision keeps rounding differences between machines far below the digits that decide a move.
    """
    hidden: NDArray[np.float64] = rows.astype(np.float64)
    for number, (weights, biases) in enumerate(layers, start=1):
        hidden = hidden @ weights.astype(np.float64) + biases.astype(np.float64)
        hidden = np.tanh(hidden) if number == len(layers) else np.maximum(hidden, 0.0)
    return hidden


def exact_layers(layers: Sequence[Layer]) -> list[ExactLayer]:
    """The same network with weights and biases rounded to multiples of `_GRAIN`."""
    return [(in_grains(weights), in_grains(biases)) for weights, biases in layers]


def exact_forward(layers: Sequence[ExactLayer], rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """The values of a network of `exact_layers` whose neurons are rounded to multiples of `_GRAIN`, too.

    Then all sums below 2²¹ are exact, in whatever order they are added.  So a row has the same value on every
    machine and in a batch of any size.
    """
    hidden: NDArray[np.float64] = rows.astype(np.float64)
    for number, (weights, biases) in enumerate(layers, start=1):
        hidden = hidden @ weights + biases
        hidden = in_grains(np.tanh(hidden) if number == len(layers) else np.maximum(hidden, 0.0))
    return hidden


def in_grains(numbers: NDArray[Any]) -> NDArray[np.float64]:
    """The nearest multiples of `_GRAIN`."""
    nearest: NDArray[np.float64] = np.round(numbers.astype(np.float64) / _GRAIN) * _GRAIN
    return nearest


class Model(Struct, frozen=True, eq=False):
    """A network with the game, rules, sides and features that it was trained for.

    `story` documents the training: the command, the seed, the amount of play and the strength reached.
    """

    layers: Sequence[Layer]
    game: str
    rules: str
    sides: tuple[Side, ...]
    features: tuple[str, ...]
    story: Mapping[str, str] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """The content of its file."""
        tensors = {}
        for number, (weights, biases) in enumerate(self.layers):
            tensors[f"{number}.weights"], tensors[f"{number}.biases"] = weights, biases
        description = {
            "format": _FORMAT,
            "game": self.game,
            "rules": self.rules,
            "sides": self.sides,
            "features": self.features,
            "story": dict(self.story),
        }
        return save(tensors, metadata=in_header(description))

    @classmethod
    def from_bytes(cls, content: bytes) -> Model:
        """The model with this content of a file; `BadModel` if it is not a model."""
        try:
            tensors, description = load(content), header(content)
            if description.get("format") != _FORMAT:
                raise BadModel("this is not a model of a player", "`noughts train` makes models")
            layers = [
                (tensors[f"{k}.weights"].astype(np.float32), tensors[f"{k}.biases"].astype(np.float32))
                for k in range(len(tensors) // 2)
            ]
            model = cls(
                layers=layers,
                game=str(description["game"]),
                rules=str(description["rules"]),
                sides=tuple(map(str, description["sides"])),
                features=tuple(map(str, description["features"])),
                story={str(key): str(text) for key, text in description["story"].items()},
            )
        except (SafetensorError, KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
            if isinstance(error, BadModel):
                raise
            raise BadModel(f"this is not a model of a player: {error}") from error
        model.check()
        return model

    def check(self) -> None:
        """`BadModel` unless the output of every layer has the size of the input of the next."""
        wide = len(self.features)
        for weights, biases in self.layers:
            if weights.ndim != 2 or biases.shape != weights.shape[1:] or weights.shape[0] != wide:
                raise BadModel("the layers of the model do not fit together")
            wide = weights.shape[1]
        if not self.layers or wide != len(self.sides):
            raise BadModel("the model does not give a value for each side")


def in_header(description: Mapping[str, object]) -> dict[str, str]:
    """The description as one text of the header, so that equal models are equal files."""
    return {_KEY: json.dumps(description, ensure_ascii=False)}


def header(content: bytes) -> dict[str, Any]:
    """The description in the header of a safetensors file: a length in eight bytes, then JSON."""
    length = int.from_bytes(content[:8], "little")
    description = json.loads(json.loads(content[8 : 8 + length]).get("__metadata__", {}).get(_KEY, "{}"))
    return dict(description)


def read_model(path: Path) -> Model:
    """The model in a file."""
    try:
        return Model.from_bytes(path.read_bytes())
    except BadModel as error:
        raise BadModel(f"{path}: {error.fact}", error.hint) from error


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
