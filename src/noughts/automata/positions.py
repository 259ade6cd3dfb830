"""All positions of a game and all moves between them, numbered in the order of their distance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from noughts.automata.refusal import TooLarge
from noughts.games.game import Game, Move, Position, Side

Made: TypeAlias = tuple[Side, Move]
"""A move and the side that makes it."""

Tell: TypeAlias = Callable[[int], None]
"""Is told now and then how many positions have been looked at."""

LIMIT = 2_000_000
"""Positions beyond which a game is not explored unless somebody asks for it."""

PACE = 1000
"""Progress is told once in so many positions."""


@dataclass(slots=True)
class Positions:
    """What can be reached in a game, as a graph.

    Move number e leads from ``positions[sources[e]]`` to ``positions[targets[e]]`` and is
    ``made[kinds[e]]``; those of one source stand side by side, in the game's order.
    """

    game: Game
    positions: Sequence[Position]
    number: Callable[[Position], int]
    """The number of a position; `KeyError` if it cannot be reached."""
    ends: dict[int, Side | None] = field(default_factory=dict)
    """The positions where the game is over, each with its winner."""
    made: list[Made] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """How each of `made` is written: its side, and what a person types for it where it was met first."""
    sources: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)

    def record(self, source: int, kind: int, target: int) -> None:
        """One more move."""
        self.sources.append(source)
        self.kinds.append(kind)
        self.targets.append(target)

    def met(self, made: Made, position: Position) -> None:
        """A kind of move that was not met before is made in this position."""
        side, move = made
        self.made.append(made)
        self.texts.append(f"{side}_{self.game.move_text(position, move)}")


def watch(game: Game, s: int, count: int, limit: int, tell: Tell | None) -> None:
    """Tell how far it has come; `TooLarge` if there are too many positions."""
    if count > limit:
        raise TooLarge(f"{game.name} has more than {limit:,} positions, which is the limit")
    if tell is not None and not s % PACE:
        tell(s)
