"""Adapters between players of games and players at boards."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from noughts.framework.board import Board, Decision
from noughts.framework.board_game import BoardGame
from noughts.framework.game_rules import GameRules, board_of
from noughts.framework.player import Player
from noughts.framework.rule_set import GameOver, Tied
from noughts.games.game import Move
from noughts.games.match import Match
from noughts.players.grid import Layout
from noughts.players.random import RandomPlayer as AnyMove


class Seated(Player):
    """A player of games at a board: it chooses the cell of its move in the match on that board."""

    def __init__(self, name: str, p_index: int, choose: Callable[[Match], Move]) -> None:
        super().__init__(name, p_index)
        self.choose = choose

    def decide(self, board: Board) -> Decision:
        """The cell of the chosen move; `Tied` if there is no move, although the match has not ended."""
        rules = board.rule_set
        match = rules.match if isinstance(rules, GameRules) else Match(BoardGame(board))
        if not match.legal_moves:
            raise Tied
        move = self.choose(match)
        cell: Decision = rules.layout.cell_of(match, move) if isinstance(rules, GameRules) else move
        return cell


class RandomPlayer(Seated):
    """A player that chooses uniformly at random among the cells that the rules allow."""

    def __init__(self, name: str, p_index: int, seed: int | str | None = None) -> None:
        super().__init__(name, p_index, AnyMove(seed=seed).choose)


class AtBoard:
    """A player at a board in a match of a game: it makes the move of the cell that it chooses."""

    def __init__(self, player: Player, layout: Layout) -> None:
        self.player = player
        self.layout = layout

    @property
    def name(self) -> str:
        """The name of the player."""
        return self.player.name

    def choose(self, match: Match) -> Move:
        """The move of its step, recorded if the player records; `InvalidStep` if it is not legal."""
        board = board_of(match, self.layout)
        with suppress(Tied, GameOver):
            self.player.go(board)
        rules = board.rule_set
        assert isinstance(rules, GameRules)
        return rules.match.move
