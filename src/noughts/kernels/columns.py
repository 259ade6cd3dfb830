"""The expansion of thousands of positions at once, with a column for each bit and each formula.

A column has one bit for each position, so a connective of formulas is one operation of NumPy for all
positions.  The legal moves of all positions are then one array.  This costs about a millisecond for a
thousand formulas, and for each position some hundredths of the time that the kernel takes in Python.
Nothing is compiled, unlike machine code.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, TypeAlias, assert_never

from msgspec import Struct

from noughts.grounding.formula import All, Bit, Constant, Count, Formula, Negation
from noughts.grounding.formula import Any as Some
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import walk
from noughts.kernels.dialect import WORD
from noughts.kernels.kernel_source import BOTH, NOBODY, TransitionTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[Any]"

# Unexpanded positions from which on columns pay for loading NumPy, which takes a tenth of a second.
_FEWEST_WAITING: Final = 2_000

# Formulas from which on all positions are expanded in columns: generating and compiling the functions of the
# kernel would take longer than loading NumPy.
_FORMULAS_ALWAYS_IN_COLUMNS: Final = 1_000

# The most positions expanded at once: their columns, two kilobytes each, stay in the processor's cache.
_POSITIONS_AT_ONCE: Final = 1 << 14

# The type of the place of a position among those: NumPy sorts two bytes much faster than eight.  It limits
# `_POSITIONS_AT_ONCE` to 65,536.
_PLACE: Final = "u2"

# The most pairs of a position and a move at once; `legal` has a byte for each, so 16 MB and some copies.
_PAIRS_AT_ONCE: Final = 1 << 24

# Moves up to which a batch still has `_FEWEST_WAITING` positions; with more, columns would not pay.
_MOST_MOVES: Final = _PAIRS_AT_ONCE // _FEWEST_WAITING


class Expanded(Struct, frozen=True):
    """The result of expanding some positions.

    * ``movers``, ``winners``: (positions,) int8, as in a state graph
    * ``branching``: (positions,) int64, how many legal moves each has
    * ``reached``: (transitions,) uint64, the bits of the positions after these moves, in order
    * ``is_sure``: whether the rules have a value in all of the positions
    """

    movers: Array
    winners: Array
    branching: Array
    reached: Array
    is_sure: bool


def fits(grounded: Grounded) -> bool:
    """Whether columns can expand the positions of a game: each must be one word, with not too many moves."""
    few = 0 < len(grounded.bits) <= WORD and 0 < len(grounded.moves) <= _MOST_MOVES
    return few and find_spec("numpy") is not None


class PositionColumns:
    """The rules of a game, evaluated for many positions together.

    * ``nodes``: all formulas of the rules, each after its parts
    * ``places``: the index of each formula in ``nodes``, and of its column in what `columns` returns
    * ``rare``: for some moves, the formulas that only those moves need, with the bits that depend on each
    * ``worth_it``: how many positions have to wait before columns are used
    """

    def __init__(self, game: Grounded, changes: TransitionTable) -> None:
        self.grounded = game
        self.changes = changes
        every = ((k, changes.rare(k)) for k in range(len(game.moves)) if changes.others[k])
        self.rare = {k: rare for k, rare in every if rare}
        rules = [game.over, game.undefined, *game.to_move, *game.wins, *self.changes.common]
        rules += [move.legal for move in game.moves]
        rules += [new for rare in self.rare.values() for new in rare]
        self.nodes = list(walk(rules))
        self.places = {node: place for place, node in enumerate(self.nodes)}
        self.worth_it = 1 if len(self.nodes) > _FORMULAS_ALWAYS_IN_COLUMNS else _FEWEST_WAITING
        self.at_once = min(_POSITIONS_AT_ONCE, _PAIRS_AT_ONCE // max(1, len(game.moves)))

    @cached_property
    def tables(self) -> dict[str, Array]:
        """The tables of the kernel, (moves,) uint64 each."""
        import numpy as np

        return {name: np.array(table, np.uint64) for name, table in self.changes.tables().items()}

    @cached_property
    def rare_formulas(self) -> list[Formula]:
        """The formulas that some moves need in addition to the tables."""
        return list(dict.fromkeys(formula for rare in self.rare.values() for formula in rare))

    @cached_property
    def rare_masks(self) -> list[tuple[Array, Array]]:
        """For each move of `rare`: the indexes of its formulas in `rare_formulas`, (formulas,) int64, and the
        bits that depend on each, (formulas,) uint64."""
        import numpy as np

        places = {formula: place for place, formula in enumerate(self.rare_formulas)}
        return [
            (np.array([places[formula] for formula in rare]), np.array([*rare.values()], np.uint64))
            for rare in self.rare.values()
        ]

    def expanded(self, codes: Sequence[int]) -> Expanded:
        """Expand positions, at most `at_once` of them."""
        import numpy as np

        count, game = len(codes), self.grounded
        states = np.array(codes, np.uint64)
        columns = self.columns(states)

        def truths(formula: Formula) -> Array:
            return np.unpackbits(columns[self.places[formula]], count=count).view(bool)

        table = self.legal(columns, count)
        # the pairs come out ordered by move, as `reached` needs them; a stable sort restores the order of
        # positions and keeps that of moves, so positions are numbered as the kernel numbers them one by one
        moves, sources = np.divmod(np.flatnonzero(table), count)
        reached = self.reached(states, sources, moves, truths)
        reached = reached[np.argsort(sources.astype(_PLACE), kind="stable")]
        branching = np.bincount(sources, minlength=count)
        ended = branching == 0
        # as in the kernel, the last side is to move if no other is
        movers = np.full(count, len(game.to_move) - 1, np.int8)
        for side in reversed(range(len(game.to_move) - 1)):
            movers[truths(game.to_move[side])] = side
        movers[ended] = NOBODY
        winners = np.full(count, NOBODY, np.int8)
        for side, wins in enumerate(game.wins):
            won = truths(wins) & ended
            winners[won] = np.where(winners[won] == NOBODY, side, BOTH)  # a second winner makes it `BOTH`
        is_sure = not truths(game.undefined).any() and not (winners == BOTH).any()
        return Expanded(movers, winners, branching, reached, is_sure)

    def legal(self, columns: list[Array], count: int) -> Array:
        """Whether each move is legal in each of `count` positions, (moves, count) bool."""
        import numpy as np

        legal = np.array([columns[self.places[move.legal]] for move in self.grounded.moves])
        legal &= ~columns[self.places[self.grounded.over]]
        return np.unpackbits(legal, axis=1, count=count).view(bool)

    def reached(self, states: Array, sources: Array, moves: Array, truths: Any) -> Array:
        """The positions after moves, (transitions,) uint64.

        `states` is (positions,) uint64.  `sources` and `moves` are (transitions,) int64: the index of the
        state in which each move is made, and the move.  Moves must be in ascending order.
        """
        import numpy as np

        tables = self.tables
        found = states[sources] & tables["KEEP"][moves] | tables["SET"][moves]
        if "FLIP" in tables:
            found ^= tables["FLIP"][moves]
        nothing = np.uint64(0)
        for number, formula in enumerate(self.changes.common):
            if (put := tables.get(f"PUT{number}_")) is not None:
                found |= np.where(truths(formula)[sources], put[moves], nothing)
        if self.rare_formulas:
            # moves are sorted, so the transitions of one move are a slice
            starts, ends = (np.searchsorted(moves, list(self.rare), side) for side in ("left", "right"))
            holds = np.array([truths(formula) for formula in self.rare_formulas])
            for (which, masks), start, end in zip(self.rare_masks, starts, ends, strict=True):
                if start < end:
                    here = holds[which[:, None], sources[start:end]]
                    # the masks of one move are disjoint, so the sum of a product of matrices is a union
                    found[start:end] |= masks @ here.astype(np.uint64)
        return found

    def columns(self, states: Array) -> list[Array]:
        """The columns, (positions / 8,) uint8 each: for each formula the positions where it holds.

        `states` is (positions,) uint64.
        """
        import numpy as np

        count = len(states)
        # the transpose of the positions as a matrix of bits; NumPy packs columns eight positions to a byte
        rows = states.astype("<u8").view(np.uint8).reshape(count, 8)
        bits = np.packbits(np.unpackbits(rows, axis=1, bitorder="little").T, axis=1)
        places, found = self.places, list[Array]()
        for node in self.nodes:
            match node:
                case Bit(index=index):
                    found.append(bits[index])
                case Constant(holds=holds):
                    found.append(np.full(-(-count // 8), 255 if holds else 0, np.uint8))
                case Negation(part=part):
                    found.append(~found[places[part]])
                case All(parts=parts):
                    # the first operation allocates the column, and the others work in place
                    made = found[places[parts[0]]] & found[places[parts[1]]]
                    for part in parts[2:]:
                        made &= found[places[part]]
                    found.append(made)
                case Some(parts=parts):
                    made = found[places[parts[0]]] | found[places[parts[1]]]
                    for part in parts[2:]:
                        made |= found[places[part]]
                    found.append(made)
                case Count():
                    found.append(self.counted(node, found, count))
                case _:
                    assert_never(node)
        return found

    def counted(self, node: Count, found: list[Array], count: int) -> Array:
        """The column of a count, (positions / 8,) uint8: where the weighted sum of parts is allowed."""
        import numpy as np

        # sums are counted from the least one, so that they are indexes of `allowed`
        total = np.full(count, -node.least, np.int32)
        for part, weight in zip(node.parts, node.weights, strict=True):
            total += np.unpackbits(found[self.places[part]], count=count) * np.int32(weight)
        most = sum(map(abs, node.weights))
        allowed = np.array([node.allowed >> sum_ & 1 for sum_ in range(most + 1)], np.uint8)
        return np.packbits(allowed[total])
