"""Explanations why a synthesis removed a state: a chain of causes, back to one that no choice can change.

Every link refers to an earlier removal, so the chain ends.  Its last link is a necessary transition that the
requirement forbids, a state from which no final state can be reached, a lazy request without any match, or
the branching condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum

from msgspec import Struct

from noughts.automata.automaton import Automaton
from noughts.automata.fixpoint import DEAD_END, STAYS, UNREACHED
from noughts.automata.synthesise import Synthesis
from noughts.automata.transition import LabelKind, Modality, State, Transition, state_text
from noughts.games.result import Json


class Fate(Enum):
    """The reason why a state is not in the result; or that it is."""

    STAYS = "it is part of the result"
    IDLE = "it is all of the result"
    NECESSARY = "something necessary is not possible"
    DEAD_END = "no final state can be reached"
    UNREACHED = "it cannot be reached"


class Obstacle(Enum):
    """The reason why a transition is not in the result."""

    REQUIREMENT = "the requirement does not allow it"
    PROPERTY = "a property does not allow it"
    TARGET = "its target is removed"
    SOURCE = "its source is removed"
    BRANCHING = "the branching condition forbids it"


class Link(Struct, frozen=True):
    """The reason why one state is removed: a missing transition, and the obstacle to it.

    * ``blocked``: the missing transition; ``None`` if there never was one.  Of a dead end, it is on the
      shortest way to a final state
    * ``rival``: for a lazy transition, a match that might have served instead
    * ``beyond``: whether `blocked` leads to a state that violates a property, so its continuation is unknown
    """

    state: State
    fate: Fate
    blocked: Transition | None = None
    obstacle: Obstacle | None = None
    rival: Transition | None = None
    beyond: bool = False

    def __str__(self) -> str:
        return "\n".join(_sentences(self))

    def as_json(self) -> Json:
        """The names of its parts."""
        return {
            "state": list(self.state),
            "fate": self.fate.name.lower(),
            "transition": None if self.blocked is None else self.blocked.as_json(),
            "obstacle": None if self.obstacle is None else self.obstacle.name.lower(),
            "rival": None if self.rival is None else self.rival.as_json(),
        }


class Explanation(Struct, frozen=True):
    """The links from a state to the last cause, and a path from the initial state to that cause."""

    links: tuple[Link, ...]
    path: tuple[Transition, ...] = ()

    @property
    def is_of_idleness(self) -> bool:
        """Whether it explains why nothing can happen in a result."""
        return self.links[0].fate is Fate.IDLE

    def __str__(self) -> str:
        lines = [sentence for link in self.links for sentence in _sentences(link)]
        if self.path:
            lines += ["The path there:", *(f"  {step}" for step in self.path)]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Json]:
        """The links and the path."""
        why, path = ([part.as_json() for part in parts] for parts in (self.links, self.path))
        return {"why": why, "path": path}


def why_empty(synthesis: Synthesis) -> Explanation:
    """The explanation why the initial state is removed."""
    return why(synthesis, synthesis.given.initial)


def why_idle(synthesis: Synthesis) -> Explanation:
    """The explanation why nothing can happen in a result that is not empty."""
    return _Story(synthesis).idle()


def why(synthesis: Synthesis, state: State) -> Explanation:
    """The explanation why `state` is not in the result; `Unsuitable` if the automaton has no such state."""
    return _Story(synthesis).chain(synthesis.given.number(state))


class _Story:
    """The links found so far, and a path to the last one."""

    def __init__(self, synthesis: Synthesis) -> None:
        self._synthesis = synthesis
        self._fixpoint = synthesis.fixpoint
        self._automaton = synthesis.given
        self._order = {s: k for k, s in enumerate(synthesis.fixpoint.fallen)}
        self._links: list[Link] = []
        self._path: list[int] | None = []

    def chain(self, s: int) -> Explanation:
        """The chain of links from state number s."""
        if self._fixpoint.cause[s] == STAYS and self._fixpoint.empty:
            s = self._automaton.start
        self._path = self._from_the_beginning(s)
        following: int | None = s
        while following is not None:
            following = self._link(following)
        return self._explanation()

    def idle(self) -> Explanation:
        """The chain of links from the initial state, which nothing leaves any more."""
        s, now = self._automaton.start, len(self._fixpoint.fallen)
        leaving = {t: self._obstacle(t, now) for t in self._automaton.outgoing(s)}
        told = next((t for t in leaving if leaving[t] is Obstacle.TARGET), next(iter(leaving), None))
        if told is None:
            self._add(s, Fate.IDLE)
            return self._explanation()
        self._extend([told])
        step, obstacle = self._automaton.transition(told), leaving[told]
        self._links.append(Link(self._automaton.state(s), Fate.IDLE, step, obstacle))
        following = self._automaton.targets[told] if obstacle is Obstacle.TARGET else None
        while following is not None:
            following = self._link(following)
        return self._explanation()

    def _explanation(self) -> Explanation:
        return Explanation(tuple(self._links), tuple(map(self._automaton.transition, self._path or ())))

    def _from_the_beginning(self, s: int) -> list[int] | None:
        return _shortest(self._automaton, self._automaton.start, lambda state: state == s)

    def _link(self, s: int) -> int | None:
        """Add the link for s; returns the state whose removal it refers to."""
        cause = self._fixpoint.cause[s]
        if cause == STAYS:
            self._add(s, Fate.STAYS)
            return None
        if cause == DEAD_END:
            return self._dead_end(s)
        if cause == UNREACHED:
            return self._unreached(s)
        if self._automaton.modalities[cause] == Modality.LAZY:
            return self._unserved(s, cause)
        self._extend([cause])
        return self._blocked(s, Fate.NECESSARY, cause)

    def _dead_end(self, s: int) -> int | None:
        """Add the link of a dead end: the first obstacle on the shortest way to a final state when s fell."""
        way = _shortest(self._automaton, s, self._automaton.finals.__getitem__)
        if way is None:
            self._no_way(s)
            return None
        now = self._order[s]
        first = next(k for k, t in enumerate(way) if self._obstacle(t, now) is not None)
        self._extend(way[: first + 1])
        return self._blocked(s, Fate.DEAD_END, way[first])

    def _no_way(self, s: int) -> None:
        """Add the link of a state without a way to a final one, or only through a violated property."""
        way = _shortest(self._automaton, s, self._synthesis.violates)
        if not way:
            self._add(s, Fate.DEAD_END)
            return
        self._extend(way)
        blocked = self._automaton.transition(way[-1])
        state = self._automaton.state(s)
        self._links.append(Link(state, Fate.DEAD_END, blocked, Obstacle.PROPERTY, beyond=True))

    def _unreached(self, s: int) -> int | None:
        """Add the link of an unreached state: the first transition missing on the shortest way to it."""
        way, now = self._path or [], self._order[s]
        missing = next((k for k, t in enumerate(way) if self._obstacle(t, now) is not None), None)
        if missing is None:
            self._add(s, Fate.UNREACHED)
            return None
        self._path = way[: missing + 1]
        return self._blocked(s, Fate.UNREACHED, way[missing])

    def _unserved(self, s: int, lazy: int) -> int | None:
        """Add the link of a missing lazy transition, with the first match that might have served instead."""
        obstacle = self._obstacle(lazy, self._order[s])
        rival, found = self._rival(lazy, self._order[s])
        blocked = self._automaton.transition(lazy)
        if rival is None:
            self._extend([lazy])
            self._links.append(Link(self._automaton.state(s), Fate.NECESSARY, blocked, obstacle))
            return self._automaton.targets[lazy] if obstacle is Obstacle.TARGET else None
        named = self._automaton.transition(rival)
        self._links.append(Link(self._automaton.state(s), Fate.NECESSARY, blocked, obstacle, named))
        self._path = self._from_the_beginning(found)
        return found

    def _rival(self, lazy: int, now: int) -> tuple[int | None, int]:
        """A match that would have served if its source or target had not fallen, and which of them fell."""
        automaton = self._automaton
        for t in _alike(self._synthesis, lazy):
            for end in (automaton.sources[t], automaton.targets[t]):
                if self._order.get(end, now) < now:
                    return t, end
        return None, -1

    def _blocked(self, s: int, fate: Fate, t: int) -> int | None:
        obstacle = self._obstacle(t, self._order[s])
        self._links.append(Link(self._automaton.state(s), fate, self._automaton.transition(t), obstacle))
        return self._automaton.targets[t] if obstacle is Obstacle.TARGET else None

    def _obstacle(self, t: int, now: int) -> Obstacle | None:
        """The reason why t was not in K when `now` states had fallen."""
        automaton = self._automaton
        if not self._fixpoint.required[automaton.label_numbers[t]]:
            return Obstacle.REQUIREMENT
        if self._fixpoint.cut.get(t, now + 1) <= now:
            return Obstacle.BRANCHING
        if self._synthesis.violates(automaton.targets[t]):
            return Obstacle.PROPERTY
        return Obstacle.TARGET if self._order.get(automaton.targets[t], now) < now else None

    def _add(self, s: int, fate: Fate) -> None:
        self._links.append(Link(self._automaton.state(s), fate))

    def _extend(self, way: Iterable[int]) -> None:
        if self._path is not None:
            self._path += way


def _alike(synthesis: Synthesis, lazy: int) -> Iterator[int]:
    """The other matches that meet the need of a lazy transition and are allowed by the requirement."""
    automaton, need, required = synthesis.given, synthesis.need, synthesis.fixpoint.required
    wanted = need(automaton, lazy)
    if wanted is None:
        return
    near = _while_idle(automaton, lazy) if synthesis.waits else range(automaton.state_count)
    for t, number in enumerate(automaton.label_numbers):
        is_match = t != lazy and required[number] and automaton.labels[number].kind is LabelKind.MATCH
        if is_match and automaton.sources[t] in near and need(automaton, t) == wanted:
            yield t


def _while_idle(automaton: Automaton, lazy: int) -> set[int]:
    """The states that can be reached from the source of a lazy request while its principal idles."""
    requester = automaton.labels[automaton.label_numbers[lazy]].requester
    idle = [not label.movers >> requester & 1 for label in automaton.labels]
    found = [automaton.sources[lazy]]
    met = set(found)
    for s in found:
        targets = {automaton.targets[t] for t in automaton.outgoing(s) if idle[automaton.label_numbers[t]]}
        found += targets - met
        met |= targets
    return met


def _shortest(automaton: Automaton, begin: int, wanted: Callable[[int], bool | int]) -> list[int] | None:
    """The shortest way from `begin` to a wanted state; ``None`` if there is none."""
    came: dict[int, int | None] = {begin: None}
    found = [begin]
    for s in found:
        if wanted(s):
            return _way(automaton, came, s)
        for t in automaton.outgoing(s):
            target = automaton.targets[t]
            if target not in came:
                came[target] = t
                found.append(target)
    return None


def _way(automaton: Automaton, came: dict[int, int | None], s: int) -> list[int]:
    way: list[int] = []
    step = came[s]
    while step is not None:
        way.append(step)
        step = came[automaton.sources[step]]
    return way[::-1]


def _sentences(link: Link) -> list[str]:
    """The sentences of a link, with transitions on lines of their own."""
    if link.fate is Fate.STAYS:
        return [f"{state_text(link.state)} is part of the result."]
    if link.fate is Fate.IDLE:
        return _of_idleness(link)
    removed = f"{state_text(link.state)} is removed:"
    if link.blocked is None:
        never = (
            "no path leads to it."
            if link.fate is Fate.UNREACHED
            else "no final state can be reached from it."
        )
        return [f"{removed} {never}"]
    step, obstacle = f"  {link.blocked}", "" if link.obstacle is None else link.obstacle.value
    if link.fate is Fate.UNREACHED:
        return [f"{removed} the shortest path to it needs", step, f"but {obstacle}."]
    if link.beyond:
        return [
            f"{removed} no final state can be reached from it. Nothing may follow",
            step,
            f"because {obstacle}.",
        ]
    if link.fate is Fate.DEAD_END:
        return [
            f"{removed} no final state can be reached from it any more. The shortest way to one needs",
            step,
            f"but {obstacle}.",
        ]
    if link.blocked.modality is not Modality.LAZY:
        return [f"{removed} it cannot prevent", step, f"and {obstacle}."]
    needed = [f"{removed} it must be able to do, if not elsewhere then here,", step]
    if link.rival is None:
        return [*needed, f"but {obstacle}, and nothing that remains serves in its place."]
    lost = "A match that would have served is removed too:"
    return [*needed, f"but {obstacle}.", lost, f"  {link.rival}"]


def _of_idleness(link: Link) -> list[str]:
    state = state_text(link.state)
    if link.blocked is None or link.obstacle is None:
        return [f"Nothing can happen in the result: {state} is final, and no transition leaves it."]
    said = f"Nothing can happen in the result: {state} is final, and every step that leaves it is removed, as"
    return [said, f"  {link.blocked}", f"because {link.obstacle.value}."]
