"""Other libraries of decision diagrams with the methods of `noughts.solvers.symbolic.diagram_engine`.

Theirs have a variable for every bit.  A move is made by a cube: what is wanted is found and forgotten, what
is put is added; a set of moves is a union over them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any as Function
from typing import assert_never

from noughts.grounding.formula import All, Any, Bit, Constant, Count, Formula, Negation
from noughts.solvers.symbolic.cells import Cells, Filling
from noughts.solvers.symbolic.diagram_engine import Rewriting


@dataclass(frozen=True)
class Positions:
    """A set of positions: a function that is true of them."""

    function: Function
    empty: bool

    def __bool__(self) -> bool:
        return not self.empty


@dataclass(frozen=True)
class Move:
    """The bits that it touches, and what they are before and after."""

    bits: Function
    wanted: Function
    put: Function


class BitEngine:
    """What all have in common; how functions are made and combined is for each library to say."""

    made = 0
    limit = 1 << 62

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self.order = [bit for bits in cells.bits_of for bit in bits]
        self._known: dict[Formula, Function] = {}

    # For each library to say

    false: Function
    true: Function

    def bit(self, index: int) -> Function:
        raise NotImplementedError

    def negated(self, a: Function) -> Function:
        return ~a

    def cube(self, values: Mapping[int, bool]) -> Function:
        raise NotImplementedError

    def some_bits(self, indices: Iterable[int]) -> Function:
        raise NotImplementedError

    def found(self, a: Function, cube: Function, bits: Function) -> Function:
        """Where the cube holds, whatever those bits are."""
        raise NotImplementedError

    def counted(self, a: Function) -> int:
        raise NotImplementedError

    def picked(self, a: Function) -> Mapping[int, bool]:
        raise NotImplementedError

    # Sets

    def held(self, function: Function) -> Positions:
        return Positions(function, function == self.false)

    @property
    def nothing(self) -> Positions:
        return self.held(self.false)

    def only(self, filling: Filling) -> Positions:
        code = self.cells.code(filling)
        return self.held(self.cube({bit: bool(code >> bit & 1) for bit in self.order}))

    def union(self, a: Positions, b: Positions) -> Positions:
        return self.held(a.function | b.function)

    def intersection(self, a: Positions, b: Positions) -> Positions:
        return self.held(a.function & b.function)

    def difference(self, a: Positions, b: Positions) -> Positions:
        return self.held(a.function & self.negated(b.function))

    def union_of(self, sets: Sequence[Positions]) -> Positions:
        return self.held(self.any_of([some.function for some in sets]))

    def any_of(self, functions: Sequence[Function]) -> Function:
        """United in pairs, as our own diagrams are."""
        left = list(functions) or [self.false]
        while len(left) > 1:
            pairs = zip(left[::2], left[1::2], strict=False)
            left = [a | b for a, b in pairs] + left[len(left) & ~1 :]
        return left[0]

    def count(self, some: Positions) -> int:
        return self.counted(some.function)

    def drawn(self, some: Positions, dice: Random) -> Filling:
        return self.first(some)

    def first(self, some: Positions) -> Filling:
        chosen = self.picked(some.function)
        return self.cells.filling(sum(1 << bit for bit in self.order if chosen.get(bit)))

    def forget(self) -> None:
        """They look after their memory themselves."""

    # Formulas

    def where(self, some: Positions, formula: Formula) -> Positions:
        return self.held(some.function & self.said(formula))

    def said(self, formula: Formula) -> Function:
        if formula not in self._known:
            self._known[formula] = self._said(formula)
        return self._known[formula]

    def _said(self, formula: Formula) -> Function:
        match formula:
            case Constant(holds=holds):
                return self.true if holds else self.false
            case Bit(index=index):
                return self.bit(index)
            case Negation(part=part):
                return self.negated(self.said(part))
            case All(parts=parts):
                return self.negated(self.any_of([self.negated(self.said(part)) for part in parts]))
            case Any(parts=parts):
                return self.any_of([self.said(part) for part in parts])
            case Count():
                return self._sums(formula)
            case _:
                assert_never(formula)

    def _sums(self, count: Count) -> Function:
        divided = {0: self.true}
        for part, weight in zip(count.parts, count.weights, strict=True):
            is_so, further = self.said(part), dict[int, Function]()
            for total, some in divided.items():
                for new, more in ((total + weight, some & is_so), (total, some & self.negated(is_so))):
                    further[new] = further.get(new, self.false) | more
            divided = further
        return self.any_of([some for total, some in divided.items() if total in set(count.sums)])

    # Moves

    def steps(self, rewritings: Iterable[Rewriting]) -> tuple[list[Move]]:
        return ([self._move(rewriting) for rewriting in rewritings],)

    def _move(self, rewriting: Rewriting) -> Move:
        bits = [bit for cell in rewriting for bit in self.cells.bits_of[cell]]
        before, after = ({cell: pair[k] for cell, pair in rewriting.items()} for k in (0, 1))
        return Move(self.some_bits(bits), self._filled(before), self._filled(after))

    def _filled(self, contents: Mapping[int, int]) -> Function:
        return self.cube(
            {
                bit: content == wanted
                for cell, wanted in contents.items()
                for content, bit in enumerate(self.cells.bits_of[cell], 1)
            }
        )

    def after(self, some: Positions, steps: Sequence[Move]) -> Positions:
        return self.held(self.any_of([self.found(some.function, m.wanted, m.bits) & m.put for m in steps]))

    def before(self, some: Positions, steps: Sequence[Move]) -> Positions:
        return self.held(self.any_of([self.found(some.function, m.put, m.bits) & m.wanted for m in steps]))


class Oxidd(BitEngine):
    """OxiDD, https://oxidd.net: binary diagrams in Rust."""

    def __init__(self, cells: Cells) -> None:
        from oxidd.bdd import BDDManager
        from oxidd.util import BooleanOperator

        super().__init__(cells)
        self._and = BooleanOperator.AND
        self._manager = BDDManager(1 << 23, 1 << 22, 1)
        self._manager.add_vars(len(self.order))
        self._place = {bit: place for place, bit in enumerate(self.order)}
        self.false, self.true = self._manager.false(), self._manager.true()

    def bit(self, index: int) -> Function:
        return self._manager.var(self._place[index])

    def cube(self, values: Mapping[int, bool]) -> Function:
        made = self.true
        for index in sorted(values, key=self._place.__getitem__, reverse=True):
            made &= self.bit(index) if values[index] else ~self.bit(index)
        return made

    def some_bits(self, indices: Iterable[int]) -> Function:
        return self.cube(dict.fromkeys(indices, True))

    def found(self, a: Function, cube: Function, bits: Function) -> Function:
        return a.apply_exists(self._and, cube, bits)

    def counted(self, a: Function) -> int:
        return int(a.sat_count(len(self.order)))

    def picked(self, a: Function) -> Mapping[int, bool]:
        return {bit: bool(value) for bit, value in zip(self.order, a.pick_cube(), strict=True)}


class Cudd(BitEngine):
    """CUDD through dd, https://github.com/tulip-control/dd; its counts are floating point."""

    def __init__(self, cells: Cells) -> None:
        from dd import cudd

        super().__init__(cells)
        self._library = cudd
        self._manager = cudd.BDD()
        self._manager.configure(reordering=False)
        self._manager.declare(*(f"b{bit}" for bit in self.order))
        self.false, self.true = self._manager.false, self._manager.true

    def bit(self, index: int) -> Function:
        return self._manager.var(f"b{index}")

    def cube(self, values: Mapping[int, bool]) -> Function:
        return self._manager.cube({f"b{bit}": value for bit, value in values.items()})

    def some_bits(self, indices: Iterable[int]) -> Function:
        return [f"b{bit}" for bit in indices]

    def found(self, a: Function, cube: Function, bits: Function) -> Function:
        return self._library.and_exists(a, cube, bits)

    def counted(self, a: Function) -> int:
        return int(self._manager.count(a, len(self.order)))

    def picked(self, a: Function) -> Mapping[int, bool]:
        return {int(name[1:]): value for name, value in self._manager.pick(a).items()}
