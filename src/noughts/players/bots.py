"""The two bots of the board framework as players of any game whose board is of three by three."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from noughts.framework.board import Board, Decision
from noughts.framework.bot import Bot, MendedBot
from noughts.framework.game_rules import board_of
from noughts.framework.layout import Grid, grid_of
from noughts.framework.signals import Surrender
from noughts.games.game import Game, Move, Side
from noughts.games.match import Match
from noughts.players.player import GivesUp
from noughts.refusal import Refusal

SIDE_LENGTH = 3


class NoSuchBoard(Refusal):
    """A game is not played by taking cells of three by three."""


class BotPlayer:
    """Looks at the board and decides as a bot does."""

    def __init__(
        self,
        name: str,
        game: Game,
        decisions: Callable[[Board], Sequence[Decision]],
        *,
        seed: int | str | None = None,
    ) -> None:
        self.name = name
        self._decisions = decisions
        self._grid = small_grid(game, name)
        self._dice = Random(seed)

    def choose(self, match: Match) -> Move:
        """Any of its choices, of which there is only one but at the start of a match."""
        return self._dice.choice(self.choices(match))

    def choices(self, match: Match) -> Sequence[Move]:
        """The moves of the cells that it may go for; a cell that is no legal move is one all the same."""
        try:
            cells = self._decisions(board_of(match, self._grid))
        except Surrender as signal:
            raise GivesUp(self.name) from signal
        moves = {self._grid.cell_of(match, move): move for move in match.legal_moves}
        return [moves.get(cell, cell) for cell in cells]


def classic(game: Game, side: Side, *, seed: int | str | None = None) -> BotPlayer:
    """`noughts.framework.bot.Bot`."""
    bot = Bot("classic", game.sides.index(side))
    return BotPlayer("classic", game, bot.choices, seed=seed)


def mended(game: Game, side: Side, *, seed: int | str | None = None) -> BotPlayer:
    """`noughts.framework.bot.MendedBot`."""
    bot = MendedBot("mended", game.sides.index(side))
    return BotPlayer("mended", game, lambda board: [bot.decide(board)], seed=seed)


def small_grid(game: Game, player: str) -> Grid:
    """The board of a game; `NoSuchBoard` unless two sides take cells of three by three."""
    grid = grid_of(game) if len(game.sides) == 2 else None
    if grid is None or (grid.width, grid.height) != (SIDE_LENGTH, SIDE_LENGTH):
        raise NoSuchBoard(
            f"`{player}` plays on a board of three by three, and {game.name} is played in another way",
            "choose another player, such as `random`",
        )
    return grid
