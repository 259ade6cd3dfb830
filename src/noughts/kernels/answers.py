"""Positions of a game as the spot check sees them: what a list, or the kernel, says of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Final

from noughts.games.game import Expansion, Game, Outcome, Position
from noughts.grounding.grounded import OVER, Grounded
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.search_game import Coded, SearchGame, SearchNode, search_game_of
from noughts.kernels.state_graph import StateGraph
from noughts.kernels.words import from_words, in_words, representative
from noughts.verify.spot import ELSEWHERE, Answer, transition_fault

if TYPE_CHECKING:
    from noughts.kernels.compact_graph import CompactGraph

UNKNOWN: Final = "play comes there, and the answer does not have it"


@dataclass(frozen=True)
class PlayedAnswer:
    """The rules as searches, diagrams and tables ask them: by the kernel, if the game has one."""

    game: Game
    grounded: Grounded | None = None
    """The formulas that were asked, if it is known that some were."""

    @cached_property
    def searched(self) -> SearchGame:
        """The game as searches see it."""
        return search_game_of(self.game) if self.grounded is None else Coded(self.game, Kernel(self.grounded))

    def drawn(self, dice: Random) -> Position | None:
        return None

    def fault(self, position: Position, found: Expansion) -> str | None:
        try:
            return transition_fault(self.said(self.searched.node(position)), found)
        except KeyError:
            return UNKNOWN

    def said(self, node: SearchNode) -> Expansion:
        """What the game says about a position."""
        game = self.searched
        if (outcome := game.outcome(node)) is not None:
            return Expansion(outcome)
        choices = game.choices(node)
        after = [game.position(game.after(node, choice)) for choice in choices]
        return Expansion(None, self.game.sides[game.mover(node)], [*map(game.move, choices)], after)


@dataclass(frozen=True)
class GraphAnswer:
    """A list of all positions."""

    graph: StateGraph

    def drawn(self, dice: Random) -> Position | None:
        return self.graph.positions[dice.randrange(len(self.graph))]

    def fault(self, position: Position, found: Expansion) -> str | None:
        number = self.graph.number_of.get(position)
        return UNKNOWN if number is None else transition_fault(self.said(number, found), found)

    def said(self, number: int, found: Expansion) -> Expansion:
        """What the list says about a position.

        The names of the moves are asked of the first position alone, as a kernel has to be made for them.
        Elsewhere they are those that the rules have for the same positions.
        """
        graph, sides = self.graph, self.graph.game.sides
        mover, winner = graph.movers[number], graph.winners[number]
        if mover == NOBODY:
            return Expansion(Outcome(None if winner == NOBODY else sides[winner], OVER))
        after = [graph.positions[target] for target in graph.successors(number)]
        if number == 0 or Counter(after) != Counter(found.after):
            return Expansion(None, sides[mover], graph.moves(number), after)
        return replace(found, outcome=None, to_move=sides[mover])


@dataclass(frozen=True)
class CompactAnswer:
    """A list of one position of each orbit under the symmetries."""

    graph: CompactGraph
    numbers: dict[Position, int] = field(default_factory=dict)

    def drawn(self, dice: Random) -> Position | None:
        number = dice.randrange(len(self.graph.codes))
        position = self.graph.machine.grounded.decoded(self.graph.code(number))
        self.numbers[position] = number
        return position

    def fault(self, position: Position, found: Expansion) -> str | None:
        try:
            number = self.number(position)
            reached = sorted(map(self.kept, found.after))
        except KeyError:
            return UNKNOWN
        graph, sides = self.graph, self.graph.game.sides
        targets = graph.targets[graph.offsets[number] : graph.offsets[number + 1]]
        mover, winner = int(graph.movers[number]), int(graph.winners[number])
        if not len(targets):
            outcome = Outcome(None if winner == NOBODY else sides[winner], OVER)
            return transition_fault(Expansion(outcome), found)
        if fault := transition_fault(replace(found, outcome=None, to_move=sides[mover]), found):
            return fault
        return None if sorted(graph.code(int(target)) for target in targets) == reached else ELSEWHERE

    def number(self, position: Position) -> int:
        """The number of the position that stands for one; `KeyError` if the list has none."""
        if (number := self.numbers.get(position)) is not None:
            return number
        words = in_words(self.kept(position), self.graph.machine.words)
        places = (self.graph.codes == words).all(axis=1).nonzero()[0]
        if not len(places):
            raise KeyError(position)
        return int(places[0])

    def kept(self, position: Position) -> int:
        """The bits of the position that stands for one and all that are alike."""
        code, machine = self.graph.machine.grounded.encoded(position), self.graph.machine
        return from_words(representative(code, self.graph.symmetries, machine.words))


def positions_answer(game: Game, found: object, grounded: Grounded | None = None) -> Answer:
    """What was found of the positions of a game: a list of them, or its rules where there is none."""
    from noughts.kernels.compact_graph import CompactGraph

    if isinstance(found, StateGraph):
        return GraphAnswer(found)
    return CompactAnswer(found) if isinstance(found, CompactGraph) else PlayedAnswer(game, grounded)
