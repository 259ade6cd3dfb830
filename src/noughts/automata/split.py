"""Splitting lazy requests, for the splitting orchestration (JLAMP 141 (2024) 100998)."""

from __future__ import annotations

from noughts.automata.action import Action, Tau
from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft, require_contract
from noughts.automata.label import Label, LabelKind
from noughts.automata.transition import Modality, State, Transition


def split(automaton: Automaton) -> Automaton:
    """Every lazy request ``q -?a-> q'`` in two: an urgent ``tau_a`` to a new state, a permitted ``?a``.

    When the principal decides to request is its own affair; when it is served is the orchestrator's.
    """
    require_contract(automaton)
    draft, between = Draft(automaton.rank), _Between(automaton)
    for t in automaton.transitions:
        if t.modality is Modality.LAZY and t.label.kind is LabelKind.REQUEST:
            waiting = between(t)
            draft.add(Transition(t.source, _internal(t.label), waiting, Modality.URGENT))
            draft.add(Transition(waiting, t.label, t.target))
        else:
            draft.add(t)
    return draft.finish(
        automaton.initial,
        [o.final for o in automaton.occurring],
        [o.committed for o in automaton.occurring],
    )


def _internal(label: Label) -> Label:
    """The label with its request made a tau."""
    request = label.request
    assert request is not None
    i = label.requester
    return Label((*label.actions[:i], Tau(request.name), *label.actions[i + 1 :]))


class _Between:
    """The states in which a principal has decided and waits, named after what happened."""

    def __init__(self, automaton: Automaton) -> None:
        self._taken = [set(p.names) for p in automaton.principals]
        self._names: dict[tuple[int, str, Action, str], str] = {}

    def __call__(self, t: Transition) -> State:
        """A state like the source, but its requester has decided what to request, and what comes then."""
        i = t.label.requester
        decided = i, t.source[i], t.label.actions[i], t.target[i]
        name = self._names.get(decided)
        if name is None:
            name = f"{t.source[i]}{t.label.actions[i]}>{t.target[i]}"
            while name in self._taken[i]:
                name += "'"
            self._taken[i].add(name)
            self._names[decided] = name
        return (*t.source[:i], name, *t.source[i + 1 :])
