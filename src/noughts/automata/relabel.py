"""Relabelling: new names for the basic states, and other initial and final states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft
from noughts.automata.transition import State, Transition


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
