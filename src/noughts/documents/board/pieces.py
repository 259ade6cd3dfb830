"""What lies on the cells, as definitions of LED: a union of pieces for each layer of the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import isqrt

from noughts.documents.board.drawing import LEAST, PIECE, radius, sides_of
from noughts.documents.board.layers import BoardLayer, Spot, begins, one
from noughts.documents.board.looks import (
    DARK,
    EDGE,
    SHUT,
    Look,
    empty_label,
    is_stacked,
    label_of,
    looks_of,
)
from noughts.documents.board.parts import CommonPart, Path, at, common
from noughts.documents.board.places import BoardPlan, Place
from noughts.documents.board.quoted import (
    Filling,
    by_value,
    cases,
    cell_at,
    constant,
    define,
    set_of,
    state_at,
    term,
    tree_of,
    tuple_of,
    union,
)
from noughts.documents.board.reading import BoardReading, stands_in
from noughts.documents.board.sampled import Sampled, is_number
from noughts.documents.board.things import SharedCells, Things, shared_cells
from noughts.easel import Color
from noughts.language import tree as t
from noughts.values.order import key
from noughts.values.sets import FiniteSet
from noughts.values.value import Value

_SPREAD = 44
"""Half of the square in which the pieces lie that share a cell, in hundredths of the distance of cells."""
_CORNER = 37
_MARK = 12
"""How far from the middle of a cell a mark lies in its corner, and its radius: it touches no man there."""
_CORNERS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
"""The corners, of which each layer of marks has one."""
_MOST_COUNTED = 64
"""Things that are drawn one by one: of more, the discs were dots."""
_FULL = 3
"""Letters that fit on a piece if they are as high as its radius."""
_THICK = ((0, 0), (2, 0), (0, 2), (-2, 0), (0, -2))
"""Shifts of the segments that make a thick line."""


@dataclass(frozen=True)
class PieceWriter:
    """Writes the definitions of what lies on the cells; `names` are those of parts of the state."""

    sample: Sampled
    reading: BoardReading
    layout: BoardPlan
    sides: Sequence[Value]
    names: Mapping[Path, str]

    def definitions(self) -> Iterator[t.Definition]:
        """The pieces of all layers, and their union."""
        labels: dict[Value, None] = {}
        drawn = []
        for number, layer in enumerate(self.reading.layers, start=1):
            own = self.labels(layer, number)
            labels.update(dict.fromkeys(own))
            drawn.append(term(f"layer{number}"))
            yield from self.layer(layer, number, own)
        closed = self.closed
        if len(closed) == 1:
            labels = {label: None for label in labels if label not in closed}
        looks = looks_of(labels, self.sides, self.owners(labels))
        colours = [(look.label, Color(*look.colour)) for look in looks]
        yield define("colour(v)", "found", found=by_value(term("v"), colours, DARK))
        yield define("letter(v, x, y, r)", "found", found=letters(looks))
        disc = term(
            "{disc(point(x, y), r, colour(v)), circle(point(x, y), r, e)} U letter(v, x, y, r)", e=EDGE
        )
        is_closed = [(self.closing(), term("v in s", s=FiniteSet(closed)))] if closed else []
        yield define("piece(v, x, y, r)", "images", images=cases(is_closed, disc))
        yield define(
            "bar(x, y, u, v, w)",
            "{segment(point(x + i, y + j), point(u + i, v + j), colour(w)) | (i, j) in shifts}",
            shifts=FiniteSet(_THICK),
        )
        yield define("pieces", "drawn", drawn=union(drawn))

    @cached_property
    def closed(self) -> Sequence[Value]:
        """What closes cells, by its label."""
        layers = self.reading.layers
        return [
            one(label) if label else self.labels(layers[k], k + 1)[0] for k, label in self.things.closed()
        ]

    @cached_property
    def things(self) -> Things:
        """What the layers put on cells in the sample."""
        return Things(self.reading.layers, self.sample, self.sides)

    def is_mark(self, number: int) -> bool:
        """Whether the pieces of a layer are marks beside men."""
        return number - 1 in self.things.marks

    def middle(self, number: int) -> Mapping[str, Filling]:
        """The middle of the pieces of a layer on a cell: in a corner for marks."""
        if not self.is_mark(number):
            return {"x0": term("x"), "y0": term("y")}
        across, up = _CORNERS[self.things.marks.index(number - 1) % len(_CORNERS)]
        far = self.layout.unit * _CORNER // 100
        return {"x0": term("x + i", i=across * far), "y0": term("y + j", j=up * far)}

    def size(self, number: int) -> int:
        """The radius of the pieces of a layer."""
        return max(radius(self.layout, _MARK), LEAST) if self.is_mark(number) else radius(self.layout, PIECE)

    def closing(self) -> t.Expression:
        """The images of a closed cell: the whole of it filled, or a point crossed out; and a letter if cells
        are closed by several things."""
        reach = self.layout.unit * PIECE // 100
        if self.layout.outline == "point":
            images = [
                term("segment(a, b, c)", a=at_shift(-reach, k), b=at_shift(reach, -k), c=DARK)
                for k in (-reach, reach)
            ]
        else:
            corners = [at_shift(*start) for start, _ in sides_of(self.layout, Place((), "", 0, 0))]
            images = [
                term("fTri(a, b, d, c)", a=start, b=two, d=three, c=SHUT)
                for start, *others in (corners, [*corners[1:], corners[0]])  # twice: a fan alone has seams
                for two, three in pairwise(others)
            ]
        letter = [term("letter(v, x, y, r)")] if len(self.closed) > 1 else []
        return union([set_of(images), *letter])

    def owners(self, labels: Iterable[Value]) -> Mapping[Value, Value]:
        """Whose a piece is that moves name: the only side that moves it, if several sides have some."""
        movers: dict[Value, set[Value]] = {label: set() for label in labels}
        for step in self.sample.steps:
            parts = step.move if isinstance(step.move, tuple) else ()
            for label in movers:
                if step.side is not None and parts and stands_in(label, parts):
                    movers[label].add(step.side)
        found = {label: next(iter(sides)) for label, sides in movers.items() if len(sides) == 1}
        return found if len(set(found.values())) > 1 else {}

    def labels(self, layer: BoardLayer, number: int) -> tuple[Value, ...]:
        """What may lie on a cell, as it is seen in the sample."""
        if layer.form == "man" or (layer.form == "set" and not layer.labels):
            return (label_of(layer, number, self.names),)
        if (shared := shared_cells(layer, self.sample.states, self.sides)) is not None:
            return tuple(shared.labels)
        seen = dict.fromkeys(one(label) for state in self.sample.states for _, label in layer.put(state))
        return tuple(seen)

    def layer(self, layer: BoardLayer, number: int, labels: tuple[Value, ...]) -> Iterator[t.Definition]:
        """The pieces of a layer."""
        if layer.form == "man":
            cell = cell_at(term("currentState"), layer.spots[0])
            found = term("c = cell & (c, n, x, y) in cells", cell=cell)
            yield self.alike(number, found, labels[0])
        elif layer.form == "set":
            yield from self.set_layer(layer, number, labels)
        else:
            yield self.table_layer(layer, number, labels)

    def alike(self, number: int, found: t.Expression, label: Filling) -> t.Definition:
        """A layer with a piece wherever a cell is found."""
        body, size = "U[found] piece(label, x0, y0, size)", self.size(number)
        return define(f"layer{number}", body, found=found, label=label, size=size, **self.middle(number))

    def set_layer(self, layer: BoardLayer, number: int, labels: tuple[Value, ...]) -> Iterator[t.Definition]:
        """Pieces, or lines between cells, for the elements of a set."""
        element, label, cells = self.element(layer, labels)
        if layer.is_link:
            yield links(number, element, label, cells)
            return
        (cell,) = cells
        on_cell = term("found & (cell, n, x, y) in cells", found=element, cell=cell)
        if (shared := shared_cells(layer, self.sample.states, self.sides)) is not None:
            yield from self.shared(layer, number, on_cell, label, shared)
        elif labels and is_stacked(layer, self.sample.states):
            yield from self.stack(number, element, on_cell, cell, label, labels)
        elif layer.is_map(self.sample.states):
            yield self.contents(layer, number, on_cell, label, labels)
        else:
            yield self.alike(number, on_cell, label)

    def element(
        self, layer: BoardLayer, labels: tuple[Value, ...]
    ) -> tuple[t.Expression, t.Expression, list[t.Expression]]:
        """That there is an element in a set, and in it what lies on the cells, and the cells."""
        part = next(part for part in common(self.sample.states).within() if part.path == layer.path)
        pattern = pattern_of(part.element, [path for spot in layer.spots for path in spot.paths])
        own = list(map(part_name, layer.labels))
        label = own[0] if len(own) == 1 else tuple_of(own) if own else tree_of(str(labels[0]))
        cells = [cell for spot in layer.spots for cell in element_cells(spot)]
        return term("e in whole", e=pattern, whole=state_at(layer.path)), label, cells

    def tray(
        self, name: str, layer: BoardLayer, away: Value, places: Mapping[Value, tuple[int, int]], size: int
    ) -> t.Definition:
        """The pieces of a layer that have for a cell what stands for none, each in its own place."""
        element, label, [cell] = self.element(layer, tuple(places))
        slots = FiniteSet([(each, x, y) for each, (x, y) in places.items()])
        body = "U[found & cell = away & (label, x, y) in slots] piece(label, x, y, size)"
        return define(name, body, found=element, cell=cell, away=away, label=label, slots=slots, size=size)

    def stack(
        self,
        number: int,
        element: t.Expression,
        on_cell: t.Expression,
        cell: t.Expression,
        label: t.Expression,
        labels: tuple[Value, ...],
    ) -> Iterator[t.Definition]:
        """Pieces of which several lie on one cell.

        They have an order; those on a cell share its square in rows that are as long as there are rows.
        """
        name = f"layer{number}"
        yield constant(
            f"{name}Order", FiniteSet([(each, k) for k, each in enumerate(sorted(labels, key=key))])
        )
        yield define(
            f"{name}On(c)",
            f"{{k | found & cell = c & (label, k) in {name}Order}}",
            found=element,
            cell=cell,
            label=label,
        )
        if all(map(is_number, labels)):
            yield self.bars(name, on_cell, label, cell, len(labels))
            return
        yield constant(f"{name}Rows", FiniteSet([(n, isqrt(n - 1) + 1) for n in range(1, len(labels) + 1)]))
        yield define(
            name,
            f"U[found & (label, k) in {name}Order & s = {name}On(cell) & (|s|, g) in {name}Rows & "
            "p = |{j in s | j < k}|] piece(label, "
            "x + floor((2 * (p mod g) + 1 - g) * spread / g), "
            "y + floor((ceil(|s| / g) - 1 - 2 * floor(p / g)) * spread / g), floor(size / g))",
            found=on_cell,
            label=label,
            cell=cell,
            spread=radius(self.layout, _SPREAD),
            size=radius(self.layout, PIECE),
        )

    def shared(
        self,
        layer: BoardLayer,
        number: int,
        found: t.Expression,
        label: t.Expression,
        shared: SharedCells,
    ) -> Iterator[t.Definition]:
        """What lies on cells that have several places each: every place has its part of the square.

        Where numbers tell the places apart, as sizes do, the pieces are the larger the larger these are.
        Where names do, such as the sides, numbers are written on their colours.
        """
        name, many = f"layer{number}", len(shared.places)
        wide = isqrt(many - 1) + 1
        high = -(-many // wide)
        spread, half = radius(self.layout, _SPREAD), radius(self.layout, _SPREAD - 2) // wide
        grow = all(map(is_number, shared.places)) and layer.is_keyed
        rows: list[Value] = [
            (
                place,
                (2 * (k % wide) + 1 - wide) * spread // wide,
                (high - 1 - 2 * (k // wide)) * spread // wide,
                half * (many + k + 1) // (2 * many) if grow else half,
            )
            for k, place in enumerate(shared.places)
        ]
        yield constant(f"{name}Slots", FiniteSet(rows))
        if layer.is_keyed:
            *own, value = map(part_name, layer.labels)
            place = own[0] if len(own) == 1 else tuple_of(own)
        else:
            place, value = term("k"), term("label[k]", label=label)
            label = value
        found = term(f"found & (place, u, v, r) in {name}Slots", found=found, place=place)
        if shared.empty is not None:
            found = term("found & value /= empty", found=found, value=value, empty=shared.empty)
        if not shared.are_counts:
            yield define(name, "U[found] piece(label, x + u, y + v, r)", found=found, label=label)
            return
        height = max(half, LEAST)
        if not shared.have_names:
            body = "{text(value, point(x + u, y + v), height, colour) | found}"
            yield define(name, body, value=value, height=height, colour=DARK, found=found)
            return
        looks = looks_of(shared.places, self.sides)
        inks = FiniteSet([(look.label, Color(*look.colour), look.ink) for look in looks])
        yield constant(f"{name}Colours", inks)
        yield define(
            name,
            f"U[found & (place, d, i) in {name}Colours] {{disc(point(x + u, y + v), r, d), "
            "circle(point(x + u, y + v), r, edge), text(value, point(x + u, y + v), height, i)}",
            found=found,
            place=place,
            edge=EDGE,
            value=value,
            height=height,
        )

    def bars(
        self, name: str, found: t.Expression, label: t.Expression, cell: t.Expression, many: int
    ) -> t.Definition:
        """Numbered pieces of which several lie on one cell: bars, the larger the wider, on larger ones."""
        half, high = radius(self.layout, _SPREAD), 2 * radius(self.layout, _SPREAD) // many
        corners = ["point(x - h, b)", "point(x + h, b)", "point(x + h, b + high)", "point(x - h, b + high)"]
        images = [
            *(f"fTri({', '.join(three)}, colour(label))" for three in combinations(corners, 3)),
            *(
                f"segment({one}, {two}, edge)"
                for one, two in zip(corners, [*corners[1:], corners[0]], strict=True)
            ),
        ]
        return define(
            name,
            f"U[found & (label, k) in {name}Order & p = |{{j in {name}On(cell) | j > k}}| & "
            "b = y - half + high * p & h = floor(half * (k + 2) / wide)] "
            f"({{{', '.join(images)}}} U letter(label, x, b + middle, height))",
            found=found,
            label=label,
            cell=cell,
            half=half,
            high=high,
            wide=many + 1,
            edge=EDGE,
            middle=high // 2,
            height=max(high * 2 // 3, LEAST),
        )

    def table_layer(self, layer: BoardLayer, number: int, labels: tuple[Value, ...]) -> t.Definition:
        """What the elements of a row or a matrix say of each cell: numbers are written, others are pieces."""
        whole = at(self.sample.states[0], layer.path)
        assert isinstance(whole, tuple)
        body = "i in {1..high} & w = whole[i] & (i, n, x, y) in cells"
        if layer.form == "matrix":
            body = "i in {1..high} & j in {1..wide} & w = whole[i][j] & ((i, j), n, x, y) in cells"
        row = whole[0]
        wide = len(row) if isinstance(row, tuple) else 0
        found = term(body, whole=state_at(layer.path), high=len(whole), wide=wide)
        return self.contents(layer, number, found, term("w"), labels)

    def contents(
        self,
        layer: BoardLayer,
        number: int,
        found: t.Expression,
        label: t.Expression,
        labels: tuple[Value, ...],
    ) -> t.Definition:
        """What lies on each cell where every cell has something: nothing is not drawn."""
        empty = empty_label(labels, self.sides, of_matrix=self.reading.grain == "pair")
        if empty is not None:
            found = term("found & label /= empty", found=found, label=label, empty=empty)
        if not all(isinstance(each, int) for each in labels if each != empty):
            return self.alike(number, found, label)
        if total := self.total(layer):
            return self.counters(number, found, label, total)
        height = 2 * self.size(number) if self.is_mark(number) else self.layout.unit * 2 // 5
        return define(
            f"layer{number}",
            "{text(label, point(x0, y0), height, colour) | found}",
            found=found,
            label=label,
            height=height,
            colour=DARK,
            **self.middle(number),
        )

    def total(self, layer: BoardLayer) -> int:
        """How many things lie on all cells if the numbers there count things, as seeds or counters; 0 if not.

        They never grow more, and most moves divide them otherwise.  Where numbers are the names of things, as
        of tiles, each remains or is taken.
        """
        counts = [numbers_on(layer, state) for state in self.sample.states]
        most = max(map(sum, counts))
        steps = [
            (numbers_on(layer, step.before), numbers_on(layer, step.after)) for step in self.sample.steps
        ]
        never_grow = all(sum(before) >= sum(after) for before, after in steps)
        divided = sum(not Counter(after) <= Counter(before) for before, after in steps)
        is_few = most <= _MOST_COUNTED and all(number > 0 for each in counts for number in each)
        return most if never_grow and divided * 2 > len(steps) and is_few else 0

    def counters(self, number: int, found: t.Expression, label: t.Expression, total: int) -> t.Definition:
        """A number on each cell, and beneath it as many discs."""
        unit = self.layout.unit
        sides = ((n, isqrt(n - 1) + 1) for n in range(1, total + 1))
        return define(
            f"layer{number}",
            "{text(label, point(x, y + up), height, colour) | found} U {disc(point("
            "x + floor((2 * (k mod g) + 1 - g) * spread / g), "
            "y - down + floor((ceil(label / g) - 1 - 2 * floor(k / g)) * spread / g)), r, colour) | "
            "found & (label, g, r) in rows & k in {0..label - 1}}",
            found=found,
            label=label,
            colour=DARK,
            height=max(unit // 4, LEAST),
            up=unit * 32 // 100,
            down=unit * 14 // 100,
            spread=unit * 28 // 100,
            rows=FiniteSet([(n, g, max(unit // (5 * g + 5), 2)) for n, g in sides]),
        )


def links(
    number: int, element: t.Expression, label: t.Expression, cells: Sequence[t.Expression]
) -> t.Definition:
    """Lines between the two cells of each element, or between those of a set of two."""
    if len(cells) == 2:
        one, two = cells
        body = "U[found & (one, n, x, y) in cells & (two, m, u, v) in cells] bar(x, y, u, v, label)"
        return define(f"layer{number}", body, found=element, one=one, two=two, label=label)
    return define(
        f"layer{number}",
        "U[found & a in both & b in both & (a, n, x, y) in cells & (b, m, u, v) in cells & "
        "(x < u V x = u & y < v)] bar(x, y, u, v, label)",
        found=element,
        both=cells[0],
        label=label,
    )


def element_cells(spot: Spot) -> list[t.Expression]:
    """The cell at a spot of an element whose parts have names."""
    names = list(map(part_name, spot.paths))
    return [tuple_of(names)] if spot.flat else names


def part_name(path: Path) -> t.Expression:
    """The name of a part of an element."""
    return term(f"e{'x'.join(map(str, path))}")


def pattern_of(part: CommonPart, named: Collection[Path]) -> t.Expression:
    """The pattern of an element in which these parts have names."""
    if part.path in named or not any(begins(path, part.path) for path in named):
        return part_name(part.path)
    return tuple_of(pattern_of(each, named) for each in part.parts)


def at_shift(across: int, up: int) -> t.Expression:
    """A point beside the middle of a cell."""
    return term("point(x + i, y + j)", i=across, j=up)


def letters(looks: Sequence[Look]) -> t.Expression:
    """The letter on each piece."""
    texts = [
        term(
            "{text(l, point(x, y), height, ink)}", l=each.letter, height=height_of(each.letter), ink=each.ink
        )
        if each.letter
        else set_of([])
        for each in looks
    ]
    other = term("{text(v, point(x, y), r, white)}", white=Color(255, 255, 255))
    return by_value(term("v"), zip([look.label for look in looks], texts, strict=True), other)


def height_of(letters: str) -> t.Expression:
    """The height of letters on a piece: that of its radius if they are few."""
    return term("r") if len(letters) <= _FULL else term("floor(r * k / n)", k=_FULL, n=len(letters))


def numbers_on(layer: BoardLayer, state: Value) -> list[int]:
    """The numbers on the cells of a layer that are not 0."""
    labels = (one(label) for _, label in layer.put(state))
    return [label for label in labels if isinstance(label, int) and label]
