"""Automata as pictures in SVG; a state that is a position of a game shows its board."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TypeAlias

from noughts.automata.automaton import Automaton
from noughts.automata.dot import ARROW, STYLES, bundled, dot_text, drawable, state_lines
from noughts.automata.excerpt import Excerpt
from noughts.automata.from_game import game_graph, named_positions
from noughts.automata.refusal import Refused, Unsuitable
from noughts.automata.transition import Modality
from noughts.easel.svg import screen_svg
from noughts.games.game import Game
from noughts.games.picture import Pictured, board_frame

# Drawing plans: the places that Graphviz gives to the states and transitions of a drawing.


POINTS_PER_INCH = 72
Point = tuple[float, float]


@dataclass(slots=True)
class Arrow:
    """An edge as a row of Bézier curves; `place` is the middle of its label, if it has one."""

    tail: str
    head: str
    style: str
    color: str
    curve: list[Point]
    place: Point | None


@dataclass(slots=True)
class DrawingPlan:
    """A drawing of `width` by `height` points, with y downwards; a box is its middle and its size."""

    width: float
    height: float
    boxes: dict[str, tuple[Point, Point]] = field(default_factory=dict)
    arrows: list[Arrow] = field(default_factory=list)


class NoGraphviz(Refused):
    """The program ``dot`` of Graphviz is not installed."""


def plan(dot: str) -> DrawingPlan:
    """The layout of a graph by the program ``dot``; `NoGraphviz` if it is not installed."""
    program = shutil.which("dot")
    if program is None:
        help = "install the package graphviz, or ask for DOT: -o FILE.dot"
        raise NoGraphviz("drawing needs Graphviz, whose program `dot` is not there", hint=help)
    done = subprocess.run([program, "-Tplain"], input=dot, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Refused(f"Graphviz cannot draw this: {done.stderr.strip()}")
    return parse_plan(done.stdout)


def parse_plan(text: str) -> DrawingPlan:
    """The plan in the output of ``dot -Tplain``, which is in inches, with y upwards, a line for each item."""
    made = DrawingPlan(0, 0)
    for line in text.replace("\\\n", "").splitlines():
        words = shlex.split(line)
        match words[0]:
            case "graph":
                made.width, made.height = (float(word) * POINTS_PER_INCH for word in words[2:4])
            case "node":
                x, y, width, height = (float(word) * POINTS_PER_INCH for word in words[2:6])
                made.boxes[words[1]] = ((x, made.height - y), (width, height))
            case "edge":
                made.arrows.append(_planned_arrow(words, made.height))
    return made


def _planned_arrow(words: list[str], height: float) -> Arrow:
    count = int(words[3])
    numbers = [float(word) * POINTS_PER_INCH for word in words[4 : 4 + 2 * count]]
    curve = [(x, height - y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    *label, style, color = words[4 + 2 * count :]
    if not label:
        return Arrow(words[1], words[2], style, color, curve, None)
    x, y = (float(word) * POINTS_PER_INCH for word in label[-2:])
    return Arrow(words[1], words[2], style, color, curve, (x, height - y))


Board: TypeAlias = Callable[[int], str | None]
"""Returns the SVG of the position of a state, given by its number; ``None`` if it has none."""

_BOARD_SIDE = 62.0
"""The width and height of a board, in points."""

_LINE = 13.0
_MARGIN = 12.0
_MODALITIES: Mapping[tuple[str, str], Modality] = {look: modality for modality, look in STYLES.items()}

_STYLE = """\
text { font: 11px Helvetica, Arial, sans-serif; text-anchor: middle; fill: #1f2937 }
.state { fill: #ffffff; stroke: #475569; stroke-width: 1.2 }
.arrow { fill: none; stroke: #475569; stroke-width: 1.1 }
.urgent, .lazy { stroke: #c2410c }
.lazy { stroke-dasharray: 5 3 }
.urgent-head { fill: #c2410c }
.head { fill: #475569 }
.permitted, .urgent, .lazy { paint-order: stroke }
text.permitted, text.urgent, text.lazy { stroke: #f8fafc; stroke-width: 3; stroke-dasharray: none }
text.urgent, text.lazy { fill: #c2410c }
.paper { fill: #f8fafc }
"""


def svg_text(excerpt: Excerpt, board: Board | None = None) -> str:
    """The picture of an excerpt.

    The initial state has an arrow from nowhere, and final states have a double border.  Necessary transitions
    are red, and lazy ones are dashed.  ``…`` and a stack mean that the excerpt leaves out what follows.
    """
    boards = {} if board is None else {s: found for s in excerpt.states if (found := board(s))}
    side = (_BOARD_SIDE + 8) / POINTS_PER_INCH
    made = plan(dot_text(excerpt, dict.fromkeys(boards, (side, side))))
    return "\n".join(_document(excerpt, made, boards)) + "\n"


def _document(excerpt: Excerpt, made: DrawingPlan, boards: Mapping[int, str]) -> Iterator[str]:
    width, height = made.width + 2 * _MARGIN, made.height + 2 * _MARGIN
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    yield f"<style>{_STYLE}</style>"
    yield f"<defs>{_head('head', 'head')}{_head('urgent-head', 'urgent-head')}</defs>"
    yield f'<rect class="paper" width="{width:.0f}" height="{height:.0f}"/>'
    yield f'<g transform="translate({_MARGIN:g} {_MARGIN:g})">'
    labels = bundled(excerpt)
    for arrow in made.arrows:
        yield from _arrow(arrow, labels)
    for s in excerpt.states:
        yield from _state(excerpt, s, made.boxes[f"s{s}"], boards.get(s))
    yield "</g>"
    yield "</svg>"


def _head(name: str, look: str) -> str:
    """The head of an arrow."""
    shape = f'<path class="{look}" d="M 0 0 L 8 3 L 0 6 z"/>'
    box = 'viewBox="0 0 8 6" refX="1" refY="3" markerWidth="8" markerHeight="6" orient="auto"'
    return f'<marker id="{name}" {box} markerUnits="userSpaceOnUse">{shape}</marker>'


def _arrow(arrow: Arrow, labels: Mapping[tuple[int, int, Modality], list[str]]) -> Iterator[str]:
    first, *rest = (f"{x:.1f} {y:.1f}" for x, y in arrow.curve)
    path = f"M {first} C {' '.join(rest)}"
    if arrow.tail == ARROW:
        yield f'<path class="arrow" d="{path}" marker-end="url(#head)"/>'
        return
    modality = _MODALITIES[arrow.style, arrow.color]
    look = modality.name.lower()
    head = "head" if modality is Modality.PERMITTED else "urgent-head"
    yield f'<path class="arrow {look}" d="{path}" marker-end="url(#{head})"/>'
    if arrow.place is not None:
        lines = labels[int(arrow.tail[1:]), int(arrow.head[1:]), modality]
        yield from _lines(lines, arrow.place, look)


def _state(excerpt: Excerpt, s: int, box: tuple[Point, Point], board: str | None) -> Iterator[str]:
    (x, y), (width, height) = box
    left, top = x - width / 2, y - height / 2
    if s in excerpt.cut:
        yield _box(left + 3, top + 3, width, height)
    yield _box(left, top, width, height)
    if excerpt.automaton.finals[s]:
        yield _box(left + 2.5, top + 2.5, width - 5, height - 5)
    name = drawable(", ".join(excerpt.automaton.state(s)))
    if board is None:
        yield from _lines(state_lines(excerpt, s), (x, y), "name")
    else:
        place = f'x="{left + 4:.1f}" y="{top + 4:.1f}" width="{_BOARD_SIDE:g}" height="{_BOARD_SIDE:g}"'
        yield f"<svg {place}><title>{escape(name, quote=False)}</title>{board}</svg>"


def _box(left: float, top: float, width: float, height: float) -> str:
    place = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="state" {place} rx="7"/>'


def _lines(lines: list[str], middle: Point, look: str) -> Iterator[str]:
    x, y = middle
    top = y - _LINE * (len(lines) - 1) / 2 + 4
    for k, line in enumerate(lines):
        yield f'<text class="{look}" x="{x:.1f}" y="{top + k * _LINE:.1f}">{escape(line, quote=False)}</text>'


# Boards: pictures of the positions of a game, for the states of automata made from it.


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
