"""A game as a game of OpenSpiel: sequential, deterministic, of perfect information.

Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", arXiv:1908.09453.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from noughts.adapters.encoding import Encoding


def register_encoding(name: str, encoding: Encoding, most_moves: int) -> None:
    """Let `pyspiel.load_game` know a game by that name."""
    players = len(encoding.game.sides)
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"{encoding.game.name} (Noughts)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    # A class, because OpenSpiel lets go of it only when Python has ended: what can be freed there crashes
    # (a class is part of a cycle, so that it never is).
    given = {"kind": kind, "encoding": encoding, "most_moves": most_moves}
    pyspiel.register_game(kind, type(SpielGame.__name__, (SpielGame,), given))


class SpielGame(pyspiel.Game):
    """The rules; players are the sides by number, actions the moves.

    >>> import noughts
    >>> from noughts.adapters.open_spiel import load_game
    >>> game = load_game(noughts.load("tictactoe"))
    >>> state = game.new_initial_state()
    >>> game.num_distinct_actions(), state.action_to_string(0, state.legal_actions()[0])
    (18, '1')
    """

    kind: ClassVar[Any]
    encoding: ClassVar[Encoding]
    most_moves: ClassVar[int]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        encoding = self.encoding
        players = len(encoding.game.sides)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(encoding.moves),
            max_chance_outcomes=0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players == 2 else None,
            max_game_length=min(encoding.longest, self.most_moves),
        )
        super().__init__(self.kind, info, dict(params or {}))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pyspiel.load_game, (self.get_type().short_name,)  # as OpenSpiel keeps its own, by name

    def new_initial_state(self, state: None = None) -> SpielState:
        """Where every match begins."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """What sees the position, or the moves made where perfect recall is asked for."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.encoding)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):
    """A match; a match of `most_moves` that is not over is a draw."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.encoding.initial
        self.moves_left = game.most_moves

    @property
    def encoding(self) -> Encoding:
        """That of the game; OpenSpiel copies and pickles the attributes of a state, so it is none of them."""
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
        return f"move {action}"  # OpenSpiel may name any action anywhere, also where it has no text

    def __str__(self) -> str:
        return self.encoding.text(self.position)


class Observer:
    """The bits of a position and whose turn it is, the same for all players."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.tensor = np.zeros(encoding.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the position into `tensor`."""
        self.tensor[:] = self.encoding.observation(state.position)

    def string_from(self, state: SpielState, player: int) -> str:
        """The position in writing."""
        return str(state)
