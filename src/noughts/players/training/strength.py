"""The strength of a network: against perfect play if the game is solved, else against random moves."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
from msgspec import Struct

from noughts.games.game import Outcome
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.state_graph import StateGraph
from noughts.players.graph import ExaminedMove, ManyMatches, Place
from noughts.players.levels import RandomPlayer
from noughts.players.trained.features import Encoder
from noughts.players.trained.network import DIGITS_ROUNDED, Layer, forward, worths
from noughts.players.training.self_play import EncodedGraph
from noughts.solvers.backward import Solution, solve
from noughts.workers.engine import Engine, TaskCall, built

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Matches against random moves, for each side: enough for a standard error below 4 %.
_MATCHES_FOR_A_SIDE: Final = 200

MATCHES_IN_A_SHARE: Final = 20
"""Matches of a task, for training and for measuring: a multiple of the five kinds of matches of `self_play`.
Each share has random numbers of its own."""

_NETWORK, _DICE = 0, 1
"""The keys of those who choose, in the graph."""


class Strength(Struct, frozen=True):
    """The strength of a network, from 0 to 1 and in words; `perfect` if it cannot improve."""

    share: float
    words: str
    perfect: bool = False


class Judge(Protocol):
    """A measure of how well a network plays a game."""

    def strength(self, layers: list[Layer], engine: Engine) -> Callable[[], Strength]:
        """Begin to measure a network; an engine plays the matches, if any.

        The returned function waits for them and returns the strength.
        """


class AgainstPerfect:
    """A judge by all positions: whether the network's best move preserves the value of each."""

    def __init__(self, exploration: StateGraph, encoder: Encoder) -> None:
        self.exploration = exploration
        self.solution: Solution = solve(exploration)
        sides = exploration.game.sides
        movers = (None if mover == NOBODY else sides[mover] for mover in exploration.movers)
        self.rows = np.stack(list(map(encoder.row, exploration.positions, movers)))
        self.decisions = [k for k, mover in enumerate(exploration.movers) if mover != NOBODY]

    def strength(self, layers: list[Layer], engine: Engine) -> Callable[[], Strength]:
        return partial(self.compared, layers)

    def compared(self, layers: list[Layer]) -> Strength:
        """The share of all decisions that preserve the value, and the sides that cannot lose."""
        chosen = self.choices(layers)
        winners = [(n > 0) - (n < 0) for n in self.solution.values]
        mistakes = sum(winners[k] != winners[chosen[k]] for k in self.decisions)
        sides = self.exploration.game.sides
        safe = [side for number, side in enumerate(sides) if self.is_safe(number, chosen)]
        perfect_share = 1 - mistakes / len(self.decisions)
        cannot = f"cannot lose as {' and '.join(safe)}" if safe else "can lose"
        share = (len(safe) + perfect_share) / (len(sides) + 1)
        words = f"{perfect_share:.2%} of {len(self.decisions)} decisions are perfect; {cannot}"
        return Strength(share, words, perfect=not mistakes)

    def choices(self, layers: list[Layer]) -> dict[int, int]:
        """The network's move from each position; the first of those that it values equally."""
        values = np.round(self.exact(forward(layers, self.rows)), DIGITS_ROUNDED)
        found = {}
        for k in self.decisions:
            after = self.exploration.successors(k)
            mover = self.exploration.movers[k]
            found[k] = max(after, key=lambda number: values[number, mover])
        return found

    def exact(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The values, with exact ones for the ends."""
        movers, winners = np.array(self.exploration.movers), np.array(self.exploration.winners)
        for side in range(values.shape[1]):
            worth = np.where(winners == side, 1.0, np.where(winners == NOBODY, 0.0, -1.0))
            values[:, side] = np.where(movers == NOBODY, worth, values[:, side])
        return values

    def is_safe(self, side: int, chosen: dict[int, int]) -> bool:
        """Whether a side that follows the network never loses."""
        waiting, visited = [0], {0}
        for number in waiting:
            if self.exploration.movers[number] == NOBODY:
                if self.exploration.winners[number] not in (NOBODY, side):
                    return False
                continue
            own = self.exploration.movers[number] == side
            for after in [chosen[number]] if own else self.exploration.successors(number):
                if after not in visited:
                    visited.add(after)
                    waiting.append(after)
        return True


class NetworkMatches(ManyMatches):
    """Matches of a network, which moves as the trained player does, against random moves.

    The network values places, whose features are known already; a player would compute them anew.
    """

    def __init__(self, graph: EncodedGraph, layers: Sequence[Layer], side: int) -> None:
        sides = range(len(graph.game.sides))
        super().__init__(
            graph, [RandomPlayer()] * len(sides), [_NETWORK if k == side else _DICE for k in sides]
        )
        self.graph: EncodedGraph = graph
        self.layers = layers

    def find_choices(self, place: Place, line: Sequence[ExaminedMove]) -> Sequence[ExaminedMove] | Outcome:
        if self.numbers[place.mover] == _DICE:
            return super().find_choices(place, line)
        ways = self.graph.ways(place)
        after = [self.graph.follow(place, way) for way in ways]
        outcomes = [each.outcome for each in after]
        values = forward(self.layers, self.graph.rows(after))
        worth = worths(values, outcomes, place.mover, self.graph.game.sides[place.mover])
        found = place.choices[_NETWORK] = [ways[max(range(len(ways)), key=lambda k: worth[k])]]
        return found


class AgainstDice:
    """A judge by matches against random moves, which are the same every time."""

    def __init__(self, graph: EncodedGraph, description: bytes = b"") -> None:
        self.graph = graph
        self.description = description
        """The description from which another process builds the lesson (`noughts.workers.engine`)."""
        self.network = b""
        self.layers: Sequence[Layer] = ()

    def __reduce__(self) -> tuple[Callable[[bytes], Judge], tuple[bytes]]:
        return judge_of, (self.description,)

    def strength(self, layers: list[Layer], engine: Engine) -> Callable[[], Strength]:
        network, sides = pickle.dumps(layers), range(len(self.graph.game.sides))
        shares = [
            (side, number)
            for side in sides
            for number in range(-(-_MATCHES_FOR_A_SIDE // MATCHES_IN_A_SHARE))
        ]
        calls: list[TaskCall] = [(points_of, self, network, side, number) for side, number in shares]
        return partial(strength_of, engine.results(calls), len(calls) * MATCHES_IN_A_SHARE)

    def points(self, network: bytes, side: int, number: int) -> float:
        """The points of one share of matches, played by the pickled layers."""
        if network != self.network:
            self.network, self.layers = network, pickle.loads(network)
            for place in self.graph.places.values():
                place.choices.pop(_NETWORK, None)
        table = NetworkMatches(self.graph, self.layers, side)
        outcomes = [outcome for outcome, _ in table.play(MATCHES_IN_A_SHARE, Random(f"dice {side} {number}"))]
        won = sum(outcome.winner == self.graph.game.sides[side] for outcome in outcomes)
        return won + 0.5 * sum(outcome.winner is None for outcome in outcomes)


def strength_of(shares: Iterator[tuple[int, float]], matches: int) -> Strength:
    """The strength: the share of points in `matches` matches, which are played in shares."""
    share = sum(points for _, points in shares) / matches
    return Strength(share, f"{share:.1%} of the points against random moves")


def points_of(judge: AgainstDice, network: bytes, side: int, number: int) -> float:
    """The points of a share of matches, as a task."""
    return judge.points(network, side, number)


def judge_of(description: bytes) -> Judge:
    """The judge of the lesson with this description."""
    judge: Judge = built(description).judge
    return judge
