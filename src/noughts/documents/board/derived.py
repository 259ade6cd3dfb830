"""From the rules of a game to its board: the program with definitions that draw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from noughts.documents.board import quoted as q
from noughts.documents.board.banks import banks_of
from noughts.documents.board.beneath import WriterBeneath
from noughts.documents.board.borders import with_borders
from noughts.documents.board.clicked import BUTTON, Button, MoveWriter, buttons_of, columns_of
from noughts.documents.board.drawing import (
    TEXT,
    along,
    between_blocks,
    corner,
    dark_squares,
    fitted,
    point_size,
    radius,
    reach,
    rims,
    strokes_of,
)
from noughts.documents.board.layers import Path
from noughts.documents.board.looks import DARK, FAINT, GREY, HOLE, MARKED, label_name, names_of_parts
from noughts.documents.board.moves import with_pieces, with_silent_words
from noughts.documents.board.pieces import PieceWriter
from noughts.documents.board.places import BoardPlan, Place, layout_of_cells, moved
from noughts.documents.board.reading import BoardReading, best_reading
from noughts.documents.board.sampled import is_number, sampled
from noughts.documents.board.sowing import pits_of
from noughts.documents.board.vocabulary import BoardVocabulary
from noughts.easel import Circle, Color, Point, Segment, Text, Triangle
from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.board_words import BOARD_WORDS
from noughts.language.check import collect_signatures, resolved
from noughts.language.dependence import complete
from noughts.language.resolve import Signature
from noughts.values.order import key
from noughts.values.sets import EMPTY, FiniteSet

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

_DRAWN = ("due", "lines", "points", "pieces", "names", "buttons", "rest")
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
    found = {each.name: each for each in definitions_of(derivation_of(game))}
    nothing = q.define_value("nothing", EMPTY).clauses
    drawn = [q.term(name) for name in _DRAWN if found[name].clauses != nothing]
    images = q.define("images", "drawn", drawn=q.union(drawn))
    reached = q.reached_from([images, *found.values()], ("images", "clicks", "move"))
    definitions = q.with_fresh_names(reached, taken, kept={"images", *BOARD_WORDS})
    clicks, move = (q.fresh(name, taken) for name in ("clicks", "move"))
    return DerivedBoard(with_definitions(program, definitions), tuple(definitions), clicks, move)


@dataclass(frozen=True)
class Derivation:
    """The facts of a game from which its board is written."""

    reading: BoardReading
    plan: BoardPlan
    buttons: Sequence[Button]
    pieces: PieceWriter
    beneath: WriterBeneath

    @property
    def vocabulary(self) -> Iterator[t.Definition]:
        """The board in the words by which a document may change it, each alone."""
        places = sorted(self.plan.places, key=lambda place: key(place.cell))
        yield q.define("boardPlaces", "places", places=q.set_tree(map(self.placed, places)))
        are_pieces = self.pieces.words.has_looks  # else numbers are only written
        looks = [look for look in self.pieces.looks if are_pieces or not is_number(look.label)]
        found = {self.pieces.words.named(look.label): look for look in looks}
        colours = [(label, Color(*look.colour)) for label, look in found.items()]
        signs = [(label, look.letter) for label, look in found.items()]
        has_sizes = len({look.size for look in looks}) > 1
        sizes = [(label, look.size) for label, look in found.items()] if has_sizes else []
        names = [(path[0], self.beneath.name_of(path)) for path in self.beneath.shown if len(path) == 1]
        for word, clauses in (
            ("boardColour(v)", colours),
            ("boardSign(v)", signs),
            ("boardSize(v)", sizes),
            ("boardLabel(v)", names),
        ):
            if clauses:
                *first, (_, last) = clauses
                others = [each for each in first if each[1] != last]
                yield q.define(word, "found", found=q.by_value(q.term("v"), others, last))

    def placed(self, place: Place) -> t.Expression:
        """A place with its column and row, from 1 on, and with its size if it is larger than others."""
        unit = self.plan.unit
        start = [min((each.x, each.y)[axis] for each in self.plan.places) for axis in (0, 1)]
        spot = [1 + Fraction(round((place.x - start[0]) * 100 / unit), 100)]
        spot += [1 + Fraction(round((place.y - start[1]) * 100 / unit), 100)]
        size = [] if place.wide == place.high == 1 else [place.wide, place.high]
        return q.term("c |-> at", c=place.cell, at=(*spot, *size))


def derivation_of(game: GameByRules) -> Derivation:
    """How a board is drawn, by the rules and by what the document says of it."""
    sample, words = sampled(game), BoardVocabulary(game)
    reading = best_reading(sample)
    kinds = with_silent_words(reading.kinds, sample, reading.on_board)
    kinds = [with_pieces(kind, reading.layers, sample) for kind in kinds]
    reading = replace(reading, kinds=tuple(kinds))
    plan = layout_of_cells(game, reading, sample.states)
    if pits := pits_of(reading, sample):
        plan = moved(plan, pits, "pit")
    firsts = (part.path[0] for part in sample.structure.parts if part.path)
    names: dict[Path, str] = {(each,): label_name(each) for each in firsts if not isinstance(each, int)}
    names |= names_of_parts(game.program)
    if banks := banks_of(reading, sample, names):
        plan = banks.plan(plan)
        reading = replace(reading, rest=tuple(path for path in reading.rest if path != banks.boat))
    if own := words.places():
        plan = moved(plan, own)
    plan = with_borders(game, reading, sample, plan)
    columns = columns_of(reading, sample, plan)
    plan = named_by(plan, columns)
    buttons = buttons_of(reading.kinds, [place.cell for place in plan.places], plan, columns)
    pieces = PieceWriter(sample, reading, plan, game.side_values, names, words, banks)
    plan = replace(plan, are_holes=any(look.is_white for look in pieces.looks))
    lowest = min([plan.bottom - 40, *(button.bottom for button in buttons)])
    beneath = WriterBeneath(sample, reading.rest, plan, pieces, words, lowest)
    return Derivation(reading, plan, buttons, pieces, beneath)


def vocabulary_of(game: GameByRules) -> Sequence[t.Definition]:
    """The board of a game in the words of which a document may have any."""
    return q.with_fresh_names([*derivation_of(game).vocabulary], game.program.definitions, kept=BOARD_WORDS)


def definitions_of(found: Derivation) -> Iterator[t.Definition]:
    """The definitions of a board, under names that the document may have, too."""
    plan = found.plan
    yield q.define_value("cells", FiniteSet([(p.cell, p.name, p.x, p.y) for p in plan.places]))
    lines = [*board_lines(plan), *board_borders(found.pieces), *found.beneath.frame()]
    drawn = [q.set_tree(lines)]
    if found.pieces.banks is not None:
        drawn.append(found.pieces.banks.images(plan))
    yield q.define("lines", "images", images=q.union(drawn))
    yield q.define_value("names", FiniteSet(board_names(plan)))
    yield board_buttons(found)
    yield board_points(plan)
    yield board_due(found)
    yield from found.pieces.definitions()
    yield from found.beneath.definitions()
    yield from MoveWriter(found.reading, plan, found.buttons, found.pieces).definitions()


def board_due(found: Derivation) -> t.Definition:
    """The marks beneath the places that are due, if the document says which, as large as what is clicked."""
    if not found.pieces.words.marks_places:
        return q.define_value("due", EMPTY)
    far = found.plan.unit * reach(found.plan) // 100
    corners = ["point(x - far, y - far)", "point(x + far, y + far)"]
    halves = (
        f"fTri({corners[0]}, {other}, {corners[1]}, colour)"
        for other in ("point(x + far, y - far)", "point(x - far, y + far)")
    )
    body = f"U[c in boardDue & (c, n, x, y) in cells] {{{', '.join(halves)}}}"
    return q.define("due", body, far=far, colour=MARKED)


def board_buttons(found: Derivation) -> t.Definition:
    """The buttons: with a text each, or with the piece that is chosen if the document says how it looks."""
    pieces = {look.label for look in found.pieces.looks} if found.pieces.words.has_looks else set()
    images = [
        image
        for button in found.buttons
        if not button.is_column
        for image in button.images
        if button.value not in pieces or not isinstance(image, Text)
    ]
    drawn = [
        q.term("piece(v, x, y, r)", v=button.value, x=button.middle.x, y=button.middle.y, r=BUTTON * 2 // 5)
        for button in found.buttons
        if button.value in pieces and not button.is_column
    ]
    return q.define("buttons", "images", images=q.union([q.tree_of(FiniteSet(images)), *drawn]))


def named_by(plan: BoardPlan, columns: Sequence[Button]) -> BoardPlan:
    """The plan with the names of columns that moves use."""
    names = {column.middle.x: column.text for column in columns}
    beside = [(names.get(x, name) if y < plan.bottom else name, x, y) for name, x, y in plan.beside]
    return replace(plan, beside=tuple(beside))


def board_lines(plan: BoardPlan) -> Iterator[Circle | Segment | Triangle]:
    """The lines of a board, heavier ones around its blocks."""
    if plan.outline == "pit":
        yield from rims(plan)
    yield from dark_squares(plan)
    for a, b, u, v in strokes_of(plan):
        yield Segment(Point(a, b), Point(u, v), FAINT if plan.are_ends else GREY)  # links are drawn on them
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
    maker, colour = (
        ("disc", GREY) if plan.are_ends else ("disc", HOLE) if plan.are_holes else ("circle", FAINT)
    )
    body = f"{{{maker}(point(x, y), r, colour) | (c, n, x, y) in cells}}"
    return q.define("points", body, r=radius(plan, point_size(plan)), colour=colour)


def with_definitions(program: c.Program, definitions: Sequence[t.Definition]) -> c.Program:
    """A program with more definitions, which use none of its own but those of the vocabulary."""
    known = {
        name: Signature(len(own.parameters), own.head, own.relation)
        for name, own in program.definitions.items()
        if name in BOARD_WORDS
    }
    signatures, problems = collect_signatures(definitions, known)
    drafts = resolved(t.Module(tuple(definitions), ()), definitions, (), signatures)
    wrong = [*problems, *drafts.problems]
    assert not wrong, wrong
    return replace(
        program, definitions={**program.definitions, **complete(drafts.definitions, program.definitions)}
    )
