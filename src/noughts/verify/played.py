"""All positions that play reaches by the reference evaluator, and what a side can force in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from noughts.games.game import Expansion, Position, Side
from noughts.refusal import Refusal

Reference: TypeAlias = Callable[[Position], Expansion | None]
"""A function that expands a position by the rules; it returns ``None`` if that takes too long."""

ProgressReport: TypeAlias = Callable[[int], None]


def asked(reference: Reference, position: Position) -> Expansion:
    """The expansion of a position by the rules; `Refusal` if that takes too long."""
    found = reference(position)
    if found is None:
        fact = "the rules take too long to be evaluated as they are written, so nothing can be verified"
        raise Refusal(fact, "make the game smaller with `--let`")
    return found


class PlayGraph(Struct, frozen=True):
    """The positions that play reaches from the first one, each with its expansion by the rules."""

    found: Mapping[Position, Expansion]

    def __len__(self) -> int:
        return len(self.found)

    def lost(self, side: Side) -> Mapping[Position, int]:
        """The positions in which the others together can force that one of them wins."""
        ends = (p for p, e in self.found.items() if e.outcome and e.outcome.winner not in (None, side))
        return self.forced(lambda mover: mover != side, ends)

    def endless(self, side: Side, lost: Mapping[Position, int]) -> frozenset[Position]:
        """The positions that are not lost, but in which the side cannot force an end that is not lost."""
        ends = (p for p, e in self.found.items() if e.outcome and p not in lost)
        ending = self.forced(lambda mover: mover == side, ends, barred=lost)
        return frozenset(p for p in self.found if p not in lost and p not in ending)

    def forced(
        self,
        attacks: Callable[[Side], bool],
        goal: Iterable[Position],
        barred: Mapping[Position, int] | None = None,
    ) -> Mapping[Position, int]:
        """The positions from which the attacking sides can force one of the goal, with the number of moves.

        No move leads to a `barred` position.
        """
        distance = {position: 0 for position in goal if not barred or position not in barred}
        left = {p: len(e.after) for p, e in self.found.items() if p not in distance}
        before = self.before
        for reached in (queue := list(distance)):
            for position in before.get(reached, ()):
                if position in distance or (barred and position in barred):
                    continue
                left[position] -= 1
                if attacks(self.found[position].to_move) or not left[position]:
                    distance[position] = distance[reached] + 1
                    queue.append(position)
        return distance

    @property
    def before(self) -> Mapping[Position, list[Position]]:
        """The positions before each, one for each move that leads to it."""
        before: dict[Position, list[Position]] = {}
        for position, expansion in self.found.items():
            for reached in expansion.after:
                before.setdefault(reached, []).append(position)
        return before


def play_graph(
    reference: Reference, start: Position, limit: int | None, progress: ProgressReport = lambda known: None
) -> PlayGraph | None:
    """All positions that play reaches; ``None`` if they are more than the limit."""
    found: dict[Position, Expansion] = {}
    known = {start}
    for position in (waiting := [start]):
        expansion = found[position] = asked(reference, position)
        for reached in expansion.after:
            if reached not in known:
                known.add(reached)
                waiting.append(reached)
        if limit is not None and len(known) > limit:
            return None
        progress(len(found))
    return PlayGraph(found)
