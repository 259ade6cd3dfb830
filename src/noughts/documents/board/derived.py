"""From the rules of a game to its board: the program with definitions that draw it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from noughts.documents.board import vocabulary as q
from noughts.documents.board.banks import banks_of, pits_of
from noughts.documents.board.beneath import WriterBeneath
from noughts.documents.board.clicked import BUTTON, Button, MoveWriter, buttons_of, columns_of
from noughts.documents.board.drawing import (
    TEXT,
    along,
    between_blocks,
    corner,
    dark_squares,
    enclosed,
    fitted,
    name_height,
    point_size,
    radius,
    reach,
    rims,
    strokes_of,
)
from noughts.documents.board.layers import Path, at, fields_by_name
from noughts.documents.board.looks import DARK, FAINT, GREY, HOLE, MARKED, label_name, names_of_parts
from noughts.documents.board.moves import with_pieces, with_silent_words
from noughts.documents.board.pieces import PieceWriter
from noughts.documents.board.places import BoardPlan, Place, layout_of_cells, moved
from noughts.documents.board.reading import BoardReading, best_reading
from noughts.documents.board.sampled import Sampled, are_pairs, is_number, sampled
from noughts.documents.board.vocabulary import BoardVocabulary
from noughts.easel import Circle, Color, Point, Segment, Text, Triangle
from noughts.games.game import RulesError
from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import collect_signatures, resolved
from noughts.language.conventions import BOARD_WORDS
from noughts.language.dependence import complete
from noughts.language.resolve import Signature
from noughts.values.order import key
from noughts.values.sets import EMPTY, FiniteSet, Set
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

# The definitions of images, in the order in which they are drawn.
_DRAWN = ("due", "lines", "points", "pieces", "names", "buttons", "rest")
# Shifts in pixels of the segments that make a heavy line.
_HEAVY = (-1, 0, 1)


class DerivedBoard(Struct, frozen=True):
    """A program with its board; `definitions` are those that were derived.

    `clicks` is the name of the definition that says where to click for a move, `move` of that which names its
    parts, "" if there is none.
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


class Derivation(Struct, frozen=True):
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
    yield from enclosed(plan)
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
            yield Text(place.name, Point(*corner(plan, place)), name_height(plan), GREY)


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


# The borders of a board that a side has to join, by the relation that says who has won.


Border: TypeAlias = frozenset[Value]
"""The cells of the first or last row or column."""


def with_borders(game: GameByRules, reading: BoardReading, sample: Sampled, plan: BoardPlan) -> BoardPlan:
    """A board of squares or hexagons with the borders that each side has to join."""
    if plan.outline == "point":
        return plan
    place_of = {place.cell: place for place in plan.places}
    found = joined_borders(game, reading, sample, tuple(place_of))
    borders = [(path, border) for path, pair in found.items() for border in pair]
    return replace(
        plan, borders=tuple((path, tuple(place_of[cell] for cell in each)) for path, each in borders)
    )


def joined_borders(
    game: GameByRules, reading: BoardReading, sample: Sampled, cells: Sequence[Value]
) -> Mapping[Path, tuple[Border, Border]]:
    """For the stones of each side, a part of the state, the two opposite borders that they have to join.

    A side has to reach a border if it wins with stones on all cells, but not if all others have stones on
    that border instead.  Nothing is said unless each side has just one pair of borders, and one of its own:
    on a small board other aims need all borders, too.
    """
    stones = stones_of(reading, sample)
    if game.wins is None or len(stones) < 2 or not are_pairs(tuple(cells)):
        return {}
    filled = Filled(game, sample.states[0], stones, frozenset(cells))
    found: dict[Path, tuple[Border, Border]] = {}
    with suppress(RulesError):
        for side, path in stones.items():
            pairs = [pair for pair in opposite(filled.cells) if filled.needs(side, pair)]
            if len(pairs) != 1:
                return {}
            found[path] = pairs[0]
    return found if len(found) == len(stones) == len(set(found.values())) else {}


class Filled(Struct, frozen=True):
    """States of a game with a stone on every cell; those of a side are the part of the state at a path."""

    game: GameByRules
    state: Value
    stones: Mapping[Value, Path]
    cells: frozenset[Value]

    def needs(self, side: Value, borders: tuple[Border, Border]) -> bool:
        """Whether a side with all cells wins, and no longer without one of the borders."""
        return self.is_won(side, frozenset()) and not any(self.is_won(side, each) for each in borders)

    def is_won(self, side: Value, without: Border) -> bool:
        """Whether a side wins with stones on all cells but some, on which all others have theirs."""
        state = self.state
        for other, path in self.stones.items():
            state = with_part(state, path, FiniteSet(self.cells - without if other == side else without))
        assert self.game.wins is not None
        return self.game.holds(self.game.wins, side, at=state)


def stones_of(reading: BoardReading, sample: Sampled) -> Mapping[Value, Path]:
    """The part of the state that has the stones of each side: the set of cells, in pairs of numbers, that its
    moves add one to; nothing if some side moves in another way, or two sides have one set."""
    paths = [layer.path for layer in reading.layers if layer.form == "set" and layer.spots[0].path == ()]
    plain = reading.grain == "pair" and not any(layer.labels or layer.is_link for layer in reading.layers)
    found: dict[Value, Path] = {}
    for step in sample.steps:
        changed = [path for path in paths if at(step.before, path) != at(step.after, path)]
        if not plain or step.side is None or len(changed) != 1 or len(paths) != len(reading.layers):
            return {}
        if found.setdefault(step.side, changed[0]) != changed[0] or step.move not in set(
            members_of(at(step.after, changed[0]))
        ):
            return {}
    return found if len(set(found.values())) == len(found) else {}


def members_of(value: Value) -> Iterator[Value]:
    """The elements of a set."""
    assert isinstance(value, Set)
    return iter(value)


def with_part(value: Value, path: Path, part: Value) -> Value:
    """A value with another part at a path."""
    if not path:
        return part
    place, *rest = path
    if not isinstance(place, int):
        record = fields_by_name(value)
        return FiniteSet({**record, place: with_part(record[place], tuple(rest), part)}.items())
    assert isinstance(value, tuple)
    return (*value[: place - 1], with_part(value[place - 1], tuple(rest), part), *value[place:])


def opposite(cells: frozenset[Value]) -> Iterator[tuple[Border, Border]]:
    """The first and the last row, then the first and the last column."""
    for place in (1, 2):
        numbers = [number for cell in cells if isinstance(number := at(cell, (place,)), int)]
        first, last = min(numbers), max(numbers)
        if first < last:
            yield (
                frozenset(cell for cell in cells if at(cell, (place,)) == first),
                frozenset(cell for cell in cells if at(cell, (place,)) == last),
            )
