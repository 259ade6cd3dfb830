"""A decision procedure for whether a formula can hold at all, by a small decision diagram.

The variables (*letters*) of a diagram are bits, and `Count` formulas of many parts.  Treating such a count as
independent of its bits is sound in one direction: a formula that never holds then, never holds.
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
    care,
    negation,
)
from noughts.grounding.walk import walk

# The most nodes of a diagram, some tenths of a second of work; beyond that the formula is not decided.
_MOST_NODES: Final = 50_000

# The most parts of a `Count` that gets a diagram, of up to parts times sums nodes; others are letters.
_MOST_PARTS_COUNTED: Final = 16

_FALSE: Final = 0
_TRUE: Final = 1


class TooLarge(Exception):
    """The diagram has more than `_MOST_NODES` nodes."""


def never_holds(formula: Formula) -> bool:
    """Whether the formula holds in no position; false also if that cannot be decided."""
    return Decider().never_holds(formula)


class Decider:
    """A decision procedure for a series of formulas, in which diagrams of common parts are made once."""

    def __init__(self) -> None:
        self.diagram = Diagram()

    def never_holds(self, formula: Formula) -> bool:
        """Whether the formula holds in no position; false also if that cannot be decided."""
        if formula is NEVER or formula is ALWAYS:
            return formula is NEVER
        if (positions := care.get()) is not None:
            return positions.never_holds(formula)
        try:
            return self.diagram.of(formula) == _FALSE
        except TooLarge:  # the next formula begins with an empty diagram
            self.diagram = Diagram()
            return False


class Diagram:
    """Reduced ordered binary decision diagrams of formulas, with letters in the order of their first use.

    Node number k + 2 is ``nodes[k]``: a letter, and the nodes for the letter being false, and true.
    """

    def __init__(self) -> None:
        self.nodes: list[tuple[int, int, int]] = []
        self.numbers: dict[tuple[int, int, int], int] = {}
        self.letters: dict[Formula, int] = {}
        self.known: dict[tuple[bool, int, int], int] = {}
        self.made: dict[Formula, int] = {}

    def of(self, formula: Formula) -> int:
        """The diagram of a formula: `_FALSE`, `_TRUE`, or the number of a node."""
        made = self.made
        for node in walk([formula]):
            if node in made:
                continue
            match node:
                case Constant(holds=holds):
                    made[node] = _TRUE if holds else _FALSE
                case Count(parts=parts) if len(parts) <= _MOST_PARTS_COUNTED:
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
        """The diagram of a count, from a diagram for each sum of the parts so far."""
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
        """The diagram of a letter; a `Count` and its negation share one letter."""
        if isinstance(formula, Count) and (denied := negation(formula)) in self.letters:
            return self.node(self.letters[denied], _TRUE, _FALSE)
        return self.node(self.letters.setdefault(formula, len(self.letters)), _FALSE, _TRUE)

    def node(self, letter: int, fails: int, holds: int) -> int:
        """The node with this letter and these successors, the same one each time."""
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
        """The conjunction of diagrams, or their disjunction."""
        found = _TRUE if conjoin else _FALSE
        for part in parts:
            found = self.pair(found, part, conjoin)
        return found

    def pair(self, a: int, b: int, conjoin: bool) -> int:
        """The conjunction of two diagrams, or their disjunction."""
        ends, passes = (_FALSE, _TRUE) if conjoin else (_TRUE, _FALSE)
        if ends in (a, b):
            return ends
        if a in (passes, b):
            return b
        if b == passes:
            return a
        key = (conjoin, min(a, b), max(a, b))  # both connectives are commutative
        if key not in self.known:
            self.known[key] = self.split(a, b, lambda x, y: self.pair(x, y, conjoin))
        return self.known[key]

    def split(self, a: int, b: int, pair: Callable[[int, int], int]) -> int:
        """Two diagrams combined recursively, by their topmost letter (Shannon expansion)."""
        first, second = self.nodes[a - 2], self.nodes[b - 2]
        letter = min(first[0], second[0])
        left = first[1:] if first[0] == letter else (a, a)
        right = second[1:] if second[0] == letter else (b, b)
        return self.node(letter, pair(left[0], right[0]), pair(left[1], right[1]))

    def negation(self, a: int) -> int:
        """The negation of a diagram, with a stack of its own: diagrams may be deeper than Python recurses."""
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
