"""A game as a set of rules for a board, and its players at that board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress

from noughts.framework.board import Board, Decision
from noughts.framework.board_game import BoardGame
from noughts.framework.player import Player
from noughts.framework.rule_set import GameOver, InvalidStep, RuleSet, Tied
from noughts.games.game import Game, Move, Side
from noughts.games.match import Match
from noughts.players.grid import Layout, Menu, layout_of, move_at
from noughts.players.random import RandomPlayer as AnyMove


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
