"""A strategy as a graph, with the boards of its positions."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from noughts.api.display.output import output
from noughts.games.game import Game as Rules
from noughts.games.picture import Pictured

if TYPE_CHECKING:
    from noughts.api.automaton import Strategy
    from noughts.automata.automaton import Automaton
    from noughts.automata.excerpt import Excerpt
    from noughts.automata.svg import Board

_MOST_STATES = 40
"""The most states of an automaton that are drawn; a larger picture is unreadable."""
_MOST_BOARDS = 10_000
"""The most states of a strategy that is drawn with boards, since finding them takes a walk through the
game."""


def strategy_html(strategy: Strategy) -> str:
    """The graph, or its beginning if there are many states; text if Graphviz is missing."""
    from noughts.automata.refusal import Refused
    from noughts.automata.svg import svg_text

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
    from noughts.automata.excerpt import Excerpt, complete_excerpt, neighbourhood

    if automaton.state_count <= _MOST_STATES:
        return complete_excerpt(automaton)
    near = neighbourhood(automaton, automaton.start, 1)
    return Excerpt(automaton, near.states[:_MOST_STATES])


def boards_of(rules: Rules, automaton: Automaton) -> Board | None:
    """The screen of the game for each state; ``None`` if there is none, or if finding it takes too long."""
    from noughts.automata.svg import boards

    if not isinstance(rules, Pictured) or automaton.state_count > _MOST_BOARDS:
        return None
    return boards(rules, automaton)


def svg_address(svg: str) -> str:
    """A picture as a data URL, isolated so that its styles and names cannot clash with others."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode('ascii')}"
