"""Moves on a board, as definitions of LED: where to click for each, and its name.

Choices that are no cells are buttons beneath the board; those that are directions have arrows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import atan2, pi
from typing import Final

from msgspec import Struct

from noughts.documents.board import vocabulary as q
from noughts.documents.board.drawing import LINE_REACH, TEXT, reach, rectangle
from noughts.documents.board.layers import Path, Spot, at, changed, content
from noughts.documents.board.looks import DARK, spelled
from noughts.documents.board.moves import MoveKind
from noughts.documents.board.pieces import PieceWriter, part_word
from noughts.documents.board.places import LEFT, BoardPlan, name_in_words
from noughts.documents.board.reading import BoardReading
from noughts.documents.board.sampled import Sampled
from noughts.easel import Image, Point, Text
from noughts.language import tree as t
from noughts.values.order import exact_text, key
from noughts.values.scalars import Atom
from noughts.values.sets import FiniteSet, Set, listable
from noughts.values.show import show
from noughts.values.value import Value

# Eight directions against the clock, from the right.
_ARROWS: Final = "→↗↑↖←↙↓↘"
_NAMES: Final = ("e", "ne", "n", "nw", "w", "sw", "s", "se")
# Buttons that are drawn; where there would be more, a face lists the moves.
_MOST: Final = 24
BUTTON: Final = 48
"""The height of a button, in pixels."""
# The button that ends a move of cells to which others could still be added.
_DONE: Final = Atom("done")
# Pixels between two buttons, and between them and the board.
_GAP: Final = 12
# Pixels that a letter on a button takes up.
_LETTER: Final = 14


class MoveWriter(Struct, frozen=True):
    """Writes the definitions of moves: the cells of a board and its `buttons` are clicked."""

    reading: BoardReading
    layout: BoardPlan
    buttons: Sequence[Button]
    pieces: PieceWriter

    def definitions(self) -> Iterator[t.Definition]:
        """For each move the rectangles to click, of its cells in turn, then of what is no cell; and its name,
        which consists of the names of its cells and of its words, without those that only say that there is
        no cell."""
        half = self.layout.unit * reach(self.layout) // 100
        across = half * int(self.layout.places[0].wide) if self.layout.outline == "bank" else half
        boxes = "{(c, x - across, y - half, x + across, y + half) | (c, n, x, y) in cells}"
        strays = [button.box for button in self.buttons if button.in_place_of_a_cell]
        others = [button.box for button in self.buttons if not button.in_place_of_a_cell]
        yield q.define("boxes", "found", found=q.and_more(q.term(boxes, half=half, across=across), strays))
        yield q.define_value("others", FiniteSet(others))
        yield q.define("box(c)", "(l, b, r, t) where (c, l, b, r, t) in boxes")
        yield q.define("other(c)", "(l, b, r, t) where (c, l, b, r, t) in others")
        yield q.define(
            "line(s)",
            "(floor((x + u) / 2) - half, floor((y + v) / 2) - half, "
            "floor((x + u) / 2) + half, floor((y + v) / 2) + half) "
            "where a in s & b in s & (a, n, x, y) in cells & (b, m, u, v) in cells & (x < u V x = u & y < v)",
            half=self.layout.unit * LINE_REACH // 100,
        )
        yield q.define("spots", "{c | (c, n, x, y) in cells}")
        for number in sorted({each for kind in self.reading.kinds for each in kind.pieces.values()}):
            layer = self.reading.layers[number - 1]
            element, (cell,), _ = self.pieces.elements(layer, ())
            head = f"stood{number}({part_word(layer.labels[0])})"
            yield q.define(head, "box(cell) where element", cell=cell, element=element)
        yield q.define("clicks(m)", "found", found=self.by_kind(self.clicks_of, q.term("((), ())")))
        called = [(button.value, button.text) for button in self.in_place_of_cells]
        names = q.term("{(c, n) | (c, n, x, y) in cells}")
        yield q.define("called", "found", found=q.and_more(names, called))
        yield q.define("name(c)", "n where (c, n) in called")
        yield q.define("move(m)", "found", found=self.by_kind(self.name_of, q.term("(m,)")))

    @property
    def in_place_of_cells(self) -> Iterator[Button]:
        """The choices that stand where other moves have a cell."""
        kinds = self.reading.kinds
        targets = {at(move, path) for kind in kinds for path in kind.targets for move in kind.part.values}
        own = [button for button in self.buttons if button.in_place_of_a_cell]
        others = [button for button in self.buttons if button.value in targets]
        yield from {button.value: button for button in (*others, *own)}.values()

    def by_kind(self, write: Callable[[MoveKind], t.Expression], of_none: t.Expression) -> t.Expression:
        """Clauses for the structures of moves; `of_none` where no move was seen, as it is over at once."""
        kinds = self.reading.kinds
        if not kinds:
            return of_none
        *first, last = kinds
        return q.cases(
            ((write(kind), guard(kind, kinds[k + 1 :])) for k, kind in enumerate(first)), write(last)
        )

    def clicks_of(self, kind: MoveKind) -> t.Expression:
        """The rectangles of a move of one structure: none if it has a part for which there is none."""
        if any(not self.has_button(path, kind) for path in kind.words if path not in kind.unasked):
            return q.term("((), ())")
        return by_cells(
            [path for path in kind.words if path in kind.targets], lambda found: self.clicks_with(kind, found)
        )

    def clicks_with(self, kind: MoveKind, found: Mapping[Path, bool]) -> t.Expression:
        """The rectangles of a move in which these words are cells, and clicked as such."""
        move = q.term("m")
        targets = [path for path, is_cell in found.items() if is_cell]
        cells = [
            q.term(
                f"stood{kind.pieces[item]}(c)" if item in kind.pieces else "box(c)", c=q.part_of(move, item)
            )
            if not isinstance(item, Spot)
            else q.term("line(s)" if self.has_lines else "{box(c) | c in s}", s=q.part_of(move, item.path))
            if item.many
            else q.term("box(c)", c=q.cell_at(move, item))
            for item in kind.items
            if isinstance(item, Spot) or item in targets or item in kind.pieces
        ]
        words = [
            q.term("other(c)", c=q.part_of(move, path))
            for path in kind.words
            if path not in targets and path not in kind.unasked
        ]
        if kind.is_nested:
            words.append(q.term("other(c)", c=_DONE))
        elif words and self.goes_on_from_another(kind):
            cells, words = [*words, *cells], []
        return q.tuple_tree([q.tuple_tree(cells), q.tuple_tree(words)])

    @property
    def has_lines(self) -> bool:
        """Whether a line between two dots is clicked, not its ends: the lines of all moves lie apart."""
        place_of = {place.cell: place for place in self.layout.places}
        sets = [
            [place_of.get(cell) for cell in spot.cells(move)]
            for kind in self.reading.kinds
            for spot in kind.spots
            for move in kind.part.values
        ]
        ends = [[each for each in places if each is not None] for places in sets]
        if not self.layout.are_ends or any(len(each) != 2 for each in ends):
            return False
        middles = {(one.x + two.x, one.y + two.y) for one, two in ends}
        least = 4 * self.layout.unit * LINE_REACH // 100
        return all(max(abs(a - c), abs(b - d)) > least for (a, b), (c, d) in combinations(middles, 2))

    def goes_on_from_another(self, kind: MoveKind) -> bool:
        """Whether the cells of a move may begin with all those of one of another structure that has no words,
        as a step to a square and a wall on it: then what tells them apart is clicked first."""
        wholes = {
            tuple(other.cells(move))
            for other in self.reading.kinds
            if not other.words and not any(spot.many for spot in other.spots)
            for move in other.part.values
        }
        lengths = {len(cells) for cells in wholes if cells}
        cells = [kind.cells(move) for move in kind.part.values]
        return any(tuple(each[:length]) in wholes for each in cells for length in lengths)

    def has_button(self, path: Path, kind: MoveKind) -> bool:
        """Whether there is a button for every word at a path."""
        known = {button.value for button in self.buttons if not button.in_place_of_a_cell}
        if path in kind.targets:
            known |= {place.cell for place in self.layout.places}
        return all(at(move, path) in known for move in kind.part.values)

    def name_of(self, kind: MoveKind) -> t.Expression:
        """The name of a move of one structure."""
        known = [path for path in kind.words if path in kind.silent & kind.targets]
        return by_cells(known, lambda found: self.name_with(kind, found))

    def name_with(self, kind: MoveKind, found: Mapping[Path, bool]) -> t.Expression:
        """The name of a move in which these words are cells, or say that there is none."""
        move = q.term("m")
        spots = {spot.path for each in self.reading.kinds for spot in each.spots}
        said = [
            item
            for item in kind.items
            if isinstance(item, Spot) or found.get(item, item not in kind.silent or item not in spots)
        ]
        return q.tuple_tree(
            self.word_of(item, kind, is_alone=len(said) == 1)
            if not isinstance(item, Spot)
            else self.names_of_set(q.part_of(move, item.path))
            if item.many
            else q.term("name(c)", c=q.cell_at(move, item))
            for item in said
        )

    def names_of_set(self, cells: t.Expression) -> t.Expression:
        """The names of a set of cells, in order: 2 before 10, where these are numbers."""
        if all(isinstance(each.cell, int) and each.name == show(each.cell) for each in self.layout.places):
            return cells
        return q.term("{name(c) | c in s}", s=cells)

    def word_of(self, path: Path, kind: MoveKind, *, is_alone: bool) -> t.Expression:
        """The text of a part of a move that is no cell, or not in all moves.

        A negative number is in brackets, as a dash separates the parts; directions are those of the compass.
        """
        part = q.part_of(q.term("m"), path)
        if directions := directions_in(kind, path, self.layout):
            *first, (_, last) = sorted(directions.items(), key=lambda each: key(each[0]))
            return q.by_value(part, ((value, each.name) for value, each in first), last.name)
        if path in kind.targets:
            return q.term("name(c)", c=part)
        numbers = {at(move, path) for move in kind.part.values}
        below = sorted(number for number in numbers if isinstance(number, int) and number < 0)
        if is_alone:
            return part
        return q.by_value(part, ((number, f"({number})") for number in below), part)


def by_cells(targets: Sequence[Path], write: Callable[[Mapping[Path, bool]], t.Expression]) -> t.Expression:
    """Clauses for which of these words of a move are cells."""
    *first, last = (
        dict(zip(targets, each, strict=True)) for each in product([True, False], repeat=len(targets))
    )
    return q.cases(((write(each), are_cells(each)) for each in first), write(last))


def are_cells(found: Mapping[Path, bool]) -> t.Expression:
    """Which of the words of a move are cells, and which are not."""
    move = q.term("m")
    parts = [
        q.term("c in spots" if is_cell else "~(c in spots)", c=q.part_of(move, path))
        for path, is_cell in found.items()
    ]
    return parts[0] if len(parts) == 1 else t.And(tuple(parts), span=move.span)


def guard(kind: MoveKind, later: Sequence[MoveKind]) -> t.Expression:
    """A condition that moves of this structure meet and moves of later structures do not."""
    if kind.lead is not None:
        return q.term("m[1] = lead", lead=kind.lead)
    if kind.part.kind == "tuple":
        length = len(kind.part.parts)
        same = [each for each in later if each.part.kind == "tuple" and len(each.part.parts) == length]
        if not same:
            return q.term("|m| = n", n=length)
        front = kind.part.parts[0] if kind.part.parts else kind.part
        others: set[Value] = {value for each in same for part in each.part.parts[:1] for value in part.values}
        if others.isdisjoint(front.values):
            return q.term("|m| = n & m[1] in s", n=length, s=FiniteSet(front.values))
    return q.term("m in s", s=FiniteSet(kind.part.values))


class Direction(Struct, frozen=True):
    """A direction as it is drawn on a button, and typed."""

    arrow: str
    name: str


def directions_in(kind: MoveKind, path: Path, plan: BoardPlan) -> Mapping[Value, Direction]:
    """The directions that stand at a path of moves; none if something else does, or the board shows no arrow
    for some of them."""
    found = directions_of({at(move, path) for move in kind.part.values}, plan)
    return found if path in kind.directions else {}


def directions_of(pairs: Collection[Value], plan: BoardPlan) -> Mapping[Value, Direction]:
    """The arrow from a cell to the one that is a pair of numbers further, for each of some pairs; none if two
    have the same, or one has none."""
    place_of = {place.cell: place for place in plan.places}
    found: dict[Value, Direction] = {}
    for pair, place in product(pairs, plan.places):
        other = place_of.get(moved(place.cell, pair))
        if pair not in found and other is not None and other is not place:
            eighth = round(atan2(other.y - place.y, other.x - place.x) / (pi / 4)) % 8
            found[pair] = Direction(_ARROWS[eighth], _NAMES[eighth])
    is_clear = len(found) == len(pairs) == len({each.name for each in found.values()})
    return found if is_clear else {}


def moved(cell: Value, pair: Value) -> tuple[int, ...]:
    """The pair of numbers that is further than a cell by a pair; empty if one of them is no such pair."""
    match cell, pair:
        case (int() as x, int() as y), (int() as across, int() as up):
            return x + across, y + up
    return ()


class Button(Struct, frozen=True):
    """A choice and its rectangle; it may stand where most moves have a cell, and be a column of the board."""

    value: Value
    text: str
    left: int
    bottom: int
    wide: int
    high: int = BUTTON
    in_place_of_a_cell: bool = False
    is_column: bool = False

    @property
    def box(self) -> tuple[Value, int, int, int, int]:
        """The value, and left, bottom, right and top of the rectangle."""
        return self.value, self.left, self.bottom, self.left + self.wide, self.bottom + self.high

    @property
    def images(self) -> Iterator[Image]:
        """The rectangle and the text in it."""
        _, left, bottom, right, top = self.box
        yield from rectangle(left, bottom, right, top, DARK)
        yield Text(self.text, self.middle, TEXT, DARK)

    @property
    def middle(self) -> Point:
        """Its middle."""
        return Point(self.left + self.wide // 2, self.bottom + self.high // 2)


def columns_of(reading: BoardReading, sample: Sampled, plan: BoardPlan) -> Sequence[Button]:
    """The columns of squares that the numbers of moves name: all that a move changes lies in its column.

    There are none if moves name cells too, or have such numbers for something else.
    """
    kinds = reading.kinds
    if not plan.places or plan.outline != "square" or any(kind.spots or kind.pieces for kind in kinds):
        return ()
    across = {place.cell: place.x for place in plan.places}
    changed_in: dict[Value, set[int]] = {}
    for step in sample.steps:
        cells = changed(*(content(reading.layers, state) for state in (step.before, step.after)))
        for path in (path for kind in kinds if step.move in kind.moves for path in kind.words):
            changed_in.setdefault(at(step.move, path), set()).update(across[cell] for cell in cells)
    words = (at(move, path) for kind in kinds for path in kind.words for move in kind.part.values)
    numbers = sorted({word for word in words if isinstance(word, int)})
    found = {word: next(iter(xs)) for word in numbers if len(xs := changed_in.get(word, set())) == 1}
    if len(found) < len(numbers) or len(set(found.values())) < len(found):
        return ()
    high = max(place.y for place in plan.places) + plan.unit // 2 - plan.bottom
    half = plan.unit // 2
    return [
        Button(word, show(word), x - half, plan.bottom, 2 * half, high, is_column=True)
        for word, x in found.items()
    ]


def width_of_button(text: str) -> int:
    """How wide the button with a text is."""
    return max(_LETTER * len(text) + 24, BUTTON)


def buttons_of(
    kinds: Sequence[MoveKind], cells: Sequence[Value], layout: BoardPlan, columns: Sequence[Button] = ()
) -> Sequence[Button]:
    """The buttons for what moves name and is neither cell nor column, in rows beneath the board; none if they
    were many."""
    known = frozenset(cells)
    named = dict.fromkeys(cell for kind in kinds for move in kind.part.values for cell in kind.cells(move))
    strays = [cell for cell in named if cell not in known]
    words = dict.fromkeys(
        word
        for kind in kinds
        for move in kind.part.values
        for path in kind.words
        if path not in kind.unasked
        if (word := at(move, path)) not in known or path not in kind.targets
    )
    if any(kind.is_nested for kind in kinds):
        words[_DONE] = None
    arrows = {
        value: each.arrow
        for kind in kinds
        for path in kind.words
        for value, each in directions_in(kind, path, layout).items()
    }
    on_board = {column.value for column in columns}
    choices = [(value, False) for value in sorted(words.keys() - on_board, key=key)]
    choices += [(value, True) for value in sorted(strays, key=key)]
    return [*columns, *placed(choices, layout, arrows)] if len(choices) <= _MOST else columns


def placed(
    choices: Sequence[tuple[Value, bool]], layout: BoardPlan, arrows: Mapping[Value, str]
) -> Iterator[Button]:
    """The buttons, one beside the other for as long as there is room; those of directions have arrows."""
    left, bottom = LEFT, layout.bottom - (60 if layout.places else _GAP) - BUTTON
    texts = [arrows.get(value) or button_text(value) for value, _ in choices]
    for (value, is_stray), short in zip(choices, texts, strict=True):
        text = short if texts.count(short) == 1 else spelled(exact_text(value))
        if left > LEFT and left + width_of_button(text) > layout.right:
            left, bottom = LEFT, bottom - BUTTON - _GAP
        yield Button(value, text, left, bottom, width_of_button(text), in_place_of_a_cell=is_stray)
        left += width_of_button(text) + _GAP


def button_text(value: Value) -> str:
    """A choice as a person types it."""
    if isinstance(value, tuple):
        return "-".join(map(button_text, value))
    if isinstance(value, Set):
        return ",".join(map(button_text, sorted(listable(value), key=key))) or "nothing"
    return name_in_words(value)
