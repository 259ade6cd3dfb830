"""The strategy player: it moves as a synthesised automaton permits, so it cannot lose."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import ClassVar

from noughts.automata.automaton import Automaton
from noughts.automata.from_game import (
    GameGraph,
    Plant,
    game_graph,
    named_positions,
    no_strategy,
    plant_of_positions,
    strategy,
)
from noughts.automata.transition import Modality
from noughts.games.game import Game, Move, Side
from noughts.games.match import Match
from noughts.refusal import Refusal

# Players that cannot lose: each follows a most permissive strategy, which they store in different ways.


class NoStrategy(Refusal):
    """A side has no strategy that never loses, or is in a position that its strategy does not reach."""


class PermissivePlayer(ABC):
    """A player that chooses, among the moves that its strategy permits, one of greatest worth.

    Ties are broken by the `seed`.
    """

    name: ClassVar[str] = "strategy"

    def __init__(self, side: Side, seed: int | str | None = None) -> None:
        self.side = side
        self._dice = Random(seed)

    @abstractmethod
    def permitted(self, match: Match) -> tuple[Move, ...]:
        """The moves that the strategy permits in the position; none if it does not contain the position."""

    @abstractmethod
    def worth(self, match: Match, move: Move) -> Fraction:
        """The worth of a permitted move, by which it is preferred to others."""

    def choose(self, match: Match) -> Move:
        """A preferred move, at random among equals."""
        return self._dice.choice(self.choices(match))

    def choices(self, match: Match) -> Sequence[Move]:
        """The permitted moves of greatest worth; `NoStrategy` if none is permitted."""
        moves = self.permitted(match)
        if not moves:
            where = match.game.position_text(match.position)
            fact = f"{self.side} has no safe move in {where}"
            raise NoStrategy(fact, "let it play from the start of the match")
        worth = [self.worth(match, move) for move in moves]
        return [move for move, its in zip(moves, worth, strict=True) if its == max(worth)]


class StrategyPlayer(PermissivePlayer):
    """A player that follows the most permissive strategy of its side, or another `automaton` that never
    loses.

    `NoStrategy` if the side may lose whatever it does, or if the automaton may lose.  Its moves are the
    transitions of the automaton in the position; it prefers a move that wins at once.
    """

    def __init__(
        self,
        game: Game,
        side: Side,
        *,
        seed: int | str | None = None,
        automaton: Automaton | None = None,
    ) -> None:
        super().__init__(side, seed)
        self._graph = game_graph(game)
        if automaton is None:
            self._permitted = _permitted(plant_of_positions(self._graph), side)
        else:
            self._permitted = _permitted_by(automaton, self._graph, side)

    def permitted(self, match: Match) -> tuple[Move, ...]:
        """The moves that the automaton has in the position; none if it does not contain the position."""
        try:
            return tuple(self._permitted.get(self._graph.number(match.position), ()))
        except KeyError:
            return ()

    def worth(self, match: Match, move: Move) -> Fraction:
        """1 for a move that wins at once, else 0."""
        outcome = match.game.outcome(match.game.after(match.position, move))
        return Fraction(outcome is not None and outcome.winner == self.side)


def _permitted(given: Plant, side: Side) -> dict[int, list[Move]]:
    """The moves of `side` in each position of the strategy, by number; `NoStrategy` if there is none."""
    synthesis = strategy(given, side)
    found, graph = synthesis.automaton, given.graph
    if found is None:
        raise NoStrategy(*no_strategy(given, synthesis, side))
    permitted: dict[int, list[Move]] = {}
    for source, number in zip(found.sources, found.label_numbers, strict=True):
        if number < len(graph.made):
            mover, move = graph.made[number]
            if mover == side:
                permitted.setdefault(found.codes[source], []).append(move)
    return permitted


def _permitted_by(automaton: Automaton, graph: GameGraph, side: Side) -> dict[int, list[Move]]:
    """The moves of `side` that an automaton permits; the names of its states are those of positions.

    It is explored in lockstep with the game.  `NoStrategy`, with a shortest line of play, unless it never
    loses: it has every move of the other sides, permits a move in every position in which `side` is to move,
    and reaches no position that `side` has lost.
    """
    number = {state: graph.number(position) for state, position in named_positions(graph).items()}
    steps = [t for t in automaton.transitions if t.source in number and t.target in number]
    offers = {(number[t.source], number[t.target]) for t in steps if t.modality is Modality.PERMITTED}
    has = {(number[t.source], number[t.target]) for t in steps}
    leaving: dict[int, list[int]] = {}
    for edge, source in enumerate(graph.sources):
        leaving.setdefault(source, []).append(edge)
    permitted: dict[int, list[Move]] = {}
    first = {0: -1}  # for each visited position, the move of the first visit
    found = [0]
    for here in found:
        edges = leaving.get(here, [])
        own = bool(edges) and graph.made[graph.kinds[edges[0]]][0] == side
        kept = [edge for edge in edges if (here, graph.targets[edge]) in (offers if own else has)]
        if graph.ends.get(here) not in (side, None):
            raise _no_strategy(graph, side, f"may lose {graph.game.name} as {side}", first, here)
        if own and not kept:
            raise _no_strategy(graph, side, f"permits {side} no move of {graph.game.name}", first, here)
        if own:
            permitted[here] = [graph.made[graph.kinds[edge]][1] for edge in kept]
        elif len(kept) < len(edges):
            missing = _played(graph, next(edge for edge in edges if edge not in kept))
            raise _no_strategy(graph, side, f"lacks the move {missing} of {graph.game.name}", first, here)
        for edge in kept:
            if graph.targets[edge] not in first:
                first[graph.targets[edge]] = edge
                found.append(graph.targets[edge])
    return permitted


def _no_strategy(graph: GameGraph, side: Side, said: str, first: Mapping[int, int], here: int) -> NoStrategy:
    """The refusal of an automaton for a fault, with the moves of the first visit to `here`."""
    line: list[str] = []
    while (edge := first[here]) >= 0:
        line.append(_played(graph, edge))
        here = graph.sources[edge]
    when = f"after {', '.join(reversed(line))}" if line else "at the beginning"
    help = f"`noughts synthesise {graph.game.name} --for {side} -o FILE` makes a strategy"
    return NoStrategy(f"the automaton {said} {when}", help)


def _played(graph: GameGraph, edge: int) -> str:
    mover, move = graph.made[graph.kinds[edge]]
    return f"{mover} {graph.game.move_text(graph.positions[graph.sources[edge]], move)}"
