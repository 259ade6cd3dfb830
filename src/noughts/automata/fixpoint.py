"""The abstract synthesis of LMCS 16(2:9) 2020, Def. 5.1.

Its instances are the most permissive controller, orchestration and choreography.

    K = all transitions;  R = dangling(K)
    repeat
      K' = { t in K : target(t) not in R, requirement(label(t)) }
      R' = R + { source(t) : t not in K, forbidden(t, K, R) } + dangling(K')
    until nothing changes

A state is *dangling* if it is not reachable from the initial state, or cannot reach a reachable final one.  K
only shrinks, R only grows, and `forbidden` is monotone in both.  So the limit does not depend on the order of
the steps (chaotic iteration), and cheap steps come first.  A removed state removes the transitions to it,
each of them once.  Dangling states are searched for only when nothing else changes.

An urgent transition is always forbidden to be missing.  The instances differ in when a lazy one is.

In a game, whose play need not end, a state that cannot reach a final one is not dangling as long as a
transition of K leaves it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from noughts.automata.automaton import Automaton
from noughts.automata.transition import Modality, Requirement

# Reachability under deletion of transitions (decremental reachability).
#
# A spanning forest has one transition for each state by which it is reached.  Only the deletion of such a
# transition requires work: the states below it are either reached by other transitions or lost.  So many
# small deletions together cost about as much as one search; a new search after each would take quadratic
# time.  (The worst case is still quadratic: deletions near the roots of a forest without branches.)

# Instead of a transition: the state is not reached.
_NOWHERE = -1
# Instead of a transition: the state is a root.
_ROOT = -2

Ways: TypeAlias = Callable[[int], Iterable[int]]


class Reached:
    """The states that are reached from some roots by the transitions t with ``kept[t]``.

    Transition t leads from ``tails[t]`` to ``heads[t]``; `leaving` and `entering` return the transitions of a
    state.  A caller that removes t from `kept` must append it to `dropped`.
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
        """For each state, the transition of the spanning forest by which it is reached."""

    def lost(self, count: int) -> list[int]:
        """The states, of `count`, lost since the last call; at the first call, all that are not reached."""
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
        """Remove the transitions `dropped` from the forest, with everything below; returns the states
        there."""
        heads = self._heads
        cut = []
        for t in dropped:
            if by[heads[t]] == t:
                by[heads[t]] = _NOWHERE
                cut.append(heads[t])
        for s in cut:  # the list grows during the loop: everything below a cut transition is cut, too
            for t in self._leaving(s):
                if by[heads[t]] == t:
                    by[heads[t]] = _NOWHERE
                    cut.append(heads[t])
        return cut

    def _reattached(self, by: array[int], s: int) -> bool:
        """Whether a single transition reaches s from a state that is still in the forest; it is added."""
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
    """The states that are reachable from the initial one."""
    ends = automaton.sources, automaton.targets
    ways = automaton.outgoing, automaton.incoming.__getitem__
    return Reached([automaton.start], ends, ways, kept, dropped)


def to_a_final_state(automaton: Automaton, kept: Sequence[int], dropped: Sequence[int]) -> Reached:
    """The states from which a final one is reachable: the same search along reversed transitions."""
    ends = automaton.targets, automaton.sources
    ways = automaton.incoming.__getitem__, automaton.outgoing
    finals = (s for s, final in enumerate(automaton.finals) if final)
    return Reached(finals, ends, ways, kept, dropped)


STAYS = -1
"""In `Fixpoint.cause`: the state is not in R."""

DEAD_END = -2
"""In `Fixpoint.cause`: no final state was reachable from the state any more."""

UNREACHED = -3
"""In `Fixpoint.cause`: the state was not reachable from the initial one any more."""

Unserved: TypeAlias = Callable[["Fixpoint"], Callable[[], Iterable[int]]]
"""Returns, for a fixpoint, a function that finds the lazy transitions that are missing from K but forbidden
to be; each is found at least once."""


class Fixpoint:
    """K and R while they change, with the cause of each state in R; with `endless`, play need not end.

    * ``kept[t]``: whether t is in K
    * ``cause[s]``: why s is in R: a transition that must not be missing, or one of the constants above
    * ``fallen``: the states of R in the order of their removal
    * ``dropped``: the transitions that are not in K, in the order of their removal
    """

    def __init__(
        self, automaton: Automaton, requirement: Requirement, unserved: Unserved, *, endless: bool = False
    ) -> None:
        self.automaton = automaton
        self.required = [requirement(label) for label in automaton.labels]
        self.kept = bytearray(b"\1") * automaton.transition_count
        self.cause = array("i", [STAYS]) * automaton.state_count
        self.fallen: list[int] = []
        self.dropped = array("i")
        self.cut: dict[int, int] = {}
        """Transitions dropped by `cut_off`, with the number of fallen states then."""
        self._ways = self._out_degrees()
        self._settled = 0
        self._unserved = unserved(self)
        self._dangling = [(from_the_start(automaton, self.kept, self.dropped), UNREACHED)]
        if not endless:
            self._dangling.insert(0, (to_a_final_state(automaton, self.kept, self.dropped), DEAD_END))
        for t, number in enumerate(automaton.label_numbers):
            if not self.required[number]:
                self._drop(t)
        self._remove_hopeless()

    @property
    def empty(self) -> bool:
        """Whether the initial state is in R."""
        return self.cause[self.automaton.start] != STAYS

    def stands(self, t: int) -> bool:
        """Whether t is in K and its source not in R."""
        return bool(self.kept[t]) and self.cause[self.automaton.sources[t]] == STAYS

    def run(self) -> None:
        """Iterate to the limit."""
        while not self.empty:
            # a new search for dangling states costs most, so it waits until cheap removals are finished; the
            # lazy transitions are asked last, because their answer depends on all removals
            self._pull_down()
            if any(self._fall(reached, cause) for reached, cause in self._dangling):
                continue
            unserved = [t for t in self._unserved() if self.cause[self.automaton.sources[t]] == STAYS]
            if not unserved:
                break
            for t in unserved:
                self._remove(self.automaton.sources[t], t)

    def cut_off(self, t: int) -> None:
        """Remove t from K, for a reason of the caller."""
        self.cut[t] = len(self.fallen)
        self._drop(t)

    def _out_degrees(self) -> list[int]:
        first = self.automaton.first
        return [first[s + 1] - first[s] for s in range(self.automaton.state_count)]

    def _remove_hopeless(self) -> None:
        """Remove the states that are not final and have no transitions."""
        finals = self.automaton.finals
        for s, ways in enumerate(self._ways):
            if not ways and not finals[s]:
                self._remove(s, DEAD_END)

    def _drop(self, t: int) -> None:
        if not self.kept[t]:
            return
        self.kept[t] = 0
        self.dropped.append(t)
        source = self.automaton.sources[t]
        self._ways[source] -= 1
        if self.automaton.modalities[t] == Modality.URGENT:
            self._remove(source, t)
        elif not self._ways[source] and not self.automaton.finals[source]:
            self._remove(source, DEAD_END)

    def _remove(self, s: int, cause: int) -> None:
        if self.cause[s] == STAYS:
            self.cause[s] = cause
            self.fallen.append(s)

    def _fall(self, reached: Reached, cause: int) -> bool:
        """Remove dangling states; whether there were any."""
        before = len(self.fallen)
        for s in reached.lost(self.automaton.state_count):
            self._remove(s, cause)
        return len(self.fallen) > before

    def _pull_down(self) -> None:
        """Drop transitions to fallen states until no further state falls."""
        incoming = self.automaton.incoming
        while self._settled < len(self.fallen):
            s = self.fallen[self._settled]
            self._settled += 1
            for t in incoming[s]:
                self._drop(t)
