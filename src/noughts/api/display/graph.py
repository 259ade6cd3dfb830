"""A strategy as a graph, with the boards of its positions."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

from noughts.api.display.output import output

if TYPE_CHECKING:
    from noughts.api.automaton import Strategy
    from noughts.automata.automaton import Automaton
    from noughts.automata.excerpt import Excerpt
    from noughts.automata.svg import Board
    from noughts.games.game import Game as Rules

MOST_STATES = 40
"""States of an automaton that are drawn; more are not read in a picture."""
MOST_BOARDS = 10_000
"""States of an automaton whose boards are looked for: that takes a walk through the whole game."""


def strategy_html(strategy: Strategy) -> str:
    """The graph, its beginning where there are many states; in words where Graphviz is missing."""
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
    """All of it where that can be read, or its states up to some steps from the first one."""
    from noughts.automata.excerpt import Excerpt, neighbourhood, whole

    if automaton.state_count <= MOST_STATES:
        return whole(automaton)
    near = neighbourhood(automaton, automaton.start, 1)
    return Excerpt(automaton, near.states[:MOST_STATES])


def boards_of(rules: Rules, automaton: Automaton) -> Board | None:
    """The screen of the game for each state; ``None`` where there is none, or it takes too long."""
    from noughts.automata.boards import boards
    from noughts.games.picture import Pictured

    if not isinstance(rules, Pictured) or automaton.state_count > MOST_BOARDS:
        return None
    return boards(rules, automaton)


def svg_address(svg: str) -> str:
    """A picture as an address that holds all of it; its style and names meet no others."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode('ascii')}"
