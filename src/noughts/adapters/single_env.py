"""A game as an environment of Gymnasium: one agent plays a side, and players decide for the others.

Towers et al., "Gymnasium: A Standard Interface for Reinforcement Learning Environments", arXiv:2407.17032.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from noughts.adapters.agent_view import Bits
from noughts.adapters.board_rendering import Rendered, Renderer
from noughts.adapters.encoding import Encoding
from noughts.api.player import AnyPlayer, player_at
from noughts.games.match import Match
from noughts.players.named import Seat
from noughts.refusal import Refusal


def observation_space(encoding: Encoding) -> Any:
    """The space of what a side sees; see `Encoding.seen`."""
    mask = Box(0, 1, (len(encoding.actions),), np.int8)
    return Dict({"observation": Box(0, 1, encoding.shape, np.int8), "action_mask": mask})


class SingleEnv(Env[dict[str, Bits], np.int64]):
    """An environment whose agent plays `side`; `opponent` decides for all other sides.

    The reward is given at the end: 1 for a win, -1 for a loss, 0 for a draw.  An illegal action ends the
    match with -1.  A seed of `reset` fixes the random choices of the opponent.
    """

    def __init__(
        self, encoding: Encoding, side: str, opponent: AnyPlayer, render_mode: str | None, most_moves: int
    ) -> None:
        if side not in encoding.game.sides:
            raise Refusal(f"there is no side `{side}`", f"there are {', '.join(encoding.game.sides)}")
        self._renderer = Renderer(encoding.game.rules, render_mode)
        self.metadata = self._renderer.metadata
        self.encoding = encoding
        self.side = encoding.game.sides.index(side)
        self.opponent = opponent
        self.render_mode = render_mode
        self.most_moves = most_moves
        self.observation_space = observation_space(encoding)
        self.action_space = Discrete(len(encoding.actions))
        self._seated(None)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Bits], dict[str, Any]]:
        """Begin a match, and make the moves of other sides before the first one of the agent."""
        super().reset(seed=seed)
        if seed is not None:
            self._seated(seed)
        self.position, self.match = self.encoding.initial, Match(self.encoding.searched.quick)
        self._others_move()
        if self.render_mode == "human":
            self.render()
        return self._observed(), {}

    def step(self, action: np.int64) -> tuple[dict[str, Bits], float, bool, bool, dict[str, Any]]:
        """Make a move of the agent, and those of other sides until it is to move again."""
        if int(action) not in self.position.legal:
            return self._observed(), -1.0, True, False, {"illegal": int(action)}
        self._make(int(action))
        self._others_move()
        if self.render_mode == "human":
            self.render()
        is_over = self.position.outcome is not None
        reward = float(self.encoding.reward(self.position, self.side))
        return self._observed(), reward, is_over, not is_over and self._is_long, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of the agent; MaskablePPO of sb3-contrib asks for them by this name."""
        return self._observed()["action_mask"].astype(bool)

    def render(self) -> Rendered:
        """The board in the render mode; see `noughts.adapters.board_rendering.Renderer`."""
        return self._renderer.frame(self.match.position)

    @property
    def _is_long(self) -> bool:
        return self.match.ply >= self.most_moves

    def _seated(self, seed: int | None) -> None:
        """Create the players of the other sides."""
        rules = self.encoding.game.rules
        self._players = [player_at(self.opponent, Seat(rules, side, seed)) for side in rules.sides]

    def _observed(self) -> dict[str, Bits]:
        return self.encoding.seen(self.position, self.side)

    def _others_move(self) -> None:
        while self.position.outcome is None and self.position.mover != self.side and not self._is_long:
            move = self._players[self.position.mover].choose(self.match)
            self._make(self.encoding.action_of(move))

    def _make(self, action: int) -> None:
        move = self.encoding.move_of(self.position, action)
        self.position, self.match = self.encoding.after(self.position, action), self.match.play(move)
