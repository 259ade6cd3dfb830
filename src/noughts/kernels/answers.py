"""Answers that the spot check compares with the rules: what a list or the kernel says about a position."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.games.game import OVER, Expansion, Game, Outcome, Position
from noughts.grounding.grounded import Grounded
from noughts.kernels.dialect import from_words, in_words, representative
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.search_game import Coded, SearchGame, SearchNode, search_game_of
from noughts.kernels.state_graph import Explored, StateGraph
from noughts.verify.spot import ELSEWHERE, Answer, transition_fault

if TYPE_CHECKING:
    from noughts.kernels.compact_graph import CompactGraph

UNKNOWN: Final = "play reaches it, but the answer does not have it"


class PlayedAnswer(Struct, frozen=True, dict=True):
    """The rules as searches, diagrams and tables use them: through the kernel, if the game has one."""

    game: Game
    grounded: Grounded | None = None
    """The formulas from which the answer was computed, if any were used."""

    @cached_property
    def searched(self) -> SearchGame:
        """The game as searches see it."""
        return search_game_of(self.game) if self.grounded is None else Coded(self.game, Kernel(self.grounded))

    def drawn(self, dice: Random) -> Position | None:
        return None  # there is no list to draw from: the spot check plays random matches instead

    def fault(self, position: Position, found: Expansion) -> str | None:
        try:
            return transition_fault(self.said(self.searched.node(position)), found)
        except KeyError:
            return UNKNOWN

    def said(self, node: SearchNode) -> Expansion:
        """The outcome or the moves of a position, from the game."""
        game = self.searched
        if (outcome := game.outcome(node)) is not None:
            return Expansion(outcome)
        choices = game.choices(node)
        after = [game.position(game.after(node, choice)) for choice in choices]
        return Expansion(None, self.game.sides[game.mover(node)], [*map(game.move, choices)], after)


class GraphAnswer(Struct, frozen=True):
    """A list of all positions."""

    graph: StateGraph

    def drawn(self, dice: Random) -> Position | None:
        return self.graph.positions[dice.randrange(len(self.graph))]

    def fault(self, position: Position, found: Expansion) -> str | None:
        number = self.graph.number_of.get(position)
        return UNKNOWN if number is None else transition_fault(self.said(number, found), found)

    def said(self, number: int, found: Expansion) -> Expansion:
        """The outcome or the moves of a position, from the list.

        Only the first position is asked for the names of its moves, since listing them compiles the kernel.
        Elsewhere, if the same positions follow, the names are taken from `found`.
        """
        graph, sides = self.graph, self.graph.game.sides
        mover, winner = graph.movers[number], graph.winners[number]
        if mover == NOBODY:
            return Expansion(Outcome(None if winner == NOBODY else sides[winner], OVER))
        after = [graph.positions[target] for target in graph.successors(number)]
        if number == 0 or Counter(after) != Counter(found.after):
            return Expansion(None, sides[mover], graph.moves(number), after)
        return replace(found, outcome=None, to_move=sides[mover])


class CompactAnswer(Struct, frozen=True):
    """A list with one representative of each orbit under the symmetries."""

    graph: CompactGraph
    numbers: dict[Position, int] = field(default_factory=dict)
    """The numbers of the positions drawn so far: `number` has no index and compares all rows."""

    def drawn(self, dice: Random) -> Position | None:
        number = dice.randrange(len(self.graph.codes))
        position = self.graph.machine.grounded.decoded(self.graph.code(number))
        self.numbers[position] = number
        return position

    def fault(self, position: Position, found: Expansion) -> str | None:
        try:
            number = self.number(position)
            reached = sorted(map(self.representative_bits, found.after))
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
        """The number of the representative of a position; `KeyError` if it is not in the list."""
        if (number := self.numbers.get(position)) is not None:
            return number
        words = in_words(self.representative_bits(position), self.graph.machine.words)
        places = (self.graph.codes == words).all(axis=1).nonzero()[0]
        if not len(places):
            raise KeyError(position)
        return int(places[0])

    def representative_bits(self, position: Position) -> int:
        """The bits of the representative of a position's orbit."""
        code, machine = self.graph.machine.grounded.encoded(position), self.graph.machine
        return from_words(representative(code, self.graph.symmetries, machine.words))


def positions_answer(game: Game, found: object, grounded: Grounded | None = None) -> Answer:
    """The answer about the positions of a game: the list that was found, or the rules if there is none."""
    if isinstance(found, StateGraph):
        return GraphAnswer(found)
    if isinstance(found, Explored):  # otherwise machine code and NumPy were not needed, and are not loaded
        from noughts.kernels.compact_graph import CompactGraph

        if isinstance(found, CompactGraph):
            return CompactAnswer(found)
    return PlayedAnswer(game, grounded)
