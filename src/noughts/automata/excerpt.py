"""Excerpts: parts of automata to be drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from noughts.automata.automaton import Automaton

Neighbours: TypeAlias = Callable[[int], Iterable[int]]


@dataclass(frozen=True)
class Excerpt:
    """Some states of an automaton, by number, and all transitions between them."""

    automaton: Automaton
    states: tuple[int, ...]

    @cached_property
    def transitions(self) -> list[int]:
        """The transitions whose source and target are in the excerpt."""
        shown = set(self.states)
        automaton = self.automaton
        return [t for s in self.states for t in automaton.outgoing(s) if automaton.targets[t] in shown]

    @cached_property
    def cut(self) -> set[int]:
        """The states that have a transition to a state outside."""
        shown = set(self.states)
        automaton = self.automaton
        return {
            s for s in self.states if any(automaton.targets[t] not in shown for t in automaton.outgoing(s))
        }


def complete_excerpt(automaton: Automaton) -> Excerpt:
    """The excerpt with all states."""
    return Excerpt(automaton, tuple(range(automaton.state_count)))


def neighbourhood(automaton: Automaton, state: int, depth: int) -> Excerpt:
    """The excerpt with the states that are at most `depth` steps before or after a state."""
    ahead = _near(state, depth, lambda s: (automaton.targets[t] for t in automaton.outgoing(s)))
    back = _near(state, depth, lambda s: (automaton.sources[t] for t in automaton.incoming[s]))
    return Excerpt(automaton, tuple(sorted(ahead | back)))


def _near(state: int, depth: int, neighbours: Neighbours) -> set[int]:
    edge, found = {state}, {state}
    while edge and depth:
        edge = {n for s in edge for n in neighbours(s)} - found
        found |= edge
        depth -= 1
    return found
