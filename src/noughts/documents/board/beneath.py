"""The lines beneath a board: the parts of the state that no cell shows, and the pieces on no cell."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from msgspec import Struct

from noughts.documents.board import vocabulary as q
from noughts.documents.board.clicked import button_text
from noughts.documents.board.drawing import LEAST, TEXT, fitted, rectangle, width_of_text
from noughts.documents.board.layers import BoardLayer, Path, at, fields_by_name
from noughts.documents.board.looks import DARK, GREY, is_placeholder, side_in
from noughts.documents.board.pieces import PieceWriter
from noughts.documents.board.places import LEFT, BoardPlan, name_in_words
from noughts.documents.board.sampled import Sampled
from noughts.documents.board.vocabulary import BoardVocabulary
from noughts.easel import Color, Point, Segment
from noughts.games.picture import MARGIN
from noughts.language import tree as t
from noughts.values.order import key
from noughts.values.scalars import Atom
from noughts.values.sets import FiniteSet, Set, listable
from noughts.values.show import show
from noughts.values.value import Value

# Where a word begins within a name: what stands beside a board is read, not typed.
_WORD: Final = re.compile(r"(?<=[a-z0-9])[A-Z](?=[a-z])")
# Pixels from one line of the rest to the next.
_LINE: Final = 36
# Letters by which values may differ in length that stand beside their name.
_UNEVEN: Final = 5
# Pixels that stay free at the left of the screen.
_MARGIN: Final = 20
# Keys of a map of which each is written with what it has.
_MOST_KEYS: Final = 8
# Counters of a heap, or things in a hand, that are drawn one by one: of more only the number is written.
_MOST_COUNTERS: Final = 40
# Counters of a heap in a row, which people count at a glance.
_IN_A_ROW: Final = 10
# Pixels from one counter of a heap to the next.
_COUNTER: Final = 24
# Pixels from the middle to what is left and right of it.
_GAP: Final = 8

Phrase: TypeAlias = "tuple[q.Filling, int, int, Color]"
"""A text, how wide and how high it is, and its colour."""


class Written(Struct, frozen=True):
    """A text, the x of its middle, its height and its colour."""

    text: q.Filling
    x: int
    height: int
    colour: Color

    def image(self, y: int) -> t.Expression:
        """The text at a height."""
        height, colour = self.height, self.colour
        return q.term("text(s, middle, h, c)", s=self.text, middle=Point(self.x, y), h=height, c=colour)


class WriterBeneath(Struct, frozen=True, dict=True):
    """Writes what stands beneath a board; `paths` are the parts of the state that no cell shows, `lowest` is
    the lower edge of what is above."""

    sample: Sampled
    paths: Sequence[Path]
    layout: BoardPlan
    pieces: PieceWriter
    words: BoardVocabulary
    lowest: int

    @property
    def top(self) -> int:
        """Where the first line stands."""
        return self.lowest - 34

    def frame(self) -> Iterator[Segment]:
        """Where there are no cells, a rectangle around all the rest, which touches the first button."""
        if self.layout.places:
            return
        right = self.layout.right + MARGIN
        left = 2 * self.layout.middle - right
        heaps = sum(map(height_of_heaps, self.heaps.values()))
        bottom, top = self.top - _LINE * len(self.lines) - heaps, self.layout.bottom
        yield from rectangle(left, bottom, right, top, GREY)

    def definitions(self) -> Iterator[t.Definition]:
        """A line for each part of the state that is shown, or several, and the pieces on no cell."""
        texts = [each.image(self.top - _LINE * k) for k, line in enumerate(self.lines) for each in line]
        names: list[t.Expression] = []
        y = self.top - _LINE * len(self.lines)
        for whole, heaps in self.heaps.items():
            texts += [each.image(y) for line in self.lines_of(whole) for each in line]
            y -= _LINE
            for path, most in heaps.items():
                names.append(self.heap(path, most, y))
                y -= height_of_heap(most)
        y -= _SLOT - _LINE if self.lines else 0
        for number, (layer, away, labels) in enumerate(self.away, start=1):
            word = "off:" if isinstance(away, tuple) else f"{name_in_words(away)}:"
            left = LEFT + width_of_text(word, TEXT)
            rows = self.slots(labels, left)
            places = {
                label: (left + _SLOT * (k + 1), y - _SLOT * row)
                for row, labels in enumerate(rows)
                for k, label in enumerate(labels)
            }
            texts.append(Written(word, (LEFT + left) // 2, TEXT, GREY).image(y))
            names.append(q.term(f"tray{number}"))
            yield self.pieces.tray(number, layer, away, places, _SLOT * 2 // 5)
            y -= _SLOT * len(rows)
        hands = [(f"{self.name_of(path)}:", hand) for path, hand in self.hands.items()]
        for word, x, height, images in [*rows_of(hands, LEFT, self.layout.right, y)]:
            texts.append(Written(word, x, TEXT, GREY).image(height))
            names.append(images)
            y = height
        y -= _SLOT if hands else 0
        if self.words.has_pieces_beside:
            for number, side in enumerate(self.pieces.sides, start=1):
                yield self.beside(number, side, y)
                names.append(q.term(f"beside{number}"))
                y -= _SLOT
        yield q.define("rest", "images", images=q.union([q.set_tree(texts), *names]))

    def heap(self, path: Path, most: int, y: int) -> t.Expression:
        """The counters of a heap, in rows."""
        across = min(most, _IN_A_ROW)
        return q.term(
            "{disc(point(left + gap * (k mod across), y - gap * floor(k / across)), r, dark) | "
            "k in {0..found - 1}}",
            found=q.state_at(path),
            left=self.layout.middle - _COUNTER * (across - 1) // 2,
            gap=_COUNTER,
            across=across,
            y=y,
            r=_COUNTER * 2 // 5,
            dark=DARK,
        )

    @cached_property
    def heaps(self) -> Mapping[Path, Mapping[Path, int]]:
        """The parts of the state that are drawn as counters, numbers or tuples of them: the most of each
        number.  Where there are no cells, numbers are all that there is to see."""
        found: dict[Path, Mapping[Path, int]] = {}
        for path in () if self.layout.places else self.shown:
            values = [at(state, path) for state in self.sample.states]
            lengths = {len(value) if isinstance(value, tuple) else 0 for value in values}
            parts = [(*path, place) for place in range(1, max(lengths) + 1)] or [path]
            most = {part: self.most_counters(part) for part in parts} if len(lengths) == 1 else {}
            heaps = {part: many for part, many in most.items() if many is not None}
            if heaps.keys() == {*parts} and path not in self.hands:
                found[path] = heaps
        return found

    def most_counters(self, path: Path) -> int | None:
        """The largest of the numbers that a part of the state is, if they are few; else ``None``."""
        numbers = [n for n in (at(state, path) for state in self.sample.states) if isinstance(n, int)]
        is_heap = len(numbers) == len(self.sample.states) and min(numbers) >= 0
        return max(numbers) if is_heap and max(numbers) <= _MOST_COUNTERS else None

    def beside(self, number: int, side: Value, y: int) -> t.Definition:
        """The pieces of a side that lie beside the board, in a row."""
        left = LEFT + _SLOT // 2
        most = (self.layout.right - left) // _SLOT
        return q.define(
            f"beside{number}",
            "U[k in {0..most} & k < boardBeside(side)] piece(side, left + k * slot, y, size)",
            most=most,
            side=side,
            left=left,
            slot=_SLOT,
            y=y,
            size=_SLOT * 2 // 5,
        )

    @cached_property
    def lines(self) -> Sequence[Sequence[Written]]:
        """The lines, without the side to move, which every face shows."""
        drawn = self.hands.keys() | self.heaps.keys()
        return [line for path in self.shown if path not in drawn for line in self.lines_of(path)]

    @cached_property
    def shown(self) -> Sequence[Path]:
        """The parts of the state that are written: those that have a label, and those that tell something."""
        labels = {path: self.words.label(path) for path in self.paths if not self.is_mover(path)}
        return [path for path, label in labels.items() if label or (label is None and self.tells(path))]

    def tells(self, path: Path) -> bool:
        """Whether a part is worth writing: beside a board, neither the size of what is too long to be read,
        as of earlier positions, nor which kind of move is due, which the clicks show."""
        return not (self.layout.places and (self.is_cut(path) or self.is_phase(path)))

    def name_of(self, path: Path) -> str:
        """The name of a part of the state."""
        name = self.words.label(path)
        if name is None:
            name = self.pieces.names.get(path, "state" if not path else f"part {'.'.join(map(str, path))}")
            name = _WORD.sub(lambda found: f" {found[0].lower()}", name)
        return name

    def lines_of(self, path: Path) -> Iterator[Sequence[Written]]:
        """The lines for a part of the state: its name and its value, or what each key of a map has."""
        name = self.name_of(path)
        found, keys = q.state_at(path), keys_of([at(state, path) for state in self.sample.states])
        if keys:
            yield from self.lines_of_map(f"{name}:", found, keys)
            return
        seen = dict.fromkeys(at(state, path) for state in self.sample.states)
        values = [*map(show, seen)]
        if self.is_cut(path):
            name, found, values = f"size of {name}", q.term("|s|", s=found), ["1000"]
        name += ":"
        blank = [(each, "") for each in seen if is_placeholder(each)]
        shown, found = (q.by_value(q.state_at(path), blank, each) for each in (name, found))
        middle, room = self.layout.middle, self.room
        heights = fitted([name], room, TEXT), fitted(values, room, TEXT)
        if self.is_beneath(path):
            yield [Written(shown, middle, heights[0], GREY)]
            yield [Written(found, middle, fitted(values, 2 * room, TEXT), DARK)]
            return
        widths = (
            width_of_text(name, heights[0]),
            max(width_of_text(value, heights[1]) for value in values),
        )
        between = middle
        if max(widths) + _GAP > self.half:  # it is wider than the board, and centred as that is
            between = max(middle + (widths[0] - widths[1]) // 2, _MARGIN + widths[0] + _GAP)
        left, right = between - _GAP - widths[0] // 2, between + _GAP + widths[1] // 2
        yield [Written(shown, left, heights[0], GREY), Written(found, right, heights[1], DARK)]

    def lines_of_map(
        self, name: str, found: t.Expression, keys: Mapping[Value, Sequence[Value]]
    ) -> Iterator[Sequence[Written]]:
        """The lines for a map from names, such as the sides: each with what it has, or how many things."""
        title = [fixed_phrase(name)]
        if not all(isinstance(each, int | Atom | str) for seen in keys.values() for each in seen):
            yield [*self.written([title])]
            for each, seen in keys.items():
                whole = q.term("map[k]", map=found, k=each)
                for line in self.things_of(each, whole, seen) or [[self.phrases_of(each, whole, seen)]]:
                    yield [*self.written(line)]
            return
        groups = [
            [
                fixed_phrase(name_in_words(each)),
                (
                    q.term("map[k]", map=found, k=each),
                    max(width_of_text(name_in_words(value), TEXT) for value in values),
                    TEXT,
                    DARK,
                ),
            ]
            for each, values in keys.items()
        ]
        lines: list[list[Sequence[Phrase]]] = [[title, *groups]]
        if width_of_line(lines[0]) > 2 * self.room:
            lines = [[title], *self.in_lines(groups)]
        yield from ([*self.written(line)] for line in lines)

    def things_of(
        self, name: Value, found: t.Expression, seen: Sequence[Value]
    ) -> Sequence[Sequence[Sequence[Phrase]]]:
        """The elements of the set that a key has, such as cards, each where it always stands; none of other
        values, or of large sets."""
        sets = [value for value in seen if isinstance(value, Set)]
        elements = sorted({element for each in sets for element in listable(each)}, key=key)
        if len(sets) < len(seen) or not 0 < len(elements) <= _MOST_COUNTERS:
            return ()
        groups: list[Sequence[Phrase]] = [[fixed_phrase(f"{name_in_words(name)}:")]]
        for element in elements:
            text = button_text(element)
            shown = q.cases([(q.tree_of(text), q.term("v in s", v=element, s=found))], q.tree_of(""))
            groups.append([(shown, width_of_text(text, TEXT), TEXT, DARK)])
        return self.in_lines(groups)

    def in_lines(self, groups: Iterable[Sequence[Phrase]]) -> list[list[Sequence[Phrase]]]:
        """Groups of texts in lines, as many in each as there is room for."""
        lines: list[list[Sequence[Phrase]]] = [[]]
        for group in groups:
            if lines[-1] and width_of_line([*lines[-1], group]) > 2 * self.room:
                lines.append([])
            lines[-1].append(group)
        return lines

    def phrases_of(self, name: Value, found: t.Expression, seen: Sequence[Value]) -> Sequence[Phrase]:
        """What a key has, behind its name; of what is too long for a line, its size."""
        first = fixed_phrase(f"{name_in_words(name)}:")
        room, texts = 2 * self.room - first[1] - _GAP, [*map(name_in_words, seen)]
        longest = max(texts, key=len)
        if width_of_text(longest, LEAST) > room and all(isinstance(each, Set | tuple) for each in seen):
            found, texts, longest = q.term("|s|", s=found), ["1000"], "1000"
        height = fitted(texts, room, TEXT)
        return first, (found, width_of_text(longest, height), height, DARK)

    def written(self, line: Sequence[Sequence[Phrase]]) -> Iterator[Written]:
        """Groups of texts in one line, in the middle of the board."""
        x = max(self.layout.middle - width_of_line(line) // 2, _MARGIN)
        for group in line:
            for text, width, height, colour in group:
                yield Written(text, x + width // 2, height, colour)
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

    def slots(self, labels: Sequence[Value], left: int) -> Sequence[Sequence[Value]]:
        """The pieces of a layer in rows that end where the board does at most."""
        many = (self.layout.right - left) // _SLOT - 1
        return [labels[k : k + many] for k in range(0, len(labels), many)]

    @property
    def away(self) -> Sequence[tuple[BoardLayer, Value, Sequence[Value]]]:
        """The layers with pieces that may be on no cell, each with what stands for that, and its pieces."""
        return [
            (layer, name, sorted(self.pieces.labels(layer, number), key=key))
            for number, layer in enumerate(self.pieces.reading.layers, start=1)
            if layer.labels or layer.form == "man"
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

    @cached_property
    def hands(self) -> Mapping[Path, Hand]:
        """The parts of the state that are pieces beside the board."""
        reader = HandReader(self.pieces)
        found = {path: reader.hand_at(path) for path in self.shown}
        return {path: hand for path, hand in found.items() if hand is not None}

    def is_phase(self, path: Path) -> bool:
        """Whether a part only says which kind of move is due: each value goes with moves of other kinds."""
        kinds: dict[Value, set[int]] = {}
        for state, legal in zip(self.sample.states, self.sample.legal, strict=True):
            found = [
                k for k, kind in enumerate(self.pieces.reading.kinds) for move in legal if move in kind.moves
            ]
            kinds.setdefault(at(state, path), set()).update(found)
        some = [each for each in kinds.values() if each]
        return len(some) > 1 and all(isinstance(each, Atom) for each in kinds) and are_disjoint(some)

    def is_mover(self, path: Path) -> bool:
        """Whether a part of the state says whose turn it is."""
        return bool(path) and self.sample.is_turn([at(step.before, path) for step in self.sample.steps])


def height_of_heap(most: int) -> int:
    """The height of the rows of the counters of a heap."""
    return _COUNTER * -(-most // _IN_A_ROW)


def height_of_heaps(heaps: Mapping[Path, int]) -> int:
    """The height of the name of some heaps, and of all of them."""
    return _LINE + sum(map(height_of_heap, heaps.values()))


def are_disjoint(sets: Iterable[Collection[int]]) -> bool:
    """Whether no two sets have an element in common."""
    found = [each for one in sets for each in one]
    return len(set(found)) == len(found)


def keys_of(values: Sequence[Value]) -> Mapping[Value, Sequence[Value]]:
    """The keys of maps that have the same names for keys, each with the values it has; else none."""
    first, *others = map(fields_by_name, values)
    is_map = all(isinstance(each, Atom) for each in first) and all(
        each.keys() == first.keys() for each in others
    )
    if not is_map or len(first) > _MOST_KEYS:
        return {}
    return {
        name: tuple(dict.fromkeys(each[name] for each in (first, *others))) for name in sorted(first, key=key)
    }


def fixed_phrase(text: str) -> Phrase:
    """A text that stays as it is."""
    return text, width_of_text(text, TEXT), TEXT, GREY


def width_of_line(line: Sequence[Sequence[Phrase]]) -> int:
    """How wide groups of texts are in one line."""
    return sum(width + _GAP for group in line for _, width, _, _ in group) + 2 * _GAP * (len(line) - 1)


# Pixels from one piece beside the board to the next.
_SLOT: Final = 46
# Pieces that lie beside a board: those in a hand, in a stock, or taken.


# Pieces that are drawn one by one: of more, their number is written.
_MOST: Final = 24

Pieces: TypeAlias = Mapping[Value, Value]
"""The values for pieces in a part of the state, each with the piece's label on the board."""


class Hand(Struct, frozen=True):
    """A part of the state that is pieces: a set or a tuple of them, a map to how many of each there are, or
    one piece; or the number of pieces of one sort that are still to come, or that were taken."""

    path: Path
    pieces: Pieces
    form: str
    most: int

    def slot(self, room: int) -> int:
        """Pixels from one piece to the next in a room: after each of a map there is its number."""
        return min(_SLOT, room * 2 // (self.most * (3 if self.form == "map" else 2)))

    def images(self, left: int, right: int, y: int) -> t.Expression:
        """The pieces in a row between two edges: each of a set or a map has its own place."""
        wide = self.slot(right - left)
        holes: dict[str, q.Filling] = {
            "found": q.state_at(self.path),
            "slots": FiniteSet(
                [
                    (each, label, left + (3 * wide * k // 2 if self.form == "map" else wide * k))
                    for k, (each, label) in enumerate(self.pieces.items())
                ]
            ),
            "left": left,
            "wide": wide,
            "y": y,
            "r": wide * 2 // 5,
            "dark": DARK,
            "half": wide * 3 // 4,
            "height": max(wide // 2, LEAST),
        }
        match self.form:
            case "number":
                (label,) = self.pieces.values()
                body = "U[k in {1..found}] piece(label, left + (k - 1) * wide, y, r)"
                return q.term(body, label=label, **holes)
            case "map":
                body = (
                    "U[(v, n) in found & n > 0 & (v, w, x) in slots] (piece(w, x, y, r) U "
                    "{text(n, point(x + half, y), height, dark) | n > 1})"
                )
            case "tuple":
                body = (
                    "U[k in {1..|found|} & (found[k], w, x) in slots] piece(w, left + (k - 1) * wide, y, r)"
                )
            case "set":
                body = "U[v in found & (v, w, x) in slots] piece(w, x, y, r)"
            case _:
                body = "U[(found, w, x) in slots] piece(w, left, y, r)"
        return q.term(body, **holes)


class HandReader(Struct, frozen=True, dict=True):
    """Finds the parts of the state that are pieces of the board."""

    pieces: PieceWriter

    @cached_property
    def known(self) -> frozenset[Value]:
        """The labels of pieces."""
        return frozenset(look.label for look in self.pieces.looks)

    def hand_at(self, path: Path) -> Hand | None:
        """The pieces at a part of the state; `None` if it is something else."""
        values = [at(state, path) for state in self.pieces.sample.states]
        owner = side_in(self.pieces.names.get(path, ""), self.pieces.sides)
        if all(isinstance(each, int) for each in values):
            return self.counted(path, [each for each in values if isinstance(each, int)], owner)
        if all(isinstance(each, Set) for each in values):
            elements = [[*listable(each)] for each in values if isinstance(each, Set)]
            pairs = [pair for each in elements for pair in each if isinstance(pair, tuple) and len(pair) == 2]
            if len(pairs) == sum(map(len, elements)) and all(isinstance(n, int) for _, n in pairs):
                return self.found(path, "map", [[v for v, _ in pairs]], owner)
            return self.found(path, "set", elements, owner)
        if all(isinstance(each, tuple) for each in values):
            return self.found(path, "tuple", [[*each] for each in values if isinstance(each, tuple)], owner)
        has_looks = self.pieces.words.has_looks
        one = [[each] for each in values if not is_placeholder(each)]
        return self.found(path, "one", one, owner) if has_looks else None

    def found(
        self, path: Path, form: str, values: Sequence[Sequence[Value]], owner: Value | None
    ) -> Hand | None:
        """The hand with these elements, if each is a piece."""
        seen = sorted({each for elements in values for each in elements}, key=key)
        pieces = {each: label for each in seen if (label := self.piece(each, owner)) is not None}
        most = max(map(len, values), default=0) if form == "tuple" else len(seen)
        return Hand(path, pieces, form, most) if pieces and len(pieces) == len(seen) else None

    def piece(self, element: Value, owner: Value | None) -> Value | None:
        """The label of an element on the board: its own, or one with the side whose hand it is."""
        named = [element, (owner, element), (element, owner)] if owner is not None else [element]
        return next((each for each in named if each in self.known), None)

    def counted(self, path: Path, numbers: Sequence[int], owner: Value | None) -> Hand | None:
        """A number that changes only as pieces of one sort come to the board, or leave it."""
        steps = [
            (at(step.after, path), at(step.before, path), step.before, step.after)
            for step in self.pieces.sample.steps
        ]
        changed = [
            (after - before, one, two)
            for after, before, one, two in steps
            if isinstance(after, int) and isinstance(before, int) and after != before
        ]
        lying = self.pieces.things.lying
        fitting = [
            thing
            for thing in sorted({thing for cells in lying.values() for thing in cells}, key=key)
            if all(
                more == len(lying[one].get(thing, ())) - len(lying[two].get(thing, ()))
                for more, one, two in changed
            )
        ]
        if not changed or not fitting or min(numbers) < 0 or max(numbers) > _MOST:
            return None
        labels = [self.pieces.label_of_thing(thing) for thing in fitting]
        label = next((each for each in labels if owner is not None and self.belongs(each, owner)), labels[0])
        return Hand(path, {label: label}, "number", max(numbers))

    def belongs(self, label: Value, owner: Value) -> bool:
        """Whether a piece is one of a side."""
        return label == owner or (isinstance(label, tuple) and owner in label)


def rows_of(
    hands: Sequence[tuple[str, Hand]], left: int, right: int, top: int
) -> Iterator[tuple[str, int, int, t.Expression]]:
    """The names of hands, each with its middle and what is drawn beside it: two side by side if their pieces
    are then not much smaller, else one beneath the other."""
    start = max((width_of_text(name, TEXT) for name, _ in hands), default=0) + _SLOT
    half = (right - left) // 2
    many = 2 if all(hand.slot(half - start) * 4 >= _SLOT * 3 for _, hand in hands) else 1
    for k, (name, hand) in enumerate(hands):
        x, y = left + half * (k % many), top - _SLOT * (k // many)
        yield (
            name,
            x + width_of_text(name, TEXT) // 2,
            y,
            hand.images(x + start, x + (right - left) // many, y),
        )
