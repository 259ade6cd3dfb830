"""How a side loses from a position outside its strategy: a play, move by move."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.automata.from_game import Plant
from noughts.automata.synthesise import Synthesis
from noughts.games.game import Position, Side


@dataclass(frozen=True, slots=True)
class Played:
    """One move: who makes it, how it is written, and where it leads."""

    side: Side
    text: str
    position: Position

    def __str__(self) -> str:
        return f"{self.side} {self.text}"


def lost_play(given: Plant, synthesis: Synthesis, side: Side, begin: int = 0) -> list[Played]:
    """A play from position number `begin`, which the strategy of `side` does not have, to the end.

    Positions fall in the order of their distance from the end: first those that the side has lost, then those
    from which others can force that, or the side has no other move.  So the others move to the position that
    fell first, and the side, which delays, to the one that fell last.
    """
    graph = given.graph
    fell = fallen(given, synthesis)
    leaving: dict[int, list[int]] = {}
    for edge, source in enumerate(graph.sources):
        leaving.setdefault(source, []).append(edge)
    line: list[Played] = []
    here = begin
    while edges := [edge for edge in leaving.get(here, ()) if graph.targets[edge] in fell]:
        own = graph.made[graph.kinds[edges[0]]][0] == side
        edge = (max if own else min)(edges, key=lambda edge: fell[graph.targets[edge]])
        mover, move = graph.made[graph.kinds[edge]]
        text = graph.game.move_text(graph.positions[here], move)
        here = graph.targets[edge]
        line.append(Played(mover, text, graph.positions[here]))
    return line


def no_strategy(given: Plant, synthesis: Synthesis, side: Side) -> tuple[str, str]:
    """What to say of a side without a strategy: that it has none, and how it loses."""
    line = ", ".join(map(str, lost_play(given, synthesis, side)))
    how = f"it loses, for example, after {line}" if line else "it has lost before the first move"
    return f"{side} has no safe strategy in {given.graph.game.name}", how


def fallen(given: Plant, synthesis: Synthesis) -> dict[int, int]:
    """The positions outside the strategy, by number, each with its rank in the order of falling."""
    count = len(given.position)
    return {given.position[s]: k for k, s in enumerate(synthesis.fixpoint.fallen) if s < count}
