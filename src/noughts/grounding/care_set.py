"""Care sets: the positions in which formulas need to be right, used to simplify formulas.

If all positions that play can reach are known, only they matter: two formulas that agree in all of them are
equal, and a formula that holds in none of them never holds.  A formula is represented by the vector of its
truth values, bit k for position k, so one operation on integers decides what would otherwise need a proof.
The rules are evaluated in all positions at once, and a case without a position is never examined.

All other positions are the *don't cares* of logic synthesis (R. K. Brayton and others, *Logic Minimization
Algorithms for VLSI Synthesis*, 1984).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import accumulate
from operator import and_
from typing import Final, assert_never

from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    All,
    Any,
    Bit,
    Constant,
    Count,
    Formula,
    Negation,
    negation,
    ordered_conjunction,
)


class CareSet:
    """The positions in which formulas matter, given by their bits; it simplifies conjunctions and counts.

    A *vector* is an integer with a bit for each position.
    """

    def __init__(self, codes: Sequence[int], width: int) -> None:
        self.everywhere: Final = (1 << len(codes)) - 1
        # transpose codes to columns as strings of digits, which is faster than shifting bits one by one
        rows = [f"{code:0{width}b}" for code in reversed(codes)]
        self.columns: Final = [int("".join(column), 2) for column in zip(*rows, strict=True)][::-1]
        self.vectors: dict[Formula, int] = {ALWAYS: self.everywhere, NEVER: 0}
        self.sizes: dict[Formula, int] = {}
        self.here = self.everywhere
        """The vector of the positions that matter now."""
        self.known: dict[int, Formula] = {}
        """The representative of all formulas that have the same truth values here, by these as a vector."""
        self.elsewhere: dict[int, dict[int, Formula]] = {self.here: self.known}
        """The representatives for each value that `here` has had."""

    def at(self, here: int) -> AbstractContextManager[None]:
        return _SAME if here == self.here else _Narrowed(self, here)

    def go(self, here: int) -> None:
        """Let only the positions of a vector matter from now on."""
        self.here, self.known = here, self.elsewhere.setdefault(here, {})

    def conjunction(self, parts: Iterable[Formula]) -> Formula:
        """The conjunction: a known representative, or a new formula without redundant parts."""
        vectors = {part: self.vector(part) for part in parts}
        vector = self.here
        for each in vectors.values():
            vector &= each
        return self.standing_for(vector) or self.represented(
            vector, ordered_conjunction(self.needed(vectors, vector))
        )

    def standing_for(self, vector: int) -> Formula | None:
        """The representative of the formulas with these truth values here; ``None`` if there is none yet."""
        if not vector:
            return NEVER
        return ALWAYS if vector == self.here else self.known.get(vector)

    def needed(self, vectors: dict[Formula, int], vector: int) -> list[Formula]:
        """Some of the parts whose conjunction is that of all; small parts are preferred.

        A greedy choice: the largest part is dropped if the others imply it, then the next largest one.
        """
        parts = sorted(vectors, key=lambda part: (-self.size(part), part.digest))
        # after[k] is the conjunction of the last k parts: so each part is compared with all others at once
        after = [*accumulate((vectors[part] for part in reversed(parts)), and_, initial=self.here)]
        kept: list[Formula] = []
        before = self.here
        for place, part in enumerate(parts):
            if before & after[len(parts) - place - 1] != vector:
                kept.append(part)
                before &= vectors[part]
        return kept

    def reduced(self, formula: Formula) -> Formula:
        """The representative of all formulas that agree with this one in the positions that matter."""
        vector = self.vector(formula) & self.here
        return self.standing_for(vector) or self.represented(vector, formula)

    def represented(self, vector: int, formula: Formula) -> Formula:
        """Make a formula the representative of its truth values here, and its negation of theirs."""
        self.known[vector], self.known[self.here ^ vector] = formula, negation(formula)
        return formula

    def never_holds(self, formula: Formula) -> bool:
        return not self.vector(formula) & self.here

    def vector(self, formula: Formula) -> int:
        found = self.vectors.get(formula)
        if found is None:
            found = self.vectors[formula] = self.evaluated(formula)
        return found

    def evaluated(self, formula: Formula) -> int:
        """The vector of a formula, from the vectors of its parts."""
        match formula:
            case Constant(holds=holds):
                return self.everywhere if holds else 0
            case Bit(index=index):
                return self.columns[index]
            case Negation(part=part):
                return self.everywhere ^ self.vector(part)
            case All(parts=parts):
                found = self.everywhere
                for part in parts:
                    found &= self.vector(part)
                return found
            case Any(parts=parts):
                found = 0
                for part in parts:
                    found |= self.vector(part)
                return found
            case Count():
                return self.counted(formula)
            case _:
                assert_never(formula)

    def counted(self, count: Count) -> int:
        """The vector of a count; for each sum of the parts so far, it has the positions with that sum."""
        # the number of different sums, not of subsets of the parts, bounds the work of a step
        where = {0: self.everywhere}
        for part, weight in zip(count.parts, count.weights, strict=True):
            holds, more = self.vector(part), dict[int, int]()
            for total, there in where.items():
                for reached, inside in ((total, there & ~holds), (total + weight, there & holds)):
                    if inside:
                        more[reached] = more.get(reached, 0) | inside
            where = more
        found = 0
        for total, there in where.items():
            if count.allowed >> (total - count.least) & 1:
                found |= there
        return found

    def size(self, formula: Formula) -> int:
        """The number of parts of a formula, at all depths and with repetition."""
        found = self.sizes.get(formula)
        if found is None:
            found = self.sizes[formula] = self.counted_parts(formula)
        return found

    def counted_parts(self, formula: Formula) -> int:
        """The size of a formula, from the sizes of its parts."""
        match formula:
            case Constant() | Bit():
                return 1
            case Negation(part=part):
                return self.size(part)
            case All(parts=parts) | Any(parts=parts) | Count(parts=parts):
                return 1 + sum(map(self.size, parts))
            case _:
                assert_never(formula)


class _Narrowed:
    """A context in which only some of the positions matter."""

    __slots__ = ("before", "care", "here")

    def __init__(self, care: CareSet, here: int) -> None:
        self.care, self.here, self.before = care, here, care.here

    def __enter__(self) -> None:
        self.care.go(self.here)

    def __exit__(self, *raised: object) -> None:
        self.care.go(self.before)


# The context in which the same positions matter as before.
_SAME: AbstractContextManager[None] = nullcontext()
