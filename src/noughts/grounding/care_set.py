"""Formulas that need to be right in some positions only, simplified by what holds in these.

Where all positions that play can reach are known, nothing else matters: two formulas that agree in each of
them are the same, and one that holds in none never holds.  A formula is the vector of its truth values, bit k
for position k, so that one operation on numbers decides what would else be a proof.  So rules are evaluated
in all positions at once, and no case is examined that no position is in.

Other positions are the *don't cares* of logic synthesis, as in R. K. Brayton and others, *Logic Minimization
Algorithms for VLSI Synthesis*, 1984.
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

_LARGEST: Final = 1 << 30
"""The size of formulas beyond which they are all alike: it doubles with every level of shared parts."""


class CareSet:
    """Positions, by their bits, in which formulas matter; it simplifies conjunctions and counts."""

    def __init__(self, codes: Sequence[int], width: int) -> None:
        self.everywhere: Final = (1 << len(codes)) - 1
        rows = [f"{code:0{width}b}" for code in reversed(codes)]
        self.columns: Final = [int("".join(column), 2) for column in zip(*rows, strict=True)][::-1]
        self.vectors: dict[Formula, int] = {ALWAYS: self.everywhere, NEVER: 0}
        self.sizes: dict[Formula, int] = {}
        self.here = self.everywhere
        """The positions that matter now, as a vector."""
        self.known: dict[int, Formula] = {}
        """For vectors of what holds here, the formula that stands for all that have it."""
        self.elsewhere: dict[int, dict[int, Formula]] = {self.here: self.known}
        """What is `known` wherever something was narrowed to."""

    def at(self, here: int) -> AbstractContextManager[None]:
        """Work whose results are used in some of the positions only."""
        return _SAME if here == self.here else _Narrowed(self, here)

    def go(self, here: int) -> None:
        """Let some of the positions matter from now on."""
        self.here, self.known = here, self.elsewhere.setdefault(here, {})

    def conjunction(self, parts: Iterable[Formula]) -> Formula:
        """The formula that holds where all parts do: a known one, or one without parts that say nothing."""
        vectors = {part: self.vector(part) for part in parts}
        vector = self.here
        for each in vectors.values():
            vector &= each
        return self.standing_for(vector) or self.represented(
            vector, ordered_conjunction(self.needed(vectors, vector))
        )

    def standing_for(self, vector: int) -> Formula | None:
        """The formula for all with these truth values here, if there is one already."""
        if not vector:
            return NEVER
        return ALWAYS if vector == self.here else self.known.get(vector)

    def needed(self, vectors: dict[Formula, int], vector: int) -> list[Formula]:
        """Some of the parts, small ones if possible, that together hold nowhere else than all of them."""
        parts = sorted(vectors, key=lambda part: (-self.size(part), part.digest))
        after = [*accumulate((vectors[part] for part in reversed(parts)), and_, initial=self.here)]
        kept: list[Formula] = []
        before = self.here
        for place, part in enumerate(parts):
            if before & after[len(parts) - place - 1] != vector:
                kept.append(part)
                before &= vectors[part]
        return kept

    def reduced(self, formula: Formula) -> Formula:
        """The formula that stands for all that agree with this one."""
        vector = self.vector(formula) & self.here
        return self.standing_for(vector) or self.represented(vector, formula)

    def represented(self, vector: int, formula: Formula) -> Formula:
        """The formula, which from now on stands for all with its truth values here."""
        self.known[vector], self.known[self.here ^ vector] = formula, negation(formula)
        return formula

    def never_holds(self, formula: Formula) -> bool:
        """Whether the formula holds in none of the positions."""
        return not self.vector(formula) & self.here

    def vector(self, formula: Formula) -> int:
        """The truth values of a formula in all positions."""
        found = self.vectors.get(formula)
        if found is None:
            found = self.vectors[formula] = self.evaluated(formula)
        return found

    def evaluated(self, formula: Formula) -> int:
        """The truth values of a formula by those of its parts, which are mostly known."""
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
        """Where the weights of the parts that hold come to one of the sums, part by part."""
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
        """How many parts a formula has, at all depths."""
        found = self.sizes.get(formula)
        if found is None:
            found = self.sizes[formula] = min(_LARGEST, self.counted_parts(formula))
        return found

    def counted_parts(self, formula: Formula) -> int:
        """The size of a formula by those of its parts."""
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
    """Work for which some of the positions matter."""

    __slots__ = ("before", "care", "here")

    def __init__(self, care: CareSet, here: int) -> None:
        self.care, self.here, self.before = care, here, care.here

    def __enter__(self) -> None:
        self.care.go(self.here)

    def __exit__(self, *raised: object) -> None:
        self.care.go(self.before)


_SAME: AbstractContextManager[None] = nullcontext()
"""Work for which the same positions matter."""
