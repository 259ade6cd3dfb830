"""Equilibrium outcomes, and values against a coalition, in games of three sides or more.

A side prefers its win to a draw, and a draw to the win of any other side.  There are two answers:

* by maxⁿ (C. A. Luckhart, K. B. Irani, AAAI 1986) every side plays for itself.  If several moves are
  equally good for a side, the outcome for the others can depend on its choice; so a position has a set of
  outcomes, those of all pure subgame-perfect equilibria of the tree of play:

      outcomes(p) = { winner }                                              if the game is over at p
                  = { o in some outcomes(q) : o is as good as t for s }     if s is to move, q ranging after p
      where t is the best for s of the worst outcomes of each q

* against a coalition, a side has the value that it can force if all others only play against it.  This is a
  game of two sides.

A side of chance may make any move, since it prefers no outcome.  A match that never ends is a draw: matches
are cut off as draws after k moves, and k grows until the outcomes no longer change.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from random import Random
from typing import Final

from msgspec import Struct

from noughts.games.game import (
    OVER,
    CannotGround,
    Expansion,
    Game,
    Move,
    Outcome,
    Position,
    Side,
    chance_of,
    players_of,
)
from noughts.games.result import Value
from noughts.kernels.answers import UNKNOWN, GraphAnswer
from noughts.kernels.explore import ExplorationProgress, MustAsk, explore_kernel, listed_once
from noughts.kernels.kernel import kernel_of
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.state_graph import StateGraph
from noughts.refusal import Refusal
from noughts.solvers import retrograde
from noughts.solvers.backward import against_all, values_of
from noughts.solvers.solved import DRAW, Figures
from noughts.stop import current, processor_time
from noughts.verify.checked import value_fault
from noughts.verify.spot import Answer, spot_check

# The number of every side of chance, which prefers no outcome.
_CHANCE: Final = -2


class NeverSettles(Refusal):
    """The outcomes change with the length at which matches are cut off, however long."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            f"the outcomes of {game.name} change with the length at which matches are cut off, however long",
            "let the rules end a match that repeats a position",
        )


class EquilibriumOutcomes(Struct, frozen=True, eq=False):
    """The protocol of the outcomes of every position of a game of three sides or more."""

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game."""

    @property
    @abstractmethod
    def figures(self) -> Figures:
        """The number of positions, in all and by their outcome; ``open`` counts those of several."""

    @abstractmethod
    def outcome_set(self, position: Position) -> int:
        """The outcomes of a position by maxⁿ: bit i for a win of side i, the last for a draw; `KeyError` if
        play does not reach it."""

    @abstractmethod
    def forced_at(self, position: Position) -> dict[Side, Value]:
        """The value that each side can force against all others together: its win, a draw, or a win of
        ``others``."""

    def outcomes_at(self, position: Position) -> tuple[str, ...]:
        """The outcomes of a position by name: sides in order, then ``draw``."""
        return names_in(self.outcome_set(position), self.game.sides)

    def by_move(self, position: Position) -> dict[Move, tuple[str, ...]]:
        """The outcomes after each legal move."""
        game = self.game
        return {move: self.outcomes_at(game.after(position, move)) for move in game.moves(position)}

    def chosen_at(self, position: Position) -> tuple[Move, ...]:
        """The moves that the side to move may choose: each has an outcome as good as the best that it can
        secure.

        With chance there are none: which moves are good depends on probabilities, which no rules give.
        """
        game = self.game
        reached = {move: self.outcome_set(game.after(position, move)) for move in game.moves(position)}
        if not reached:
            return ()
        if chance_of(game):
            return ()
        allowed = acceptable(mover_in(game, position), len(game.sides), [*reached.values()])
        return tuple(move for move, outcomes in reached.items() if outcomes & allowed)


class ManySided(EquilibriumOutcomes, frozen=True, eq=False, dict=True):
    """The outcomes and coalition values of the positions of a graph."""

    graph: StateGraph

    @property
    def game(self) -> Game:
        return self.graph.game

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the game."""
        return self.graph.game.sides

    @cached_property
    def outcomes(self) -> Sequence[int]:
        """For each position its set of outcomes by maxⁿ: bit i for a win of side i, the last for a draw."""
        return outcomes_of(self.graph)

    @cached_property
    def coalitions(self) -> Mapping[Side, Sequence[int]]:
        """For each side, the values of all positions against all other sides together, as numbers.

        The numbers are those of `noughts.solvers.retrograde`, with the side in the place of side 0.
        """
        winners, movers = self.graph.winners, self.graph.movers
        return {
            side: values_of(self.graph, against_all(winners, alone), against_all(movers, alone))
            for alone, side in enumerate(self.sides)
        }

    @cached_property
    def figures(self) -> Figures:
        names = [*self.sides, "draw", "open"]
        found = Counter(dict.fromkeys(names, 0))
        for outcomes in self.outcomes:
            single = outcomes & (outcomes - 1) == 0
            found[names[outcomes.bit_length() - 1] if single else "open"] += 1
        return Figures(len(self.graph), self.graph.transitions, dict(found), None)

    def outcome_set(self, position: Position) -> int:
        return self.outcomes[self.graph.number_of[position]]

    def forced_at(self, position: Position) -> dict[Side, Value]:
        number = self.graph.number_of[position]
        return {side: self.can_force(side, number) for side in players_of(self.game)}

    def outcome_names(self, number: int) -> tuple[str, ...]:
        """The outcomes of a position by name: sides in order, then ``draw``."""
        return names_in(self.outcomes[number], self.sides)

    def choices(self, number: int) -> int:
        """The number of moves that the side to move may choose in a position."""
        reached = [self.outcomes[after] for after in self.graph.successors(number)]
        if not reached or chance_of(self.game):
            return 0
        allowed = acceptable(self.graph.movers[number], len(self.sides), reached)
        return sum(outcomes & allowed != 0 for outcomes in reached)

    def can_force(self, side: Side, number: int) -> Value:
        """The value that a side can force in a position against all others together."""
        forced = self.coalitions[side][number]
        if not forced:
            return DRAW
        return Value(side if forced > 0 else "others", abs(forced) - 1)


def prospects(
    game: Game, start: Position, limit: int, progress: ExplorationProgress | None = None
) -> ManySided:
    """The outcomes of all positions that play can reach from `start`."""
    began = processor_time()
    found = ManySided(list_positions(game, start, limit, progress))
    spot_check(game, OutcomesAnswer(found, GraphAnswer(found.graph)), began, start)
    return found


def names_in(outcomes: int, sides: Sequence[Side]) -> tuple[str, ...]:
    """A set of outcomes by name: sides in order, then ``draw``."""
    return tuple(name for place, name in enumerate((*sides, "draw")) if outcomes >> place & 1)


def outcomes_of(graph: StateGraph) -> Sequence[int]:
    """The outcomes of every position; `NeverSettles` if they change forever."""
    size, sides, who = len(graph), len(graph.game.sides), numbers_of(graph.game)
    draw = 1 << sides
    found = [draw if winner == NOBODY else 1 << winner for winner in graph.winners]
    begins, sources = [0] * (size + 1), [0] * len(graph.targets)
    retrograde.turn_round(graph.offsets, graph.targets, begins, sources)
    waiting: Iterable[int] = range(size)
    before, length = list[int](), 0
    while True:
        current.get().look()
        changed: dict[int, int] = {}
        for number in waiting:
            after = graph.successors(number)
            if not after:
                continue
            now = refined(who[graph.movers[number]], sides, [found[target] for target in after])
            if now != found[number]:
                changed[number] = now
        if not changed:
            return found
        for number, now in changed.items():
            found[number] = now
        if found == before:  # outcomes repeat, so they do for ever
            raise NeverSettles(graph.game)
        length += 1
        if length & (length - 1) == 0:  # after a power of two, so that a period of any length is met (Brent)
            before = found.copy()
        waiting = {source for number in changed for source in sources[begins[number] : begins[number + 1]]}


def numbers_of(game: Game) -> tuple[int, ...]:
    """For each side its number, or `_CHANCE`."""
    chance = chance_of(game)
    return tuple(_CHANCE if side in chance else number for number, side in enumerate(game.sides))


def mover_in(game: Game, position: Position) -> int:
    """The number of the side to move, or `_CHANCE`."""
    return numbers_of(game)[game.sides.index(game.to_move(position))]


def refined(mover: int, sides: int, reached: Sequence[int]) -> int:
    """The outcomes of a position where a side is to move, and each of its moves leads to a set of them."""
    together = 0
    for outcomes in reached:
        together |= outcomes
    return together & acceptable(mover, sides, reached)


def acceptable(mover: int, sides: int, reached: Sequence[int]) -> int:
    """The outcomes that the side to move may accept, if each of its moves leads to one of the sets `reached`;
    chance accepts all."""
    if mover == _CHANCE:
        return (2 << sides) - 1
    own, draw = 1 << mover, 1 << sides
    if own in reached:
        return own
    if any(not outcomes & ~(own | draw) for outcomes in reached):
        return own | draw
    return (draw << 1) - 1


def list_positions(
    game: Game, start: Position, limit: int, progress: ExplorationProgress | None = None
) -> StateGraph:
    """Every position that play can reach from `start`, found by the kernel of the game if it has one."""
    with suppress(CannotGround, MustAsk):
        kernel = kernel_of(game)
        return explore_kernel(game, kernel, kernel.grounded.encoded(start), limit=limit, progress=progress)
    return listed_once(game, start, limit=limit, progress=progress)


class OutcomesAnswer(Struct, frozen=True):
    """The outcomes of positions of a game of three sides or more, to be checked."""

    prospects: EquilibriumOutcomes
    found: Answer

    def drawn(self, dice: Random) -> Position | None:
        return self.found.drawn(dice)

    def fault(self, position: Position, found: Expansion) -> str | None:
        try:
            return (
                self.found.fault(position, found)
                or set_fault(self.prospects, position, found)
                or forced_fault(self.prospects, position, found)
            )
        except KeyError:
            return UNKNOWN


def set_fault(prospects: EquilibriumOutcomes, position: Position, found: Expansion) -> str | None:
    """The fault of the outcomes of a position that do not follow from those after its moves."""
    sides = prospects.game.sides
    if found.outcome is not None:
        winner = found.outcome.winner
        wanted = 1 << (len(sides) if winner is None else sides.index(winner))
    else:
        after = [prospects.outcome_set(reached) for reached in found.after]
        wanted = refined(numbers_of(prospects.game)[sides.index(found.to_move)], len(sides), after)
    said = prospects.outcome_set(position)
    return None if said == wanted else "other outcomes follow from those after its moves"


def forced_fault(prospects: EquilibriumOutcomes, position: Position, found: Expansion) -> str | None:
    """The fault of a value that a side can force against all others, compared with those after its moves."""
    winner = None if found.outcome is None else found.outcome.winner
    for side, said in prospects.forced_at(position).items():
        outcome = found.outcome and Outcome(winner if winner in (None, side) else _OTHERS, OVER)
        mover = side if found.to_move == side else _OTHERS
        seen = Expansion(outcome, mover, found.moves, found.after)
        fault = value_fault(seen, said, lambda reached, side=side: prospects.forced_at(reached)[side])  # type: ignore[misc]
        if fault is not None:
            return fault
    return None


# The name of all sides but one, in the values that this one can force.
_OTHERS: Final = "others"
