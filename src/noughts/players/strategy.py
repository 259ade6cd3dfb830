"""The player that moves as a synthesised automaton permits: it cannot lose."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from noughts.automata.automaton import Automaton
from noughts.automata.explore import explore
from noughts.automata.from_game import Plant, named_positions, plant_of_positions, strategy
from noughts.automata.lost_play import lost_play
from noughts.automata.positions import LIMIT, Positions
from noughts.automata.refusal import Refused
from noughts.automata.transition import Modality
from noughts.games.game import Game, Move, Side
from noughts.games.match import Match


class NoStrategy(Refused):
    """The side cannot be sure not to lose."""


class StrategyPlayer:
    """Keeps to the most permissive strategy of its side, or to another `automaton` that is one.

    Its moves are the transitions that leave the position in the automaton: one that wins at once if there
    is one, else any, by the `seed`.
    """

    name: ClassVar[str] = "strategy"

    def __init__(
        self,
        game: Game,
        side: Side,
        *,
        seed: int | str | None = None,
        limit: int = LIMIT,
        automaton: Automaton | None = None,
    ) -> None:
        self._side = side
        self._dice = Random(seed)
        self._graph = explore(game, limit=limit)
        if automaton is None:
            self._permitted = _permitted(plant_of_positions(self._graph), side)
        else:
            self._permitted = _permitted_by(automaton, self._graph, side)

    def permitted(self, match: Match) -> tuple[Move, ...]:
        """Every move that the strategy has where the match is: none where it is not in play."""
        try:
            return tuple(self._permitted.get(self._graph.number(match.position), ()))
        except KeyError:
            return ()

    def choose(self, match: Match) -> Move:
        """A move that wins, or else any that is permitted."""
        return self._dice.choice(self.choices(match))

    def choices(self, match: Match) -> Sequence[Move]:
        """The moves that win at once, or else all that are permitted."""
        moves = self.permitted(match)
        if not moves:
            where = match.game.position_text(match.position)
            help = "let it play from the beginning, so that it can see to that"
            raise NoStrategy(f"{self._side} is not sure of anything in {where}", help=help)
        return [move for move in moves if self._wins(match, move)] or moves

    def _wins(self, match: Match, move: Move) -> bool:
        outcome = match.game.outcome(match.game.after(match.position, move))
        return outcome is not None and outcome.winner == self._side


def _permitted(given: Plant, side: Side) -> dict[int, list[Move]]:
    """The moves of `side` in each position of the strategy, by number; `NoStrategy` if there is none."""
    synthesis = strategy(given, side)
    found, graph = synthesis.automaton, given.graph
    if found is None:
        moves = ", ".join(map(str, lost_play(given, synthesis, side)))
        fact = f"{side} cannot be sure not to lose {graph.game.name}"
        raise NoStrategy(fact, help=f"it is lost after {moves}, for instance")
    permitted: dict[int, list[Move]] = {}
    for source, number in zip(found.sources, found.label_numbers, strict=True):
        if number < len(graph.made):
            mover, move = graph.made[number]
            if mover == side:
                permitted.setdefault(found.codes[source], []).append(move)
    return permitted


def _permitted_by(automaton: Automaton, graph: Positions, side: Side) -> dict[int, list[Move]]:
    """The moves of `side` that an automaton permits, whose states bear the names of positions."""
    number = {state: graph.number(position) for state, position in named_positions(graph).items()}
    leads = {
        (number[t.source], number[t.target])
        for t in automaton.transitions
        if t.modality is Modality.PERMITTED and t.source in number and t.target in number
    }
    permitted: dict[int, list[Move]] = {}
    for source, kind, target in zip(graph.sources, graph.kinds, graph.targets, strict=True):
        mover, move = graph.made[kind]
        if mover == side and (source, target) in leads:
            permitted.setdefault(source, []).append(move)
    if not permitted:
        fact = f"the automaton permits {side} no move of {graph.game.name}"
        raise NoStrategy(fact, help=f"`noughts synthesise {graph.game.name} --for {side} -o FILE` makes one")
    return permitted
