"""A game as an AEC environment of PettingZoo: agents move one at a time.

Terry et al., "PettingZoo: Gym for Multi-Agent Reinforcement Learning", NeurIPS 2021.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from noughts.adapters.agent_view import Bits
from noughts.adapters.board_rendering import Rendered, Renderer
from noughts.adapters.encoding import EncodedPosition, Encoding
from noughts.adapters.single_env import observation_space
from noughts.kernels.kernel_source import NOBODY
from noughts.refusal import Refusal


class GameEnv(AECEnv[str, dict[str, Bits], int]):
    """An environment whose agents are the sides of a game.

    An observation is a dictionary with ``observation``, which is `Encoding.seen`, and ``action_mask``, the
    legal actions of the agent, none if another one is to move.  Rewards are given at the
    end: 1 for the winner, -1 for the others, 0 for a draw.  Nothing is random, so a seed changes nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {}

    def __init__(self, encoding: Encoding, render_mode: str | None, most_moves: int) -> None:
        super().__init__()
        self._renderer = Renderer(encoding.game.rules, render_mode)
        self.encoding = encoding
        self.render_mode = render_mode
        self.most_moves = most_moves
        self.metadata = {  # type: ignore[misc]  # PettingZoo reads the name of an environment there
            "name": f"{encoding.game.name}_v0",
            **self._renderer.metadata,
            "is_parallelizable": False,
        }
        self.possible_agents = list(encoding.game.sides)
        self.agents = self.possible_agents[:]
        self.action_spaces = {agent: Discrete(len(encoding.actions)) for agent in self.agents}
        self.observation_spaces = {agent: observation_space(encoding) for agent in self.agents}
        self.state_space = Box(0, 1, (encoding.width,), np.int8)
        self.position: EncodedPosition = encoding.initial
        self.moves_made = 0

    def observation_space(self, agent: str) -> Dict[Any]:
        found: Dict[Any] = self.observation_spaces[agent]
        return found

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.position = self.encoding.initial
        self.moves_made = 0
        self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Bits]:
        """The position in the view of the agent, and its legal actions."""
        seen = self.encoding.seen(self.position, self.possible_agents.index(agent))
        if self.truncations.get(agent):
            seen["action_mask"][:] = 0
        return seen

    def step(self, action: int | None) -> None:
        """Make the move with that number; ``None`` leaves a match that is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Refusal("the match goes on", "choose an action; `None` is for when it is over")
        self.position = self.encoding.after(self.position, int(action))
        self.moves_made += 1
        self._cumulative_rewards[agent] = 0
        for side, name in enumerate(self.possible_agents):
            self.rewards[name] = self.encoding.reward(self.position, side)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Select the next agent: the side to move; the first one if the match is over or too long."""
        over = self.position.outcome is not None
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.moves_made >= self.most_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0] if over else self._to_move or self.agents[0]

    @property
    def _to_move(self) -> str | None:
        mover = self.position.mover
        return None if mover == NOBODY else self.possible_agents[mover]

    def state(self) -> Bits:
        """The observation that all agents share."""
        return self.encoding.observation(self.position)

    def render(self) -> Rendered:
        """The board in the render mode; see `noughts.adapters.board_rendering.Renderer`."""
        return self._renderer.frame(self.encoding.searched.position(self.position.node))

    def close(self) -> None:
        """There is nothing to close."""
