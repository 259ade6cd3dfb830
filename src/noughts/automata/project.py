"""Projection: the behaviour of one principal in an automaton (LMCS 16(2:9) 2020, §2).

    { (q[i], a[i], q'[i]) : (q, a, q') a transition in which principal i does not idle }

with the modality of the transition; initial and final states are those of principal i.
"""

from __future__ import annotations

from collections.abc import Callable

from noughts.automata.action import Action, Address, Offer, Request
from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft, growth
from noughts.automata.label import Label, LabelKind
from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import Modality


def project(automaton: Automaton, principal: int, *, limit: int | None = None) -> Automaton:
    """The projection on `principal`, counted from 0."""
    return _projection(automaton, principal, lambda label: label.actions[principal], limit)


def project_with_addresses(automaton: Automaton, principal: int, *, limit: int | None = None) -> Automaton:
    """The projection on `principal`, in which a match has sender and receiver: ``0_2@!a``.

    `Unsuitable` if an action has no partner, or has another address already.
    """
    return _projection(automaton, principal, lambda label: _addressed(label, principal), limit)


def _projection(
    automaton: Automaton, principal: int, seen: Callable[[Label], Action], limit: int | None
) -> Automaton:
    if not 0 <= principal < automaton.rank:
        help = f"its principals are 0 to {automaton.rank - 1}"
        raise Unsuitable(f"the automaton has no principal {principal}", hint=help)
    with growth("the projection", limit) as grown:
        draft = Draft(1, grown)
        _project_transitions(draft, automaton, principal, seen)
    occurring = automaton.occurring[principal]
    return draft.finish((automaton.initial[principal],), [occurring.final], [occurring.committed])


def _project_transitions(
    draft: Draft, automaton: Automaton, principal: int, seen: Callable[[Label], Action]
) -> None:
    names = automaton.principals[principal].names
    labels: dict[int, int] = {}
    for t, number in enumerate(automaton.label_numbers):
        label = automaton.labels[number]
        if label.movers >> principal & 1:
            if number not in labels:
                try:
                    labels[number] = draft.label(Label((seen(label),)))
                except Unsuitable as error:
                    where = str(automaton.transition(t))
                    raise Unsuitable(error.fact, where=where, hint=error.hint) from None
            source = draft.state((names[automaton.basic(automaton.sources[t], principal)],))
            target = draft.state((names[automaton.basic(automaton.targets[t], principal)],))
            draft.connect(source, labels[number], target, Modality(automaton.modalities[t]))


def _addressed(label: Label, principal: int) -> Action:
    action = label.actions[principal]
    if not isinstance(action, Offer | Request):
        return action
    if label.kind is not LabelKind.MATCH:
        help = "keep to matches first, with `--requirement strong`, or project without addresses"
        raise Unsuitable(f"no principal answers {str(action)!r}, so it has no address", hint=help)
    address = Address(str(label.offerer), str(label.requester))
    if action.address not in (None, address):
        help = "project without addresses"
        raise Unsuitable(f"{str(action)!r} has an address already, which is not {str(address)!r}", hint=help)
    return type(action)(action.name, address)
