"""The laws of games, checked of a game of either kind: `noughts.check_laws`."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.api.game import Game
from noughts.games import laws
from noughts.games.game import Game as Rules


def check_laws(
    game: Game | Rules, *, seed: int = 0, walks: int = 50, plies: int = 100
) -> Iterator[laws.Violation]:
    """The laws that the game breaks in these walks, each with its first example.

    `game` is what `noughts.load` returns, or an object with the methods of a game.  `walks` lines of play are
    tried, each up to `plies` moves long; the same `seed` tries the same ones.

    >>> import noughts
    >>> list(noughts.check_laws(noughts.load("nim")))
    []
    """
    asked = game if isinstance(game, Game) else Game(game)
    return laws.check_laws(asked.rules, seed=seed, walks=walks, plies=plies)
