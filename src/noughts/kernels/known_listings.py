"""The positions of a game without formulas, kept from run to run: its rules may take a minute to list them.

They are a file in the cache beside those of formulas (`noughts.grounding.known_formulas`), named by the rules
and by the position in which they begin.
"""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any

from noughts.games.game import Game, Position
from noughts.grounding.known_formulas import (
    Named,
    kept_in,
    put_in,
    read_values,
    rules_file,
    written_values,
)
from noughts.kernels.state_graph import RuleGraph

_ARRAYS = {"offsets": "Q", "targets": "I", "movers": "b", "winners": "b", "move_of": "I"}
"""The parts of a graph that are numbers, with their types."""


def listing_file(game: Game, start: Position) -> Path | None:
    """The file of a listing; ``None`` where nothing can be stored, or the rules are no document."""
    if not isinstance(game, Named):
        return None
    return rules_file(game, "listing", game.position_text(start))


def known_listing(game: Game, place: Path | None) -> RuleGraph | None:
    """The listing that was kept; ``None`` if there is none, or a damaged one."""
    content = kept_in(place)
    return None if content is None else read_listing(game, content)


def keep_listing(graph: RuleGraph, place: Path) -> None:
    """Write a listing down, and forget the oldest of others if there are too many."""
    put_in(place, lambda: written_listing(graph))


def written_listing(graph: RuleGraph) -> Any:
    """What a file holds."""
    numbers = {name: list(getattr(graph, name)) for name in _ARRAYS}
    return {
        "positions": written_values(graph.positions),
        "moves": written_values(graph.every_move),
        **numbers,
    }


def read_listing(game: Game, content: Any) -> RuleGraph:
    """A listing by what a file holds."""
    positions = read_values(content["positions"])
    return RuleGraph(
        game=game,
        positions=positions,
        number_of={position: number for number, position in enumerate(positions)},
        every_move=read_values(content["moves"]),
        **{name: array(kind, content[name]) for name, kind in _ARRAYS.items()},
    )
