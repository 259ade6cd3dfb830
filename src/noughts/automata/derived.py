"""Automata derived from others: projections, disjoint unions, and relabelled automata."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft, growth, require_contract
from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import (
    IDLE,
    Action,
    Address,
    Label,
    LabelKind,
    Modality,
    Offer,
    Request,
    State,
    Transition,
)

# Projection: the behaviour of one principal in an automaton (LMCS 16(2:9) 2020, §2).
#
#     { (q[i], a[i], q'[i]) : (q, a, q') a transition in which principal i does not idle }
#
# with the modality of the transition; initial and final states are those of principal i.


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


# Union: an automaton that first chooses one of several automata (SCICO 187 (2020) 102344).


# The action of the transitions from the new initial state to the old ones.
_CHOICE = "dummy"


def disjoint_union(automata: Sequence[Automaton], *, limit: int | None = None) -> Automaton:
    """The disjoint union of automata of one rank, behind a new initial state.

    The basic state q of automaton k becomes ``k_q``; from the new state ``[Init, …, Init]`` a permitted
    ``[!dummy, -, …]`` leads to each of the old initial states.
    """
    _require_one_rank(automata)
    rank = automata[0].rank
    initial = ("Init",) * rank
    choose = Label((Offer(_CHOICE), *[IDLE] * (rank - 1)))
    with growth("the union", limit) as grown:
        draft = Draft(rank, grown)
        for k, automaton in enumerate(automata):
            draft.add(Transition(initial, choose, _renamed(k, automaton.initial)))
            for t in automaton.transitions:
                draft.add(Transition(_renamed(k, t.source), t.label, _renamed(k, t.target), t.modality))
    both = [[a.occurring[i] for a in automata] for i in range(rank)]
    final = [[f"{k}_{q}" for k, o in enumerate(parts) for q in o.final] for parts in both]
    committed = [[f"{k}_{q}" for k, o in enumerate(parts) for q in o.committed] for parts in both]
    return draft.finish(initial, final, committed)


def _renamed(k: int, state: State) -> State:
    return tuple(f"{k}_{name}" for name in state)


def _require_one_rank(automata: Sequence[Automaton]) -> None:
    if not automata:
        raise Unsuitable("there is nothing to unite", hint="name at least one automaton")
    for automaton in automata:
        require_contract(automaton)
        if automaton.rank != automata[0].rank:
            ranks = f"{automata[0].rank} and {automaton.rank}"
            raise Unsuitable(f"a union needs automata of one rank, these have {ranks}")


# Relabelling: new names for the basic states, and other initial and final states.


def relabel(
    automaton: Automaton,
    rename: Callable[[int, str], str] = lambda _, name: name,
    *,
    initial: State | None = None,
    final: Sequence[Iterable[str]] | None = None,
) -> Automaton:
    """The automaton with the basic state q of principal i called ``rename(i, q)``.

    `initial` and `final`, in new names, replace the present ones.  Basic states that get the same name are
    merged.
    """

    def renamed(state: State) -> State:
        return tuple(rename(i, name) for i, name in enumerate(state))

    def all_renamed(i: int, names: Iterable[str]) -> list[str]:
        return [rename(i, name) for name in names]

    draft = Draft(automaton.rank)
    for t in automaton.transitions:
        draft.add(Transition(renamed(t.source), t.label, renamed(t.target), t.modality))
    occurring = list(enumerate(automaton.occurring))
    old = [all_renamed(i, o.final) for i, o in occurring]
    commits = [all_renamed(i, o.committed) for i, o in occurring]
    return draft.finish(initial or renamed(automaton.initial), old if final is None else final, commits)
