"""Model checking in lockstep: whether all that an automaton does is allowed by a property."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.automata.automaton import Automaton
from noughts.automata.draft import require_contract
from noughts.automata.lockstep import Follower
from noughts.automata.transition import Transition


@dataclass(frozen=True, slots=True)
class PropertyVerdict:
    """Whether a property holds; if not, the shortest path that breaks it."""

    holds: bool
    path: tuple[Transition, ...] = ()
    unfinished: bool = False
    """Whether the path breaks it by ending in a final state while the property is in none."""

    def __bool__(self) -> bool:
        return self.holds


def model_check(automaton: Automaton, given: Automaton) -> PropertyVerdict:
    """Whether every path of the automaton is a path of the property `given`, and every path to a final
    state one to a final state.

    The property may have several ways to follow a path; one of them suffices.
    """
    require_contract(automaton)
    follower = Follower(given)
    begin = (automaton.start, frozenset({given.start}))
    found = [begin]
    came: dict[tuple[int, frozenset[int]], tuple[tuple[int, frozenset[int]], int] | None] = {begin: None}

    def path(node: tuple[int, frozenset[int]], *last: int) -> tuple[Transition, ...]:
        steps = list(last)
        step = came[node]
        while step is not None:
            steps.insert(0, step[1])
            step = came[step[0]]
        return tuple(map(automaton.transition, steps))

    for node in found:
        s, possible = node
        if automaton.finals[s] and not any(given.finals[p] for p in possible):
            return PropertyVerdict(False, path(node), unfinished=True)
        for t in automaton.outgoing(s):
            label = automaton.labels[automaton.label_numbers[t]]
            reached = frozenset(q for p in possible for q in follower.after(p, label))
            if not reached:
                return PropertyVerdict(False, path(node, t))
            after = (automaton.targets[t], reached)
            if after not in came:
                came[after] = (node, t)
                found.append(after)
    return PropertyVerdict(True)
