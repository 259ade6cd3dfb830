"""Boards of letters, sets of rules for them and players, to write a board game in Python.

    from noughts.framework import Board, GameOver, RuleSet

It is built on games and players: a set of rules is a game (`BoardGame`), every game can be played on a board
(`GameRules`), and every player of games can play at a board (`Seated`).
"""

from noughts.framework.board import Board, Decision
from noughts.framework.board_game import BoardGame, GameRules, RandomPlayer, Seated, board_of
from noughts.framework.choose_player import choose_player
from noughts.framework.player import Bot, HumanPlayer, MendedBot, Player, ProgramedPlayer
from noughts.framework.rule_set import GameOver, InvalidStep, RuleSet, Surrender, TicTacToeRS, Tied
from noughts.players.grid import BLANK

__all__ = [
    "BLANK",
    "Board",
    "BoardGame",
    "Bot",
    "Decision",
    "GameOver",
    "GameRules",
    "HumanPlayer",
    "InvalidStep",
    "MendedBot",
    "Player",
    "ProgramedPlayer",
    "RandomPlayer",
    "RuleSet",
    "Seated",
    "Surrender",
    "TicTacToeRS",
    "Tied",
    "board_of",
    "choose_player",
]
