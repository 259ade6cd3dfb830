"""Strategies as contract automata: `noughts.Strategy`."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.api.display.output import output
from noughts.api.immutable import Immutable
from noughts.automata.automaton import Automaton
from noughts.automata.data_file import write_data
from noughts.automata.from_game import game_graph, no_strategy, plant, strategy
from noughts.automata.pictures import Excerpt, boards, complete_excerpt, neighbourhood, svg_text
from noughts.automata.refusal import Refused
from noughts.games.game import Game as Rules
from noughts.games.game import Side
from noughts.games.picture import Pictured
from noughts.refusal import Refusal, unknown

if TYPE_CHECKING:
    from noughts.api.game import Game
    from noughts.automata.pictures import Board


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


# A strategy as a graph, with the boards of its positions.


# The most states of an automaton that are drawn; a larger picture is unreadable.
_MOST_STATES = 40
# The most states of a strategy that is drawn with boards, since finding them takes a walk through the game.
_MOST_BOARDS = 10_000


def strategy_html(strategy: Strategy) -> str:
    """The graph, or its beginning if there are many states; text if Graphviz is missing."""
    shown = excerpt_of(strategy.automaton)
    text = f"{strategy.states:,} states, {strategy.transitions:,} transitions"
    if len(shown.states) < strategy.states:
        text += f"; {len(shown.states)} are shown"
    title = escape(f"strategy of {strategy.side} in {strategy.game.name}")
    caption = f"<b>{title}</b><br><span>{text}</span>"
    try:
        picture = svg_text(shown, boards_of(strategy.game.rules, strategy.automaton))
    except Refused as refused:
        return output(f"{caption}<br>{escape(str(refused))}")
    graph = f'<img alt="{title}" src="{svg_address(picture)}">'
    return output(f'<figure class="noughts-board">{graph}<figcaption>{caption}</figcaption></figure>')


def excerpt_of(automaton: Automaton) -> Excerpt:
    """The whole automaton if it is small enough to be read, else the states near the first one."""
    if automaton.state_count <= _MOST_STATES:
        return complete_excerpt(automaton)
    near = neighbourhood(automaton, automaton.start, 1)
    return Excerpt(automaton, near.states[:_MOST_STATES])


def boards_of(rules: Rules, automaton: Automaton) -> Board | None:
    """The screen of the game for each state; ``None`` if there is none, or if finding it takes too long."""
    if not isinstance(rules, Pictured) or automaton.state_count > _MOST_BOARDS:
        return None
    return boards(rules, automaton)


def svg_address(svg: str) -> str:
    """A picture as a data URL, isolated so that its styles and names cannot clash with others."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode('ascii')}"
