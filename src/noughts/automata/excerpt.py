"""Excerpts: parts of automata to be drawn, or to be written as JSON."""

from __future__ import annotations

import json
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


# Automata as JSON, for other programs.


def json_text(excerpt: Excerpt) -> str:
    """The excerpt as JSON: states are lists of names, and transitions refer to them by index.

    ::

        {"rank": 2, "initial": 0, "final": [1], "states": [["q", "0"], ["q'", "1"]],
         "transitions": [{"source": 0, "label": ["!a", "?a"], "target": 1, "modality": "permitted"}]}

    ``initial`` is null if the initial state is not shown; ``committed`` has a list for each principal.
    """
    automaton = excerpt.automaton
    place = {s: k for k, s in enumerate(excerpt.states)}
    names = ("permitted", "urgent", "lazy")
    made = {
        "rank": automaton.rank,
        "initial": place.get(automaton.start),
        "final": [place[s] for s in excerpt.states if automaton.finals[s]],
        "committed": [sorted(o.committed) for o in automaton.occurring],
        "states": [list(automaton.state(s)) for s in excerpt.states],
        "transitions": [
            {
                "source": place[automaton.sources[t]],
                "label": [str(a) for a in automaton.labels[automaton.label_numbers[t]].actions],
                "target": place[automaton.targets[t]],
                "modality": names[automaton.modalities[t]],
            }
            for t in excerpt.transitions
        ],
    }
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n"
