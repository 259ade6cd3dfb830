"""A game as a game of OpenSpiel: sequential, deterministic, of perfect information.

Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", arXiv:1908.09453.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from noughts.adapters.encoding import Encoding
from noughts.api.match import Match


class SpielGame(pyspiel.Game):
    """The rules; players are the sides by number, actions the moves.

    >>> import noughts
    >>> from noughts.adapters.open_spiel import load_game
    >>> game = load_game(noughts.load("tictactoe"))
    >>> state = game.new_initial_state()
    >>> game.num_distinct_actions(), state.action_to_string(0, state.legal_actions()[0])
    (18, '1')
    """

    family: ClassVar[Any]
    """The `noughts.adapters.spiel_family.Family` that it belongs to, which made this class."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.variant = self.family.variant(params or {})
        self.encoding: Encoding = self.variant.encoding
        self.most_moves: int = self.variant.most_moves
        players = len(self.encoding.game.sides)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions),
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players == 2 else None,
            max_game_length=min(self.encoding.longest, self.most_moves),
        )
        super().__init__(self.family.kind(self.variant), info, self.variant.parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        found: tuple[Any, ...] = self.family.reduced(self.variant)
        return found  # as OpenSpiel keeps its own, by name and parameters

    def new_initial_state(self, state: None = None) -> SpielState:
        """The state in which every match begins."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """An observer of the position; with perfect recall, of the moves made."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.encoding)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):
    """A match; a match of `most_moves` that is not over is a draw."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.encoding.initial
        self.moves_left = game.most_moves

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.get_game(), self.serialize())  # the game itself knows whether it is the same

    @property
    def encoding(self) -> Encoding:
        """The encoding of the game; it is no attribute, since OpenSpiel copies and pickles attributes."""
        game: SpielGame = self.get_game()
        return game.encoding

    def current_player(self) -> int:
        """The side to move."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.position.mover

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.position.outcome is not None or not self.moves_left

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the others, 0 for a draw and while the match goes on."""
        return [float(self.encoding.reward(self.position, k)) for k in range(len(self.encoding.game.sides))]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal)

    def _apply_action(self, action: int) -> None:
        self.position = self.encoding.after(self.position, action)
        self.moves_left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == self.position.mover and action in self.position.legal:
            return self.encoding.move_text(self.position, action)
        return f"move {action}"  # OpenSpiel may ask for the name of an action that is not legal

    def __str__(self) -> str:
        return self.encoding.text(self.position)


def _restored(game: SpielGame, state: str) -> SpielState:
    """A copy of a state."""
    found: SpielState = game.deserialize_state(state)
    return found


class Observer:
    """An observer of the bits of a position in the view of a player, and of the side to move."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.tensor = np.zeros(encoding.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the position into `tensor`."""
        self.tensor[:] = self.encoding.observation(state.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position as text."""
        return str(state)


class SpielPlayer:
    """A policy of OpenSpiel as a player; an audit follows all actions that have a positive probability."""

    def __init__(self, game: SpielGame, policy: Any, name: str | None, seed: int | None) -> None:
        self.game = game
        self.policy = policy
        self.name = name or type(policy).__name__
        self._dice = Random(seed)

    def choose(self, match: Match) -> str:
        """The text of a move, drawn by the probabilities of the policy."""
        state, probabilities = self._probabilities(match)
        (action,) = self._dice.choices(list(probabilities), list(probabilities.values()))
        return state.encoding.move_text(state.position, action)

    def choices(self, match: Match) -> Sequence[str]:
        """The texts of all moves that it may choose."""
        state, probabilities = self._probabilities(match)
        possible = [action for action, probability in probabilities.items() if probability > 0]
        return [state.encoding.move_text(state.position, action) for action in possible]

    def _probabilities(self, match: Match) -> tuple[SpielState, dict[int, float]]:
        """The state of a match, and the probability of each legal action there."""
        state = self.game.new_initial_state()
        for move in match.played.moves:
            state.apply_action(self.game.encoding.action_of(move))
        found = self.policy.action_probabilities(state)
        return state, {action: found.get(action, 0.0) for action in state.legal_actions()}
