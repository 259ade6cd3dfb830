"""Games as environments of PettingZoo, for agents that learn: `env`, `raw_env`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from noughts.adapters.encoding import ENCODING_LIMIT, encoding_of
from noughts.api.game import Game
from noughts.kernels.search_game import MOST_MOVES
from noughts.refusal import imported

if TYPE_CHECKING:
    from noughts.adapters.aec_env import GameEnv
    from noughts.adapters.board_rendering import RenderMode


def env(
    game: Game,
    *,
    render_mode: RenderMode | None = None,
    limit: int = ENCODING_LIMIT,
    most_moves: int = MOST_MOVES,
) -> Any:
    """A game as an AEC environment whose agents are its sides, in the usual wrappers.

    An illegal action ends the match with a reward of -1 for its agent.  `limit` and `most_moves` are as for
    `raw_env`.  `Refusal` if PettingZoo is not installed.

    >>> import noughts
    >>> environment = env(noughts.load("nim"))
    >>> environment.reset()
    >>> environment.agent_selection, environment.action_space("x").n
    ('x', np.int64(12))
    """
    wrappers = imported("pettingzoo.utils", "pettingzoo").wrappers
    found = raw_env(game, render_mode=render_mode, limit=limit, most_moves=most_moves)
    for wrap in (
        lambda inner: wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1),
        wrappers.AssertOutOfBoundsWrapper,
        wrappers.OrderEnforcingWrapper,
    ):
        found = wrap(found)
    return found


def raw_env(
    game: Game,
    *,
    render_mode: RenderMode | None = None,
    limit: int = ENCODING_LIMIT,
    most_moves: int = MOST_MOVES,
) -> GameEnv:
    """A game as an AEC environment without wrappers, in which an illegal action raises a `Refusal`.

    A game without a kernel is explored up to `limit` positions.  A match is truncated after `most_moves`.
    """
    imported("pettingzoo", "pettingzoo")
    from noughts.adapters.aec_env import GameEnv

    return GameEnv(encoding_of(game, limit=limit), render_mode, most_moves)
