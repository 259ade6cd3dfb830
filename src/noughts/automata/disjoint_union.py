"""Union: an automaton that first chooses one of several automata (SCICO 187 (2020) 102344)."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.automata.action import IDLE, Offer
from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft, growth, require_contract
from noughts.automata.label import Label
from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import State, Transition

_CHOICE = "dummy"
"""The action of the transitions from the new initial state to the old ones."""


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
