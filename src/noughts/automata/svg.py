"""Automata as pictures in SVG; a state that is a position of a game shows its board."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from html import escape
from typing import Final, TypeAlias

from noughts.automata.automaton import Automaton
from noughts.automata.dot import dot_text, drawable
from noughts.automata.excerpt import Excerpt
from noughts.automata.from_game import game_graph, named_positions
from noughts.automata.refusal import Refused, Unsuitable
from noughts.easel.svg import screen_svg
from noughts.games.game import Game
from noughts.games.picture import Pictured, board_frame

Board: TypeAlias = Callable[[int], str | None]
"""Returns the SVG of the position of a state, given by its number; ``None`` if it has none."""

_BOARD_SIDE: Final = 62
"""The width and height of a board, in points."""

_MARGIN: Final = 4
"""The points between a board and the border of its state."""

_SIZE: Final = re.compile(r'width="\S+" height="\S+"')

_SQUARE: Final = re.compile(r'<title>s(\d+)</title>\n(<polygon .*points="\S+ (\S+),(\S+) .*\n)')
"""A state that has a board, as Graphviz draws it; the second corner of its border is at the top left."""


class NoGraphviz(Refused):
    """The program ``dot`` of Graphviz is not installed."""


def by_graphviz(dot: str) -> str:
    """The picture of a graph by the program ``dot``; `NoGraphviz` if it is not installed."""
    program = shutil.which("dot")
    if program is None:
        help = "install the package graphviz, or ask for DOT: -o FILE.dot"
        raise NoGraphviz("drawing needs Graphviz, whose program `dot` is not there", hint=help)
    done = subprocess.run([program, "-Tsvg"], input=dot, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Refused(f"Graphviz cannot draw this: {done.stderr.strip()}")
    return done.stdout[done.stdout.index("<svg") :]


def svg_text(excerpt: Excerpt, board: Board | None = None) -> str:
    """The picture of an excerpt: its graph, with boards in the states that have one."""
    boards = {} if board is None else {s: found for s in excerpt.states if (found := board(s))}

    def with_board(square: re.Match[str]) -> str:
        s, border = int(square[1]), square[2]
        place = f'x="{float(square[3]) + _MARGIN:g}" y="{float(square[4]) + _MARGIN:g}"'
        name = escape(drawable(", ".join(excerpt.automaton.state(s))), quote=False)
        size = f'width="{_BOARD_SIDE}" height="{_BOARD_SIDE}"'
        screen = _SIZE.sub(size, boards[s], count=1)
        return f"{border}<svg {place} {size}><title>{name}</title>{screen}</svg>\n"

    picture = by_graphviz(dot_text(excerpt, dict.fromkeys(boards, (_BOARD_SIDE + 2 * _MARGIN) / 72)))
    return re.sub(r"(?m)^<title>.*</title>\n", "", _SQUARE.sub(with_board, picture))


def boards(game: Game, automaton: Automaton) -> Board:
    """The function that draws the game's screen in a state whose name is that of a position."""
    if not isinstance(game, Pictured):
        raise Unsuitable(f"{game.name} has no screen to draw")
    pictured, frame = game, board_frame(game, game.initial)
    positions = named_positions(game_graph(game))

    def board(s: int) -> str | None:
        name = automaton.state(s)
        return screen_svg(pictured.images(positions[name]), frame) if name in positions else None

    return board
