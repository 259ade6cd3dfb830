"""The branching condition of choreographies (LMCS 16(2:9) 2020, §4): without an orchestrator a
principal knows its own basic state only, so what it can send must not depend on the others' states.

    for all states s, s' that stand, and every offerer i with s[i] = s'[i]:
        the labels in which i offers something are the same in s and in s'

Labels are compared, that is, offers with their receivers: an offerer with one receiver in s and only
another one in s' would have to know the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush

from noughts.automata.fixpoint import STAYS, Fixpoint
from noughts.automata.label import Label
from noughts.automata.served import Ended
from noughts.automata.write_data import transition_text


@dataclass(slots=True)
class _Choice:
    """A label in one basic state of its offerer, and who is able to do it."""

    offerer: int
    basic: int
    transitions: list[int] = field(default_factory=list)
    able: Counter[int] = field(default_factory=Counter)
    """For each standing state that can do it by how many transitions."""
    in_order: list[tuple[str, int]] = field(default_factory=list)
    """The transitions by their texts, the least one last; filled when the condition is first violated."""


class Branching:
    """The transitions that violate the condition during a fixpoint computation.

    A choice is violated if fewer standing states are able to do it than have its offerer in its basic state.
    Only a transition that ends can make a choice violated, so only the choices of those are looked at again.
    """

    def __init__(self, fixpoint: Fixpoint) -> None:
        self._fixpoint = fixpoint
        self._ended = Ended(fixpoint)
        self._offerers = {label.offerer for label in fixpoint.automaton.used_labels} - {-1}
        first: dict[Label, int] = {}
        self._same = [first.setdefault(label, n) for n, label in enumerate(fixpoint.automaton.labels)]
        self._choices: dict[tuple[int, int], _Choice] = {}
        self._present: Counter[tuple[int, int]] = Counter()
        """How many standing states have an offerer in a basic state."""
        self._violated: list[tuple[str, int]] = []
        """A heap: of each violated choice the least transition that stands, or a lesser one that did."""
        for s, cause in enumerate(fixpoint.cause):
            if cause == STAYS:
                self._present.update(self._places(s))
        for t in range(fixpoint.automaton.transition_count):
            choice = self._choice(t) if fixpoint.stands(t) else None
            if choice is not None:
                choice.transitions.append(t)
                choice.able[fixpoint.automaton.sources[t]] += 1
        self._queue(self._choices.values())

    def least_violation(self) -> int | None:
        """The least standing transition whose label another state lacks; ``None`` if the condition holds."""
        self._catch_up()
        while self._violated:
            text, t = self._violated[0]
            choice = self._choice(t)
            assert choice is not None
            if self._is_violated(choice) and self._fixpoint.stands(t):
                return t
            heappop(self._violated)
            if choice.in_order and choice.in_order[-1] == (text, t):  # skip outdated entries of the choice
                self._queue([choice])
        return None

    def _catch_up(self) -> None:
        """Remove the transitions that have ended since the last call."""
        ended, fallen = self._ended.news()
        for s in fallen:
            self._present.subtract(self._places(s))
        changed: dict[int, _Choice] = {}
        for t in ended:
            choice, source = self._choice(t), self._fixpoint.automaton.sources[t]
            if choice is not None:
                choice.able[source] -= 1
                if not choice.able[source]:
                    del choice.able[source]
                    changed[id(choice)] = choice
        self._queue(changed.values())

    def _queue(self, choices: Iterable[_Choice]) -> None:
        """Push the violated choices on the heap, with their least standing transition."""
        for choice in choices:
            if self._is_violated(choice):
                if not choice.in_order:
                    choice.in_order = sorted(((self._text(t), t) for t in choice.transitions), reverse=True)
                while not self._fixpoint.stands(choice.in_order[-1][1]):
                    choice.in_order.pop()
                heappush(self._violated, choice.in_order[-1])

    def _is_violated(self, choice: _Choice) -> bool:
        return 0 < len(choice.able) < self._present[choice.offerer, choice.basic]

    def _choice(self, t: int) -> _Choice | None:
        """The choice that t belongs to, if somebody offers something in it."""
        automaton = self._fixpoint.automaton
        number = automaton.label_numbers[t]
        offerer = automaton.labels[number].offerer
        if offerer < 0:
            return None
        key = self._same[number], automaton.basic(automaton.sources[t], offerer)
        if key not in self._choices:
            self._choices[key] = _Choice(offerer, key[1])
        return self._choices[key]

    def _places(self, s: int) -> list[tuple[int, int]]:
        """The offerers and the basic states in which s has them."""
        return [(i, self._fixpoint.automaton.basic(s, i)) for i in self._offerers]

    def _text(self, t: int) -> str:
        return transition_text(self._fixpoint.automaton.transition(t))
