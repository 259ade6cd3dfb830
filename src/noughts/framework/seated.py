"""Players of games at boards, and players of boards in games: the same seat from both sides."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from noughts.framework.board import Board, Decision
from noughts.framework.board_game import BoardGame
from noughts.framework.game_rules import GameRules, board_of
from noughts.framework.player import Player
from noughts.framework.signals import GameOver, Tied
from noughts.games.game import Move
from noughts.games.match import Match
from noughts.players.grid import Layout
from noughts.players.random import RandomPlayer as AnyMove


class Seated(Player):
    """A player of games at a board: what it chooses in the match that is played there is its decision."""

    def __init__(self, name: str, p_index: int, choose: Callable[[Match], Move]) -> None:
        super().__init__(name, p_index)
        self.choose = choose

    def decide(self, board: Board) -> Decision:
        """The cell of the chosen move; `Tied` where there is none: the match should have been over."""
        rules = board.rule_set
        match = rules.match if isinstance(rules, GameRules) else Match(BoardGame(board))
        if not match.legal_moves:
            raise Tied
        move = self.choose(match)
        cell: Decision = rules.layout.cell_of(match, move) if isinstance(rules, GameRules) else move
        return cell


class RandomPlayer(Seated):
    """Goes for any cell that the rules allow, all with the same chance."""

    def __init__(self, name: str, p_index: int, seed: int | str | None = None) -> None:
        super().__init__(name, p_index, AnyMove(seed=seed).choose)


class AtBoard:
    """A player of boards in a match of a game: the move of the cell for which it decides."""

    def __init__(self, player: Player, layout: Layout) -> None:
        self.player = player
        self.layout = layout

    @property
    def name(self) -> str:
        """That of the player."""
        return self.player.name

    def choose(self, match: Match) -> Move:
        """The move of its step, which it remembers if it records; `InvalidStep` if that is none."""
        board = board_of(match, self.layout)
        with suppress(Tied, GameOver):
            self.player.go(board)
        rules = board.rule_set
        assert isinstance(rules, GameRules)
        return rules.match.moves[-1]
