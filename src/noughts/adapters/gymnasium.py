"""Games as environments of Gymnasium, for one agent that learns against players: `env`, `vector_env`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from noughts.adapters.encoding import ENCODING_LIMIT, encoding_of
from noughts.api.extra import imported
from noughts.api.game import Game
from noughts.api.player import AnyPlayer
from noughts.api.wanted import require_whole
from noughts.kernels.search_game import MOST_MOVES

if TYPE_CHECKING:
    from gymnasium.vector import SyncVectorEnv

    from noughts.adapters.single_env import SingleEnv


def env(
    game: Game,
    side: str,
    opponent: AnyPlayer = "random",
    *,
    render_mode: str | None = None,
    limit: int = ENCODING_LIMIT,
    most_moves: int = MOST_MOVES,
) -> SingleEnv:
    """A game as an environment whose agent plays `side`, against any player at the other sides.

    A game without a kernel is explored up to `limit` positions.  A match is truncated after `most_moves`.
    `Refusal` if Gymnasium is not installed.

    >>> import noughts
    >>> environment = env(noughts.load("tictactoe"), "x", "perfect")
    >>> seen, info = environment.reset(seed=1)
    >>> seen["observation"].shape, seen["action_mask"].sum()
    ((4, 3, 3), np.int64(9))
    """
    imported("gymnasium", "pettingzoo")
    from noughts.adapters.single_env import SingleEnv

    return SingleEnv(encoding_of(game, limit=limit), side, opponent, render_mode, most_moves)


def vector_env(
    game: Game,
    side: str,
    opponent: AnyPlayer = "random",
    *,
    count: int,
    limit: int = ENCODING_LIMIT,
    most_moves: int = MOST_MOVES,
) -> SyncVectorEnv:
    """`count` such environments that are stepped together; see `env`.

    >>> import noughts
    >>> environments = vector_env(noughts.load("tictactoe"), "o", count=3)
    >>> seen, info = environments.reset(seed=1)
    >>> seen["observation"].shape
    (3, 4, 3, 3)
    """
    vector = imported("gymnasium.vector", "pettingzoo")
    from noughts.adapters.single_env import SingleEnv

    require_whole("count", count)
    encoding = encoding_of(game, limit=limit)
    found: SyncVectorEnv = vector.SyncVectorEnv(
        [partial(SingleEnv, encoding, side, opponent, None, most_moves)] * count
    )
    return found
