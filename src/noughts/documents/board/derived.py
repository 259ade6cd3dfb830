"""From the rules of a game to its board: the program with definitions that draw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from noughts.documents.board import quoted as q
from noughts.documents.board.beneath import WriterBeneath
from noughts.documents.board.borders import with_borders
from noughts.documents.board.clicked import MoveWriter, buttons_of
from noughts.documents.board.drawing import (
    TEXT,
    along,
    between_blocks,
    corner,
    fitted,
    point_size,
    radius,
    strokes_of,
)
from noughts.documents.board.looks import DARK, FAINT, GREY, names_of_parts
from noughts.documents.board.pieces import PieceWriter
from noughts.documents.board.places import BoardPlan, layout_of_cells
from noughts.documents.board.reading import best_reading
from noughts.documents.board.sampled import sampled
from noughts.easel import Point, Segment, Text
from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import collect_signatures, resolved
from noughts.language.dependence import complete
from noughts.values.sets import EMPTY, FiniteSet

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

_DRAWN = ("lines", "points", "pieces", "names", "buttons", "rest")
"""The definitions of images, in the order in which they are drawn."""
_HEAVY = (-1, 0, 1)
"""Shifts in pixels of the segments that make a heavy line."""


@dataclass(frozen=True, slots=True)
class DerivedBoard:
    """A program with its board; `definitions` are those that were derived.

    `clicks` is the name of the definition that says where to click for a move, `move` of that which names it.
    """

    program: c.Program
    definitions: tuple[t.Definition, ...]
    clicks: str
    move: str


def derived_board(game: GameByRules) -> DerivedBoard:
    """The board of a game, derived from its rules alone."""
    program, taken = game.program, game.program.definitions
    found = {each.name: each for each in definitions_of(game)}
    nothing = q.define_value("nothing", EMPTY).clauses
    drawn = [q.term(name) for name in _DRAWN if found[name].clauses != nothing]
    images = q.define("images", "drawn", drawn=q.union(drawn))
    reached = q.reached_from([images, *found.values()], ("images", "clicks", "move"))
    definitions = q.with_fresh_names(reached, taken, kept={"images"})
    clicks, move = (q.fresh(name, taken) for name in ("clicks", "move"))
    return DerivedBoard(with_definitions(program, definitions), tuple(definitions), clicks, move)


def definitions_of(game: GameByRules) -> Iterator[t.Definition]:
    """The definitions of a board, under names that the document may have, too."""
    sample = sampled(game)
    reading = best_reading(sample)
    plan = with_borders(game, reading, sample, layout_of_cells(game, reading, sample.states))
    buttons = buttons_of(reading.kinds, [place.cell for place in plan.places], plan)
    pieces = PieceWriter(sample, reading, plan, game.side_values, names_of_parts(game.program))
    lowest = min([plan.bottom - 40, *(button.bottom for button in buttons)])
    beneath = WriterBeneath(sample, reading.rest, plan, pieces, lowest)
    yield q.define_value("cells", FiniteSet([(p.cell, p.name, p.x, p.y) for p in plan.places]))
    lines = [*board_lines(plan), *board_borders(pieces), *beneath.frame()]
    yield q.define("lines", "images", images=q.set_tree(lines))
    yield q.define_value("names", FiniteSet(board_names(plan)))
    yield q.define_value("buttons", FiniteSet([image for button in buttons for image in button.images]))
    yield board_points(plan)
    yield from pieces.definitions()
    yield from beneath.definitions()
    yield from MoveWriter(reading, plan, buttons).definitions()


def board_lines(plan: BoardPlan) -> Iterator[Segment]:
    """The lines of a board, heavier ones around its blocks."""
    for a, b, u, v in strokes_of(plan):
        yield Segment(Point(a, b), Point(u, v), GREY)
    for a, b, u, v in between_blocks(plan):
        for i in _HEAVY:
            yield Segment(Point(a + i, b + i), Point(u + i, v + i), DARK)


def board_borders(pieces: PieceWriter) -> Iterator[t.Expression]:
    """The lines along the borders that a side has to join, in the colour of its stones."""
    layers = {layer.path: (number, layer) for number, layer in enumerate(pieces.reading.layers, start=1)}
    for path, border in pieces.layout.borders:
        number, layer = layers[path]
        (label,) = pieces.labels(layer, number)
        for a, b, u, v in along(pieces.layout, border):
            yield q.term("segment(one, two, colour(label))", one=Point(a, b), two=Point(u, v), label=label)


def board_names(plan: BoardPlan) -> Iterator[Text]:
    """The names of cells, or of their rows and columns."""
    height = fitted((name for name, _, _ in plan.beside), plan.unit - 8, TEXT)
    yield from (Text(name, Point(x, y), height, GREY) for name, x, y in plan.beside)
    if plan.names_inside:
        for place in plan.places:
            yield Text(place.name, Point(*corner(plan, place)), max(plan.unit // 6, 14), GREY)


def board_points(plan: BoardPlan) -> t.Definition:
    """The places of pieces on a board of points, or dots where lines end."""
    if plan.outline != "point":
        return q.define_value("points", EMPTY)
    maker, colour = ("disc", GREY) if plan.are_ends else ("circle", FAINT)
    body = f"{{{maker}(point(x, y), r, colour) | (c, n, x, y) in cells}}"
    return q.define("points", body, r=radius(plan, point_size(plan)), colour=colour)


def with_definitions(program: c.Program, definitions: Sequence[t.Definition]) -> c.Program:
    """A program with more definitions, which use none of its own."""
    signatures, problems = collect_signatures(definitions)
    drafts = resolved(t.Module(tuple(definitions), ()), definitions, (), signatures)
    wrong = [*problems, *drafts.problems]
    assert not wrong, wrong
    return replace(program, definitions={**program.definitions, **complete(drafts.definitions)})
