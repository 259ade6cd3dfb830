"""The fillings that contain one of several combinations of contents, found in one pass over a diagram.

A *combination* requires one of certain contents in each of some cells.  On the way down, a node is visited
with the remainders of all combinations that agree with the contents so far: the states of an automaton that
reads one cell after another, as that of A. Aho and M. Corasick, *Efficient string matching*, CACM 1975,
reads the letters of a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from noughts.solvers.symbolic.dense_leaves import DenseLeaf
from noughts.solvers.symbolic.diagrams import NOTHING, Diagram, Diagrams
from noughts.stop import current

Combination: TypeAlias = tuple[tuple[int, int], ...]
"""Cells, each with a mask of the contents that it may have."""

MatcherState: TypeAlias = frozenset[Combination]

_FOUND: Final[MatcherState] = frozenset({()})
_LOST: Final[MatcherState] = frozenset()

_MOST_STATES: Final = 1_000
"""States beyond which combinations are matched one after the other instead: one pass visits each node once
per state, and separate passes once per combination."""


class TooManyStates(Exception):
    """The automaton has too many states, because remainders seldom coincide."""


class PatternMatcher:
    """The automaton of some combinations; its states and results are kept from set to set."""

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
