"""Lockstep with a property (SCICO 2022, 102841): the behaviour of an automaton that a property follows.

A property is an automaton of rank 1.  A plain action ``a`` of it follows every label in which ``a`` is
offered, requested or both; ``!a``, ``?a`` and ``tau_a`` follow the labels that have that very action.
An internal step that the property names nowhere is invisible to it: it stays where it is.  The property
becomes one more principal, which idles in every label but changes its state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft, growth, require_contract
from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import Action, Label, Modality, Plain, Transition
from noughts.games.result import Json, ResultRow


def lockstep(
    automaton: Automaton, given: Automaton, *, refused: bool = False, limit: int | None = None
) -> Automaton:
    """The behaviour of the automaton that the property `given` follows.

    A necessary transition that the property cannot follow stays, because the synthesis must decide about it.
    It leads to a violating state, which is not final and has no transitions.  With `refused`, permitted
    transitions stay in the same way, to explain what a synthesis leaves out.  `TooManyStates` beyond `limit`.
    """
    require_contract(automaton)
    with growth("the automaton under the property", limit) as grown:
        draft = Draft(automaton.rank + 1, grown)
        _follow(draft, automaton, given, refused=refused)
    sides = (*automaton.occurring, *given.occurring)
    initial = (*automaton.initial, *given.initial)
    return draft.finish(initial, [side.final for side in sides], [side.committed for side in sides])


def _follow(draft: Draft, automaton: Automaton, given: Automaton, *, refused: bool) -> None:
    """Explore both together, from their initial states."""
    follower, violated = Follower(given), (violation(given),)
    labels = [draft.label(label.padded(0, 1)) for label in automaton.labels]
    begin = (automaton.start, given.start)
    found = [begin]
    met = {begin}
    for s, p in found:
        source = draft.state((*automaton.state(s), *given.state(p)))
        for t in automaton.outgoing(s):
            number, modality = automaton.label_numbers[t], Modality(automaton.modalities[t])
            target, reached = automaton.targets[t], follower.after(p, automaton.labels[number])
            names = [given.state(q) for q in reached] or [violated] * (refused or bool(modality))
            for name in names:
                state = draft.state((*automaton.state(target), *name))
                draft.connect(source, labels[number], state, modality)
            new = [(target, q) for q in reached if (target, q) not in met]
            met.update(new)
            found += new


class Follower:
    """A property as a reader of labels."""

    def __init__(self, given: Automaton) -> None:
        if given.rank != 1:
            help = "project it, or write one whose labels have a single action"
            raise Unsuitable(f"a property has rank 1, this one has rank {given.rank}", hint=help)
        self._steps: dict[tuple[int, Action], list[int]] = {}
        self._named: set[Action] = set()
        for t, source in enumerate(given.sources):
            action = given.labels[given.label_numbers[t]].actions[0]
            self._named.add(action)
            reached = self._steps.setdefault((source, action), [])
            if given.targets[t] not in reached:
                reached.append(given.targets[t])

    def after(self, p: int, label: Label) -> tuple[int, ...]:
        """The possible states of the property after `label` happens in its state p."""
        step = label.internal
        if step is not None and step not in self._named:
            return (p,)
        found = {q: None for action in _readings(label) for q in self._steps.get((p, action), ())}
        return tuple(found)


def _readings(label: Label) -> Iterable[Action]:
    """The actions of a property that follow `label`."""
    directed = [action for action in (label.offer, label.request) if action is not None]
    yield from {Plain(action.name): None for action in directed}
    yield from (label.actions[i] for i in range(label.rank) if label.movers >> i & 1)


def violation(given: Automaton) -> str:
    """The name of the state of a property in which it is violated."""
    name = "violated"
    while name in given.principals[0].names:
        name += "'"
    return name


# Model checking in lockstep: whether a property allows the whole behaviour of an automaton.


class PropertyVerdict(Struct, frozen=True):
    """Whether a property holds; if not, the shortest path that breaks it."""

    holds: bool
    path: tuple[Transition, ...] = ()
    unfinished: bool = False
    """Whether the path breaks it by ending in a final state while the property is in none."""

    def __bool__(self) -> bool:
        return self.holds

    def as_json(self) -> Json:
        """The verdict, and the path that breaks the property."""
        path = [step.as_json() for step in self.path]
        return {"holds": self.holds, "path": path, "unfinished": self.unfinished}

    def rows(self) -> Iterator[ResultRow]:
        """The same in words."""
        if self.holds:
            yield "The property holds."
        elif not self.path:
            may_not = "the automaton may end in its initial state, the property may not"
            yield f"The property does not hold: {may_not}."
        else:
            how = "with a step that is not allowed"
            if self.unfinished:
                how = "in a final state, which the property does not allow"
            yield f"The property does not hold: this path ends {how}."
            yield from (f"  {step}" for step in self.path)


def model_check(automaton: Automaton, given: Automaton) -> PropertyVerdict:
    """The verdict whether the property `given` allows every path of the automaton.

    Every path must be a path of the property, and a path to a final state must lead to a final state there.
    The property may be nondeterministic: one way to follow a path is enough.
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
