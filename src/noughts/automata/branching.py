"""The branching condition of choreographies (LMCS 16(2:9) 2020, §4): without an orchestrator a
principal knows its own basic state only, so what it can offer must not depend on the others' states.

    for all states s, s' that stand, and every offerer i with s[i] = s'[i]:
        what i can offer in s it can offer in s'
"""

from __future__ import annotations

from noughts.automata.automaton import Automaton
from noughts.automata.fixpoint import STAYS, Fixpoint


def least_violation(fixpoint: Fixpoint) -> int | None:
    """The least standing transition whose offer another state lacks; ``None`` if the condition holds."""
    automaton = fixpoint.automaton
    able: dict[tuple[int, int, object], set[int]] = {}
    offers = []
    for t, number in enumerate(automaton.label_numbers):
        label = automaton.labels[number]
        if label.offer is not None and fixpoint.stands(t):
            source = automaton.sources[t]
            made = (label.offerer, automaton.basic(source, label.offerer), label.offer)
            able.setdefault(made, set()).add(source)
            offers.append((t, made))
    present = _present(fixpoint)
    wrong = [t for t, made in offers if len(able[made]) < present[made[0], made[1]]]
    return min(wrong, key=lambda t: _text(automaton, t), default=None)


def _present(fixpoint: Fixpoint) -> dict[tuple[int, int], int]:
    """How many standing states have a certain principal in a certain basic state."""
    automaton = fixpoint.automaton
    counted: dict[tuple[int, int], int] = {}
    for s, cause in enumerate(fixpoint.cause):
        if cause == STAYS:
            for i in range(automaton.rank):
                key = (i, automaton.basic(s, i))
                counted[key] = counted.get(key, 0) + 1
    return counted


def _text(automaton: Automaton, t: int) -> str:
    from noughts.automata.write_data import transition_text

    return transition_text(automaton.transition(t))
