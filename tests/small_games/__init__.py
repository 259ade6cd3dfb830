"""Small games written straight in Python, whose figures are known from elsewhere."""

from tests.small_games.graph import GraphGame
from tests.small_games.hexapawn import Hexapawn
from tests.small_games.nim import Nim
from tests.small_games.tictactoe import TicTacToe

__all__ = ["GraphGame", "Hexapawn", "Nim", "TicTacToe"]
