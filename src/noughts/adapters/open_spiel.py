"""Games as games of OpenSpiel, which its algorithms play, and policies as players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from noughts.adapters.encoding import ENCODING_LIMIT, encoding_of
from noughts.adapters.identity import identity_of
from noughts.api.game import Game
from noughts.kernels.search_game import MOST_MOVES
from noughts.refusal import imported

if TYPE_CHECKING:
    from noughts.adapters.spiel_game import SpielGame, SpielPlayer

# The prefix of the names of registered games, which keeps them apart from OpenSpiel's own games.
_PREFIX: Final = "noughts_"


def load_game(
    game: Game, *, name: str | None = None, limit: int = ENCODING_LIMIT, most_moves: int = MOST_MOVES
) -> SpielGame:
    """A game as a ``pyspiel.Game``, registered as by `register`."""
    registered = register(game, name=name, limit=limit, most_moves=most_moves)
    found: SpielGame = imported("pyspiel", "open-spiel").load_game(registered)
    return found


def player(game: SpielGame, policy: Any, *, name: str | None = None, seed: int | None = None) -> SpielPlayer:
    """A policy of OpenSpiel as a player for `Game.play`, `Game.arena` and `Game.audit`.

    The policy has OpenSpiel's method ``action_probabilities(state)``; other objects, such as a bot, are a
    player by a function of a match.
    """
    from noughts.adapters.spiel_game import SpielPlayer

    return SpielPlayer(game, policy, name, seed)


def register(
    game: Game, *, name: str | None = None, limit: int = ENCODING_LIMIT, most_moves: int = MOST_MOVES
) -> str:
    """Register a game with OpenSpiel for this process; returns the name for ``pyspiel.load_game``.

    The default name is ``noughts_`` and the name of the game, with constants as parameters:
    ``noughts_mnk(k=3,m=4,n=3)``.  Without parameters, the name refers to the game that was registered last.
    A game without a kernel is explored up to `limit` positions.  A match that is not over after `most_moves`
    is a draw.  `Refusal` if the name belongs to other rules, or if OpenSpiel is not installed.
    """
    imported("pyspiel", "open-spiel")
    from noughts.adapters.spiel_family import Variant, register_variant

    wanted = name or _PREFIX + re.sub(r"\W", "_", game.name)
    return register_variant(wanted, Variant(identity_of(game), encoding_of(game, limit=limit), most_moves))
