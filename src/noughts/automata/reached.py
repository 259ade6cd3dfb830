"""Reachability under deletion of transitions (decremental reachability).

A spanning forest has for each state one transition by which it is reached.  Only the deletion of such a
transition requires work: the states below it either find another way or are lost.  So many small deletions
cost about as much as one search, where a new search after each of them would take quadratic time.  (The
worst case is still quadratic: deletions near the roots of a forest without branches.)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from noughts.automata.automaton import Automaton

_NOWHERE = -1
"""Instead of a transition: the state is not reached."""
_ROOT = -2
"""Instead of a transition: the state is a root."""

Ways: TypeAlias = Callable[[int], Iterable[int]]


class Reached:
    """The states that are reached from `roots` by the transitions t with ``kept[t]``, from ``tails[t]`` to
    ``heads[t]``; `leaving` and `entering` give the transitions of a state.

    The caller that removes t from `kept` appends it to `dropped`.
    """

    def __init__(
        self,
        roots: Iterable[int],
        ends: tuple[Sequence[int], Sequence[int]],
        ways: tuple[Ways, Ways],
        kept: Sequence[int],
        dropped: Sequence[int],
    ) -> None:
        self._roots = roots
        self._tails, self._heads = ends
        self._leaving, self._entering = ways
        self._kept, self._dropped = kept, dropped
        self._known = 0
        """The number of entries of `dropped` that have been processed."""
        self._by: array[int] | None = None

    def lost(self, count: int) -> list[int]:
        """The states, of `count`, lost since the last call; at the first call all that are not reached."""
        news = self._dropped[self._known :]
        self._known = len(self._dropped)
        if self._by is None:
            self._by = array("i", [_NOWHERE]) * count
            cut: Iterable[int] = range(count)
            found = list(self._roots)
            for s in found:
                self._by[s] = _ROOT
        else:
            cut = self._cut_off(self._by, news)
            found = [s for s in cut if self._reattached(self._by, s)]
        self._reach_from(self._by, found)
        return [s for s in cut if self._by[s] == _NOWHERE]

    def _cut_off(self, by: array[int], dropped: Iterable[int]) -> list[int]:
        """The states whose remembered way goes through one of `dropped`; they forget it."""
        heads = self._heads
        cut = []
        for t in dropped:
            if by[heads[t]] == t:
                by[heads[t]] = _NOWHERE
                cut.append(heads[t])
        for s in cut:
            for t in self._leaving(s):
                if by[heads[t]] == t:
                    by[heads[t]] = _NOWHERE
                    cut.append(heads[t])
        return cut

    def _reattached(self, by: array[int], s: int) -> bool:
        """Whether s has another way, by a single transition; it remembers that."""
        for t in self._entering(s):
            if self._kept[t] and by[self._tails[t]] != _NOWHERE:
                by[s] = t
                return True
        return False

    def _reach_from(self, by: array[int], found: list[int]) -> None:
        """Mark as reached everything that can be reached from the reached states `found`."""
        heads, kept, leaving = self._heads, self._kept, self._leaving
        for s in found:
            for t in leaving(s):
                if kept[t] and by[heads[t]] == _NOWHERE:
                    by[heads[t]] = t
                    found.append(heads[t])


def from_the_start(automaton: Automaton, kept: Sequence[int], dropped: Sequence[int]) -> Reached:
    """The states that are reached from the initial one."""
    ends = automaton.sources, automaton.targets
    ways = automaton.outgoing, automaton.incoming.__getitem__
    return Reached([automaton.start], ends, ways, kept, dropped)


def to_a_final_state(automaton: Automaton, kept: Sequence[int], dropped: Sequence[int]) -> Reached:
    """The states from which a final one is reached."""
    ends = automaton.targets, automaton.sources
    ways = automaton.incoming.__getitem__, automaton.outgoing
    finals = (s for s, final in enumerate(automaton.finals) if final)
    return Reached(finals, ends, ways, kept, dropped)
