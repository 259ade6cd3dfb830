"""Boards, sets of rules for them, and players, for whoever writes a board game in Python.

    from noughts.framework import Board, GameOver, RuleSet

It stands on the games: a set of rules is a game like any other (`BoardGame`), and every other game can be
played on a board (`GameRules`).
"""

from noughts.framework.board import BLANK, Board, Decision
from noughts.framework.board_game import BoardGame
from noughts.framework.bot import Bot, MendedBot
from noughts.framework.choose_player import choose_player
from noughts.framework.game_rules import GameRules, Seated, board_of
from noughts.framework.player import HumanPlayer, Player, ProgramedPlayer, RandomPlayer
from noughts.framework.rule_set import RuleSet
from noughts.framework.signals import GameOver, InvalidStep, Surrender, Tied
from noughts.framework.tictactoe import TicTacToeRS

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
