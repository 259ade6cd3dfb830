"""The labelled state graph of a game: its reachable positions, and moves between them with their sides."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from noughts.games.game import Game, Move, Position, Side, is_system
from noughts.kernels import explore as state_graphs
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.state_graph import StateGraph

Made: TypeAlias = tuple[Side, Move]
"""A move and the side that makes it."""

_GRAPH_LIMIT = 2_000_000
"""The most positions of a game that are explored by default."""


@dataclass(frozen=True, slots=True)
class GameGraph:
    """The state graph of a game, whose edges are labelled by moves and their sides.

    Edge e leads from ``positions[sources[e]]`` to ``positions[targets[e]]`` and is ``made[kinds[e]]``.  The
    edges of one source are consecutive, in the game's order of moves.  ``texts`` has the text of each of
    `made`: its side, and what a user types for the move where it occurs first.  ``ends`` has the terminal
    positions, each with its winner.
    """

    states: StateGraph
    sources: Sequence[int]
    kinds: Sequence[int]
    made: Sequence[Made]
    texts: Sequence[str]
    ends: dict[int, Side | None]

    @property
    def game(self) -> Game:
        """The game."""
        return self.states.game

    @property
    def positions(self) -> Sequence[Position]:
        """All positions, in the order of their discovery."""
        return self.states.positions

    @property
    def targets(self) -> array[int]:
        """Where each edge leads."""
        return self.states.targets

    def number(self, position: Position) -> int:
        """The number of a position; `KeyError` if it cannot be reached."""
        return self.states.number_of[position]


def game_graph(
    game: Game, *, limit: int = _GRAPH_LIMIT, progress: Callable[[int], None] | None = None
) -> GameGraph:
    """The labelled state graph of a game; `TooManyPositions` if it has more than `limit` positions."""
    report = (lambda known, _: progress(known)) if progress else None
    return labelled(state_graphs.explore(game, limit=limit, progress=report))


def labelled(states: StateGraph) -> GameGraph:
    """A state graph with its edges labelled."""
    game, sides = states.game, states.game.sides
    sources, kinds = array("I"), array("I")
    texts: list[str] = []
    number_of: dict[tuple[int, int], int] = {}
    ends: dict[int, Side | None] = {}
    for s, (mover, winner) in enumerate(zip(states.movers, states.winners, strict=True)):
        if mover == NOBODY:
            ends[s] = None if winner == NOBODY else sides[winner]
            continue
        for move in states.move_numbers(s):
            kind = number_of.setdefault((mover, move), len(number_of))
            if kind == len(texts):
                text = game.move_text(states.positions[s], states.every_move[move])
                texts.append(text if is_system(game) else f"{sides[mover]}_{text}")
            sources.append(s)
            kinds.append(kind)
    made = [(sides[mover], states.every_move[move]) for mover, move in number_of]
    return GameGraph(states, sources, kinds, made, texts, ends)
