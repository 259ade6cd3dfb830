"""What a search asks of a game: through its kernel where it has one, else through its rules.

Positions are *nodes*, numbers or whatever the rules have; sides are numbers in the order of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, Protocol, TypeAlias

from noughts.games.game import Game, Move, Position
from noughts.grounding.grounded import CannotGround, Groundable
from noughts.kernels.explore import NOBODY
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import BOTH

Node: TypeAlias = Any
"""A position; hashable."""

GOES_ON: Final = -3
"""Instead of a winner, while there is none yet."""

MOST_MOVES: Final = 10_000
"""Moves after which a random match is called a draw."""


class Board(Protocol):
    """A game as a search sees it."""

    game: Game

    def node(self, position: Position) -> Node:
        """A position as a node."""

    def winner(self, node: Node) -> int:
        """The side that has won, `NOBODY` in a draw, or `GOES_ON`."""

    def mover(self, node: Node) -> int:
        """The side that is to move."""

    def moves(self, node: Node) -> Sequence[Move]:
        """The legal moves of a node that goes on, as the board writes them."""

    def after(self, node: Node, move: Move) -> Node:
        """Where a move leads."""

    def as_move(self, move: Move) -> Move:
        """The game's own move."""

    def play_out(self, node: Node, dice: Random) -> tuple[int, int]:
        """The winner of a random match from here, or `NOBODY`, and how many moves it took."""


def board_of(game: Game) -> Board:
    """The game as a board, as fast as can be."""
    if isinstance(game, Groundable):
        try:
            kernel = Kernel(game.ground())
        except CannotGround:
            return RuleBoard(game)
        if kernel.is_sure:
            return KernelBoard(game, kernel)
    return RuleBoard(game)


class KernelBoard:
    """Nodes are the bits of positions, moves are numbers."""

    def __init__(self, game: Game, kernel: Kernel) -> None:
        self.game = game
        self.kernel = kernel
        self.mover = kernel.to_move
        self.after = kernel.after

    def node(self, position: Position) -> Node:
        """The bits of a position."""
        return self.kernel.grounded.encoded(position)

    def winner(self, node: Node) -> int:
        """As the kernel says; two winners are none."""
        if not self.kernel.over(node) and self.kernel.legal(node):
            return GOES_ON
        won = self.kernel.won(node)
        return NOBODY if won == BOTH else won

    def moves(self, node: Node) -> Sequence[Move]:
        """The numbers of the legal moves."""
        return list(numbers(self.kernel.legal(node)))

    def as_move(self, move: Move) -> Move:
        """The move of that number."""
        return self.kernel.moves[move]

    def play_out(self, node: Node, dice: Random) -> tuple[int, int]:
        """Any bit of the legal moves, all with the same chance, until it is over."""
        over, legal, after, throw = self.kernel.over, self.kernel.legal, self.kernel.after, dice.random
        for made in range(MOST_MOVES):
            if over(node) or not (found := legal(node)):
                won = self.kernel.won(node)
                return NOBODY if won == BOTH else won, made
            for _ in range(int(throw() * found.bit_count())):
                found &= found - 1
            node = after(node, (found & -found).bit_length() - 1)
        return NOBODY, MOST_MOVES


class RuleBoard:
    """Nodes are positions, moves are moves."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.number_of = {side: number for number, side in enumerate(game.sides)}

    def node(self, position: Position) -> Node:
        """The position itself."""
        return position

    def winner(self, node: Node) -> int:
        """As the outcome says."""
        outcome = self.game.outcome(node)
        if outcome is None:
            return GOES_ON
        return NOBODY if outcome.winner is None else self.number_of[outcome.winner]

    def mover(self, node: Node) -> int:
        """The number of the side."""
        return self.number_of[self.game.to_move(node)]

    def moves(self, node: Node) -> Sequence[Move]:
        """The legal moves."""
        return self.game.moves(node)

    def after(self, node: Node, move: Move) -> Node:
        """Where it leads."""
        return self.game.after(node, move)

    def as_move(self, move: Move) -> Move:
        """The move itself."""
        return move

    def play_out(self, node: Node, dice: Random) -> tuple[int, int]:
        """Any legal move until it is over."""
        for made in range(MOST_MOVES):
            winner = self.winner(node)
            if winner != GOES_ON:
                return winner, made
            node = self.after(node, dice.choice(self.moves(node)))
        return NOBODY, MOST_MOVES


def numbers(mask: int) -> Iterator[int]:
    """The places of the set bits of a number, the lowest in front."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
