"""Two rule-based programs for boards of three by three.

The classic bot has a known weakness and can be beaten.  The mended bot applies its rules in another order,
with one more rule about forks.  On three by three it never loses (``noughts audit mended`` proves it).

The choices of both depend only on the pieces.  By `BotPlayer` they play every game whose moves take the cells
of such a board; by `noughts.framework` they play on its boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, TypeAlias

from noughts.games.game import Game, Move, Side
from noughts.games.match import Match
from noughts.players.grid import BLANK, Cell, Grid, Pieces, grid_of, lines
from noughts.players.player import GivesUp
from noughts.refusal import Refusal

# Cells of a side of the board that these players know.
_SIDE_LENGTH: Final = 3
# Its corners, in the order in which they are tried.
_CORNERS: Final = ((0, 0), (2, 0), (2, 2), (0, 2))
_MIDDLE: Final = (1, 1)

Decide: TypeAlias = Callable[[Pieces, int], Sequence[Cell]]
"""The cells that a program may take, given the pieces and the index of its own; none to give up."""


class NoSuchBoard(Refusal):
    """A game is not played by taking cells of a board of three by three."""


class BotPlayer:
    """A player that follows a bot on the board of a game."""

    def __init__(
        self, name: str, decide: Decide, game: Game, side: Side, *, seed: int | str | None = None
    ) -> None:
        self.name = name
        self._decide = decide
        self._own = game.sides.index(side)
        self._grid = small_grid(game, name)
        self._dice = Random(seed)

    def choose(self, match: Match) -> Move:
        """One of its choices at random; only the first move of a match has several."""
        return self._dice.choice(self.choices(match))

    def choices(self, match: Match) -> Sequence[Move]:
        """The moves of the cells that the bot may take; the referee reports illegal ones."""
        cells = self._decide(self._grid.pieces(match), self._own)
        if not cells:
            raise GivesUp(self.name)
        moves = {self._grid.cell_of(match, move): move for move in match.legal_moves}
        return [moves.get(cell, cell) for cell in cells]


def classic(game: Game, side: Side, *, seed: int | str | None = None) -> BotPlayer:
    """The classic bot as a player of a game."""
    return BotPlayer("classic", classic_cells, game, side, seed=seed)


def mended(game: Game, side: Side, *, seed: int | str | None = None) -> BotPlayer:
    """The mended bot as a player of a game."""
    return BotPlayer("mended", mended_cells, game, side, seed=seed)


def small_grid(game: Game, player: str) -> Grid:
    """The board of a game; `NoSuchBoard` unless two sides take cells of three by three."""
    may_be_one = len(game.sides) == 2 and len(Match(game).legal_moves) == _SIDE_LENGTH**2
    grid = grid_of(game) if may_be_one else None  # finding it may make the formulas of the game
    if grid is None or (grid.width, grid.height) != (_SIDE_LENGTH, _SIDE_LENGTH):
        raise NoSuchBoard(
            f"`{player}` plays on boards of three by three, and {game.name} is another kind of game",
            "choose another player, such as `random`",
        )
    return grid


# Lines.


def completions(pieces: Pieces, own: int) -> Iterator[Cell]:
    """The blank of each line that one more own piece completes: rows first, then columns, then diagonals."""
    for cells in lines_of(pieces):
        line = [pieces[cell] for cell in cells]
        if line.count(own) == len(line) - 1 and BLANK in line:
            yield cells[line.index(BLANK)]


def lines_of(pieces: Pieces) -> Sequence[Sequence[Cell]]:
    """The lines of the board that the pieces are on."""
    x, y = max(pieces)
    return lines(x + 1, y + 1)


def blanks(pieces: Pieces) -> list[Cell]:
    """The cells without a piece, row by row."""
    return [cell for cell, piece in pieces.items() if piece == BLANK]


# The classic bot.


def classic_cells(pieces: Pieces, own: int) -> Sequence[Cell]:
    """The choice of the classic bot: it defends, else takes the first free corner, else completes a line.

    It starts in any corner, and gives up if no rule applies.
    """
    count = len(pieces) - len(blanks(pieces))
    if count > _SIDE_LENGTH**2:
        return ()
    if count == 0:
        return sorted(_CORNERS)
    if count > 2 and (cell := next(completions(pieces, 1 - own), None)):
        return (cell,)
    corners = [pieces[corner] for corner in _CORNERS]
    if corners.count(own) == 3 and pieces[_MIDDLE] == BLANK:
        return (_MIDDLE,)
    if BLANK in corners:
        return (_CORNERS[corners.index(BLANK)],)
    return tuple(completions(pieces, own))[:1]


# The mended bot.


def mended_cells(pieces: Pieces, own: int) -> Sequence[Cell]:
    """The choice of the mended bot: it completes a line, else blocks one, else forks, else prevents a fork,
    else takes the middle, a corner, or any blank."""
    answers = (
        next(completions(pieces, own), None),
        next(completions(pieces, 1 - own), None),
        fork(pieces, own),
        forestall(pieces, own),
        by_worth(pieces)[0],
    )
    return [cell for cell in answers if cell is not None][:1]


def fork(pieces: Pieces, own: int) -> Cell | None:
    """A blank that makes two threats at once."""
    return next(
        (cell for cell in blanks(pieces) if len(set(completions({**pieces, cell: own}, own))) > 1), None
    )


def forestall(pieces: Pieces, own: int) -> Cell | None:
    """A blank after which the opponent cannot fork, or must block at a cell that is no fork."""
    if fork(pieces, 1 - own) is None:
        return None
    return next((cell for cell in by_worth(pieces) if not can_fork({**pieces, cell: own}, 1 - own)), None)


def can_fork(pieces: Pieces, own: int) -> bool:
    """Whether a fork is possible at once, after blocking the opponent's threats."""
    answers = set(completions(pieces, 1 - own)) or blanks(pieces)
    return any(len(set(completions({**pieces, answer: own}, own))) > 1 for answer in answers)


def by_worth(pieces: Pieces) -> list[Cell]:
    """The blanks, those on more lines first."""
    return sorted(blanks(pieces), key=lambda cell: -sum(cell in line for line in lines_of(pieces)))
