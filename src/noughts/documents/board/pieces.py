"""What lies on the cells, as definitions of LED: a union of pieces for each layer of the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import isqrt

from noughts.documents.board.drawing import sides_of
from noughts.documents.board.layers import BoardLayer
from noughts.documents.board.looks import Look, empty_label, is_stacked, label_of, looks_of
from noughts.documents.board.parts import CommonPart, Path
from noughts.documents.board.places import BoardPlan, Place
from noughts.documents.board.reading import BoardReading, stands_in
from noughts.documents.board.sampled import Sampled, is_number
from noughts.documents.board.things import SharedCells, Things, shared_cells
from noughts.documents.board.words import (
    DARK,
    EDGE,
    LEAST,
    PIECE,
    SHUT,
    BoardValues,
    at_shift,
    element_cells,
    one,
    part_name,
    pattern_text,
    radius,
    rgb,
    spot_text,
    state_at,
    tuple_text,
)
from noughts.values.order import key
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
    state: CommonPart
    names: Mapping[Path, str]
    literals: BoardValues

    def text(self) -> Iterator[str]:
        """The pieces of all layers, and their union."""
        labels: dict[Value, None] = {}
        drawn = []
        for number, layer in enumerate(self.reading.layers, start=1):
            own = self.labels(layer, number)
            labels.update(dict.fromkeys(own))
            drawn += [f"‹layer{number}›"]
            yield from self.layer(layer, number, own)
        closed = self.closed
        if len(closed) == 1:
            labels = {label: None for label in labels if label not in closed}
        looks = looks_of(labels, self.sides, self.owners(labels))
        yield self.colours(looks)
        yield from self.letters(looks)
        closing = f"{self.closing()} if ‹v› in {{{self.literals.all(closed)}}}; " if closed else ""
        yield (
            f"‹piece›(‹v›, ‹x›, ‹y›, ‹r›) := {closing}{{disc(point(‹x›, ‹y›), ‹r›, ‹colour›(‹v›)), "
            f"circle(point(‹x›, ‹y›), ‹r›, {rgb(EDGE)})}} U ‹letter›(‹v›, ‹x›, ‹y›, ‹r›)"
            f"{' otherwise' if closed else ''}"
        )
        bars = ", ".join(map(str, _THICK))
        yield (
            "‹bar›(‹x›, ‹y›, ‹u›, ‹v›, ‹w›) := {segment(point(‹x› + ‹i›, ‹y› + ‹j›), "
            f"point(‹u› + ‹i›, ‹v› + ‹j›), ‹colour›(‹w›)) | (‹i›, ‹j›) in {{{bars}}}}}"
        )
        yield f"‹pieces› := {' U '.join(drawn or ['{}'])}"

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

    def where(self, number: int) -> tuple[str, str, int]:
        """The middle and the radius of the pieces of a layer on a cell: small ones of a mark beside men."""
        marks, far = self.things.marks, self.layout.unit * _CORNER // 100
        if number - 1 not in marks:
            return "‹x›", "‹y›", radius(self.layout, PIECE)
        across, up = _CORNERS[marks.index(number - 1) % len(_CORNERS)]
        return f"‹x› + {across * far}", f"‹y› + {up * far}", max(radius(self.layout, _MARK), LEAST)

    def closing(self) -> str:
        """The images of a closed cell: the whole of it filled, or a point crossed out; and a letter if cells
        are closed by several things."""
        here = Place((), "", 0, 0)
        reach = self.layout.unit * PIECE // 100
        if self.layout.outline == "point":
            images = [
                f"segment({at_shift(-reach, k)}, {at_shift(reach, -k)}, {rgb(DARK)})" for k in (-reach, reach)
            ]
        else:
            corners = [at_shift(*start) for start, _ in sides_of(self.layout, here)]
            images = [
                f"fTri({start}, {two}, {three}, {rgb(SHUT)})"
                for start, *others in (corners, [*corners[1:], corners[0]])  # twice: a fan alone has seams
                for two, three in pairwise(others)
            ]
        letter = " U ‹letter›(‹v›, ‹x›, ‹y›, ‹r›)" if len(self.closed) > 1 else ""
        return f"{{{', '.join(images)}}}{letter}"

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

    def layer(self, layer: BoardLayer, number: int, labels: tuple[Value, ...]) -> Iterator[str]:
        """The pieces of a layer."""
        name, where = f"‹layer{number}›", state_at(layer.path)
        x, y, size = self.where(number)
        if layer.form == "man":
            found = f"‹c› = {spot_text('currentState', layer.spots[0])} & (‹c›, ‹n›, ‹x›, ‹y›) in ‹cells›"
            yield f"{name} := U[{found}] ‹piece›({self.literals(labels[0])}, {x}, {y}, {size})"
        elif layer.form == "set":
            yield from self.set_layer(layer, number, where, labels)
        else:
            yield from self.table_layer(layer, number, where, labels)

    def set_layer(
        self, layer: BoardLayer, number: int, where: str, labels: tuple[Value, ...]
    ) -> Iterator[str]:
        """Pieces, or lines between cells, for the elements of a set."""
        name = f"‹layer{number}›"
        pattern, label, cells = self.element(layer, labels)
        if layer.is_link:
            one, two = cells if len(cells) == 2 else ("‹a›", "‹b›")
            inside = "" if len(cells) == 2 else f" & ‹a› in {cells[0]} & ‹b› in {cells[0]}"
            once = "" if len(cells) == 2 else " & (‹x› < ‹u› V ‹x› = ‹u› & ‹y› < ‹v›)"
            yield (
                f"{name} := U[{pattern} in {where}{inside} & ({one}, ‹n›, ‹x›, ‹y›) in ‹cells› & "
                f"({two}, ‹m›, ‹u›, ‹v›) in ‹cells›{once}] ‹bar›(‹x›, ‹y›, ‹u›, ‹v›, {label})"
            )
        elif (shared := shared_cells(layer, self.sample.states, self.sides)) is not None:
            yield from self.shared(layer, name, f"{pattern} in {where}", cells[0], label, shared)
        elif labels and is_stacked(layer, self.sample.states):
            yield from self.stack(layer, name, f"{pattern} in {where}", cells[0], label, labels)
        else:
            found = f"{pattern} in {where} & ({cells[0]}, ‹n›, ‹x›, ‹y›) in ‹cells›"
            if layer.is_map(self.sample.states):
                yield self.contents(layer, number, found, label, labels)
            else:
                x, y, size = self.where(number)
                yield f"{name} := U[{found}] ‹piece›({label}, {x}, {y}, {size})"

    def element(self, layer: BoardLayer, labels: tuple[Value, ...]) -> tuple[str, str, list[str]]:
        """The pattern of an element of a set, and in it what lies on the cells, and the cells."""
        element = self.part(layer.path).element
        pattern = pattern_text(element, [path for spot in layer.spots for path in spot.paths])
        own = list(map(part_name, layer.labels))
        label = own[0] if len(own) == 1 else f"({', '.join(own)})" if own else self.literals(str(labels[0]))
        cells = [cell for spot in layer.spots for cell in element_cells(spot)]
        return pattern, label, cells

    def tray(
        self, name: str, layer: BoardLayer, away: Value, places: Mapping[Value, tuple[int, int]], size: int
    ) -> str:
        """The pieces of a layer that have for a cell what stands for none, each in its own place."""
        pattern, label, [cell] = self.element(layer, tuple(places))
        slots = ", ".join(f"({self.literals(each)}, {x}, {y})" for each, (x, y) in places.items())
        found = f"{pattern} in {state_at(layer.path)} & {cell} = {self.literals(away)}"
        return f"{name} := U[{found} & ({label}, ‹x›, ‹y›) in {{{slots}}}] ‹piece›({label}, ‹x›, ‹y›, {size})"

    def stack(
        self, layer: BoardLayer, name: str, found: str, cell: str, label: str, labels: tuple[Value, ...]
    ) -> Iterator[str]:
        """Pieces of which several lie on one cell.

        They have an order; those on a cell share its square in rows that are as long as there are rows.
        """
        order, on = name.replace("›", "Order›"), name.replace("›", "On›")
        ranks = ", ".join(f"({self.literals(each)}, {k})" for k, each in enumerate(sorted(labels, key=key)))
        yield f"{order} := {{{ranks}}}"
        yield f"{on}(‹c›) := {{‹k› | {found} & {cell} = ‹c› & ({label}, ‹k›) in {order}}}"
        if all(map(is_number, labels)):
            yield self.bars(name, f"{found} & ({cell}, ‹n›, ‹x›, ‹y›) in ‹cells›", label, cell, len(labels))
            return
        spread, size = radius(self.layout, _SPREAD), radius(self.layout, PIECE)
        rows = ", ".join(f"({n}, {isqrt(n - 1) + 1})" for n in range(1, len(labels) + 1))
        yield f"{order[:-1]}Rows› := {{{rows}}}"
        yield (
            f"{name} := U[{found} & ({cell}, ‹n›, ‹x›, ‹y›) in ‹cells› & ({label}, ‹k›) in {order} & "
            f"‹s› = {on}({cell}) & (|‹s›|, ‹g›) in {order[:-1]}Rows› & ‹p› = |{{‹j› in ‹s› | ‹j› < ‹k›}}|] "
            f"‹piece›({label}, ‹x› + floor((2 * (‹p› mod ‹g›) + 1 - ‹g›) * {spread} / ‹g›), "
            f"‹y› + floor((ceil(|‹s›| / ‹g›) - 1 - 2 * floor(‹p› / ‹g›)) * {spread} / ‹g›), "
            f"floor({size} / ‹g›))"
        )

    def shared(
        self, layer: BoardLayer, name: str, found: str, cell: str, label: str, shared: SharedCells
    ) -> Iterator[str]:
        """What lies on cells that have several places each: every place has its part of the square.

        Where numbers tell the places apart, as sizes do, the pieces are the larger the larger these are.
        Where names do, such as the sides, numbers are written on their colours.
        """
        slots, many = name.replace("›", "Slots›"), len(shared.places)
        wide = isqrt(many - 1) + 1
        high = -(-many // wide)
        spread, half = radius(self.layout, _SPREAD), radius(self.layout, _SPREAD - 2) // wide
        grow = all(map(is_number, shared.places)) and layer.is_keyed
        rows = (
            (
                self.literals(place),
                (2 * (k % wide) + 1 - wide) * spread // wide,
                (high - 1 - 2 * (k // wide)) * spread // wide,
                half * (many + k + 1) // (2 * many) if grow else half,
            )
            for k, place in enumerate(shared.places)
        )
        yield f"{slots} := {{{', '.join(f'({place}, {u}, {v}, {r})' for place, u, v, r in rows)}}}"
        if layer.is_keyed:
            *own, value = map(part_name, layer.labels)
            place = own[0] if len(own) == 1 else tuple_text(own)
        else:
            place, value = "‹k›", f"{label}[‹k›]"
            label = value
        found += f" & ({cell}, ‹n›, ‹x›, ‹y›) in ‹cells› & ({place}, ‹u›, ‹v›, ‹r›) in {slots}"
        if shared.empty is not None:
            found += f" & {value} /= {self.literals(shared.empty)}"
        if not shared.are_counts:
            yield f"{name} := U[{found}] ‹piece›({label}, ‹x› + ‹u›, ‹y› + ‹v›, ‹r›)"
            return
        middle, height = "point(‹x› + ‹u›, ‹y› + ‹v›)", max(half, LEAST)
        if not shared.have_names:
            yield f"{name} := {{text({value}, {middle}, {height}, {rgb(DARK)}) | {found}}}"
            return
        colours = name.replace("›", "Colours›")
        looks = looks_of(shared.places, self.sides)
        inks = (f"({self.literals(look.label)}, {rgb(look.colour)}, {rgb(look.ink)})" for look in looks)
        yield f"{colours} := {{{', '.join(inks)}}}"
        images = f"disc({middle}, ‹r›, ‹d›), circle({middle}, ‹r›, {rgb(EDGE)})"
        yield (
            f"{name} := U[{found} & ({place}, ‹d›, ‹i›) in {colours}] "
            f"{{{images}, text({value}, {middle}, {height}, ‹i›)}}"
        )

    def bars(self, name: str, found: str, label: str, cell: str, many: int) -> str:
        """Numbered pieces of which several lie on one cell: bars, the larger the wider, on larger ones."""
        order, on = name.replace("›", "Order›"), name.replace("›", "On›")
        half, high = radius(self.layout, _SPREAD), 2 * radius(self.layout, _SPREAD) // many
        found += f" & ({label}, ‹k›) in {order} & ‹p› = |{{‹j› in {on}({cell}) | ‹j› > ‹k›}}|"
        found += f" & ‹b› = ‹y› - {half} + {high} * ‹p› & ‹h› = floor({half} * (‹k› + 2) / {many + 1})"
        corners = ["point(‹x› - ‹h›, ‹b›)", "point(‹x› + ‹h›, ‹b›)"]
        corners += [f"point(‹x› + ‹h›, ‹b› + {high})", f"point(‹x› - ‹h›, ‹b› + {high})"]
        images = [
            *(f"fTri({', '.join(three)}, ‹colour›({label}))" for three in combinations(corners, 3)),
            *(
                f"segment({one}, {two}, {rgb(EDGE)})"
                for one, two in zip(corners, [*corners[1:], corners[0]], strict=True)
            ),
        ]
        text = f"‹letter›({label}, ‹x›, ‹b› + {high // 2}, {max(high * 2 // 3, LEAST)})"
        return f"{name} := U[{found}] ({{{', '.join(images)}}} U {text})"

    def table_layer(
        self, layer: BoardLayer, number: int, where: str, labels: tuple[Value, ...]
    ) -> Iterator[str]:
        """What the elements of a row or a matrix say of each cell: numbers are written, others are pieces."""
        part = self.part(layer.path)
        cell, value = "‹i›", f"{where}[‹i›]"
        numbers = f"‹i› in {{1..{len(part.parts)}}}"
        if layer.form == "matrix":
            cell, value = "(‹i›, ‹j›)", f"{where}[‹i›][‹j›]"
            numbers += f" & ‹j› in {{1..{len(part.parts[0].parts)}}}"
        found = f"{numbers} & ‹w› = {value} & ({cell}, ‹n›, ‹x›, ‹y›) in ‹cells›"
        yield self.contents(layer, number, found, "‹w›", labels)

    def contents(
        self, layer: BoardLayer, number: int, found: str, label: str, labels: tuple[Value, ...]
    ) -> str:
        """What lies on each cell where every cell has something: nothing is not drawn."""
        name = f"‹layer{number}›"
        x, y, size = self.where(number)
        empty = empty_label(labels, self.sides, of_matrix=self.reading.grain == "pair")
        if empty is not None:
            found += f" & {label} /= {self.literals(empty)}"
        if all(isinstance(each, int) for each in labels if each != empty):
            if total := self.total(layer):
                return self.counters(name, found, label, total)
            height = max(size * 2, LEAST) if number - 1 in self.things.marks else self.layout.unit * 2 // 5
            return f"{name} := {{text({label}, point({x}, {y}), {height}, {rgb(DARK)}) | {found}}}"
        return f"{name} := U[{found}] ‹piece›({label}, {x}, {y}, {size})"

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

    def counters(self, name: str, found: str, label: str, total: int) -> str:
        """A number on each cell, and beneath it as many discs."""
        unit = self.layout.unit
        height, up, spread = max(unit // 4, LEAST), unit * 32 // 100, unit * 28 // 100
        text = f"text({label}, point(‹x›, ‹y› + {up}), {height}, {rgb(DARK)})"
        sides = ((n, isqrt(n - 1) + 1) for n in range(1, total + 1))
        rows = ", ".join(f"({n}, {g}, {max(unit // (5 * g + 5), 2)})" for n, g in sides)
        place = (
            f"‹x› + floor((2 * (‹k› mod ‹g›) + 1 - ‹g›) * {spread} / ‹g›), "
            f"‹y› - {unit * 14 // 100} + "
            f"floor((ceil({label} / ‹g›) - 1 - 2 * floor(‹k› / ‹g›)) * {spread} / ‹g›)"
        )
        disc = f"disc(point({place}), ‹r›, {rgb(DARK)})"
        return (
            f"{name} := {{{text} | {found}}} U "
            f"{{{disc} | {found} & ({label}, ‹g›, ‹r›) in {{{rows}}} & ‹k› in {{0..{label} - 1}}}}"
        )

    def colours(self, looks: Sequence[Look]) -> str:
        """The colour of each piece."""
        clauses = [f"{rgb(look.colour)} if ‹v› = {self.literals(look.label)}" for look in looks]
        return f"‹colour›(‹v›) := {'; '.join([*clauses, f'{rgb(DARK)} otherwise'])}"

    def letters(self, looks: Sequence[Look]) -> Iterator[str]:
        """The letter on each piece."""
        texts = (
            f"text({self.literals(look.letter)}, point(‹x›, ‹y›), {height_of(look.letter)}, {rgb(look.ink)})"
            if look.letter
            else ""
            for look in looks
        )
        labels = (self.literals(look.label) for look in looks)
        clauses = [f"{{{text}}} if ‹v› = {label}" for text, label in zip(texts, labels, strict=True)]
        other = f"{{text(‹v›, point(‹x›, ‹y›), ‹r›, {rgb((255, 255, 255))})}} otherwise"
        yield f"‹letter›(‹v›, ‹x›, ‹y›, ‹r›) := {'; '.join([*clauses, other])}"

    def part(self, path: Path) -> CommonPart:
        """The part of the state at a path."""
        return next(part for part in self.state.within() if part.path == path)


def numbers_on(layer: BoardLayer, state: Value) -> list[int]:
    """The numbers on the cells of a layer that are not 0."""
    labels = (one(label) for _, label in layer.put(state))
    return [label for label in labels if isinstance(label, int) and label]


def height_of(letters: str) -> str:
    """The height of letters on a piece: that of its radius if they are few."""
    return "‹r›" if len(letters) <= _FULL else f"floor(‹r› * {_FULL} / {len(letters)})"
