"""Whether a formula can hold at all, decided by a small diagram of its parts.

Bits are letters, and so are `Count` formulas of many parts, which may hold or not as if they said nothing of
bits: what never holds then, never holds.
"""

from __future__ import annotations

from collections.abc import Callable
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
    all_claims,
    care,
    is_literal,
    negation,
)
from noughts.grounding.walk import substituted, walk

_MOST_NODES: Final = 50_000
"""Nodes of a diagram beyond which nothing is decided."""

_TRIES: Final = 3
"""Diagrams that may grow too large before nothing more is decided: each takes some tenths of a second."""

_COUNTED: Final = 16
"""Parts up to which a `Count` is worked out: its diagram has up to as many nodes as parts times sums."""

_FALSE: Final = 0
_TRUE: Final = 1


class TooLarge(Exception):
    """The diagram has more nodes than are worth it."""


def never_holds(formula: Formula) -> bool:
    """Whether the formula holds in no position; false also where that cannot be decided."""
    if formula is NEVER or formula is ALWAYS:
        return formula is NEVER
    if (positions := care.get()) is not None:
        return positions.never_holds(formula)
    rest = without_literals(formula)
    if rest is NEVER or rest is ALWAYS:
        return rest is NEVER
    try:
        return Diagram().of(rest) == _FALSE
    except TooLarge:
        return False


def without_literals(formula: Formula) -> Formula:
    """What a formula says of other bits than those of which it says outright whether they are set.

    It can hold if the formula can.  This is unit propagation; it often decides what else takes a diagram.
    """
    while literals := [claim for claim in all_claims([formula]) if is_literal(claim)]:
        known: dict[Formula, Formula] = dict.fromkeys(literals, ALWAYS)
        (rest,) = substituted([formula], {**known, **{~literal: NEVER for literal in literals}})
        if rest is formula:
            break
        formula = rest
    return formula


class Decider:
    """Decides formulas that have parts in common: the diagrams of these are made once."""

    def __init__(self) -> None:
        self.diagram = Diagram()
        self.tries = _TRIES

    def never_holds(self, formula: Formula) -> bool:
        """Whether the formula holds in no position; false also where that cannot be decided."""
        if formula is NEVER or formula is ALWAYS or not self.tries:
            return formula is NEVER
        if (positions := care.get()) is not None:
            return positions.never_holds(formula)
        try:
            return self.diagram.of(formula) == _FALSE
        except TooLarge:
            self.diagram = Diagram()
            self.tries -= 1
            return False


class Diagram:
    """Binary decision diagrams of formulas: a node is a letter and what is left where it fails, and holds."""

    def __init__(self) -> None:
        self.nodes: list[tuple[int, int, int]] = []
        self.numbers: dict[tuple[int, int, int], int] = {}
        self.letters: dict[Formula, int] = {}
        self.known: dict[tuple[bool, int, int], int] = {}
        self.made: dict[Formula, int] = {}

    def of(self, formula: Formula) -> int:
        """The diagram of a formula: `_FALSE`, `_TRUE`, or the number of a node and 2."""
        made = self.made
        for node in walk([formula]):
            if node in made:
                continue
            match node:
                case Constant(holds=holds):
                    made[node] = _TRUE if holds else _FALSE
                case Count(parts=parts) if len(parts) <= _COUNTED:
                    made[node] = self.counted(node, [made[part] for part in parts])
                case Bit() | Count():
                    made[node] = self.letter(node)
                case Negation(part=part):
                    made[node] = self.negation(made[part])
                case All(parts=parts):
                    made[node] = self.joined([made[part] for part in parts], conjoin=True)
                case Any(parts=parts):
                    made[node] = self.joined([made[part] for part in parts], conjoin=False)
                case _:
                    assert_never(node)
        return made[formula]

    def counted(self, count: Count, parts: list[int]) -> int:
        """The diagram of a count of some parts, sum by sum."""
        sums = {0: _TRUE}
        for part, weight in zip(parts, count.weights, strict=True):
            more: dict[int, int] = {}
            for total, here in sums.items():
                for reached, there in ((total, self.negation(part)), (total + weight, part)):
                    inside = self.pair(here, there, conjoin=True)
                    if inside != _FALSE:
                        more[reached] = self.pair(more.get(reached, _FALSE), inside, conjoin=False)
            sums = more
        return self.joined([sums[total] for total in count.sums if total in sums], conjoin=False)

    def letter(self, formula: Bit | Count) -> int:
        """The diagram of a letter; that of a `Count` that denies another is the other one's, denied."""
        if isinstance(formula, Count) and (denied := negation(formula)) in self.letters:
            return self.node(self.letters[denied], _TRUE, _FALSE)
        return self.node(self.letters.setdefault(formula, len(self.letters)), _FALSE, _TRUE)

    def node(self, letter: int, fails: int, holds: int) -> int:
        """The node of a letter."""
        if fails == holds:
            return fails
        key = (letter, fails, holds)
        found = self.numbers.get(key)
        if found is None:
            if len(self.nodes) >= _MOST_NODES:
                raise TooLarge
            self.nodes.append(key)
            found = self.numbers[key] = len(self.nodes) + 1
        return found

    def joined(self, parts: list[int], *, conjoin: bool) -> int:
        """All of some diagrams, or any of them."""
        found = _TRUE if conjoin else _FALSE
        for part in parts:
            found = self.pair(found, part, conjoin)
        return found

    def pair(self, a: int, b: int, conjoin: bool) -> int:
        """Both of two diagrams, or either."""
        ends, passes = (_FALSE, _TRUE) if conjoin else (_TRUE, _FALSE)
        if ends in (a, b):
            return ends
        if a in (passes, b):
            return b
        if b == passes:
            return a
        key = (conjoin, min(a, b), max(a, b))
        if key not in self.known:
            self.known[key] = self.split(a, b, lambda x, y: self.pair(x, y, conjoin))
        return self.known[key]

    def split(self, a: int, b: int, pair: Callable[[int, int], int]) -> int:
        """Two diagrams taken together, by their topmost letter."""
        first, second = self.nodes[a - 2], self.nodes[b - 2]
        letter = min(first[0], second[0])
        left = first[1:] if first[0] == letter else (a, a)
        right = second[1:] if second[0] == letter else (b, b)
        return self.node(letter, pair(left[0], right[0]), pair(left[1], right[1]))

    def negation(self, a: int) -> int:
        """Where a diagram does not hold."""
        made = {_FALSE: _TRUE, _TRUE: _FALSE}
        waiting = [a]
        while waiting:
            node = waiting[-1]
            if node in made:
                waiting.pop()
                continue
            letter, fails, holds = self.nodes[node - 2]
            missing = [child for child in (fails, holds) if child not in made]
            waiting += missing
            if not missing:
                made[node] = self.node(letter, made[fails], made[holds])
        return made[a]
