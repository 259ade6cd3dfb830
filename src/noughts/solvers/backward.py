"""Exact values of all positions of a game, worked out backward from its ends.

An end is worth what its outcome says.  A position is won by the side to move if some move leads to a
position it has won, and lost by it if every move leads to a position that the other has won:

    value(p) = (winner, 0)                         if the game is over at p and won
             = (s, 1 + min { distance of q })      if s is to move and some q after p is won by s
             = (t, 1 + max { distance of q })      if s is to move and every q after p is won by t /= s
             = draw                                otherwise

the least such values, so that a position from which neither side can force an end is a draw, by
repetition if play can return to it.  Ends spread to what leads to them, nearest first, and each
transition is looked at once: time and memory grow as positions + transitions.

This is retrograde analysis: T. Ströhlein, *Untersuchungen über kombinatorische Spiele*, Munich 1970;
K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal 9(3), 1986.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from noughts.games.game import Game, Move, Position
from noughts.games.value import Value
from noughts.kernels.explore import LIMIT, NOBODY, Exploration, Progress, by_winner, explore
from noughts.refusal import Refusal

DRAW: Final = Value(None, None)
NO_DISTANCE: Final = -1
"""The distance of a draw."""


class TooManySides(Refusal):
    """With three sides or more, what one can force depends on whom the others wish to win"""

    def __init__(self, game: Game) -> None:
        sides = ", ".join(game.sides)
        super().__init__(
            f"{game.name} has {len(game.sides)} sides ({sides}), and only games of one or two can be solved",
            "among three, what one can force depends on whom the others wish to win",
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Solution:
    """The value of every position of an exploration; an `noughts.games.value.Oracle`.

    ``winners[k]`` is the index of the side that wins from position k, or `NOBODY` in a draw;
    ``distances[k]`` counts the plies to its win, `NO_DISTANCE` in a draw.
    """

    exploration: Exploration
    winners: array[int]
    distances: array[int]

    def __repr__(self) -> str:
        return f"<{self.exploration.game.name}: {self.value_of(0)}>"

    @property
    def game(self) -> Game:
        """The game."""
        return self.exploration.game

    @property
    def size(self) -> int:
        """How many positions there are."""
        return len(self.exploration)

    @property
    def transitions(self) -> int:
        """How many pairs of a position and a legal move."""
        return self.exploration.transitions

    def value_of(self, number: int, *, later: int = 0) -> Value:
        """The value of the position of that number, seen from `later` plies before it."""
        if self.winners[number] == NOBODY:
            return DRAW
        return Value(self.exploration.game.sides[self.winners[number]], self.distances[number] + later)

    def value(self, position: Position) -> Value:
        """The value of a position; `KeyError` if play does not reach it."""
        return self.value_of(self.exploration.number_of[position])

    def by_move(self, position: Position) -> dict[Move, Value]:
        """What each legal move makes of the position; distances count the move itself."""
        number = self.exploration.number_of[position]
        moves, successors = self.exploration.moves(number), self.exploration.successors(number)
        return {move: self.value_of(after, later=1) for move, after in zip(moves, successors, strict=True)}

    def best(self, position: Position) -> tuple[Move, ...]:
        """The moves that keep the value: quickest wins, longest losses, or draws; in the game's order."""
        value = self.value(position)
        return tuple(move for move, reached in self.by_move(position).items() if reached == value)

    def counts(self) -> dict[str, int]:
        """How many positions each side wins, and how many are drawn."""
        return by_winner(self.exploration.game, Counter(self.winners))

    def longest(self) -> int | None:
        """The greatest distance from any position to a win; ``None`` if all are drawn."""
        longest = max(self.distances)
        return None if longest == NO_DISTANCE else longest


def solve(exploration: Exploration) -> Solution:
    """The exact value of every position explored; `TooManySides` with more than two sides."""
    refuse_many_sides(exploration.game)
    winners = array("b", exploration.winners)
    distances = array("i", [NO_DISTANCE]) * len(exploration)
    spread(exploration, winners, distances)
    return Solution(exploration, winners, distances)


def refuse_many_sides(game: Game) -> None:
    """`TooManySides` if the game cannot be solved, to be known before it is explored."""
    if len(game.sides) > 2:
        raise TooManySides(game)


def solve_game(game: Game, *, limit: int = LIMIT, progress: Progress | None = None) -> Solution:
    """All of a game explored and solved."""
    refuse_many_sides(game)
    return solve(explore(game, limit=limit, progress=progress))


def spread(exploration: Exploration, winners: array[int], distances: array[int]) -> None:
    """Let the ends decide what leads to them, in order of distance.

    A source of a won position is decided at once if the winner is to move there, and else when all of
    its moves are: ``open_moves`` counts those that are not.  What is never decided stays a draw.
    """
    movers, offsets = exploration.movers, exploration.offsets
    begins, sources = _backward(exploration)
    open_moves = array("I", (offsets[k + 1] - offsets[k] for k in range(len(exploration))))
    decided = [number for number, winner in enumerate(winners) if winner != NOBODY]
    for number in decided:
        distances[number] = 0
    for number in decided:  # which grows meanwhile
        winner, distance = winners[number], distances[number] + 1
        for source in sources[begins[number] : begins[number + 1]]:
            if winners[source] != NOBODY:
                continue
            if movers[source] != winner:
                open_moves[source] -= 1
                if open_moves[source]:
                    continue
            winners[source] = winner
            distances[source] = distance
            decided.append(source)


def _backward(exploration: Exploration) -> tuple[array[int], array[int]]:
    """The transitions turned round: ``sources[begins[k]:begins[k + 1]]`` lead to position k."""
    offsets, targets = exploration.offsets, exploration.targets
    arrivals = Counter(targets)
    begins = array("Q", accumulate((arrivals[k] for k in range(len(exploration))), initial=0))
    free = begins.tolist()  # numbers that need not be made anew at each look
    sources = array("I", bytes(targets.itemsize * len(targets)))
    for source in range(len(exploration)):
        for target in targets[offsets[source] : offsets[source + 1]]:
            place = free[target]
            sources[place] = source
            free[target] = place + 1
    return begins, sources
