"""Splitting lazy requests, for the splitting orchestration (JLAMP 141 (2024) 100998)."""

from __future__ import annotations

from noughts.automata.action import Tau
from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft, require_contract
from noughts.automata.label import Kind, Label
from noughts.automata.transition import Modality, State, Transition


def split(automaton: Automaton) -> Automaton:
    """Every lazy request ``q -?a-> q'`` in two: an urgent ``tau_a`` to a new state, a permitted ``?a``.

    When the principal decides to request is its own affair; when it is served is the orchestrator's.
    """
    require_contract(automaton)
    draft = Draft(automaton.rank)
    for t in automaton.transitions:
        if t.modality is Modality.LAZY and t.label.kind is Kind.REQUEST:
            between = _between(automaton, t)
            draft.add(Transition(t.source, _internal(t.label), between, Modality.URGENT))
            draft.add(Transition(between, t.label, t.target))
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


def _between(automaton: Automaton, t: Transition) -> State:
    """A state like the source, but its requester has decided: its name tells what, and what comes then."""
    i = t.label.requester
    name = f"{t.source[i]}{t.label.actions[i]}>{t.target[i]}"
    while name in automaton.principals[i].names:
        name += "'"
    return (*t.source[:i], name, *t.source[i + 1 :])
