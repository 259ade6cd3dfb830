"""Encodings of positions and moves as numbers of fixed size, for libraries of machine learning.

An *action* is the number of a move among all moves of the game.  A move that only one side may make is the
same action as that of another side if they differ by the names of the sides alone: taking cell 5 is one
action, whoever takes it.  A position is a vector of bits:

    bits of the position    as in its kernel: one for each possible element of a set; for other values, the
                            binary digits of the index in a list
    one bit for each side   whether it is to move; none is set if the match is over

`noughts.adapters.agent_view` has the view of each side, and bits as planes.

A game without a kernel is explored: its actions are all moves that occur, and its bits are those of the
narrowest layout of all positions.  If these are not values of the language, the bits are the binary digits of
the number of the position in the order of discovery.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Final

import numpy as np
from msgspec import Struct

from noughts.adapters.agent_view import Bits, Planes, actions_of, cells_of, planes_of, rotations
from noughts.api.convert import to_value
from noughts.api.game import Game
from noughts.games.game import Move, Outcome, Position, TooManyPositions
from noughts.grounding.deciding import never_holds
from noughts.grounding.formula import Formula, negation
from noughts.grounding.grounded import Grounded
from noughts.grounding.state_layout import (
    Enumeration,
    SetBits,
    StateLayout,
    TupleLayout,
    encoded,
    in_order,
    meanings,
)
from noughts.grounding.walk import bits_of, conjuncts
from noughts.kernels.explore import explore
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.search_game import MOST_MOVES, Coded, ExploredGame, SearchNode, search_game_of
from noughts.kernels.state_graph import StateGraph
from noughts.refusal import Refusal
from noughts.values.sets import Set
from noughts.values.value import Value

# The length of a longest match.


def longest_match(graph: StateGraph) -> int | None:
    """The moves of a longest match, or ``None`` if play can return to a position.

        length(first) = 0
        length(p)     = max { length(q) + 1 : a move leads from q to p }

    A position is taken after all that lead to it (Kahn 1962); positions on a cycle are never taken.
    """
    waiting = Counter(graph.targets)
    length = [0] * len(graph)
    ready = [] if waiting[0] else [0]
    for number in ready:
        for target in graph.successors(number):
            length[target] = max(length[target], length[number] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return max(length) if len(ready) == len(graph) else None


ENCODING_LIMIT: Final = 100_000
"""The most positions of a game without a kernel that are explored to encode it, in some seconds."""


class EncodedPosition(Struct, frozen=True):
    """A position with the answers of its rules, which are asked once.

    `mover` is the side to move, `NOBODY` if the match is over; `legal` are the legal actions in ascending
    order.
    """

    node: SearchNode
    outcome: Outcome | None
    mover: int
    legal: tuple[int, ...]

    def __deepcopy__(self, memo: object) -> EncodedPosition:
        return self  # immutable, so that searches may copy it


class Encoding:
    """A game as numbers: actions, observations, rewards.

    >>> import noughts
    >>> encoding = encoding_of(noughts.load("tictactoe"))
    >>> len(encoding.moves), encoding.width, encoding.features[0], encoding.features[-1]
    (18, 20, '(`x, 1) in currentState', 'o is to move')
    >>> encoding.actions
    (1, 2, 3, 4, 5, 6, 7, 8, 9)
    >>> after = encoding.after(encoding.initial, encoding.action(encoding.initial, "5"))
    >>> encoding.observation(after)
    array([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
          dtype=int8)
    """

    def __init__(
        self,
        game: Game,
        searched: Coded | ExploredGame,
        moves: Sequence[Move],
        owners: Sequence[int | None],
        layout: StateLayout,
        code_of: Callable[[SearchNode], int],
    ) -> None:
        self.game = game
        self.searched = searched
        self.moves = tuple(moves)
        self.layout = layout
        self._code_of = code_of
        cells = cells_of(game.rules)
        actions, self._action_of = actions_of(self.moves, owners, game.sides, cells)
        self.actions = tuple(actions)
        """The moves without the names of the sides that make them, by number."""
        self._choice_of = [
            {self._action_of[choice]: choice for choice, owner in enumerate(owners) if owner in (None, side)}
            for side in range(len(game.sides))
        ]
        self._rotations = rotations(layout, game.sides)
        self.planes: Planes | None = planes_of(layout, cells, self._turns)
        """The arrangement of the bits in planes; ``None`` if the cells of the game are no grid."""

    def __deepcopy__(self, memo: object) -> Encoding:
        return self  # nothing of it changes

    def __repr__(self) -> str:
        return f"<encoding of {self.game.name}: {self.width} bits, {len(self.actions)} actions>"

    @property
    def width(self) -> int:
        """The number of bits of an observation."""
        return self.layout.width + len(self.game.sides)

    @cached_property
    def features(self) -> tuple[str, ...]:
        """The meaning of each bit of an observation."""
        return (*map(str, meanings(self.layout)), *self._turns)

    @property
    def _turns(self) -> tuple[str, ...]:
        return tuple(f"{side} is to move" for side in self.game.sides)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of what a side sees: (planes, rows, columns), or (width,) if there is no grid."""
        return self.planes.shape if self.planes else (self.width,)

    @cached_property
    def longest(self) -> int:
        """The length of a longest match; `MOST_MOVES` if that is not known.

        It is not known if play can return to a position, or if there are more than `ENCODING_LIMIT`
        positions.
        """
        try:
            if isinstance(self.searched, ExploredGame):
                graph = self.searched.graph
            else:
                graph = explore(self.game.rules, limit=ENCODING_LIMIT)
        except TooManyPositions:
            return MOST_MOVES
        length = longest_match(graph)
        return MOST_MOVES if length is None else length

    @cached_property
    def initial(self) -> EncodedPosition:
        """The position in which every match begins."""
        return self._asked(self.searched.initial)

    def after(self, position: EncodedPosition, action: int) -> EncodedPosition:
        """The position after an action; `Refusal` if it is not legal."""
        if action not in position.legal:
            raise Refusal(f"action {action} is not legal", f"legal: {', '.join(map(str, position.legal))}")
        choice = self._choice_of[position.mover][action]
        return self._asked(self.searched.after(position.node, choice))

    def at(self, position: Position) -> EncodedPosition:
        """A position of the rules."""
        return self._asked(self.searched.node(position))

    def observation(self, position: EncodedPosition, side: int = 0) -> Bits:
        """The bits of a position in the view of a side, and of the side to move."""
        width = self.layout.width
        code = own = self._code_of(position.node)
        if position.mover != NOBODY:
            code |= 1 << width + position.mover
        words = np.frombuffer(code.to_bytes(self.width // 8 + 1, "little"), np.uint8)
        bits = np.unpackbits(words, count=self.width, bitorder="little").astype(np.int8)
        if rotation := self._rotations[side]:
            bits[:width] = rotation.seen(bits[:width], own)
        return bits

    def seen(self, position: EncodedPosition, side: int) -> dict[str, Bits]:
        """The view of a side: ``observation``, the same bits, in planes if there is a grid (see `shape`), and
        ``action_mask``, a one for each of its legal actions."""
        bits = self.observation(position, side)
        mask = self.mask(position)
        if position.mover != side:
            mask[:] = 0
        return {"observation": self.planes.arranged(bits) if self.planes else bits, "action_mask": mask}

    def mask(self, position: EncodedPosition) -> Bits:
        """A one for each legal action."""
        found: Bits = np.zeros(len(self.actions), np.int8)
        found[list(position.legal)] = 1
        return found

    def reward(self, position: EncodedPosition, side: int) -> int:
        """1 for the winner, -1 for the others, 0 for a draw and while the match goes on."""
        if position.outcome is None or position.outcome.winner is None:
            return 0
        return 1 if position.outcome.winner == self.game.sides[side] else -1

    def text(self, position: EncodedPosition) -> str:
        """The position on one line."""
        return self.game.rules.position_text(self.searched.position(position.node))

    def move_text(self, position: EncodedPosition, action: int) -> str:
        """The text that a user types for a legal action."""
        return self.searched.move_text(position.node, self._choice_of[position.mover][action])

    def move_of(self, position: EncodedPosition, action: int) -> Move:
        """The move of the rules that a legal action makes."""
        return self.searched.move(self._choice_of[position.mover][action])

    def action_of(self, move: Move) -> int:
        """The action of a move of the rules."""
        return self._action_of[self.searched.choice(move)]

    def action(self, position: EncodedPosition, text: str) -> int:
        """The legal action with this text; `Refusal` if there is none."""
        known = {self.move_text(position, action): action for action in position.legal}
        if text not in known:
            raise Refusal(f"`{text}` is not legal", f"legal: {'; '.join(known)}" if known else "")
        return known[text]

    def _asked(self, node: SearchNode) -> EncodedPosition:
        """A position with the answers of the rules."""
        outcome = self.searched.outcome(node)
        if outcome is not None:
            return EncodedPosition(node, outcome, NOBODY, ())
        legal = sorted(self._action_of[choice] for choice in self.searched.choices(node))
        return EncodedPosition(node, None, self.searched.mover(node), tuple(legal))


def encoding_of(game: Game, *, limit: int = ENCODING_LIMIT) -> Encoding:
    """The game as numbers: by its kernel, or by exploring up to `limit` positions if it has none.

    `Refusal` if it has no kernel and more positions, or no moves at all.
    """
    searched = search_game_of(game.rules)
    if isinstance(searched, Coded):
        kernel = searched.kernel
        found = Encoding(
            game, searched, kernel.moves, move_owners(kernel.grounded), kernel.grounded.layout, int
        )
    else:
        found = explored_encoding(game, limit)
    if not found.moves:
        raise Refusal(f"nobody can move in {game.name}", "an environment needs at least one move")
    return found


def explored_encoding(game: Game, limit: int) -> Encoding:
    """The encoding of the positions and moves that play can reach."""
    try:
        graph = explore(game.rules, limit=limit)
    except TooManyPositions:
        fact = (
            f"{game.name} has no kernel and more than {limit:,} positions: nothing of fixed size holds them"
        )
        raise Refusal(fact, "look at more with `limit`, or make the game smaller") from None
    layout, code_of = graph_layout(graph)
    movers: list[set[int]] = [set() for _ in graph.every_move]
    for number, mover in enumerate(graph.movers):
        for move in graph.move_numbers(number):
            movers[move].add(mover)
    owners = [next(iter(sides)) if len(sides) == 1 else None for sides in movers]
    return Encoding(game, ExploredGame(game.rules, graph), graph.every_move, owners, layout, code_of)


def move_owners(grounded: Grounded) -> list[int | None]:
    """For each move the only side that may make it, as far as its condition says so."""
    return [
        next((side for side, turn in enumerate(grounded.to_move) if _implies(move.legal, turn)), None)
        for move in grounded.moves
    ]


def _implies(formula: Formula, claim: Formula) -> bool:
    """Whether one part of a conjunction implies a claim; false also if only several parts together do."""
    parts = conjuncts(formula)
    if claim in parts:
        return True
    if negation(claim) in parts:
        return False
    read = bits_of([claim])
    return any(never_holds(part & ~claim) for part in parts if bits_of([part]) & read)


def graph_layout(graph: StateGraph) -> tuple[StateLayout, Callable[[int], int]]:
    """The layout of all positions of a graph, and a function from the number of a position to its bits."""
    try:
        values = [to_value(position) for position in graph.positions]
    except Refusal:  # a game in Python with positions of its own making
        return Enumeration(tuple(range(len(graph)))), int
    layout = narrowest(values)
    return layout, partial(_code, layout, graph)


def _code(layout: StateLayout, graph: StateGraph, number: int) -> int:
    return encoded(layout, to_value(graph.positions[number]))


def narrowest(values: Sequence[Value]) -> StateLayout:
    """The narrowest layout that contains these values.

    >>> from noughts.values.sets import FiniteSet
    >>> narrowest([(FiniteSet([1]), 7), (FiniteSet([2]), 8)])
    TupleLayout(parts=(SetBits(elements=(1, 2)), Enumeration(values=(7, 8))))
    """
    sets = [value for value in values if isinstance(value, Set)]
    if len(sets) == len(values):
        return SetBits(tuple(dict.fromkeys(element for each in sets for element in each)))
    tuples = [value for value in values if isinstance(value, tuple)]
    if len(tuples) == len(values) and len(set(map(len, tuples))) == 1:
        return TupleLayout(tuple(map(narrowest, zip(*tuples, strict=True))))
    return Enumeration(in_order(tuple(dict.fromkeys(values))))
