"""Projection: what one principal does in an automaton (LMCS 16(2:9) 2020, §2).

    { (q[i], a[i], q'[i]) : (q, a, q') a transition in which principal i does not idle }

with the modality of the transition; initial and final states are those of principal i.
"""

from __future__ import annotations

from collections.abc import Callable

from noughts.automata.action import Action, Address, Offer, Request
from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft
from noughts.automata.label import Kind, Label
from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import Modality


def project(automaton: Automaton, principal: int) -> Automaton:
    """The projection on `principal`, counted from 0."""
    return _projection(automaton, principal, lambda label: label.actions[principal])


def project_with_addresses(automaton: Automaton, principal: int) -> Automaton:
    """The projection on `principal`, in which a match says who sends to whom: ``0_2@!a``."""
    return _projection(automaton, principal, lambda label: _addressed(label, principal))


def _projection(automaton: Automaton, principal: int, seen: Callable[[Label], Action]) -> Automaton:
    if not 0 <= principal < automaton.rank:
        help = f"its principals are 0 to {automaton.rank - 1}"
        raise Unsuitable(f"the automaton has no principal {principal}", help=help)
    draft = Draft(1)
    names = automaton.principals[principal].names
    labels: dict[int, int] = {}
    for t, number in enumerate(automaton.label_numbers):
        label = automaton.labels[number]
        if label.movers >> principal & 1:
            if number not in labels:
                labels[number] = draft.label(Label((seen(label),)))
            source = draft.state((names[automaton.basic(automaton.sources[t], principal)],))
            target = draft.state((names[automaton.basic(automaton.targets[t], principal)],))
            draft.connect(source, labels[number], target, Modality(automaton.modalities[t]))
    occurring = automaton.occurring[principal]
    return draft.finish((automaton.initial[principal],), [occurring.final], [occurring.committed])


def _addressed(label: Label, principal: int) -> Action:
    action = label.actions[principal]
    if label.kind is Kind.MATCH and isinstance(action, Offer | Request):
        return type(action)(action.name, Address(str(label.offerer), str(label.requester)))
    return action
