"""Games as environments of Gymnasium, for one agent that learns against players: `env`, `vector_env`."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from noughts.adapters.encoding import ENCODING_LIMIT, Encoding, encoding_of
from noughts.api.game import Game, load
from noughts.api.player import AnyPlayer
from noughts.api.wanted import require_whole
from noughts.kernels.search_game import MOST_MOVES
from noughts.refusal import imported

if TYPE_CHECKING:
    from gymnasium.vector import SyncVectorEnv

    from noughts.adapters.board_rendering import RenderMode
    from noughts.adapters.single_env import SingleEnv


def env(
    game: Game | str,
    side: str,
    opponent: AnyPlayer = "random",
    *,
    render_mode: RenderMode | None = None,
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

    return SingleEnv(_encoding(game, limit), side, opponent, render_mode, most_moves)


def vector_env(
    game: Game | str,
    side: str,
    opponent: AnyPlayer = "random",
    *,
    num_envs: int,
    render_mode: RenderMode | None = None,
    limit: int = ENCODING_LIMIT,
    most_moves: int = MOST_MOVES,
) -> SyncVectorEnv:
    """`num_envs` such environments that are stepped together; see `env`.

    >>> import noughts
    >>> environments = vector_env(noughts.load("tictactoe"), "o", num_envs=3)
    >>> seen, info = environments.reset(seed=1)
    >>> seen["observation"].shape
    (3, 4, 3, 3)
    """
    vector = imported("gymnasium.vector", "pettingzoo")
    from noughts.adapters.single_env import SingleEnv

    require_whole("num_envs", num_envs)
    encoding = _encoding(game, limit)
    made = partial(SingleEnv, encoding, side, opponent, render_mode, most_moves)
    found: SyncVectorEnv = vector.SyncVectorEnv([made] * num_envs)
    return found


def _encoding(game: Game | str, limit: int) -> Encoding:
    return encoding_of(load(game) if isinstance(game, str) else game, limit=limit)


with suppress(ModuleNotFoundError):  # for `gymnasium.make("noughts.adapters.gymnasium:noughts/Game-v0", …)`
    import_module("gymnasium").register(
        "noughts/Game-v0", f"{__name__}:env", vector_entry_point=f"{__name__}:vector_env"
    )
