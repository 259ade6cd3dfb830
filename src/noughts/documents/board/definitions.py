"""The board as definitions of LED: images, where to click for a move, and the names of moves."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Final

from noughts.documents.board.buttons import Button, buttons_of, directions_in
from noughts.documents.board.drawing import along, between_blocks, strokes_of
from noughts.documents.board.layers import BoardLayer, Spot
from noughts.documents.board.looks import Rgb, names_of_parts
from noughts.documents.board.moves import MoveKind
from noughts.documents.board.parts import CommonPart, Path, at, common
from noughts.documents.board.pieces import PieceWriter
from noughts.documents.board.places import LEFT, BoardPlan, name_in_words
from noughts.documents.board.reading import BoardReading
from noughts.documents.board.sampled import Sampled
from noughts.documents.board.words import (
    DARK,
    FAINT,
    GREY,
    LEAST,
    BoardValues,
    corner,
    fitted,
    guard,
    path_text,
    point_size,
    radius,
    reach,
    rgb,
    spot_text,
    state_at,
    tuple_text,
    width_of_text,
)
from noughts.games.picture import MARGIN
from noughts.language import core as c
from noughts.values.atom import Atom
from noughts.values.order import key
from noughts.values.sets import Set
from noughts.values.show import show
from noughts.values.value import Value

_WORD: Final = re.compile(r"(?<=[a-z0-9])[A-Z](?=[a-z])")
"""Where a word begins within a name: what stands beside a board is read, not typed."""
_HEAVY: Final = (-1, 0, 1)
"""Shifts in pixels of the segments that make a heavy line."""
_LINE: Final = 36
"""Pixels from one line of the rest to the next."""
_SLOT: Final = 46
"""Pixels from one piece beside the board to the next."""
_TEXT: Final = 26
"""The height of what is written, if there is room for it: on a phone, a third of that."""
_UNEVEN: Final = 5
"""Letters by which values may differ in length that stand beside their name."""
_MARGIN: Final = 20
"""Pixels that stay free at the left of the screen."""
_MOST_KEYS: Final = 8
"""Keys of a map of which each is written with what it has."""
_GAP: Final = 8
"""Pixels from the middle to what is left and right of it."""


class FreeNames(Mapping[str, str]):
    """Names for the definitions of a board and for the locals in them, none of which the document has."""

    def __init__(self, program: c.Program) -> None:
        self.taken = frozenset(program.definitions)

    def __getitem__(self, name: str) -> str:
        word = f"board{name[:1].upper()}{name[1:]}"
        while word in self.taken:
            word += "0"
        return word

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Written:
    """A text as a term, the x of its middle, its height and its colour."""

    text: str
    x: int
    height: int
    colour: Rgb

    def image(self, y: int) -> str:
        """The text at a height."""
        return f"text({self.text}, point({self.x}, {y}), {self.height}, {rgb(self.colour)})"


@dataclass(frozen=True)
class BoardWriter:
    """Writes the definitions of a board."""

    program: c.Program
    sample: Sampled
    reading: BoardReading
    layout: BoardPlan
    sides: Sequence[Value]
    literals: BoardValues = field(default_factory=BoardValues)

    @cached_property
    def words(self) -> FreeNames:
        """The names that are free."""
        return FreeNames(self.program)

    @cached_property
    def state(self) -> CommonPart:
        """What the states have in common."""
        return common(self.sample.states)

    @cached_property
    def names(self) -> Mapping[Path, str]:
        """The names of the parts of the state."""
        return names_of_parts(self.program)

    @cached_property
    def buttons(self) -> Sequence[Button]:
        """The choices that are no cells."""
        cells = [place.cell for place in self.layout.places]
        return buttons_of(self.reading.kinds, cells, self.layout)

    @cached_property
    def pieces(self) -> PieceWriter:
        """What writes the pieces."""
        return PieceWriter(
            self.sample, self.reading, self.layout, self.sides, self.state, self.names, self.literals
        )

    @property
    def beside_cells(self) -> Collection[Button]:
        """The choices that stand where other moves have a cell."""
        kinds = self.reading.kinds
        targets = {at(move, path) for kind in kinds for path in kind.targets for move in kind.part.values}
        own = [button for button in self.buttons if button.in_place_of_a_cell]
        others = [button for button in self.buttons if button.value in targets]
        return {button.value: button for button in (*others, *own)}.values()

    def text(self) -> str:
        """All definitions, as the region of a document."""
        lines = [*self.tables(), *self.pieces.text(), *self.rest(), *self.clicks(), *self.move_names()]
        lines += ["images := ‹lines› U ‹points› U ‹pieces› U ‹names› U ‹buttons› U ‹rest›"]
        return self.free("/$\n" + "\n".join(lines) + "\n$/\n")

    def free(self, text: str) -> str:
        """A text with names that are free in place of those between ‹ and ›."""
        pieces = text.split("‹")
        ends = (piece.split("›", 1) for piece in pieces[1:])
        return pieces[0] + "".join(self.words[name] + rest for name, rest in ends)

    @property
    def values(self) -> Mapping[str, Value]:
        """The values that stand in the text, each by the name that is written for it."""
        return {self.words[name]: value for name, value in self.literals.values.items()}

    # What stays as it is

    def tables(self) -> Iterator[str]:
        """The cells with their names and places, the lines of the board, what is written beside it."""
        layout = self.layout
        cells = (f"({self.literals(p.cell)}, {self.literals(p.name)}, {p.x}, {p.y})" for p in layout.places)
        yield f"‹cells› := {{{', '.join(cells)}}}"
        lines = (
            f"segment(point({a}, {b}), point({u}, {v}), {rgb(GREY)})" for a, b, u, v in strokes_of(layout)
        )
        heavy = (
            f"segment(point({a + i}, {b + i}), point({u + i}, {v + i}), {rgb(DARK)})"
            for a, b, u, v in between_blocks(layout)
            for i in _HEAVY
        )
        yield f"‹lines› := {{{', '.join([*lines, *heavy, *self.borders(), *self.card()])}}}"
        size = max(layout.unit // 6, 14)
        height = fitted((name for name, _, _ in layout.beside), layout.unit - 8, _TEXT)
        names = [(name, x, y, height) for name, x, y in layout.beside]
        if layout.names_inside:
            names += [(p.name, *corner(layout, p), size) for p in layout.places]
        texts = (f"text({self.literals(name)}, point({x}, {y}), {h}, {rgb(GREY)})" for name, x, y, h in names)
        yield f"‹names› := {{{', '.join(texts)}}}"
        images = (image for button in self.buttons for image in button.images(self.literals))
        yield f"‹buttons› := {{{', '.join(images)}}}"
        if layout.outline == "point":
            maker, colour = ("disc", GREY) if layout.are_ends else ("circle", FAINT)
            circle = f"{maker}(point(‹x›, ‹y›), {radius(layout, point_size(layout))}, {rgb(colour)})"
            yield f"‹points› := {{{circle} | (‹c›, ‹n›, ‹x›, ‹y›) in ‹cells›}}"
        else:
            yield "‹points› := {}"

    def borders(self) -> Iterator[str]:
        """The lines along the borders that a side has to join, in the colour of its stones."""
        numbers = {layer.path: number for number, layer in enumerate(self.reading.layers, start=1)}
        for path, border in self.layout.borders:
            number = numbers[path]
            (label,) = self.pieces.labels(self.reading.layers[number - 1], number)
            for a, b, u, v in along(self.layout, border):
                yield f"segment(point({a}, {b}), point({u}, {v}), ‹colour›({self.literals(label)}))"

    # What else there is to say

    @cached_property
    def shown(self) -> Sequence[Path]:
        """The parts of the state that are no part of the board, but for whose turn it is."""
        return [path for path in self.reading.rest if not self.is_mover(path)]

    @property
    def top_of_rest(self) -> int:
        """Where the first line of the rest stands."""
        return min([self.layout.bottom - 40, *(button.bottom for button in self.buttons)]) - 34

    def card(self) -> Iterator[str]:
        """Where there are no cells, a rectangle around all the rest, which touches the first button."""
        if self.layout.places:
            return
        right = self.layout.right + MARGIN
        left = 2 * self.layout.middle - right
        bottom, top = self.top_of_rest - _LINE * len(self.lines_of_rest), self.layout.bottom
        corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
        for (a, b), (u, v) in zip(corners, [*corners[1:], corners[0]], strict=True):
            yield f"segment(point({a}, {b}), point({u}, {v}), {rgb(GREY)})"

    def rest(self) -> Iterator[str]:
        """A line for each part of the state that is shown, or several."""
        texts = [
            each.image(self.top_of_rest - _LINE * k)
            for k, line in enumerate(self.lines_of_rest)
            for each in line
        ]
        trays = [*self.trays(self.top_of_rest - _LINE * len(self.lines_of_rest))]
        for name, tray in trays:
            texts.append(name)
            yield tray
        names = [f"‹tray{number}›" for number, _ in enumerate(trays, start=1)]
        yield f"‹rest› := {' U '.join(['{' + ', '.join(texts) + '}', *names])}"

    @cached_property
    def lines_of_rest(self) -> Sequence[Sequence[Written]]:
        """What is written beneath the board, line by line."""
        return [line for path in self.shown for line in self.lines_of(path)]

    def lines_of(self, path: Path) -> Iterator[Sequence[Written]]:
        """The lines for a part of the state: its name and its value, or what each key of a map has."""
        name = self.names.get(path, "state" if not path else f"part {'.'.join(map(str, path))}")
        name = _WORD.sub(lambda found: f" {found[0].lower()}", name)
        found, keys = state_at(path), keys_of([at(state, path) for state in self.sample.states])
        if keys:
            yield from self.lines_of_map(f"{name}:", found, keys)
            return
        values = [show(at(state, path)) for state in self.sample.states]
        is_cut = self.is_cut(path)
        if is_cut:
            name, found, values = f"size of {name}", f"|{found}|", ["1000"]
        name += ":"
        middle, room = self.layout.middle, self.room
        heights = fitted([name], room, _TEXT), fitted(values, room, _TEXT)
        if self.is_beneath(path):
            yield [Written(self.literals(name), middle, heights[0], GREY)]
            yield [Written(found, middle, fitted(values, 2 * room, _TEXT), DARK)]
            return
        widths = (
            width_of_text(name, heights[0]),
            max(width_of_text(value, heights[1]) for value in values),
        )
        between = middle
        if max(widths) + _GAP > self.half:  # it is wider than the board, and centred as that is
            between = max(middle + (widths[0] - widths[1]) // 2, _MARGIN + widths[0] + _GAP)
        left, right = between - _GAP - widths[0] // 2, between + _GAP + widths[1] // 2
        yield [
            Written(self.literals(name), left, heights[0], GREY),
            Written(found, right, heights[1], DARK),
        ]

    def lines_of_map(
        self, name: str, found: str, keys: Mapping[Value, Sequence[Value]]
    ) -> Iterator[Sequence[Written]]:
        """The lines for a map from names, such as the sides: each with what it has."""
        groups = [[(self.literals(name), width_of_text(name, _TEXT), GREY)]]
        for each, values in keys.items():
            wide = max(width_of_text(name_in_words(value), _TEXT) for value in values)
            word = name_in_words(each)
            groups.append(
                [
                    (self.literals(word), width_of_text(word, _TEXT), GREY),
                    (f"{found}[{self.literals(each)}]", wide, DARK),
                ]
            )
        if width_of_line(groups) <= 2 * self.room:
            yield [*self.written(groups)]
            return
        yield [*self.written(groups[:1])]
        line: list[Sequence[tuple[str, int, Rgb]]] = []
        for group in groups[1:]:
            if line and width_of_line([*line, group]) > 2 * self.room:
                yield [*self.written(line)]
                line = []
            line.append(group)
        yield [*self.written(line)]

    def written(self, line: Sequence[Sequence[tuple[str, int, Rgb]]]) -> Iterator[Written]:
        """Groups of texts in one line, in the middle of the board."""
        x = max(self.layout.middle - width_of_line(line) // 2, _MARGIN)
        for group in line:
            for text, width, colour in group:
                yield Written(text, x + width // 2, _TEXT, colour)
                x += width + _GAP
            x += 2 * _GAP

    @property
    def room(self) -> int:
        """Pixels from the middle to the right edge of what is beneath the board."""
        return self.layout.right - self.layout.middle - _GAP

    @property
    def half(self) -> int:
        """Half of the width of the board."""
        across = [place.x for place in self.layout.places]
        return (max(across) - min(across) + self.layout.unit) // 2 if across else self.room + _GAP

    def trays(self, y: int) -> Iterator[tuple[str, str]]:
        """The pieces that are on no cell, in rows beneath the rest: what stands for no cell, such as *none*,
        as an image, and the definition of those that have it for a cell."""
        for number, (layer, name) in enumerate(self.away, start=1):
            text = f"{name_in_words(name)}:"
            left = LEFT + width_of_text(text, _TEXT)
            rows = self.slots(layer, left)
            places = {
                label: (left + _SLOT * (k + 1), y - _SLOT * row)
                for row, labels in enumerate(rows)
                for k, label in enumerate(labels)
            }
            image = f"text({self.literals(text)}, point({(LEFT + left) // 2}, {y}), {_TEXT}, {rgb(GREY)})"
            yield image, self.pieces.tray(f"‹tray{number}›", layer, name, places, _SLOT * 2 // 5)
            y -= _SLOT * len(rows)

    def slots(self, layer: BoardLayer, left: int) -> Sequence[Sequence[Value]]:
        """The pieces of a layer in rows that end where the board does at most."""
        labels = sorted(self.pieces.labels(layer, 0), key=key)
        many = (self.layout.right - left) // _SLOT - 1
        return [labels[k : k + many] for k in range(0, len(labels), many)]

    @property
    def away(self) -> Sequence[tuple[BoardLayer, Value]]:
        """The layers with pieces that may be on no cell, each with what then stands for it."""
        return [
            (layer, name)
            for layer in self.reading.layers
            if layer.labels
            for spot in layer.spots
            for name in spot.away
        ]

    def is_beneath(self, path: Path) -> bool:
        """Whether a part stands beneath its name: beside it, there is no room for its longest value, or a
        short one would be far away."""
        values = sorted((show(at(state, path)) for state in self.sample.states), key=len)
        is_uneven = len(values[-1]) - len(values[0]) > _UNEVEN
        return not self.is_cut(path) and (is_uneven or width_of_text(values[-1], LEAST) > self.room)

    def is_cut(self, path: Path) -> bool:
        """Whether only the size of a part is shown: of a set or a tuple that is too long for one line."""
        values = [at(state, path) for state in self.sample.states]
        longest = max(map(show, values), key=len)
        have_sizes = all(isinstance(value, Set | tuple) for value in values)
        return have_sizes and width_of_text(longest, LEAST) > 2 * self.room

    def is_mover(self, path: Path) -> bool:
        """Whether a part of the state says whose turn it is, as every face does."""
        return bool(path) and all(at(step.before, path) == step.side for step in self.sample.steps)

    # Moves

    def clicks(self) -> Iterator[str]:
        """For each move the rectangles to click: of its cells in turn, then of what is no cell."""
        half = self.layout.unit * reach(self.layout) // 100
        boxes = [(p.cell, p.x - half, p.y - half, p.x + half, p.y + half) for p in self.layout.places]
        boxes += [button.box for button in self.buttons if button.in_place_of_a_cell]
        others = [button.box for button in self.buttons if not button.in_place_of_a_cell]
        for name, table in (("boxes", boxes), ("others", others)):
            rows = ", ".join(f"({self.literals(value)}, {', '.join(map(str, box))})" for value, *box in table)
            yield f"‹{name}› := {{{rows}}}"
        box = "(‹l›, ‹b›, ‹r›, ‹t›)"
        yield f"‹box›(‹c›) := {box} where (‹c›, ‹l›, ‹b›, ‹r›, ‹t›) in ‹boxes›"
        yield f"‹other›(‹c›) := {box} where (‹c›, ‹l›, ‹b›, ‹r›, ‹t›) in ‹others›"
        if any(kind.targets for kind in self.reading.kinds):
            yield "‹spots› := {‹c› | (‹c›, ‹n›, ‹x›, ‹y›) in ‹cells›}"
        yield f"‹clicks›(‹m›) := {self.by_kind(self.clicks_of, '((), ())')}"

    def clicks_of(self, kind: MoveKind) -> str:
        """The rectangles of a move of one structure: none if it has a part for which there is none."""
        if any(not self.has_button(path, kind) for path in kind.words):
            return "((), ())"
        targets = [path for path in kind.words if path in kind.targets]
        found = [
            dict(zip(targets, each, strict=True)) for each in product([True, False], repeat=len(targets))
        ]
        clauses = [f"{self.clicks_with(kind, each)} if {self.are_cells(each)}" for each in found[:-1]]
        last = self.clicks_with(kind, found[-1])
        return f"({'; '.join(clauses)}; {last} otherwise)" if clauses else last

    def are_cells(self, found: Mapping[Path, bool]) -> str:
        """Which of the words of a move are cells, and which are not."""
        return " & ".join(
            f"{'' if is_cell else '~'}({path_text('‹m›', path)} in ‹spots›)"
            for path, is_cell in found.items()
        )

    def clicks_with(self, kind: MoveKind, found: Mapping[Path, bool]) -> str:
        """The rectangles of a move in which these words are cells, and clicked as such."""
        targets = [path for path, is_cell in found.items() if is_cell]
        cells = [
            f"‹box›({path_text('‹m›', item)})"
            if not isinstance(item, Spot)
            else f"{{‹box›(‹c›) | ‹c› in {path_text('‹m›', item.path)}}}"
            if item.many
            else f"‹box›({spot_text('‹m›', item)})"
            for item in kind.items
            if isinstance(item, Spot) or item in targets
        ]
        words = [f"‹other›({path_text('‹m›', path)})" for path in kind.words if path not in targets]
        if words and self.goes_on_from_another(kind):
            cells, words = [*words, *cells], []
        return f"({tuple_text(cells)}, {tuple_text(words)})"

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

    def move_names(self) -> Iterator[str]:
        """The name of each move: those of its cells and its words."""
        rows = [f"({self.literals(p.cell)}, {self.literals(p.name)})" for p in self.layout.places]
        rows += [f"({self.literals(b.value)}, {self.literals(b.text)})" for b in self.beside_cells]
        yield f"‹called› := {{{', '.join(rows)}}}"
        yield "‹name›(‹c›) := ‹n› where (‹c›, ‹n›) in ‹called›"
        yield f"‹move›(‹m›) := {self.by_kind(self.name_of, tuple_text(['‹m›']))}"

    def name_of(self, kind: MoveKind) -> str:
        """The name of a move of one structure."""
        parts = [
            self.word_of(item, kind)
            if not isinstance(item, Spot)
            else self.names_of_set(path_text("‹m›", item.path))
            if item.many
            else f"‹name›({spot_text('‹m›', item)})"
            for item in kind.items
        ]
        return tuple_text(parts)

    def names_of_set(self, cells: str) -> str:
        """The names of a set of cells, in order: 2 before 10, where these are numbers."""
        if all(isinstance(each.cell, int) and each.name == show(each.cell) for each in self.layout.places):
            return cells
        return f"{{‹name›(‹c›) | ‹c› in {cells}}}"

    def word_of(self, path: Path, kind: MoveKind) -> str:
        """The text of a part of a move that is no cell, or not in all moves.

        A negative number is in brackets, as a dash separates the parts; directions are those of the compass.
        """
        part = path_text("‹m›", path)
        if directions := directions_in(kind, path, self.layout):
            *first, (_, last) = sorted(directions.items(), key=lambda each: key(each[0]))
            name = self.literals
            clauses = [f"{name(each.name)} if {part} = {name(value)}" for value, each in first]
            return f"({'; '.join([*clauses, name(last.name) + ' otherwise'])})"
        if path in kind.targets:
            return f"‹name›({part})"
        numbers = {at(move, path) for move in kind.part.values}
        below = sorted(number for number in numbers if isinstance(number, int) and number < 0)
        if not below or len(kind.items) == 1:
            return part
        clauses = [f"{self.literals(f'({number})')} if {part} = {number}" for number in below]
        return f"({'; '.join(clauses)}; {part} otherwise)"

    def by_kind(self, write: object, of_none: str) -> str:
        """Clauses for the structures of moves; `of_none` where no move was seen, as it is over at once."""
        assert callable(write)
        kinds = self.reading.kinds
        if not kinds:
            return of_none
        *first, last = kinds
        guards = (guard(kind, kinds[k + 1 :], self.literals) for k, kind in enumerate(first))
        clauses = [f"{write(kind)} if {found}" for kind, found in zip(first, guards, strict=True)]
        return "; ".join([*clauses, f"{write(last)} otherwise"]) if clauses else str(write(last))


def keys_of(values: Sequence[Value]) -> Mapping[Value, Sequence[Value]]:
    """The keys of maps that have the same names for keys, each with the numbers and names it has; none of
    other values."""
    found: dict[Value, dict[Value, None]] = {}
    for value in values:
        pairs = list(value) if isinstance(value, Set) and 0 < value.size <= _MOST_KEYS else []
        keys = [pair[0] for pair in pairs if isinstance(pair, tuple) and len(pair) == 2]
        is_map = len(set(keys)) == len(pairs) and all(isinstance(each, Atom) for each in keys)
        if not pairs or not is_map or (found and found.keys() != set(keys)):
            return {}
        for pair in sorted(pairs, key=key):
            assert isinstance(pair, tuple)
            found.setdefault(pair[0], {})[pair[1]] = None
    are_short = all(isinstance(each, int | Atom | str) for seen in found.values() for each in seen)
    return {each: tuple(seen) for each, seen in found.items()} if are_short else {}


def width_of_line(line: Sequence[Sequence[tuple[str, int, Rgb]]]) -> int:
    """How wide groups of texts are in one line."""
    return sum(width + _GAP for group in line for _, width, _ in group) + 2 * _GAP * (len(line) - 1)
