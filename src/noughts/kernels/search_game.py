"""A game as searches see it, through its kernel if it has one: positions as *nodes*, moves as *choices*.

    searched = search_game_of(game)
    searched.initial                   the node of the first position
    searched.position(node)            the position of a node
    searched.quick                     the game itself, its own positions answered by the kernel

Moves, sides and outcomes are those of the game, in its order.  So a search plays the same matches with and
without a kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from noughts.games.game import OVER, STUCK, CannotGround, Game, Move, Outcome, Position, Side
from noughts.grounding.formula import bits_in
from noughts.kernels.kernel import Kernel, kernel_of
from noughts.kernels.kernel_source import BOTH, NOBODY
from noughts.kernels.state_graph import StateGraph
from noughts.stop import current
from noughts.values.order import exact_text

SearchNode: TypeAlias = Any
"""A position; hashable."""

SearchMove: TypeAlias = Any
"""A move; hashable."""

ONGOING: Final = -3
"""The winner of a match that is not over."""

MOST_MOVES: Final = 10_000
"""Moves after which a random match counts as a draw, because some games allow endless play."""


class Dice(Protocol):
    """Random numbers from 0 to below 1."""

    def random(self) -> float:
        """The next one."""


@runtime_checkable
class ShortTexts(Protocol):
    """A game that can write a move without knowing the position."""

    def short_text(self, move: Move, side: Side) -> str:
        """The text of a move, valid if no other legal move has the same text; empty if it depends on the
        position."""


@runtime_checkable
class Preparing(Protocol):
    """A game that answers many questions sooner if it prepares for them."""

    def expect_many_questions(self) -> None:
        """Prepare for hundreds of questions."""


class SearchGame:
    """A game through its own rules: nodes are positions, choices are moves."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.number_of = {side: number for number, side in enumerate(game.sides)}

    @property
    def quick(self) -> Game:
        """The game with its own positions, answered by the kernel if there is one."""
        return self.game

    @property
    def initial(self) -> SearchNode:
        """The node of the first position."""
        return self.game.initial

    def node(self, position: Position) -> SearchNode:
        """A position as a node."""
        return position

    def position(self, node: SearchNode) -> Position:
        """The position of a node."""
        return node

    def mover(self, node: SearchNode) -> int:
        """The index of the side to move."""
        return self.number_of[self.game.to_move(node)]

    def winner(self, node: SearchNode) -> int:
        """The side that has won, `NOBODY` in a draw, or `ONGOING`."""
        outcome = self.game.outcome(node)
        if outcome is None:
            return ONGOING
        return NOBODY if outcome.winner is None else self.number_of[outcome.winner]

    def outcome(self, node: SearchNode) -> Outcome | None:
        """How the match ended, or ``None`` while it goes on."""
        return self.game.outcome(node)

    def choices(self, node: SearchNode) -> Sequence[SearchMove]:
        """The legal moves of a node that goes on, in the order of the game."""
        return self.game.moves(node)

    def after(self, node: SearchNode, choice: SearchMove) -> SearchNode:
        """The node after a choice."""
        return self.game.after(node, choice)

    def move(self, choice: SearchMove) -> Move:
        """The game's own move."""
        return choice

    def choice(self, move: Move) -> SearchMove:
        """A move of the game as a choice."""
        return move

    def move_text(self, node: SearchNode, choice: SearchMove) -> str:
        """The text that a person types for a choice."""
        return self.game.move_text(node, choice)

    def play_out(self, node: SearchNode, dice: Dice) -> tuple[int, int]:
        """Play a random match; its winner, or `NOBODY`, and the number of moves made."""
        look = current.get().look
        for made in range(MOST_MOVES):
            look()
            winner = self.winner(node)
            if winner != ONGOING:
                return winner, made
            self.game.to_move(node)  # raises an error if the rules name no side to move
            found = self.choices(node)
            node = self.after(node, found[int(dice.random() * len(found))])
        return NOBODY, MOST_MOVES


class Coded(SearchGame):
    """A game through its kernel: nodes are the bits of positions, choices the numbers of moves."""

    def __init__(self, game: Game, kernel: Kernel) -> None:
        super().__init__(game)
        self.kernel = kernel
        # instance attributes in place of methods save a search one call per node
        self.mover = kernel.to_move  # type: ignore[assignment, method-assign]
        self.after = kernel.after  # type: ignore[assignment, method-assign]

    def __reduce__(self) -> tuple[type[Coded], tuple[Game, Kernel]]:
        return Coded, (self.game, self.kernel)

    @property
    def quick(self) -> Game:
        return Quick(self)

    @property
    def initial(self) -> SearchNode:
        return self.kernel.initial

    def node(self, position: Position) -> SearchNode:
        return self.kernel.grounded.encoded(position)

    def position(self, node: SearchNode) -> Position:
        return self.kernel.grounded.decoded(node)

    def winner(self, node: SearchNode) -> int:
        """The winner by the kernel; `NOBODY` if two sides have won."""
        if not self.kernel.over(node) and self.kernel.legal(node):
            return ONGOING
        won = self.kernel.won(node)
        return NOBODY if won == BOTH else won

    def outcome(self, node: SearchNode) -> Outcome | None:
        """The outcome by the kernel; by the rules if two sides have won, because only they can explain it."""
        over = self.kernel.over(node)
        if not over and self.kernel.legal(node):
            return None
        winner = self.kernel.won(node)
        if winner == BOTH:
            return self.game.outcome(self.position(node))
        return Outcome(None if winner == NOBODY else self.game.sides[winner], OVER if over else STUCK)

    def choices(self, node: SearchNode) -> Sequence[SearchMove]:
        return list(bits_in(self.kernel.legal(node)))

    def move(self, choice: SearchMove) -> Move:
        return self.kernel.moves[choice]

    def choice(self, move: Move) -> SearchMove:
        return self.number_of_move[move]

    @cached_property
    def number_of_move(self) -> dict[Move, int]:
        """The moves by number in the kernel."""
        return {move: number for number, move in enumerate(self.kernel.moves)}

    def move_text(self, node: SearchNode, choice: SearchMove) -> str:
        # the short text is valid unless a legal move shares it; otherwise the rules find a longer one
        text, alike = self.texts[self.mover(node)][choice]
        if not text or self.kernel.legal(node) & alike:
            return self.game.move_text(self.position(node), self.move(choice))
        return text

    @cached_property
    def texts(self) -> list[list[tuple[str, int]]]:
        """By side and move: the short text, and the other moves with the same text as bits."""
        game, moves = self.game, self.kernel.moves
        if not isinstance(game, ShortTexts):
            return [[("", 0)] * len(moves) for _ in game.sides]
        written = list(map(exact_text, moves))
        return [with_alike([game.short_text(move, side) for move in moves], written) for side in game.sides]

    def play_out(self, node: SearchNode, dice: Dice) -> tuple[int, int]:
        """Play a random match, in which all legal moves have the same chance."""
        over, legal, after, throw = self.kernel.over, self.kernel.legal, self.kernel.after, dice.random
        look = current.get().look
        for made in range(MOST_MOVES):
            look()
            if over(node) or not (found := legal(node)):
                won = self.kernel.won(node)
                return NOBODY if won == BOTH else won, made
            # move number n is the lowest bit once n bits are cleared; rounding favours no n by over 2**-53
            for _ in range(int(throw() * found.bit_count())):
                found &= found - 1
            node = after(node, (found & -found).bit_length() - 1)
        return NOBODY, MOST_MOVES


class Quick(Struct, frozen=True, eq=False):
    """A game whose answers come from its kernel; they are right for positions that play can reach."""

    coded: Coded

    @property
    def name(self) -> str:
        return self.coded.game.name

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.coded.game.sides

    @property
    def initial(self) -> Position:
        return self.coded.game.initial

    def to_move(self, position: Position) -> Side:
        return self.sides[self.coded.mover(self.coded.node(position))]

    def moves(self, position: Position) -> Sequence[Move]:
        node = self.coded.node(position)
        if self.coded.kernel.over(node):
            return ()
        return [self.coded.move(choice) for choice in self.coded.choices(node)]

    def after(self, position: Position, move: Move) -> Position:
        coded = self.coded
        return coded.position(coded.after(coded.node(position), coded.choice(move)))

    def outcome(self, position: Position) -> Outcome | None:
        return self.coded.outcome(self.coded.node(position))

    def move_text(self, position: Position, move: Move) -> str:
        return self.coded.move_text(self.coded.node(position), self.coded.choice(move))

    def position_text(self, position: Position) -> str:
        return self.coded.game.position_text(position)


def with_alike(texts: Sequence[str], exact_texts: Sequence[str]) -> list[tuple[str, int]]:
    """Each text with the other moves that have it as their text or exact text, as bits."""
    places: dict[str, int] = {}
    for k, both in enumerate(zip(texts, exact_texts, strict=True)):
        for text in {*both}:
            places[text] = places.get(text, 0) | 1 << k
    return [(text, places[text] ^ 1 << k) for k, text in enumerate(texts)]


def search_game_of(game: Game) -> SearchGame:
    """The game through its kernel; through its rules if it has no kernel or may have undefined positions."""
    try:
        kernel = kernel_of(game)
    except CannotGround:
        return by_rules(game)
    return Coded(game, kernel) if kernel.is_sure else by_rules(game)


def by_rules(game: Game) -> SearchGame:
    """The game through its rules, which are prepared for the many questions of a search."""
    if isinstance(game, Preparing):
        game.expect_many_questions()
    return SearchGame(game)


class ExploredGame(SearchGame):
    """A game through its state graph: nodes are the numbers of positions, choices those of moves."""

    def __init__(self, game: Game, graph: StateGraph) -> None:
        super().__init__(game)
        self.graph = graph

    @property
    def initial(self) -> SearchNode:
        return 0

    def node(self, position: Position) -> SearchNode:
        return self.graph.number_of[position]

    def position(self, node: SearchNode) -> Position:
        return self.graph.positions[node]

    def mover(self, node: SearchNode) -> int:
        return self.graph.movers[node]

    def winner(self, node: SearchNode) -> int:
        return self.graph.winners[node] if self.graph.movers[node] == NOBODY else ONGOING

    def outcome(self, node: SearchNode) -> Outcome | None:
        """The outcome by the rules, since the graph does not contain the reason of the end."""
        return self.game.outcome(self.position(node)) if self.graph.movers[node] == NOBODY else None

    def choices(self, node: SearchNode) -> Sequence[SearchMove]:
        return self.graph.move_numbers(node)

    def after(self, node: SearchNode, choice: SearchMove) -> SearchNode:
        place = list(self.graph.move_numbers(node)).index(choice)
        return self.graph.targets[self.graph.offsets[node] + place]

    def move(self, choice: SearchMove) -> Move:
        return self.graph.every_move[choice]

    def choice(self, move: Move) -> SearchMove:
        return self.number_of_move[move]

    @cached_property
    def number_of_move(self) -> dict[Move, int]:
        """The moves by number."""
        return {move: number for number, move in enumerate(self.graph.every_move)}

    def move_text(self, node: SearchNode, choice: SearchMove) -> str:
        return self.game.move_text(self.position(node), self.move(choice))
