"""The value of a position up to a horizon: alpha-beta with iterative deepening.

Values are those of the side to move: a win in d moves is WIN - d, a loss in d moves d - WIN, and a position
at the horizon counts as a draw.  A transposition table has bounds of the value of each position with the
depth of the search, and its best move, which the next search tries first.

D. E. Knuth and R. W. Moore, *An analysis of alpha-beta pruning*, 1975; T. A. Marsland, *A review of
game-tree pruning*, 1986.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from msgspec import Struct, field

from noughts.games.game import Move, Position
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.search_game import ONGOING, SearchGame, SearchNode
from noughts.stop import Deadline, Stopped, current, honouring

WIN: Final = 1_000_000
"""The value of an immediate win; each move before a win takes one off, so quick wins are best."""
PROVEN: Final = WIN // 2
"""Values beyond this are proven wins; far from `WIN`, since no line is half a million moves long."""

# Nodes between two checks of the clock, because a check costs about as much as a node of a kernel.  Rules of
# a document check the clock themselves, and a game in Python may take milliseconds for a node.
_BETWEEN_LOOKS: Final = 16

# The most positions in the transposition table; it is cleared if it holds more at the start of a search.
_LARGEST_TABLE: Final = 2_000_000


# The greatest depth: the search takes three Python frames a move, and their default limit is 1000.
_DEEPEST: Final = 200


class TableEntry(NamedTuple):
    """An entry of the transposition table: `low` <= value <= `high` at some depth, and the best move.

    If it `is_proven`, the search did not reach the horizon, so the bounds hold at every depth.
    """

    depth: int
    low: int
    high: int
    best: Move | None
    is_proven: bool

    def bounds(self, depth: int) -> tuple[int, int]:
        """The bounds that hold at another depth: both, or those that prove a win or a loss."""
        if self.depth >= depth or self.is_proven:
            return self.low, self.high
        return (self.low if self.low > PROVEN else -WIN), (self.high if self.high < -PROVEN else WIN)


class SearchResult(Struct, frozen=True):
    """The result of a search.

    `values` are those of the moves for the side to move, exact for the best ones and upper bounds for the
    others.  `is_final` says that a deeper search would change nothing.
    """

    values: dict[Move, int]
    depth: int
    nodes: int
    is_final: bool

    @property
    def best(self) -> list[Move]:
        """The moves of the greatest value."""
        most = max(self.values.values())
        return [move for move, value in self.values.items() if value == most]


class Search(Struct, eq=False):
    """A search of one game; its transposition table persists from move to move."""

    game: SearchGame
    clock: Callable[[], float] = monotonic
    table: dict[SearchNode, TableEntry] = field(default_factory=dict)
    nodes: int = 0
    sees_all: bool = True
    path: set[SearchNode] = field(default_factory=set)

    def search(
        self, position: Position, *, seconds: float | None = None, depth: int | None = None
    ) -> SearchResult:
        """The values of the moves of a position, by a search of `seconds`, or of `depth` moves."""
        outer = current.get()
        stop = outer if seconds is None else Deadline(seconds, outer, self.clock)
        node = self.game.node(position)
        self.nodes = 0
        self.path.clear()
        if len(self.table) > _LARGEST_TABLE:
            self.table.clear()
        found = SearchResult(dict.fromkeys(self.game.choices(node), 0), 0, 0, False)
        try:
            with honouring(stop):
                while not found.is_final and found.depth < min(depth or _DEEPEST, _DEEPEST):
                    found = self.look_ahead(node, found.depth + 1, found)
        except Stopped:  # the depth in progress is discarded
            outer.look()
        return SearchResult(
            {self.game.move(move): value for move, value in found.values.items()},
            found.depth,
            self.nodes,
            found.is_final,
        )

    def look_ahead(self, node: SearchNode, depth: int, before: SearchResult) -> SearchResult:
        """Search every move to a depth, the best of the previous depth first.

        All moves of the best value are found: the window is ``(most - 1, WIN)``, so that a move that equals
        the best one gets an exact value and not a bound.  A win farther than the depth, known from the table,
        is final only once the depth reaches it: there might be a quicker one.
        """
        self.sees_all = True
        self.path = {node}
        most = -WIN
        values: dict[Move, int] = {}
        for move in sorted(before.values, key=lambda move: -before.values[move]):
            value = self.after_move(node, move, depth, most - 1, WIN)
            values[move] = value
            most = max(most, value)
        decided = abs(most) > PROVEN and WIN - abs(most) <= depth
        ordered = {move: values[move] for move in before.values}
        return SearchResult(ordered, depth, self.nodes, self.sees_all or decided)

    def after_move(self, node: SearchNode, move: Move, depth: int, low: int, high: int) -> int:
        """The value of a move for its mover: that of the position after it, one move farther from the end."""
        game = self.game
        reached = game.after(node, move)
        low, high = nearer(low), nearer(high)
        winner = game.winner(reached)
        mover = game.mover(node)
        if winner != ONGOING:
            value = 0 if winner == NOBODY else WIN if winner == mover else -WIN
        elif game.mover(reached) == mover:
            value = self.value(reached, depth - 1, low, high)
        else:
            value = -self.value(reached, depth - 1, -high, -low)
        return further(value)

    def value(self, node: SearchNode, depth: int, low: int, high: int) -> int:
        """The value of a node that is not terminal, if it lies between `low` and `high`; else a bound
        (fail-soft).

        A repetition on the current path counts as a draw.  That value depends on the path, so it is stored as
        unproven, like one that the horizon cut off."""
        self.count()
        if depth <= 0 or node in self.path:
            self.sees_all = False
            return 0
        known = self.table.get(node)
        if known is not None:
            least, most = known.bounds(depth)
            if least >= high or most <= low or least == most:
                is_true = most < -PROVEN if most <= low else least > PROVEN  # a bound, and at every depth
                self.sees_all &= known.is_proven or (least < most and is_true)
                return most if most <= low else least
        saw_all, self.sees_all = self.sees_all, True
        self.path.add(node)
        try:
            return self.best_of(node, depth, low, high, known.best if known else None)
        finally:
            self.path.discard(node)
            self.sees_all &= saw_all

    def best_of(self, node: SearchNode, depth: int, low: int, high: int, first: Move | None) -> int:
        """The greatest value of a move, entered in the table as exact value or bound."""
        most, best = -WIN, None
        moves = self.game.choices(node)
        ordered = moves if first is None else [first, *(move for move in moves if move != first)]
        for move in ordered:
            value = self.after_move(node, move, depth, max(low, most), high)
            if value > most:
                most, best = value, move
            if most >= high:
                break
        least, largest = -WIN if most <= low else most, WIN if most >= high else most
        self.table[node] = TableEntry(depth, least, largest, best, self.sees_all)
        return most

    def count(self) -> None:
        """Count a node; at some of them check the clock and cancellation."""
        self.nodes += 1
        if self.nodes % _BETWEEN_LOOKS == 0:
            current.get().look()


def further(value: int) -> int:
    """A value seen from one move earlier: wins and losses are one move farther away."""
    return value - 1 if value > PROVEN else value + 1 if value < -PROVEN else value


def nearer(value: int) -> int:
    """A bound seen from one move later: the inverse of `further`."""
    return min(WIN, value + 1) if value > PROVEN else max(-WIN, value - 1) if value < -PROVEN else value
