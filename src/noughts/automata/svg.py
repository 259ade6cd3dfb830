"""Automata as pictures in SVG; a state that is a position of a game shows its board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import TypeAlias

from noughts.automata.dot import ARROW, STYLES, bundled, dot_text, drawable, state_lines
from noughts.automata.excerpt import Excerpt
from noughts.automata.plan import POINTS_PER_INCH, Arrow, DrawingPlan, Point, plan
from noughts.automata.transition import Modality

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
