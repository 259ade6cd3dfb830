"""Positions of a game as the spot check sees them: what a list, or the kernel, says of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Final

from noughts.games.expansion import Expansion
from noughts.games.game import Game, Outcome, Position
from noughts.grounding.grounded import OVER
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.search_game import search_game_of
from noughts.kernels.state_graph import StateGraph
from noughts.kernels.words import from_words, representative
from noughts.verify.spot import ELSEWHERE, Answer, transition_fault

if TYPE_CHECKING:
    from noughts.kernels.compact_graph import CompactGraph

UNKNOWN: Final = "play comes there, and the answer does not have it"


@dataclass(frozen=True)
class PlayedAnswer:
    """The rules as searches, diagrams and tables ask them: by the kernel, if the game has one."""

    game: Game

    @cached_property
    def quick(self) -> Game:
        """The game, its own positions answered by the kernel."""
        return search_game_of(self.game).quick

    def drawn(self, dice: Random) -> Position | None:
        return None

    def fault(self, position: Position, found: Expansion) -> str | None:
        try:
            outcome = self.quick.outcome(position)
            if outcome is not None:
                return transition_fault(Expansion(outcome), found)
            moves = tuple(self.quick.moves(position))
            after = tuple(self.quick.after(position, move) for move in moves)
            return transition_fault(Expansion(None, self.quick.to_move(position), moves, after), found)
        except KeyError:
            return UNKNOWN


@dataclass(frozen=True)
class GraphAnswer:
    """A list of all positions."""

    graph: StateGraph

    def drawn(self, dice: Random) -> Position | None:
        return self.graph.positions[dice.randrange(len(self.graph))]

    def fault(self, position: Position, found: Expansion) -> str | None:
        number = self.graph.number_of.get(position)
        return UNKNOWN if number is None else transition_fault(self.said(number), found)

    def said(self, number: int) -> Expansion:
        """What the list says about a position."""
        graph, sides = self.graph, self.graph.game.sides
        mover, winner = graph.movers[number], graph.winners[number]
        if mover == NOBODY:
            return Expansion(Outcome(None if winner == NOBODY else sides[winner], OVER))
        after = [graph.positions[target] for target in graph.successors(number)]
        return Expansion(None, sides[mover], graph.moves(number), after)


@dataclass(frozen=True)
class CompactAnswer:
    """A list of one position of each orbit under the symmetries."""

    graph: CompactGraph
    numbers: dict[Position, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.numbered(0)

    def numbered(self, number: int) -> Position:
        """A position of the list, whose number is remembered."""
        position = self.graph.machine.grounded.decoded(self.graph.code(number))
        self.numbers[position] = number
        return position

    def drawn(self, dice: Random) -> Position | None:
        return self.numbered(dice.randrange(len(self.graph.codes)))

    def fault(self, position: Position, found: Expansion) -> str | None:
        number = self.numbers.get(position)
        if number is None:
            return None
        graph, sides = self.graph, self.graph.game.sides
        targets = graph.targets[graph.offsets[number] : graph.offsets[number + 1]]
        mover, winner = int(graph.movers[number]), int(graph.winners[number])
        if not len(targets):
            return transition_fault(
                Expansion(Outcome(None if winner == NOBODY else sides[winner], OVER)), found
            )
        moves = graph.moves(number)
        after = dict(zip(found.moves, found.after, strict=True))
        if (
            found.outcome is None
            and sides[mover] == found.to_move
            and set(moves) == after.keys()
            and sorted(map(self.kept, found.after)) != sorted(graph.code(int(target)) for target in targets)
        ):
            return ELSEWHERE
        return transition_fault(
            Expansion(None, sides[mover], moves, [after.get(move) for move in moves]), found
        )

    def kept(self, position: Position) -> int:
        """The bits of the position that stands for one and all that are alike."""
        code, machine = self.graph.machine.grounded.encoded(position), self.graph.machine
        return from_words(representative(code, self.graph.symmetries, machine.words))


def positions_answer(game: Game, found: object) -> Answer:
    """What was found of the positions of a game: a list of them, or its rules where there is none."""
    from noughts.kernels.compact_graph import CompactGraph

    if isinstance(found, StateGraph):
        return GraphAnswer(found)
    return CompactAnswer(found) if isinstance(found, CompactGraph) else PlayedAnswer(game)
