"""The pieces on the cells, as definitions of LED: a union of pieces for each layer of the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from math import isqrt

from msgspec import Struct
from msgspec.structs import replace

from noughts.documents.board import vocabulary as q
from noughts.documents.board.banks import Banks
from noughts.documents.board.drawing import LEAST, PIECE, radius, sides_of
from noughts.documents.board.layers import (
    BoardLayer,
    CommonPart,
    Path,
    Spot,
    at,
    begins,
    element_of_history,
    one,
)
from noughts.documents.board.looks import (
    ALONE,
    DARK,
    EDGE,
    SHUT,
    Look,
    are_chess_men,
    empty_label,
    is_stacked,
    label_name,
    label_of,
    looks_of,
    side_in,
)
from noughts.documents.board.places import BoardPlan, Place
from noughts.documents.board.reading import BoardReading, stands_in
from noughts.documents.board.sampled import Sampled, SampledMove, is_number
from noughts.documents.board.things import SharedCells, Thing, Things, shared_cells, towers
from noughts.documents.board.vocabulary import BoardVocabulary
from noughts.easel import Color
from noughts.language import tree as t
from noughts.values.order import key
from noughts.values.sets import FiniteSet
from noughts.values.value import Value

# Half of the square in which the pieces lie that share a cell, in hundredths of the distance of cells.
_SPREAD = 44
# How far from the middle of a cell a mark lies in its corner, and its radius: it touches no man there.
_CORNER = 37
_MARK = 12
# The corners, of which each layer of marks has one.
_CORNERS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
# Things that are drawn one by one: of more, the discs were dots.
_MOST_COUNTED = 64
# The forms of layers whose pieces come to a cell, or leave it.
_MOVED = ("set", "groups", "history", "man")
# Letters that fit on a piece if they are as high as its radius.
_FULL = 3
# Shifts of the segments that make a thick line.
_THICK = ((0, 0), (2, 0), (0, 2), (-2, 0), (0, -2))


class PieceWriter(Struct, frozen=True, dict=True):
    """Writes the definitions of what lies on the cells; `names` are those of parts of the state."""

    sample: Sampled
    reading: BoardReading
    layout: BoardPlan
    sides: Sequence[Value]
    names: Mapping[Path, str]
    words: BoardVocabulary
    banks: Banks | None = None

    def definitions(self) -> Iterator[t.Definition]:
        """The pieces of all layers, and their union."""
        drawn = []
        for number, layer in enumerate(self.reading.layers, start=1):
            drawn.append(q.term(f"layer{number}"))
            yield from self.layer(layer, number, self.labels(layer, number))
        closed, looks = self.closed, self.looks
        colours = [(look.label, Color(*look.colour)) for look in looks]
        yield q.define("colour(v)", "found", found=q.by_value(q.term("v"), colours, DARK))
        yield q.define("letter(v, x, y, r)", "found", found=letters(looks))
        shape = q.term("letter(v, x, y, r)")
        if not are_chess_men(looks):
            disc = "{disc(point(x, y), r, colour(v)), circle(point(x, y), r, e)} U letter(v, x, y, r)"
            shape = q.term(disc, e=EDGE)
        if any(look.size != 1 for look in looks):
            sizes = q.by_value(q.term("v"), [(look.label, look.size) for look in looks], 1)
            yield q.define("sized(v, x, y, r)", "images", images=shape)
            shape = q.term("sized(v, x, y, floor(r * part))", part=sizes)
        is_closed = [(self.closing(), q.term("v in s", s=FiniteSet(closed)))] if closed else []
        yield q.define("piece(v, x, y, r)", "images", images=q.cases(is_closed, shape))
        yield q.define(
            "bar(x, y, u, v, w)",
            "{segment(point(x + i, y + j), point(u + i, v + j), colour(w)) | (i, j) in shifts}",
            shifts=FiniteSet(_THICK),
        )
        yield q.define("pieces", "drawn", drawn=q.union(drawn))

    @cached_property
    def looks(self) -> list[Look]:
        """The looks of pieces, and of those of each side beside the board if there are some."""
        layers = enumerate(self.reading.layers, start=1)
        labels = dict.fromkeys(label for number, layer in layers for label in self.labels(layer, number))
        if len(self.closed) == 1:
            labels = {label: None for label in labels if label not in self.closed}
        owners = self.owners(labels)
        found = self.words.looks(looks_of(labels, self.sides, owners), owners)
        if any(layer.is_path for layer in self.reading.layers):
            found = [replace(look, colour=ALONE) if is_number(look.label) else look for look in found]
        if self.words.has_pieces_beside:
            known = {label_name(look.label): look for look in found}
            for side in self.sides:
                same = known.get(label_name(side)) or self.words.looks(looks_of([side], self.sides), {})[0]
                found += [replace(same, label=side)] if side not in labels else []
        return found

    @cached_property
    def closed(self) -> Sequence[Value]:
        """The labels of the things that close cells."""
        return list(map(self.label_of_thing, self.things.closed))

    @cached_property
    def things(self) -> Things:
        """The things that the layers put on cells in the sample."""
        return Things(self.reading.layers, self.sample, self.sides)

    def closing(self) -> t.Expression:
        """The images of a closed cell: the whole of it filled, or a point crossed out; and a letter if cells
        are closed by several things."""
        reach = self.layout.unit * PIECE // 100
        if self.layout.outline == "point":
            images = [
                q.term("segment(a, b, c)", a=at_shift(-reach, k), b=at_shift(reach, -k), c=DARK)
                for k in (-reach, reach)
            ]
        else:
            corners = [at_shift(*start) for start, _ in sides_of(self.layout, Place((), "", 0, 0))]
            images = [
                q.term("fTri(a, b, d, c)", a=start, b=two, d=three, c=SHUT)
                for start, *others in (corners, [*corners[1:], corners[0]])  # twice: a fan alone has seams
                for two, three in pairwise(others)
            ]
        letter = [q.term("letter(v, x, y, r)")] if len(self.closed) > 1 else []
        return q.union([q.set_tree(images), *letter])

    def owners(self, labels: Iterable[Value]) -> Mapping[Value, Value]:
        """Whose a piece is: the only side that moves it, if several sides have some."""
        movers: dict[Value, set[Value]] = {label: set() for label in labels}
        for step in self.sample.steps:
            parts = step.move if isinstance(step.move, tuple) else ()
            came = self.came(step)
            for label in movers:
                if step.side is not None and (label in came or (parts and stands_in(label, parts))):
                    movers[label].add(step.side)
        found = {label: next(iter(sides)) for label, sides in movers.items() if len(sides) == 1}
        found = found if len(set(found.values())) > 1 else {}
        named = {label: side_in(label, self.sides) for label in labels if isinstance(label, str)}
        return {**found, **{label: side for label, side in named.items() if side is not None}}

    def label_of_thing(self, thing: Thing) -> Value:
        """The label of a thing on cells."""
        number, label = thing
        layer = self.reading.layers[number]
        return self.label_on(layer, label) if label else self.labels(layer, number + 1)[0]

    @cached_property
    def same(self) -> Mapping[BoardLayer, str]:
        """The names of layers whose pieces have labels of other layers too, such as the kings and the men of
        each side."""
        states = self.sample.states
        found = {
            layer: {label for state in states for _, label in layer.put(state)}
            for layer in self.reading.layers
            if layer.form in ("set", "groups") and layer.labels
            if not (layer.is_link or layer.is_keyed or layer.is_map(states))
        }
        return {
            layer: self.names.get(layer.path, f"{number}")
            for number, layer in enumerate(self.reading.layers, start=1)
            if any(found[layer] & found[other] for other in found if layer in found and other != layer)
        }

    def label_on(self, layer: BoardLayer, label: Value) -> Value:
        """The label of a piece that a layer puts on cells, with the name of the layer if others have it."""
        return (self.same[layer], one(label)) if layer in self.same else one(label)

    def came(self, step: SampledMove) -> set[Value]:
        """The pieces that a step puts on a cell."""
        layers = [(k, each) for k, each in enumerate(self.reading.layers) if each.form in _MOVED]
        put = [
            {
                (cells, self.label_of_thing((k, label)))
                for k, layer in layers
                for cells, label in layer.put(state)
            }
            for state in (step.after, step.before)
        ]
        return {label for cells, label in put[0] - put[1] if cells}

    def labels(self, layer: BoardLayer, number: int) -> tuple[Value, ...]:
        """The labels of the pieces that a layer puts on cells in the sample."""
        if layer.form == "man" or (layer.form == "set" and not layer.labels):
            return (label_of(layer, number, self.names),)
        if (shared := shared_cells(layer, self.sample.states, self.sides)) is not None:
            return tuple(shared.labels)
        if pieces := towers(layer, self.sample.states):
            return tuple(pieces)
        put = (label for state in self.sample.states for _, label in layer.put(state))
        return tuple(dict.fromkeys(self.label_on(layer, label) for label in put))

    def layer(self, layer: BoardLayer, number: int, labels: tuple[Value, ...]) -> Iterator[t.Definition]:
        """The pieces of a layer."""
        states, on = self.sample.states, self.drawn_layer(layer, number, labels)
        if self.banks is not None:
            label = q.tree_of(labels[0])
            drawn = self.banks.pieces(self.layout.unit, label=label, dark=DARK)
            yield q.define(f"layer{number}", "drawn", drawn=drawn)
        elif layer.is_link:
            yield links(on)
        elif (shared := shared_cells(layer, states, self.sides)) is not None:
            yield from self.shared(on, shared)
        elif towers(layer, states):
            yield self.tower(on)
        elif layer.form == "set" and labels and is_stacked(layer, states):
            yield from self.stack(on)
        elif layer.has_all or layer.is_map(states):
            yield self.contents(on)
        else:
            yield on.alike()

    def drawn_layer(self, layer: BoardLayer, number: int, labels: tuple[Value, ...]) -> DrawnLayer:
        """A layer with what its drawing is made of: marks beside men are small, and lie in a corner."""
        element, cells, label = self.elements(layer, labels)
        across, up, size = 0, 0, radius(self.layout, PIECE)
        if is_mark := number - 1 in self.things.marks:
            across, up = _CORNERS[self.things.marks.index(number - 1) % len(_CORNERS)]
            size = max(radius(self.layout, _MARK), LEAST)
        elif is_mark := number - 1 in (crowd := self.things.crowd):
            across, up = _CORNERS[crowd.index(number - 1) % len(_CORNERS)]
            up *= len(crowd) > 2
            size //= 2
        far = self.layout.unit * _CORNER // 100 if size < radius(self.layout, PIECE) // 2 else size
        holes: dict[str, q.Filling] = {
            "element": element,
            "on": q.term("element & (cell, n, x, y) in cells", element=element, cell=cells[0]),
            "cell": cells[0],
            "other": cells[-1],
            "label": label,
            "x0": q.term("x + i", i=across * far) if is_mark else q.term("x"),
            "y0": q.term("y + j", j=up * far) if is_mark else q.term("y"),
            "size": size,
            "spread": radius(self.layout, _SPREAD),
            "dark": DARK,
            "edge": EDGE,
        }
        return DrawnLayer(layer, number, labels, 2 * size if is_mark else self.layout.unit * 2 // 5, holes)

    def elements(
        self, layer: BoardLayer, labels: tuple[Value, ...]
    ) -> tuple[t.Expression, list[t.Expression], t.Expression]:
        """A condition that lists the elements of a layer, the cells of each, and the label of its piece."""
        whole = q.state_at(layer.path)
        if layer.form == "man":
            cell = q.cell_at(q.term("currentState"), layer.spots[0])
            return q.term("c = cell", cell=cell), [q.term("c")], q.tree_of(labels[0])
        part = next(part for part in self.sample.structure.within() if part.path == layer.path)
        if layer.form == "row":
            element = q.term("i in {1..n} & w = whole[i]", whole=whole, n=len(part.parts))
            return element, [q.term("i")], q.term("w")
        if layer.form == "matrix":
            on = [on for state in self.sample.states for (on,), _ in layer.put(state)]
            rows, columns = (numbers_from([at(each, (k,)) for each in on]) for k in (1, 2))
            element = q.term(
                "i in rows & j in columns & w = whole[i][j]", whole=whole, rows=rows, columns=columns
            )
            return element, [q.term("(i, j)")], q.term("w")
        if layer.form == "columns":
            body = "i in {1..n} & j in {1..|whole[i]|} & w = whole[i][j]"
            return q.term(body, whole=whole, n=len(part.parts)), [q.term("(i, j)")], q.term("w")
        is_history = layer.form == "history"
        common = element_of_history(part) if is_history else part.element
        pattern = element_pattern(common, [path for spot in layer.spots for path in spot.paths])
        own = list(map(part_name, layer.labels))
        if is_history and not own:
            own = [q.term("i" if layer.is_path else "w")]
        label = own[0] if len(own) == 1 else q.tuple_tree(own) if own else q.tree_of(str(labels[0]))
        if layer in self.same:
            label = q.tuple_tree([q.tree_of(self.same[layer]), label])
        cells = [cell for spot in layer.spots for cell in element_cells(spot)]
        if layer.form == "groups":
            holes = {"e": pattern, "whole": whole, "cells": cells[0]}
            return q.term("e in whole & c in cells", **holes), [q.term("c")], label
        if is_history:
            body = "i in {1..|whole|} & e = whole[i]" + " & (i mod n, w) in turns" * bool(layer.turns)
            order = FiniteSet([(k % len(layer.turns), side) for k, side in enumerate(layer.turns, start=1)])
            return q.term(body, e=pattern, whole=whole, n=len(layer.turns), turns=order), cells, label
        return q.term("e in whole", e=pattern, whole=whole), cells, label

    def tray(
        self, number: int, layer: BoardLayer, away: Value, places: Mapping[Value, tuple[int, int]], size: int
    ) -> t.Definition:
        """The pieces of a layer that have for a cell what stands for none, each in its own place."""
        slots = FiniteSet([(each, x, y) for each, (x, y) in places.items()])
        element, (cell,), label = self.elements(layer, tuple(places))
        body = "U[element & cell = away & (label, x, y) in slots] piece(label, x, y, size)"
        holes: dict[str, q.Filling] = {
            "element": element,
            "cell": cell,
            "label": label,
            "away": away,
            "slots": slots,
            "size": size,
        }
        return q.define(f"tray{number}", body, **holes)

    def stack(self, on: DrawnLayer) -> Iterator[t.Definition]:
        """Pieces of which several lie on one cell.

        They have an order; those on a cell share its square in rows that are as long as there are rows.
        Numbered ones are bars, the larger the wider, on larger ones.
        """
        name, many = f"layer{on.number}", len(on.labels)
        yield q.define_value(
            f"{name}Order", FiniteSet([(each, k) for k, each in enumerate(sorted(on.labels, key=key))])
        )
        yield on.define(f"{{k | element & cell = c & (label, k) in {name}Order}}", "On(c)")
        if not all(map(is_number, on.labels)):
            yield q.define_value(
                f"{name}Rows", FiniteSet([(n, isqrt(n - 1) + 1) for n in range(1, many + 1)])
            )
            yield on.define(
                f"U[on & (label, k) in {name}Order & s = {name}On(cell) & (|s|, g) in {name}Rows & "
                "p = |{j in s | j < k}|] piece(label, "
                "x + floor((2 * (p mod g) + 1 - g) * spread / g), "
                "y + floor((ceil(|s| / g) - 1 - 2 * floor(p / g)) * spread / g), floor(size / g))"
            )
            return
        high = 2 * radius(self.layout, _SPREAD) // many
        corners = ["point(x - h, b)", "point(x + h, b)", "point(x + h, b + high)", "point(x - h, b + high)"]
        images = [f"fTri({', '.join(three)}, colour(label))" for three in combinations(corners, 3)]
        images += [f"segment({one}, {two}, edge)" for one, two in pairwise([*corners, corners[0]])]
        yield on.define(
            f"U[on & (label, k) in {name}Order & p = |{{j in {name}On(cell) | j > k}}| & "
            "b = y - spread + high * p & h = floor(spread * (k + 2) / wide)] "
            f"({{{', '.join(images)}}} U letter(label, x, b + half, height))",
            high=high,
            wide=many + 1,
            half=high // 2,
            height=max(high * 2 // 3, LEAST),
        )

    def tower(self, on: DrawnLayer) -> t.Definition:
        """Pieces on each other: the top one, and those beneath it in a row, the lowest on the left; the more
        there are, the smaller they are drawn."""
        value = on.holding(value=on.holes["label"]).without(())
        return value.define(
            "U[on & h = |value|] (piece(value[h], x, y, size) U "
            "U[k in {1..h - 1} & r = floor(spread / (h + 3))] "
            "piece(value[k], x - spread + (2 * k - 1) * r, y - spread + r, r))"
        )

    def shared(self, on: DrawnLayer, shared: SharedCells) -> Iterator[t.Definition]:
        """The pieces on cells that have several places each: every place has its part of the square.

        Where numbers tell the places apart, as sizes do, the pieces are the larger the larger these are.
        Where names do, such as the sides, numbers are written on their colours.
        """
        name, layer, many = f"layer{on.number}", on.layer, len(shared.places)
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
        yield q.define_value(f"{name}Slots", FiniteSet(rows))
        if layer.is_keyed:
            *own, value = map(part_name, layer.labels)
            on = on.holding(place=own[0] if len(own) == 1 else q.tuple_tree(own), value=value)
        else:
            value = q.term("label[k]", **on.holes)
            on = on.holding(place=q.term("k"), value=value, label=value)
        on = on.where(f"(place, u, v, r) in {name}Slots").without(shared.empty)
        if not shared.are_counts:
            yield on.define("U[on] piece(label, x + u, y + v, r)")
            return
        on = on.holding(height=max(half, LEAST))
        if not shared.have_names:
            yield on.define("{text(value, point(x + u, y + v), height, dark) | on}")
            return
        looks = self.words.looks(looks_of(shared.places, self.sides), {})
        inks = FiniteSet([(look.label, Color(*look.colour), look.ink) for look in looks])
        yield q.define_value(f"{name}Colours", inks)
        yield on.define(
            f"U[on & (place, d, i) in {name}Colours] {{disc(point(x + u, y + v), r, d), "
            "circle(point(x + u, y + v), r, edge), text(value, point(x + u, y + v), height, i)}"
        )

    def contents(self, on: DrawnLayer) -> t.Definition:
        """The contents of cells that all have one: the empty label is not drawn, a number that is no side is
        written."""
        empty = empty_label(on.labels, self.sides, of_matrix=self.reading.grain == "pair")
        on = on.holding(value=on.holes["label"]).without(empty)
        some = [each for each in on.labels if each != empty]
        are_sides = set(some) <= set(self.sides)
        if self.words.has_looks or are_sides or not all(isinstance(each, int) for each in some):
            return on.alike()
        if total := self.total(on.layer):
            return self.counters(on, total)
        if total := self.divided(on.layer):
            return self.heaps(on, total)
        return on.define("{text(label, point(x0, y0), height, dark) | on}", height=on.height)

    def counters(self, on: DrawnLayer, total: int) -> t.Definition:
        """A number on each cell, and beneath it as many discs."""
        unit = self.layout.unit
        sides = ((n, isqrt(n - 1) + 1) for n in range(1, total + 1))
        return on.holding(spread=unit * 28 // 100).define(
            "{text(label, point(x, y + up), height, dark) | on} U {disc(point("
            "x + floor((2 * (k mod g) + 1 - g) * spread / g), "
            "y - down + floor((ceil(label / g) - 1 - 2 * floor(k / g)) * spread / g)), r, dark) | "
            "on & (label, g, r) in rows & k in {0..label - 1}}",
            height=max(unit // 4, LEAST),
            up=unit * 32 // 100,
            down=unit * 14 // 100,
            rows=FiniteSet([(n, g, max(unit // (5 * g + 5), 2)) for n, g in sides]),
        )

    def heaps(self, on: DrawnLayer, total: int) -> t.Definition:
        """As many heaps on a cell as it says, of as many counters each as its number is, all of one size."""
        blocks: dict[tuple[int, int], tuple[int, int, int]] = {}
        for place in self.layout.places:
            assert isinstance(place.cell, int)
            wide = isqrt(place.cell - 1) + 1
            high = -(-place.cell // wide)
            for many in range(1, total // place.cell + 1):
                sides = {n: (2 * wide + 1) * n for n in range(1, many + 1)}
                tall = {n: (2 * high + 1) * -(-many // n) for n in sides}
                across = min(sides, key=lambda n: max(sides[n], tall[n]))
                blocks[place.cell, many] = across, sides[across], tall[across]
        most = max(max(sides) for _, *sides in blocks.values())
        half = max(self.layout.unit * 80 // (100 * most), 1)
        rows: list[Value] = [
            (cell, many, isqrt(cell - 1) + 1, across, -(wide // 2 - 1) * half, (high // 2 - 1) * half)
            for (cell, many), (across, wide, high) in blocks.items()
        ]
        return on.holding(gap=2 * half, half=half, rows=FiniteSet(rows)).define(
            "{disc(point(x + u + gap * (k mod w) + (gap * w + half) * (i mod m), "
            "y + v - down - gap * floor(k / w) - (gap * ceil(cell / w) + half) * floor(i / m)), r, dark) | "
            "on & (cell, label, w, m, u, v) in rows & i in {0..label - 1} & k in {0..cell - 1}}",
            r=max(half * 4 // 5, 2),
            down=self.layout.unit * 6 // 100,
        )

    def divided(self, layer: BoardLayer) -> int:
        """How many counters there are if the number on each cell is that of heaps of its size; 0 if not.

        Most moves divide or join heaps, so there are more or fewer of them, with the same counters.
        """
        states = self.sample.states
        if self.reading.grain != "single" or not layer.is_counted(states):
            return 0

        def counted(state: Value) -> tuple[int, int]:
            found = [(cells[0], one(label)) for cells, label in layer.put(state)]
            heaps = [(size, many) for size, many in found if isinstance(size, int) and isinstance(many, int)]
            are_heaps = len(heaps) == len(found) and all(size > 0 and many >= 0 for size, many in heaps)
            sizes = [size for size, many in heaps for _ in range(many)] if are_heaps else []
            return sum(sizes), len(sizes)

        totals = {counted(state)[0] for state in states}
        changed = sum(counted(step.before)[1] != counted(step.after)[1] for step in self.sample.steps)
        are_same = len(totals) == 1 and changed * 2 > len(self.sample.steps)
        return max(totals) if are_same and max(totals) <= _MOST_COUNTED else 0

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


class DrawnLayer(Struct, frozen=True):
    """A layer with the holes of its templates.

    In front, `on` lists what lies on which cell, with the middle of the cell as x and y; `element` does so
    without that.  A number is written at a `height`.
    """

    layer: BoardLayer
    number: int
    labels: tuple[Value, ...]
    height: int
    holes: Mapping[str, q.Filling]

    def holding(self, **holes: q.Filling) -> DrawnLayer:
        """The same with other holes."""
        return replace(self, holes={**self.holes, **holes})

    def where(self, condition: str) -> DrawnLayer:
        """Only what fulfils a condition."""
        return self.holding(on=q.term(f"on & {condition}", **self.holes))

    def without(self, empty: Value | None) -> DrawnLayer:
        """Only what has a value that does not stand for nothing."""
        return self if empty is None else self.holding(empty=empty).where("value /= empty")

    def define(self, body: str, more: str = "", **holes: q.Filling) -> t.Definition:
        """The layer by a template, or `more` that it needs."""
        return q.define(f"layer{self.number}{more}", body, **{**self.holes, **holes})

    def alike(self) -> t.Definition:
        """The layer as a piece wherever something lies."""
        return self.define("U[on] piece(label, x0, y0, size)")


def links(on: DrawnLayer) -> t.Definition:
    """Lines between the two cells of each element, or between those of a set of two."""
    if len(on.layer.spots) == 2:
        return on.define("U[on & (other, m, u, v) in cells] bar(x, y, u, v, label)")
    return on.define(
        "U[element & a in cell & b in cell & (a, n, x, y) in cells & (b, m, u, v) in cells & "
        "(x < u V x = u & y < v)] bar(x, y, u, v, label)"
    )


def element_cells(spot: Spot) -> list[t.Expression]:
    """The cell at a spot of an element whose parts have names."""
    names = list(map(part_name, spot.paths))
    return [q.tuple_tree(names)] if spot.flat else names


def part_word(path: Path) -> str:
    """The name of a part of an element."""
    return f"e{'x'.join(map(str, path))}"


def part_name(path: Path) -> t.Expression:
    """The name of a part of an element, as a term."""
    return q.term(part_word(path))


def element_pattern(part: CommonPart, named: Collection[Path]) -> t.Expression:
    """The pattern of an element in which these parts have names."""
    if part.path in named or not any(begins(path, part.path) for path in named):
        return part_name(part.path)
    return q.tuple_tree(element_pattern(each, named) for each in part.parts)


def numbers_from(numbers: Iterable[Value]) -> t.Expression:
    """The set of some whole numbers, as a range if none is missing."""
    found = sorted({number for number in numbers if isinstance(number, int)})
    is_range = len(found) == found[-1] - found[0] + 1
    return q.term("{a..b}", a=found[0], b=found[-1]) if is_range else q.tree_of(FiniteSet(found))


def at_shift(across: int, up: int) -> t.Expression:
    """A point beside the middle of a cell."""
    return q.term("point(x + i, y + j)", i=across, j=up)


def letters(looks: Sequence[Look]) -> t.Expression:
    """The letter on each piece; where all are chess men they stand alone, as high as a cell."""
    alone = are_chess_men(looks)
    texts = [
        q.term(
            "{text(l, point(x, y), height, ink)}",
            l=each.letter,
            height=q.term("floor(r * k / n)", k=5, n=2) if alone else height_of(each.letter),
            ink=Color(*each.colour) if alone else each.ink,
        )
        if each.letter
        else q.set_tree([])
        for each in looks
    ]
    other = q.term("{text(v, point(x, y), r, white)}", white=Color(255, 255, 255))
    return q.by_value(q.term("v"), zip([look.label for look in looks], texts, strict=True), other)


def height_of(letters: str) -> t.Expression:
    """The height of letters on a piece: that of its radius if they are few."""
    return q.term("r") if len(letters) <= _FULL else q.term("floor(r * k / n)", k=_FULL, n=len(letters))


def numbers_on(layer: BoardLayer, state: Value) -> list[int]:
    """The numbers on the cells of a layer that are not 0."""
    labels = (one(label) for _, label in layer.put(state))
    return [label for label in labels if isinstance(label, int) and label]
