"""Exact values of all positions of a game, computed backward from its terminal positions.

A terminal position has the value of its outcome.  A position is won by the side to move if some move leads
to a position it has won, and lost by it if every move leads to a position that the other has won:

    value(p) = (winner, 0)                         if the game is over at p and won
             = (s, 1 + min { distance of q })      if s is to move and some q after p is won by s
             = (t, 1 + max { distance of q })      if s is to move and every q after p is won by t /= s
             = draw                                otherwise

This is the least such assignment, so a position from which neither side can force an end is a draw, by
repetition if play can return to it.  Each transition is visited once: time and memory are linear in
positions + transitions.

This is retrograde analysis: T. Ströhlein, *Untersuchungen über kombinatorische Spiele*, Munich 1970;
K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9(3), 1986.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from noughts.games.game import Game, Move, Position, chance_of, has_values, refuse_system
from noughts.games.result import Value
from noughts.kernels.explore import POSITION_LIMIT, ExplorationProgress, explore_rules
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.state_graph import StateGraph, by_winner
from noughts.refusal import Refusal
from noughts.solvers import retrograde
from noughts.solvers.solved import Figures, Solved, value_from

if TYPE_CHECKING:
    from noughts.kernels.compact_graph import Array, CompactGraph

Listed: TypeAlias = "StateGraph | CompactGraph"
"""A listed game: all of its positions, or one of each orbit under its symmetries."""

# The least number of transitions for which NumPy is worth loading, which takes a tenth of a second.
_MANY: Final = 300_000

# The least number of transitions for which arrays are used if NumPy is loaded already.
_LOADED: Final = 20_000

# The value of a terminal position, indexed by its winner; `NOBODY` is -1, so it reads the last entry.
_WON_BY = (1, -1, 0)


class TooManySides(Refusal):
    """A game of three sides or more, or of chance, has no single value of a position; see
    `noughts.solvers.many_sides`."""

    def __init__(self, game: Game) -> None:
        sides, chance = ", ".join(game.sides), " and ".join(f"`{side}`" for side in chance_of(game))
        known = f"{game.name} has {len(game.sides)} sides ({sides}), and a position has one value"
        super().__init__(
            f"{known} only without {chance}" if chance else f"{known} only for one or two",
            "`noughts solve`, or `outcomes` in Python, shows what each side can get",
        )


class Solution(Solved, frozen=True, eq=False, dict=True):
    """The values of a state graph: ``values[k]``, (positions,) int32, is the value of position k."""

    graph: StateGraph
    values: Sequence[int]

    @property
    def game(self) -> Game:
        return self.graph.game

    @cached_property
    def figures(self) -> Figures:
        winners = Counter(0 if n > 0 else 1 if n else NOBODY for n in self.values)
        longest = max(map(abs, self.values)) - 1
        return Figures(
            positions=len(self.graph),
            transitions=self.graph.transitions,
            values=by_winner(self.game, winners),
            longest=None if longest < 0 else longest,
        )

    def value_of(self, number: int, *, later: int = 0) -> Value:
        """The value of position `number`; distances count `later` moves more."""
        return value_from(self.values[number], self.game, later)

    def value(self, position: Position) -> Value:
        return self.value_of(self.graph.number_of[position])

    def by_move(self, position: Position) -> dict[Move, Value]:
        number = self.graph.number_of[position]
        moves, successors = self.graph.moves(number), self.graph.successors(number)
        return {move: self.value_of(after, later=1) for move, after in zip(moves, successors, strict=True)}


def solve(graph: StateGraph) -> Solution:
    """The exact value of every position of a graph; `TooManySides` with more than two sides."""
    refuse_many_sides(graph.game)
    return Solution(graph, values_of(graph, graph.winners))


def refuse_many_sides(game: Game) -> None:
    """Raise `Refusal` if the game has no values; called before it is explored."""
    refuse_system(game)
    if not has_values(game):
        raise TooManySides(game)


def solve_game(
    game: Game, *, limit: int = POSITION_LIMIT, progress: ExplorationProgress | None = None
) -> Solution:
    """The solution of a game, which is explored by its rules first."""
    refuse_many_sides(game)
    return solve(explore_rules(game, limit=limit, progress=progress))


def against_all(numbers: Iterable[int], own: int) -> Sequence[int]:
    """The movers or winners of a graph, (positions,) int8, where one side has number 0 and all others 1."""
    return array("b", (number if number == NOBODY else int(number != own) for number in numbers))


def values_of(
    graph: StateGraph, winners: Sequence[int], movers: Sequence[int] | None = None
) -> Sequence[int]:
    """The value of every position, (positions,) int32, with `winners` in place of those of the graph.

    For a game of more than two sides, the winners and the `movers` come from `against_all`.
    """
    values = [_WON_BY[winner] for winner in winners]
    if len(graph.targets) >= (_LOADED if "numpy" in sys.modules else _MANY) and find_spec("numpy"):
        return values_by_layers(graph, values, movers)
    size = len(graph)
    begins, sources, room = [0] * (size + 1), [0] * len(graph.targets), [0] * size
    retrograde.turn_round(graph.offsets, graph.targets, begins, sources)
    retrograde.propagate(values, graph.offsets, movers or graph.movers, begins, sources, room, [0] * size)
    return array("i", values)


def values_by_layers(
    graph: StateGraph, ends: Sequence[int], movers: Sequence[int] | None = None
) -> Sequence[int]:
    """The same by arrays, given the values `ends` of terminal positions."""
    import numpy as np

    values, found = np.array(ends, np.int32), array("i")
    offsets, targets = np.asarray(graph.offsets).astype(np.int64), np.asarray(graph.targets)
    _propagate_layers(values, offsets, targets, np.asarray(graph.movers if movers is None else movers))
    found.frombytes(values.tobytes())
    return found


def _propagate_layers(values: Any, offsets: Any, targets: Any, movers: Any) -> None:
    """Complete the values of terminal positions to those of all, in place, one distance at a time.

    Undecided positions stay 0.  The values are those of `noughts.solvers.retrograde.propagate`, which takes
    positions one by one: a position is decided by those of the distance before, whichever comes first.

    * ``values``: (positions,) int32, ``movers``: (positions,) int8
    * ``offsets``: (positions + 1,) int64, ``targets``: (transitions,) of any kind of integers
    """
    import numpy as np

    size, open_moves = len(values), np.diff(offsets)
    sources = np.repeat(np.arange(size, dtype=np.int32), open_moves)[np.argsort(targets, kind="stable")]
    begins = np.concatenate(([0], np.cumsum(np.bincount(targets, minlength=size))))
    decided, distance = np.flatnonzero(values), 1
    while len(decided):
        distance += 1
        number = begins[decided + 1] - begins[decided]
        first = np.cumsum(number) - number
        before = sources[np.repeat(begins[decided] - first, number) + np.arange(number.sum())]
        winner = np.repeat(np.sign(values[decided]), number)  # 1 or -1, as in the values
        waits = values[before] == 0
        before, winner = before[waits], winner[waits]
        chooses = movers[before] == (1 - winner) // 2
        lost, loses_to = before[~chooses], winner[~chooses]
        np.subtract.at(open_moves, lost, 1)
        values[before[chooses]] = winner[chooses] * distance
        left = (open_moves[lost] == 0) & (values[lost] == 0)
        values[lost[left]] = loses_to[left] * distance
        decided = np.unique(np.concatenate((before[chooses], lost[left])))


def values_by_machine(
    graph: CompactGraph, winners: Array | None = None, movers: Array | None = None
) -> Array:
    """The values of a compact graph by machine code, with `winners` and `movers`, (positions,) int8, in place
    of those of the graph.

    Shape (positions,), int16 where that holds every distance, which halves the memory of the largest array.
    If every move adds something that stays, each leads to a later number, and one backward pass suffices.
    """
    import numpy as np

    size, loops = len(graph.sizes), graph.machine.compiled(retrograde)
    ends = graph.winners if winners is None else winners
    to_move = graph.movers if movers is None else movers
    values = np.array(_WON_BY, np.int16 if len(graph.levels) < 30_000 else np.int32)[ends]
    if graph.is_growing and winners is None:
        loops.induct(values, graph.offsets, graph.targets, to_move)
        return values
    begins, sources = np.zeros(size + 1, np.int64), np.empty(len(graph.targets), np.int32)
    loops.turn_round(graph.offsets, graph.targets, begins, sources)
    room, queue = np.empty(size, np.int32), np.empty(size, np.int32)
    loops.propagate(values, graph.offsets, to_move, begins, sources, room, queue)
    return values


def forced_line(graph: Listed, values: Sequence[int] | Array, number: int) -> list[Move]:
    """The moves from a won position if the winner wins as soon as possible and the loser loses as late as
    possible."""
    moves = []
    while abs(value := int(values[number])) > 1:
        begin, end = graph.offsets[number], graph.offsets[number + 1]
        left = value - 1 if value > 0 else value + 1
        place = next(k for k in range(begin, end) if values[graph.targets[k]] == left)
        moves.append(graph.moves(number)[place - int(begin)])
        number = int(graph.targets[place])
    return moves
