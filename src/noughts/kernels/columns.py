"""Thousands of positions expanded at once: a column for each bit, and for each formula, of all of them.

A column has one bit for each position, so that a connective of formulas is one operation on bytes, whatever
the number of positions; the moves that are legal are then taken together, as arrays.  This costs about a
millisecond for a thousand formulas, and for each position some hundredths of what the kernel takes in Python.
Nothing is compiled, unlike machine code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, TypeAlias, assert_never

from noughts.grounding.formula import All, Bit, Constant, Count, Formula, Negation
from noughts.grounding.formula import Any as Some
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import walk
from noughts.kernels.kernel_source import BOTH, NOBODY
from noughts.kernels.transition_table import TransitionTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[Any]"

_WORTH_IT: Final = 2_000
"""Positions that wait to be expanded, from which on columns are worth loading NumPy."""

_LOADED: Final = 500
"""The same, once that is done."""

_MANY: Final = 1_000
"""Formulas from which on all positions are expanded in columns: to write the functions of the kernel takes
longer than to load NumPy."""

_AT_ONCE: Final = 1 << 14
"""Positions that are expanded at once, at most: columns of two kilobytes stay in the cache of a processor."""

_PLACE: Final = "u2"
"""The kind of number that holds the place of any of them: NumPy sorts two bytes much faster than eight."""

_CELLS: Final = 1 << 24
"""Pairs of a position and a move that are looked at at once: as many bytes, some times over."""

_WORD: Final = 64
_MOST_MOVES: Final = _CELLS // _WORTH_IT


@dataclass(frozen=True, slots=True)
class Expanded:
    """What some positions lead to.

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
    """Whether columns can expand the positions of a game: those of one word, without very many moves."""
    few = 0 < len(grounded.bits) <= _WORD and 0 < len(grounded.moves) <= _MOST_MOVES
    return few and find_spec("numpy") is not None


class PositionColumns:
    """The rules of a game, evaluated for many positions together."""

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
        self.worth_it = 1 if len(self.nodes) > _MANY else _WORTH_IT
        self.at_once = min(_AT_ONCE, _CELLS // max(1, len(game.moves)))

    @cached_property
    def tables(self) -> dict[str, Array]:
        """The tables of the kernel, (moves,) uint64 each."""
        import numpy as np

        return {name: np.array(table, np.uint64) for name, table in self.changes.tables().items()}

    @cached_property
    def rare_formulas(self) -> list[Formula]:
        """The formulas that some moves need beside the tables."""
        return list(dict.fromkeys(formula for rare in self.rare.values() for formula in rare))

    @cached_property
    def rare_masks(self) -> list[tuple[Array, Array]]:
        """For each of these moves the places of its formulas among them, and the bits that depend on each."""
        import numpy as np

        places = {formula: place for place, formula in enumerate(self.rare_formulas)}
        return [
            (np.array([places[formula] for formula in rare]), np.array([*rare.values()], np.uint64))
            for rare in self.rare.values()
        ]

    def expanded(self, codes: Sequence[int]) -> Expanded:
        """What these positions lead to."""
        import numpy as np

        self.worth_it = min(self.worth_it, _LOADED)
        count, game = len(codes), self.grounded
        states = np.array(codes, np.uint64)
        columns = self.columns(states)

        def truths(formula: Formula) -> Array:
            return np.unpackbits(columns[self.places[formula]], count=count).view(bool)

        table = self.legal(columns, count)
        moves, sources = np.divmod(np.flatnonzero(table), count)
        reached = self.reached(states, sources, moves, truths)
        reached = reached[np.argsort(sources.astype(_PLACE), kind="stable")]
        branching = np.bincount(sources, minlength=count)
        ended = branching == 0
        movers = np.full(count, len(game.to_move) - 1, np.int8)
        for side in reversed(range(len(game.to_move) - 1)):
            movers[truths(game.to_move[side])] = side
        movers[ended] = NOBODY
        winners = np.full(count, NOBODY, np.int8)
        for side, wins in enumerate(game.wins):
            won = truths(wins) & ended
            winners[won] = np.where(winners[won] == NOBODY, side, BOTH)
        is_sure = not truths(game.undefined).any() and not (winners == BOTH).any()
        return Expanded(movers, winners, branching, reached, is_sure)

    def legal(self, columns: list[Array], count: int) -> Array:
        """Whether each move is legal in each of `count` positions, (moves, count) bool."""
        import numpy as np

        legal = np.array([columns[self.places[move.legal]] for move in self.grounded.moves])
        legal &= ~columns[self.places[self.grounded.over]]
        return np.unpackbits(legal, axis=1, count=count).view(bool)

    def reached(self, states: Array, sources: Array, moves: Array, truths: Any) -> Array:
        """The positions after moves, (transitions,) uint64, each of one of the states; moves are in order."""
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
            starts, ends = (np.searchsorted(moves, list(self.rare), side) for side in ("left", "right"))
            holds = np.array([truths(formula) for formula in self.rare_formulas])
            for (which, masks), start, end in zip(self.rare_masks, starts, ends, strict=True):
                if start < end:
                    here = holds[which[:, None], sources[start:end]]
                    found[start:end] |= masks @ here.astype(np.uint64)
        return found

    def columns(self, states: Array) -> list[Array]:
        """For each formula the positions where it holds, (positions / 8,) uint8."""
        import numpy as np

        count = len(states)
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
        """Where the weighted number of parts that hold is one that is allowed."""
        import numpy as np

        total = np.full(count, -node.least, np.int32)
        for part, weight in zip(node.parts, node.weights, strict=True):
            total += np.unpackbits(found[self.places[part]], count=count) * np.int32(weight)
        most = sum(map(abs, node.weights))
        allowed = np.array([node.allowed >> sum_ & 1 for sum_ in range(most + 1)], np.uint8)
        return np.packbits(allowed[total])
