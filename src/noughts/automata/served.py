"""Lazy transitions: which missing ones are served by a match elsewhere."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable
from typing import TypeAlias

from noughts.automata.automaton import Automaton
from noughts.automata.fixpoint import Fixpoint
from noughts.automata.label import LabelKind
from noughts.automata.transition import Modality

Need: TypeAlias = Callable[[Automaton, int], Hashable]
"""Of a transition, who makes which request, or which offer, in which state; ``None`` if nobody does."""


class Ended:
    """The transitions that ended during a fixpoint: those that left K, or whose source entered R."""

    def __init__(self, fixpoint: Fixpoint) -> None:
        self._fixpoint = fixpoint
        count = fixpoint.automaton.transition_count
        self._standing = bytearray(fixpoint.stands(t) for t in range(count))
        self._dropped, self._fallen = len(fixpoint.dropped), len(fixpoint.fallen)

    def news(self) -> tuple[list[int], list[int]]:
        """The transitions, and the states, that stood when this was last asked and no longer do."""
        fixpoint, outgoing = self._fixpoint, self._fixpoint.automaton.outgoing
        fallen = fixpoint.fallen[self._fallen :]
        candidates = fixpoint.dropped[self._dropped :] + array("i", (t for s in fallen for t in outgoing(s)))
        ended = []
        for t in candidates:
            if self._standing[t]:
                self._standing[t] = 0
                ended.append(t)
        self._dropped, self._fallen = len(fixpoint.dropped), len(fixpoint.fallen)
        return ended, fallen


class Served:
    """How many standing matches there are for each need, and which lazy transitions wait for one."""

    def __init__(self, fixpoint: Fixpoint, need: Need) -> None:
        self._fixpoint, self._need = fixpoint, need
        modalities = fixpoint.automaton.modalities
        self._lazy = [t for t, modality in enumerate(modalities) if modality == Modality.LAZY]
        self._ended: Ended | None = None
        self._matches: Counter[Hashable] = Counter()
        self._waiting: dict[Hashable, list[int]] = {}

    def unserved(self) -> list[int]:
        """The lazy transitions that are missing, and whose need no match meets since this was last asked."""
        if not self._lazy:
            return []
        if self._ended is None:
            return self._begin()
        news, _ = self._ended.news()
        lost = self._lost_needs(news)
        missing = [t for t in news if self._fixpoint.automaton.modalities[t] == Modality.LAZY]
        return [t for need in lost for t in self._waiting.pop(need, ())] + self._wait(missing)

    def _begin(self) -> list[int]:
        fixpoint = self._fixpoint
        self._ended = Ended(fixpoint)
        count = fixpoint.automaton.transition_count
        self._matches.update(
            self._need(fixpoint.automaton, t)
            for t in range(count)
            if self._is_match(t) and fixpoint.stands(t)
        )
        return self._wait([t for t in self._lazy if not fixpoint.kept[t]])

    def _lost_needs(self, ended: list[int]) -> list[Hashable]:
        """The needs whose last match was among the transitions that ended."""
        lost = []
        for t in filter(self._is_match, ended):
            need = self._need(self._fixpoint.automaton, t)
            self._matches[need] -= 1
            if not self._matches[need]:
                lost.append(need)
        return lost

    def _wait(self, missing: list[int]) -> list[int]:
        """Of these lazy transitions those that are not served; the others are, for the time being."""
        unserved = []
        for t in missing:
            need = self._need(self._fixpoint.automaton, t)
            if self._matches[need]:
                self._waiting.setdefault(need, []).append(t)
            else:
                unserved.append(t)
        return unserved

    def _is_match(self, t: int) -> bool:
        automaton = self._fixpoint.automaton
        return automaton.labels[automaton.label_numbers[t]].kind is LabelKind.MATCH
