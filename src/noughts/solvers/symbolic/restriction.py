"""Restriction: the positions of a set for which a formula holds.

    where(S, a & b) = where(where(S, a), b)
    where(S, a | b) = where(S, a) ∪ where(S \\ where(S, a), b)
    where(S, ~a)    = S \\ where(S, a)
    where(S, ~(a | b)) = where(where(S, ~a), ~b)

A formula never becomes a diagram of its own: it only divides an existing set, so that parts that hold in
all of the set, or in none, cost next to nothing.  Conditions on single cells are tested in one pass, and so
are all alternatives that are combinations of contents, such as the lines of a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, TypeAlias, assert_never

from noughts.grounding.formula import All, Any, Bit, Constant, Count, Formula, Negation
from noughts.grounding.walk import bits_of, holds
from noughts.solvers.symbolic.cells import Cells
from noughts.solvers.symbolic.diagrams import BLANK, KEPT, NOTHING, DenseLeaf, Diagram, Diagrams
from noughts.stop import current

# The fillings that contain one of several combinations of contents, found in one pass over a diagram.
#
# A *combination* requires one of certain contents in each of some cells.  On the way down, a node is visited
# with the remainders of all combinations that agree with the contents so far: the states of an automaton that
# reads one cell after another, as that of A. Aho and M. Corasick, *Efficient string matching*, CACM 1975,
# reads the letters of a text.

Combination: TypeAlias = tuple[tuple[int, int], ...]
"""Cells, each with a mask of the contents that it may have."""

MatcherState: TypeAlias = frozenset[Combination]

_FOUND: Final[MatcherState] = frozenset({()})
_LOST: Final[MatcherState] = frozenset()

# The most states of the automaton; with more of them, combinations are matched one after the other.  One pass
# visits each node once per state, and separate passes once per combination.
_MOST_STATES: Final = 1_000


class TooManyStates(Exception):
    """The automaton has too many states, because remainders seldom coincide."""


class PatternMatcher:
    """The automaton of some combinations; its states and results are shared by all sets."""

    def __init__(
        self, diagrams: Diagrams, combinations: Iterable[Combination], *, most: int = _MOST_STATES
    ) -> None:
        self._diagrams = diagrams
        self._most = most
        self._combinations = tuple(combinations)
        self._begin = one_state(self._combinations)
        self._is_large = False
        self._next: dict[tuple[MatcherState, int], tuple[MatcherState, ...]] = {}
        self._leaves: dict[MatcherState, DenseLeaf] = {}

    def within(self, diagram: Diagram) -> Diagram:
        """The fillings of a set that have one of the combinations."""
        if not self._is_large:
            try:
                return self._in_one_walk(diagram)
            except TooManyStates:
                self._is_large = True
                self._next.clear()
                self._leaves.clear()
        return self._one_by_one(diagram)

    def _one_by_one(self, diagram: Diagram) -> Diagram:
        diagrams, found, rest = self._diagrams, [], diagram
        for combination in self._combinations:
            found.append(diagrams.select(rest, dict(combination)))
            rest = diagrams.difference(rest, found[-1])
        return diagrams.union_of(found)

    def _in_one_walk(self, diagram: Diagram) -> Diagram:
        diagrams, known = self._diagrams, dict[tuple[Diagram, MatcherState], Diagram]()

        def covered(d: Diagram, state: MatcherState) -> Diagram:
            if not d or state is _LOST:
                return NOTHING
            if state is _FOUND:
                return d
            parts = diagrams.nodes[d]
            if parts[0] == diagrams.floor:
                return diagrams.leaf(parts[1] & self._in_tail(state))
            found = known.get((d, state))
            if found is None:
                children = map(covered, parts[1:], self._after(state, parts[0]))
                found = known[d, state] = diagrams.node((parts[0], *children))
            return found

        return covered(diagram, self._begin)

    def _after(self, state: MatcherState, cell: int) -> tuple[MatcherState, ...]:
        """The remainders for each content of a cell, if all cells before it are empty."""
        found = self._next.get((state, cell))
        if found is None:
            if len(self._next) + len(self._leaves) >= self._most:
                raise TooManyStates
            current.get().look()
            left = list(left_below(state, cell))
            contents = range(self._diagrams.contents[cell])
            found = self._next[state, cell] = tuple(one_state(left_after(left, cell, i)) for i in contents)
        return found

    def _in_tail(self, state: MatcherState) -> DenseLeaf:
        """The fillings of the leaf that complete a combination."""
        found = self._leaves.get(state)
        if found is None:
            leaves, found = self._diagrams.leaves, 0
            for combination in left_below(state, self._diagrams.floor):
                having = leaves.every
                for cell, allowed in combination:
                    having &= leaves.having_any(cell, allowed)
                found |= having
            self._leaves[state] = found
        return found


def left_below(state: MatcherState, cell: int) -> Iterable[Combination]:
    """The remainders of the combinations that allow all cells before a given one to be empty."""
    for combination in state:
        place = 0
        while place < len(combination) and combination[place][0] < cell and combination[place][1] & 1:
            place += 1
        if place == len(combination) or combination[place][0] >= cell:
            yield combination[place:]


def left_after(combinations: Iterable[Combination], cell: int, content: int) -> Iterable[Combination]:
    """The remainders of the combinations that agree with the content of a cell."""
    for combination in combinations:
        if not combination or combination[0][0] != cell:
            yield combination
        elif combination[0][1] >> content & 1:
            yield combination[1:]


def one_state(combinations: Iterable[Combination]) -> MatcherState:
    """The state of some remainders; if one is complete, the others are dropped."""
    state = frozenset(combinations)
    return _FOUND if () in state else state or _LOST


class Restriction:
    """Formulas over the bits of cells, applied to sets of their fillings."""

    def __init__(self, diagrams: Diagrams, cells: Cells) -> None:
        self.diagrams = diagrams
        self.cells = cells
        self._known: dict[tuple[Diagram, Formula], Diagram] = {}
        self._single: dict[Formula, tuple[int, int] | None] = {}
        self._matchers: dict[Formula, tuple[PatternMatcher, list[Formula]]] = {}
        self._counting: dict[tuple[tuple[Bit, ...], tuple[int, ...]], Totals] = {}

    def forget(self) -> None:
        """Clear tables of intermediate results that have become large."""
        if len(self._known) > KEPT:
            self._known.clear()

    def clear(self) -> None:
        """Clear all results, because numbers of diagrams are reused."""
        self._known.clear()
        for totals in self._counting.values():
            totals.clear()

    def where(self, diagram: Diagram, formula: Formula) -> Diagram:
        """The positions of the set for which the formula holds."""
        if not diagram:
            return NOTHING
        key = (diagram, formula)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._found(diagram, formula)
        return found

    def _found(self, diagram: Diagram, formula: Formula) -> Diagram:
        match formula:
            case Constant(holds=holds):
                return diagram if holds else NOTHING
            case Bit():
                return self._all(diagram, (formula,))
            case Negation(part=Any() as alternatives):
                return self._none(diagram, alternatives)
            case Negation(part=part):
                return self.diagrams.difference(diagram, self.where(diagram, part))
            case All(parts=parts):
                return self._all(diagram, parts)
            case Any():
                return self._any(diagram, formula)
            case Count():
                return self._count(diagram, formula)
            case _:
                assert_never(formula)

    def _all(self, diagram: Diagram, parts: Sequence[Formula]) -> Diagram:
        """A conjunction: all conditions on single cells at once, then the other parts in turn."""
        said = [self._cell_and_contents(part) for part in parts]
        found = self.diagrams.select(diagram, intersected(filter(None, said)))
        for part, about in zip(parts, said, strict=True):
            if about is None:
                found = self.where(found, part)
        return found

    def _none(self, diagram: Diagram, formula: Any) -> Diagram:
        """The negation of a disjunction: all conditions on single cells at once, then the other parts.

        The legality of a move often has this form: no line is full, and the hole below is not empty.  The
        second part is tested first, because it leaves few positions in which to look for lines, which takes a
        hundred times as long.
        """
        said = filter(None, map(self._cell_and_contents, formula.parts))
        others = ((cell, (1 << self.diagrams.contents[cell]) - 1 & ~contents) for cell, contents in said)
        found = self.diagrams.select(diagram, intersected(others))
        return self.diagrams.difference(found, self.where(found, formula))

    def _any(self, diagram: Diagram, formula: Any) -> Diagram:
        """A disjunction: all combinations of contents at once, then the other parts in turn."""
        matcher, others = self._matcher(formula)
        found = [matcher.within(diagram)]
        rest = self.diagrams.difference(diagram, found[0])
        for part in others:
            found.append(self.where(rest, part))
            rest = self.diagrams.difference(rest, found[-1])
        return self.diagrams.union_of(found)

    def _matcher(self, formula: Any) -> tuple[PatternMatcher, list[Formula]]:
        """The matcher of the parts that are combinations of contents, and the other parts; cached per
        formula."""
        if formula not in self._matchers:
            combinations: list[Combination] = []
            others: list[Formula] = []
            for part in formula.parts:
                conjuncts = part.parts if isinstance(part, All) else (part,)
                said = [self._cell_and_contents(one) for one in conjuncts]
                if None in said:
                    others.append(part)
                else:
                    combinations.append(tuple(sorted(intersected(filter(None, said)).items())))
            self._matchers[formula] = PatternMatcher(self.diagrams, combinations), others
        return self._matchers[formula]

    def _cell_and_contents(self, formula: Formula) -> tuple[int, int] | None:
        """The only cell of a formula, and a mask of the contents with which it holds."""
        if formula not in self._single:
            cells = self.cells.cells_of(bits_of([formula]))
            self._single[formula] = None
            if len(cells) == 1:
                codes = [0, *(1 << bit for bit in self.cells.bits_of[cells[0]])]
                held = sum(holds(formula, code) << i for i, code in enumerate(codes))
                self._single[formula] = cells[0], held
        return self._single[formula]

    def _count(self, diagram: Diagram, count: Count) -> Diagram:
        parts = [part for part in count.parts if isinstance(part, Bit)]
        if len(parts) < len(count.parts):
            return self._count_of_any(diagram, count)
        return self._count_of_bits(diagram, count, parts)

    def _count_of_any(self, diagram: Diagram, count: Count) -> Diagram:
        """A count of any formulas: the set divided by one part after another into sets of equal sums."""
        divided = {0: diagram}
        for part, weight in zip(count.parts, count.weights, strict=True):
            further: dict[int, Diagram] = {}
            for total, some in divided.items():
                holding = self.where(some, part)
                for new, more in (
                    (total + weight, holding),
                    (total, self.diagrams.difference(some, holding)),
                ):
                    if more:
                        further[new] = self.diagrams.union(further.get(new, NOTHING), more)
            divided = further
        sums = set(count.sums)
        return self.diagrams.union_of([some for total, some in divided.items() if total in sums])

    def _count_of_bits(self, diagram: Diagram, count: Count, parts: Sequence[Bit]) -> Diagram:
        """A count of bits: one pass with the sum so far, which ends where only one answer is possible."""
        diagrams, totals = self.diagrams, self._totals(parts, count.weights)
        sums = frozenset(count.sums)

        @cache
        def decided(possible: frozenset[int], so_far: int) -> bool | None:
            right = {so_far + total in sums for total in possible}
            return None if len(right) == 2 else right == {True}

        @cache
        def right_in_tail(so_far: int) -> DenseLeaf:
            return sum(leaf for total, leaf in totals.leaves.items() if so_far + total in sums)

        @cache
        def counted(d: Diagram, so_far: int) -> Diagram:
            every = decided(totals.of(d), so_far)
            if every is not None:
                return d if every else NOTHING
            cell, *children = diagrams.nodes[d]
            if cell == diagrams.floor:
                return diagrams.leaf(children[0] & right_in_tail(so_far))
            further = zip(children, totals.weights[cell], strict=True)
            return diagrams.node((cell, *(counted(child, so_far + worth) for child, worth in further)))

        return counted(diagram, 0)

    def _totals(self, parts: Sequence[Bit], weights: Sequence[int]) -> Totals:
        """The sums of these weights; cached, because every layer asks for the same ones."""
        key = (tuple(parts), tuple(weights))
        if key not in self._counting:
            worth: list[list[int]] = [[0] * contents for contents in self.diagrams.contents]
            for part, weight in zip(parts, weights, strict=True):
                cell, content = self.cells.place[part.index]
                worth[cell][content] += weight
            self._counting[key] = Totals(self.diagrams, worth)
        return self._counting[key]


def intersected(said: Iterable[tuple[int, int]]) -> dict[int, int]:
    """The allowed contents of each cell, the conditions on one cell being intersected."""
    allowed: dict[int, int] = {}
    for cell, contents in said:
        allowed[cell] = allowed.get(cell, contents) & contents
    return allowed


# The sums of weights of contents that occur in the fillings of a set.


Sums: TypeAlias = frozenset[int]


class Totals:
    """Sums over all cells: content i of cell c adds ``weights[c][i]``.

    There are far fewer sets of sums than diagrams, so equal ones are stored once.
    """

    def __init__(self, diagrams: Diagrams, weights: Sequence[Sequence[int]]) -> None:
        self.weights = weights
        self.leaves = diagrams.leaves.sums(weights[diagrams.floor :])
        self._floor = diagrams.floor
        self._nodes = diagrams.nodes
        self._known: dict[Diagram, Sums] = {NOTHING: frozenset(), BLANK: frozenset({0})}
        self._added: dict[tuple[int, tuple[Sums, ...]], Sums] = {}

    def of(self, diagram: Diagram) -> Sums:
        """The sums that occur; a cell that a diagram leaves out is empty and adds nothing."""
        found = self._known.get(diagram)
        if found is None:
            cell, *children = self._nodes[diagram]
            in_tail = cell == self._floor
            found = self._in_tail(children[0]) if in_tail else self._of_children(cell, children)
            self._known[diagram] = found
        return found

    def _in_tail(self, leaf: DenseLeaf) -> Sums:
        return frozenset(total for total, having in self.leaves.items() if leaf & having)

    def _of_children(self, cell: int, children: Iterable[Diagram]) -> Sums:
        parts = tuple(map(self.of, children))
        found = self._added.get((cell, parts))
        if found is None:
            worth = zip(parts, self.weights[cell], strict=True)
            found = frozenset(total + more for part, more in worth for total in part)
            self._added[cell, parts] = found
        return found

    def clear(self) -> None:
        """Clear all results, because numbers of diagrams are reused."""
        self._known = {NOTHING: frozenset(), BLANK: frozenset({0})}


def fullness(diagrams: Diagrams) -> Totals:
    """The sums that count nonempty cells."""
    return Totals(diagrams, [[0, *[1] * (contents - 1)] for contents in diagrams.contents])


# Which bits exclude each other


# The order of cells
