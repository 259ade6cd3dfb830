"""A set of rules as a game: it can be solved, audited and played like any other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from msgspec import Struct

from noughts.easel import HEIGHT, WIDTH, Color, Image, Point, Segment, Text
from noughts.framework.board import Board, Decision
from noughts.framework.player import Player
from noughts.framework.rule_set import GameOver, InvalidStep, RuleSet, Tied
from noughts.games.game import Game, Move, Outcome, Side
from noughts.games.match import Match
from noughts.games.picture import Area
from noughts.players.grid import Layout, Menu, layout_of, move_at
from noughts.players.levels import RandomPlayer as AnyMove

# The picture of a board: lines between the cells, letters for the pieces.

# Pixels around the board.
_MARGIN: Final = 50
# The most pixels of a side of a cell, however small the board is.
_LARGEST_CELL: Final = 200
_BLACK: Final = Color(0, 0, 0)
# The colours of the pieces; a fifth piece has the first colour again.
_INKS: Final = (Color(0, 0, 255), Color(0, 128, 0), Color(200, 0, 0), Color(128, 0, 128))


class Picture(Struct, frozen=True):
    """A board of `width` by `height` cells in the middle of the screen, as large as fits."""

    width: int
    height: int

    @property
    def unit(self) -> int:
        """The length of a cell."""
        return min(_LARGEST_CELL, (WIDTH - 2 * _MARGIN) // self.width, (HEIGHT - 2 * _MARGIN) // self.height)

    @property
    def left(self) -> int:
        """The x coordinate of the left border."""
        return (WIDTH - self.width * self.unit) // 2

    @property
    def top(self) -> int:
        """The y coordinate of the upper border."""
        return (HEIGHT + self.height * self.unit) // 2

    def area(self, cell: Decision) -> Area:
        """The pixels of a cell, without its border."""
        left, top = self.left + cell[0] * self.unit, self.top - cell[1] * self.unit
        return Area(left + 1, top - self.unit + 1, left + self.unit - 1, top - 1)

    def images(self, rows: Sequence[Sequence[int]], symbols: Sequence[str]) -> Iterator[Image]:
        """The lines, then the pieces."""
        yield from self.lines()
        for y, row in enumerate(rows):
            for x, piece in enumerate(row):
                if piece >= 0:
                    centre = Point(
                        self.left + (2 * x + 1) * self.unit // 2, self.top - (2 * y + 1) * self.unit // 2
                    )
                    yield Text(symbols[piece], centre, self.unit * 3 // 5, _INKS[piece % len(_INKS)])

    def lines(self) -> Iterator[Segment]:
        """The borders between cells and around the board."""
        right, bottom = self.left + self.width * self.unit, self.top - self.height * self.unit
        for column in range(self.width + 1):
            x = self.left + column * self.unit
            yield Segment(Point(x, bottom), Point(x, self.top), _BLACK)
        for row in range(self.height + 1):
            y = self.top - row * self.unit
            yield Segment(Point(self.left, y), Point(right, y), _BLACK)


class BoardPosition(Struct, frozen=True):
    """The pieces on a board, the state of its rules, and the outcome if the match is over."""

    rows: tuple[tuple[int, ...], ...]
    round_counter: int
    state: Hashable
    outcome: Outcome | None = None

    @property
    def picture(self) -> Picture:
        """The picture of the board, which knows the places of cells on the screen."""
        return Picture(len(self.rows[0]), len(self.rows))


Successors: TypeAlias = Mapping[Decision, BoardPosition]
"""Where each step leads."""


class BoardGame:
    """The game of a board: a side for each piece, a move for each step that the rules allow.

    Rules with a state of their own declare it by `RuleSet.state`; everything else is on the board.
    """

    def __init__(self, board: Board, *, name: str | None = None, sides: Sequence[Side] | None = None) -> None:
        self.board = board.copy()
        self.name = name if name is not None else board.rule_set.name
        self.sides: tuple[Side, ...] = tuple(sides if sides is not None else board.rule_set.symbols)
        self.initial = snapshot(board)
        self._successors: tuple[BoardPosition, Successors] | None = None

    @classmethod
    def of(cls, rule_set: RuleSet) -> BoardGame:
        """The game of a set of rules, on a board of their own size."""
        return cls(Board(rule_set=rule_set))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    def at(self, position: BoardPosition) -> Board:
        """The board in a position."""
        board = self.board.copy()
        board.p_map = [list(row) for row in position.rows]
        board.height, board.width = len(position.rows), len(position.rows[0])
        board.round_counter = position.round_counter
        board.rule_set.restore(position.state)
        return board

    def to_move(self, position: BoardPosition) -> Side:
        """The side whose piece is put down next."""
        return self.sides[self.at(position).rule_set.next_piece()]

    def moves(self, position: BoardPosition) -> Sequence[Decision]:
        """The blanks that the rules allow, in reading order."""
        return tuple(self.successors(position))

    def after(self, position: BoardPosition, move: Decision) -> BoardPosition:
        """The position after the step."""
        return self.successors(position)[move]

    def outcome(self, position: BoardPosition) -> Outcome | None:
        """How the rules ended the match after the last step, if they did."""
        if position.outcome is None and not self.successors(position):
            return Outcome(None, "no step is allowed")
        return position.outcome

    def successors(self, position: BoardPosition) -> Successors:
        """The position after each legal step, cached for the most recent position."""
        if self._successors is None or self._successors[0] is not position:
            self._successors = (
                position,
                {} if position.outcome is not None else self.find_successors(position),
            )
        return self._successors[1]

    def find_successors(self, position: BoardPosition) -> Successors:
        """The result of a step to each blank, on a copy of the board; invalid steps are left out."""
        board = self.at(position)
        piece = board.rule_set.next_piece()
        found: dict[Decision, BoardPosition] = {}
        for x, y in board.blanks():
            tried = board.copy()
            try:
                tried.go(x, y, piece)
            except InvalidStep:
                continue
            except Tied:
                found[x, y] = snapshot(tried, Outcome(None, "tied"))
            except GameOver as over:
                winner = piece if over.winner is None else over.winner
                found[x, y] = snapshot(tried, Outcome(self.sides[winner], "game over"))
            else:
                found[x, y] = snapshot(tried)
        return found

    def images(self, position: BoardPosition) -> Sequence[Image]:
        """The lines and pieces on a screen."""
        return tuple(position.picture.images(position.rows, self.board.rule_set.symbols))

    def clicked(self, position: BoardPosition, x: int, y: int) -> Decision | None:
        """The step of a click, if the rules allow it."""
        return next((cell for cell, (area,) in self.areas(position).items() if (x, y) in area), None)

    def areas(self, position: BoardPosition) -> Mapping[Decision, tuple[Area]]:
        """The cell of each step."""
        return {cell: (position.picture.area(cell),) for cell in self.successors(position)}

    def move_text(self, position: BoardPosition, move: Decision) -> str:
        """The number of the cell, from 1, in reading order."""
        x, y = move
        return str(y * len(position.rows[0]) + x + 1)

    def position_text(self, position: BoardPosition) -> str:
        """The rows from the top, a dot for a blank, and the state of the rules."""
        symbols = (*self.board.rule_set.symbols, ".")
        rows = "/".join("".join(symbols[piece] for piece in row) for row in position.rows)
        return rows if position.state is None else f"{rows} {position.state!r}"


def snapshot(board: Board, outcome: Outcome | None = None) -> BoardPosition:
    """The position on a board now."""
    rows = tuple(map(tuple, board.p_map))
    return BoardPosition(rows, board.round_counter, board.rule_set.state(), outcome)


class GameRules(RuleSet):
    """The rules of a game; `match` is the match so far, and a step makes the move of its cell."""

    def __init__(self, game: Game, layout: Layout | None = None) -> None:
        self.match = Match(game)
        self.layout = layout if layout is not None else layout_of(game)
        self.name = game.name
        self.symbols = symbols_of(game.sides)
        self.width, self.height = self.layout.size(self.match)

    def next_piece(self) -> int:
        """The index of the side that is to move in the game."""
        return self.match.game.sides.index(self.match.to_move)

    def move(self, x: int, y: int, p_index: int) -> Move:
        """The legal move at a cell; `InvalidStep` if there is none."""
        match = self.match
        if match.outcome is not None:
            raise InvalidStep(f"the match is over: {match.outcome}")
        if p_index != self.next_piece():
            raise InvalidStep(f"it is {match.to_move}'s turn")
        move = move_at(self.layout, match, (x, y))
        if move is None:
            raise InvalidStep(f"the rules do not allow cell {self.board.convert_index(x, y) + 1}")
        return move

    def on_piece_down(self, x: int, y: int, p_index: int) -> None:
        """`InvalidStep` unless the game has a legal move there."""
        self.move(x, y, p_index)

    def post_piece_down(self, x: int, y: int, p_index: int) -> None:
        """Make the move; `Tied` or `GameOver` if the game is over after it."""
        self.match = self.match.play(self.move(x, y, p_index))
        if isinstance(self.layout, Menu):
            self.board.clear(*self.layout.size(self.match))
        outcome = self.match.outcome
        if outcome is not None:
            if outcome.winner is None:
                raise Tied
            raise GameOver(self.match.game.sides.index(outcome.winner))

    def state(self) -> Hashable:
        """The position of the game."""
        position: Hashable = self.match.position
        return position

    def restore(self, state: Hashable) -> None:
        """A match that begins in that position."""
        self.match = Match(self.match.game, (), (state,))


def board_of(match: Match, layout: Layout | None = None) -> Board:
    """The board of a game after the moves of a match."""
    rules = GameRules(match.game, layout)
    rules.match = match
    board = Board(*rules.layout.size(match), rules)
    for (x, y), piece in rules.layout.pieces(match).items():
        board.p_map[y][x] = piece
    board.round_counter = board.size - len(board.blanks())
    return board


def symbols_of(sides: Sequence[Side]) -> tuple[str, ...]:
    """A letter for each side: the first of its name if these are different, else a digit.

    >>> symbols_of(("x", "o")), symbols_of(("first", "second")), symbols_of(("left", "low"))
    (('x', 'o'), ('f', 's'), ('1', '2'))
    """
    letters = tuple(side[:1] for side in sides)
    return letters if len(set(letters)) == len(sides) else tuple(str(k + 1) for k in range(len(sides)))


# Adapters between players of games and players at boards.


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
