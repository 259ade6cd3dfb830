"""Sides that stand for chance: a die, or a deal of cards.

Every side is taken for a player, who chooses its moves; so what is said of a position must not depend on a
side that has no wishes.  A side stands for chance if its name says so, and the rules do not say when it wins.
"""

from __future__ import annotations

from typing import Final

from noughts.games.game import Game, Side

_NAMES: Final = {
    "die", "dice", "coin", "coins", "wheel", "spinner", "chance", "nature", "random", "luck", "fate",
    "deal", "dealer", "deck", "shuffle",
}  # fmt: skip
"""Names of sides that stand for chance, in small letters."""


def names_chance(name: str) -> bool:
    """Whether a side of that name stands for chance, as far as its name tells."""
    return name.lower() in _NAMES


def chance_of(game: Game) -> tuple[Side, ...]:
    """The sides of a game that stand for chance."""
    players: frozenset[Side] = getattr(game, "named_winners", frozenset())
    return tuple(side for side in game.sides if names_chance(side) and side not in players)


def players_of(game: Game) -> tuple[Side, ...]:
    """The other sides."""
    chance = chance_of(game)
    return tuple(side for side in game.sides if side not in chance)


def has_values(game: Game) -> bool:
    """Whether a position of a game has one value: one or two sides play, and chance does not."""
    return len(game.sides) <= 2 and not chance_of(game)
