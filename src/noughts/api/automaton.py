"""Strategies as contract automata: `noughts.Strategy`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from noughts.api.immutable import Immutable
from noughts.automata.automaton import Automaton
from noughts.automata.data_file import write_data
from noughts.automata.from_game import game_graph, no_strategy, plant, strategy
from noughts.games.game import Side
from noughts.refusal import Refusal, unknown

if TYPE_CHECKING:
    from noughts.api.game import Game


class Strategy(Immutable):
    """The most permissive safe strategy of a side: all choices with which it never loses.

    >>> import noughts
    >>> strategy = noughts.load("tictactoe").synthesise("o")
    >>> strategy
    <Strategy of o in tictactoe: 2095 states, 4417 transitions>
    """

    def __init__(self, game: Game, side: Side, automaton: Automaton) -> None:
        self.game = game
        self.side = side
        self.automaton = automaton

    @property
    def states(self) -> int:
        """The number of states, including the one of success."""
        return self.automaton.state_count

    @property
    def transitions(self) -> int:
        """The number of transitions."""
        return self.automaton.transition_count

    def save(self, path: str | Path) -> None:
        """Write the automaton as a ``.data`` file, which ``noughts automata`` and players read."""
        write_data(self.automaton, Path(path))

    def __repr__(self) -> str:
        size = f"{self.states} states, {self.transitions} transitions"
        return f"<Strategy of {self.side} in {self.game.name}: {size}>"

    def _repr_html_(self) -> str:
        from noughts.api.display.graph import strategy_html

        return strategy_html(self)


def strategy_of(game: Game, side: Side, limit: int) -> Strategy:
    """The strategy of a side; `Refusal` with a losing line of play if it has no safe one."""
    if side not in game.sides:
        raise unknown("side", side, game.sides)
    whole = plant(game_graph(game.rules, limit=limit))
    found = strategy(whole, side)
    if found.automaton is None:
        raise Refusal(*no_strategy(whole, found, side))
    return Strategy(game, side, found.automaton)
