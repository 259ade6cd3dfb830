"""The parts of a state that may lie on cells: sets of cells, rows that are counted, and single men.

States, and moves, have a structure in common: tuples of parts, sets of parts, and what is neither.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from string import ascii_lowercase
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from noughts.values.order import key
from noughts.values.scalars import Atom
from noughts.values.sets import Set, listable
from noughts.values.value import Value

Path: TypeAlias = tuple[int | Atom | str, ...]
"""The way to a part: the place in each tuple on the way, from 1, or the key of a map that is a record."""

PartKind: TypeAlias = Literal["number", "name", "tuple", "set", "other"]
"""The kind of a part: a name is an atom or a string."""

Grain: TypeAlias = Literal["pair", "single"]
"""The form of a cell as a value: a pair of numbers, or one number or name."""

Form: TypeAlias = Literal["set", "groups", "row", "matrix", "columns", "history", "man"]
Content: TypeAlias = Mapping[Value, frozenset[object]]
"""The contents of each cell."""
Put: TypeAlias = tuple[tuple[Value, ...], Value]
"""Something that a layer puts on cells: the cells, and what it is."""

# Ways to read a state that are tried: each is compared with the steps of all matches of the sample.
_MOST_READINGS: Final = 64
# Columns of a board: they are named by letters.
_WIDEST: Final = 26


class CommonPart(Struct, frozen=True):
    """The parts of several values at one place.

    The parts of a tuple are its elements; a set has one part, for all of its elements.  `values` are
    all that were seen here, without repetition.
    """

    path: Path
    kind: PartKind
    values: tuple[Value, ...]
    parts: tuple[CommonPart, ...] = ()

    @property
    def element(self) -> CommonPart:
        """The common structure of a set's elements."""
        return self.parts[0]

    def within(self) -> Iterator[CommonPart]:
        """The part, and those of tuples in it; not those of sets."""
        yield self
        if self.kind == "tuple":
            for part in self.parts:
                yield from part.within()


def common(values: Sequence[Value], path: Path = ()) -> CommonPart:
    """The structure of some values."""
    seen = tuple(dict.fromkeys(values))
    if seen and all(isinstance(value, int) for value in seen):
        return CommonPart(path, "number", seen)
    if seen and all(isinstance(value, Atom | str) for value in seen):
        return CommonPart(path, "name", seen)
    tuples = [value for value in seen if isinstance(value, tuple)]
    if tuples and len(tuples) == len(seen) and len({len(value) for value in tuples}) == 1:
        columns = zip(*tuples, strict=True)
        parts = (common(column, (*path, place)) for place, column in enumerate(columns, start=1))
        return CommonPart(path, "tuple", seen, tuple(parts))
    sets = [value for value in seen if isinstance(value, Set)]
    if sets and len(sets) == len(seen):
        elements = [element for value in sets for element in listable(value)]
        return CommonPart(path, "set", seen, (common(elements),))
    return CommonPart(path, "other", seen)


def common_states(states: Sequence[Value]) -> CommonPart:
    """The structure of some states; a map from the same names to values of several structures is a record."""
    record = common_record(states)
    kinds = {part.kind for part in record.parts} if record else set()
    is_record = len({kind == "set" for kind in kinds}) > 1 or (len(kinds) > 1 and "other" not in kinds)
    return record if record and is_record else common(states)


def common_record(values: Sequence[Value]) -> CommonPart | None:
    """The structure of maps from the same names, with parts like those of a tuple; ``None`` of others."""
    records = [fields_by_name(value) for value in values]
    if not records or len(records[0]) < 2 or any(each.keys() != records[0].keys() for each in records):
        return None
    parts = (common([record[name] for record in records], (name,)) for name in records[0])
    return CommonPart((), "tuple", tuple(dict.fromkeys(values)), tuple(parts))


def fields_by_name(state: Value) -> Mapping[Atom | str, Value]:
    """What a map from names has at each; nothing of another value."""
    pairs = [*listable(state)] if isinstance(state, Set) else []
    found = {
        pair[0]: pair[1]
        for pair in pairs
        if isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], Atom | str)
    }
    return found if len(found) == len(pairs) else {}


def at(value: Value, path: Path) -> Value:
    """The part of a value at the end of a path."""
    for place in path:
        if isinstance(place, int):
            assert isinstance(value, tuple)
            value = value[place - 1]
        else:
            value = fields_by_name(value)[place]
    return value


class Spot(Struct, frozen=True):
    """Where in a value a cell stands.

    A `flat` pair is the number at the path and the next one; a spot of `many` is a set of cells.  Where there
    are names for `away`, such as `none`, what stands there is on no cell.
    """

    path: Path
    flat: bool = False
    many: bool = False
    away: tuple[Value, ...] = ()

    def cells(self, value: Value) -> tuple[Value, ...]:
        """The cells that stand here."""
        found = at(value, self.path)
        if self.flat:
            return ((found, at(value, self.paths[1])),)
        if found in self.away:
            return ()
        return tuple(sorted(found, key=key)) if self.many and isinstance(found, Set) else (found,)

    @property
    def paths(self) -> tuple[Path, ...]:
        """The parts of the value that it takes up."""
        if not self.flat:
            return (self.path,)
        *before, last = self.path
        assert isinstance(last, int)
        return self.path, (*before, last + 1)


class BoardLayer(Struct, frozen=True):
    """A part of the state that puts something on cells.

    An element of a set has its cells at the `spots`, and what lies there at the paths of the `labels`.
    Groups are a map from labels to sets of cells.  A row has something for each number from 1 on, a matrix
    for each pair of numbers, columns for those up to their heights; a man stands on a cell.  A history has
    elements that came one after the other; without labels, they belong to the sides by `turns`, or are the
    numbered places of a path.
    """

    path: Path
    form: Form
    spots: tuple[Spot, ...] = ()
    labels: tuple[Path, ...] = ()
    turns: tuple[Value, ...] = ()

    @property
    def is_link(self) -> bool:
        """Whether its elements join two cells."""
        return self.form == "set" and (len(self.spots) == 2 or any(spot.many for spot in self.spots))

    @property
    def is_keyed(self) -> bool:
        """Whether it is a map whose keys are a cell and something else, such as a size."""
        return self.form == "set" and len(self.spots) == 1 and len(self.spots[0].path) == 2

    @property
    def is_path(self) -> bool:
        """Whether it is a history of cells that belong to nobody."""
        return self.form == "history" and not (self.labels or self.turns)

    @property
    def has_all(self) -> bool:
        """Whether it has something for each cell, be it nothing."""
        return self.form in ("row", "matrix")

    def is_shared(self, state: Value) -> bool:
        """Whether two things are on the same cells."""
        taken = [cells for cells, _ in self.put(state)]
        return len(set(taken)) < len(taken)

    def is_map(self, states: Sequence[Value]) -> bool:
        """Whether its elements are a map: the same cells in all states, each of them once."""
        if self.form != "set" or self.is_link or len(self.labels) != 1:
            return False
        every = ([cell for cells, _ in self.put(state) for cell in cells] for state in states)
        first = next(every)
        known = set(first)
        return len(first) == len(known) > 1 and all(
            len(each) == len(known) and set(each) == known for each in every
        )

    def is_counted(self, states: Sequence[Value]) -> bool:
        """Whether there is a number on each cell."""
        is_full = self.has_all or self.is_map(states)
        return is_full and all(
            isinstance(label, tuple) and isinstance(label[0], int)
            for state in states
            for _, label in self.put(state)
        )

    def read(self, state: Value) -> Value:
        """The part of a state that says what this puts on cells."""
        return self.spots[0].cells(state) if self.form == "man" else at(state, self.path)

    def put(self, state: Value) -> Iterator[Put]:
        """The cells that are taken by something, and what it is."""
        found = at(state, self.path) if self.form != "man" else state
        if self.form == "man":
            yield self.spots[0].cells(state), ()
        elif self.form == "matrix":
            for i, row in by_number(found):
                yield from ((((i, j),), (label,)) for j, label in by_number(row))
        elif self.form == "groups" and isinstance(found, Set):
            for element in found:
                for cell in self.spots[0].cells(element):
                    yield (cell,), tuple(at(element, path) for path in self.labels)
        elif self.form == "set" and isinstance(found, Set):
            for element in found:
                cells = tuple(cell for spot in self.spots for cell in spot.cells(element))
                yield cells, tuple(at(element, path) for path in self.labels)
        elif isinstance(found, tuple):
            for i, part in enumerate(found, start=1):
                if self.form == "history":
                    own = tuple(at(part, path) for path in self.labels)
                    made_by = self.turns[(i - 1) % len(self.turns)] if self.turns else i
                    yield self.spots[0].cells(part), own or (made_by,)
                elif self.form == "row":
                    yield (i,), (part,)
                elif isinstance(part, tuple):
                    yield from ((((i, j),), (label,)) for j, label in enumerate(part, start=1))


def content(layers: Sequence[BoardLayer], state: Value) -> Content:
    """The contents of each cell in a state."""
    return content_of([layer.put(state) for layer in layers])


def content_of(layers: Iterable[Iterable[Put]]) -> Content:
    """The contents of each cell, from the things that each layer puts there."""
    found: dict[Value, set[object]] = {}
    for number, puts in enumerate(layers):
        for cells, label in puts:
            for cell in cells:
                found.setdefault(cell, set()).add((number, label, cells))
    return {cell: frozenset(what) for cell, what in found.items()}


def changed(before: Content, after: Content) -> frozenset[Value]:
    """The cells whose contents differ."""
    return frozenset(cell for cell in before.keys() | after.keys() if before.get(cell) != after.get(cell))


def layerings(state: CommonPart, grain: Grain, turns: tuple[Value, ...]) -> Iterator[tuple[BoardLayer, ...]]:
    """The ways to read sets, rows and matrices of the state as layers of cells of this grain.

    `turns` are the sides, in the order of their first moves.
    """
    return islice(_layerings(state, grain, turns), _MOST_READINGS)


def _layerings(part: CommonPart, grain: Grain, turns: tuple[Value, ...]) -> Iterator[tuple[BoardLayer, ...]]:
    sides = frozenset(turns)
    if part.kind == "set":
        yield from ((layer,) for layer in of_set(part, grain, sides))
        yield ()
    elif part.kind == "tuple":
        if (whole := of_tuple(part, grain, sides)) is not None:
            yield (whole,)
        inner = [list(_layerings(each, grain, turns)) for each in part.parts]
        for chosen in product(*inner):
            yield tuple(layer for layers in chosen for layer in layers)
    else:
        if is_history(part):
            yield from ((layer,) for layer in of_history(part, grain, turns))
        yield ()


def is_history(part: CommonPart) -> bool:
    """Whether all values are tuples without repetition, each of them, but for the shortest, another one with
    something at its end."""
    known = {value for value in part.values if isinstance(value, tuple)}
    least = min(map(len, known), default=0)
    return len(known) == len(part.values) and all(
        len(set(value)) == len(value) and (len(value) == least or value[:-1] in known) for value in known
    )


def element_of_history(part: CommonPart) -> CommonPart:
    """The common structure of the elements of a history."""
    return common([each for value in part.values if isinstance(value, tuple) for each in value])


def of_history(part: CommonPart, grain: Grain, turns: tuple[Value, ...]) -> Iterator[BoardLayer]:
    """The ways to read what came one after the other as something on a cell each."""
    element = element_of_history(part)
    for spots in spots_in(element, grain, frozenset(turns)):
        if len(spots) == 1:
            labels = tuple(outside(element, spots[0].paths))
            if len(turns) > 1 and not labels:
                yield BoardLayer(part.path, "history", spots, turns=turns)
            yield BoardLayer(part.path, "history", spots, labels)


def of_tuple(part: CommonPart, grain: Grain, sides: frozenset[Value]) -> BoardLayer | None:
    """A tuple as something for each number, or as rows with something for each pair of numbers."""
    if grain == "single" and len(part.parts) > 1 and all(is_content(each) for each in part.parts):
        is_mover = any(each.kind == "name" and sides.issuperset(each.values) for each in part.parts[:1])
        return None if is_mover else BoardLayer(part.path, "row")
    if grain == "pair" and is_matrix(part):
        return BoardLayer(part.path, "matrix")
    return BoardLayer(part.path, "columns") if grain == "pair" and are_columns(part) else None


def are_columns(part: CommonPart) -> bool:
    """Whether a tuple has several tuples of small things, not all of one length at all times."""
    columns = [value for each in part.parts for value in each.values]
    return (
        len(part.parts) > 1
        and any(each.kind == "other" for each in part.parts)
        and all(isinstance(column, tuple) and all(map(is_small, column)) for column in columns)
    )


def is_small(value: Value) -> bool:
    """Whether a value can be written on a piece."""
    return isinstance(value, int | str | Atom)


def is_content(part: CommonPart) -> bool:
    """Whether it is something small that lies on a cell."""
    return part.kind in ("number", "name") or (part.kind == "other" and all(map(is_small, part.values)))


def of_set(part: CommonPart, grain: Grain, sides: frozenset[Value]) -> Iterator[BoardLayer]:
    """The ways to read the elements of a set: as cells, or as something on a cell."""
    element = part.element
    for spots in spots_in(element, grain, sides):
        if grain == "single" and element.kind == "tuple" and spots[0].path == ():
            pairs = [[*listable(each)] for each in part.values if isinstance(each, Set)]
            if are_functions(pairs) or are_functions(pairs, front=2):
                continue  # the number of each heap, say
        taken = {path for spot in spots for path in spot.paths}
        yield BoardLayer(part.path, "set", spots, tuple(outside(element, taken)))
    if grain == "pair" and is_matrix(part):
        yield BoardLayer(part.path, "matrix")
    if are_groups(part, grain, sides):
        label, cells = element.parts
        yield BoardLayer(part.path, "groups", (Spot(cells.path, many=True),), (label.path,))


def are_functions(sets: Iterable[Collection[Value]], front: int = 1) -> bool:
    """Whether no two pairs of a set have the same part at the front, the first or the second one."""
    return all(len({at(pair, (front,)) for pair in pairs}) == len(pairs) for pairs in sets)


def outside(part: CommonPart, taken: Collection[Path]) -> Iterator[Path]:
    """The parts of a tuple that are not taken, the largest ones."""
    if part.path in taken:
        return
    if any(begins(path, part.path) for path in taken):
        for each in part.parts:
            yield from outside(each, taken)
    else:
        yield part.path


def spots_in(element: CommonPart, grain: Grain, sides: frozenset[Value]) -> Iterator[tuple[Spot, ...]]:
    """Where cells may stand in the elements of a set."""
    is_whole = is_cell(element, grain, sides)
    if is_whole or are_links(element, grain, sides):
        yield (Spot((), many=element.kind == "set"),)
    if element.kind == "tuple" and (grain == "single" or not is_whole):
        single = [
            Spot(each.path, away=away(each))
            for each in element.parts
            if is_cell(each, grain, sides) or (grain == "pair" and away(each))
        ]
        many = [Spot(each.path, many=True) for each in element.parts if are_links(each, grain, sides)]
        flat = list(flat_pairs(element)) if grain == "pair" and not single else []
        if len(single) == 2 and of_one_board(element, single):
            yield tuple(single)
        yield from ((spot,) for spot in (*single, *flat, *many))
        if grain == "pair" and len(element.parts) == 2:
            yield from ((spot,) for spot in spots_in_key(element.parts[0]))


def spots_in_key(part: CommonPart) -> Sequence[Spot]:
    """The only cell in the keys of a map that are tuples of a cell and something else, such as a size."""
    if part.kind != "tuple" or is_cell(part, "pair", frozenset()):
        return ()
    single = [Spot(each.path) for each in part.parts if is_cell(each, "pair", frozenset())]
    found = single or list(flat_pairs(part))
    return found if len(found) == 1 else ()


def of_one_board(element: CommonPart, spots: Sequence[Spot]) -> bool:
    """Whether two spots may well name cells of one board."""
    values = {part.path: set(part.values) for part in element.parts}
    one, two = (values[spot.path] for spot in spots)
    return bool(one & two)


def flat_pairs(element: CommonPart) -> Iterator[Spot]:
    """Numbers that follow each other in a tuple, two by two."""
    place = 0
    while place + 1 < len(element.parts):
        one, two = element.parts[place : place + 2]
        if is_coordinate(one) and is_coordinate(two) and isinstance(one.path[-1], int):
            yield Spot(one.path, flat=True)
            place += 1
        place += 1


def is_cell(part: CommonPart, grain: Grain, sides: frozenset[Value]) -> bool:
    """Whether a part may be a cell."""
    if grain == "pair":
        return part.kind == "tuple" and len(part.parts) == 2 and all(map(is_coordinate, part.parts))
    if part.kind == "tuple" and len(part.parts) == 2:
        return any(is_lettered(*pair, sides) for pair in (part.parts, part.parts[::-1]))
    if part.kind == "tuple" and len(part.parts) == 3:
        return all(map(is_coordinate, part.parts))
    return part.kind == "number" or (part.kind == "name" and not sides.issuperset(part.values))


def is_lettered(letter: CommonPart, number: CommonPart, sides: frozenset[Value]) -> bool:
    """Whether two parts name the squares of a chess board, from the column `a` on."""
    names = {value.name if isinstance(value, Atom) else value for value in letter.values}
    are_columns = letter.kind == "name" and names <= set(ascii_lowercase[: len(names)])
    return are_columns and is_coordinate(number) and not sides.issuperset(letter.values)


def pieces_in(state: CommonPart) -> Iterator[Value]:
    """The tuples that stand beside a cell in the elements of a set, such as a side with a size."""
    nobody = frozenset[Value]()
    for part in state.within():
        parts = part.element.parts if part.kind == "set" and part.element.kind == "tuple" else ()
        if any(away(each) or is_cell(each, "pair", nobody) for each in parts):
            tuples = [each for each in parts if each.kind == "tuple" and not is_cell(each, "pair", nobody)]
            yield from (value for each in tuples for value in each.values)


def away(part: CommonPart) -> tuple[Value, ...]:
    """The atoms that stand for no cell where all others are pairs of numbers, as for a piece in hand."""
    names = tuple(sorted((value for value in part.values if isinstance(value, Atom)), key=key))
    others = tuple(value for value in part.values if not isinstance(value, Atom))
    return names if names and others and is_cell(common(others), "pair", frozenset()) else ()


def outside_of(part: CommonPart, areas: Collection[frozenset[Value]]) -> tuple[Value, ...]:
    """The values for no cell where all others are numbers or atoms: the names among numbers; else that of
    a man at the beginning, if a constant set has all the others and no number is missing in another one."""
    names = tuple(sorted((each for each in part.values if isinstance(each, Atom)), key=key))
    if 0 < len(names) < len(part.values):
        return names if all(isinstance(each, int | Atom) for each in part.values) else ()
    first, *others = part.values
    is_alone = len(others) > 1 and any(first not in area and area.issuperset(others) for area in areas)
    is_number = part.kind == "number" and any(area.issuperset(part.values) for area in areas)
    return (first,) if is_alone and not is_number else ()


def is_cells(part: CommonPart, grain: Grain, sides: frozenset[Value]) -> bool:
    """Whether a part may be a set of cells."""
    return part.kind == "set" and is_cell(part.element, grain, sides)


def are_links(part: CommonPart, grain: Grain, sides: frozenset[Value]) -> bool:
    """Whether a part of the elements of a set may be the cells that each joins: always equally many.

    Sets that grow are no links, such as the stones of all positions that may not come again.
    """
    return (
        is_cells(part, grain, sides)
        and len({each.size for each in part.values if isinstance(each, Set)}) == 1
    )


def is_matrix(part: CommonPart) -> bool:
    """Whether it has rows of small things, all of one length: ``board[row][column]``."""
    rows = contents_of(part)
    lengths = {len(row.parts) for row in rows}
    return len(lengths) == 1 and all(
        (some := contents_of(row)) and all(map(is_content, some)) for row in rows
    )


def contents_of(part: CommonPart) -> Sequence[CommonPart]:
    """The contents of a tuple of several parts, or of a map from numbers; none of anything else."""
    if part.kind == "tuple" and len(part.parts) > 1:
        return part.parts
    if part.kind == "set" and part.element.kind == "tuple" and len(part.element.parts) == 2:
        number, content = part.element.parts
        return (content,) if is_coordinate(number) else ()
    return ()


def by_number(value: Value) -> Iterator[tuple[Value, Value]]:
    """The contents of a tuple or of a map from numbers, each behind its number."""
    if isinstance(value, tuple):
        yield from enumerate(value, start=1)
    elif isinstance(value, Set):
        yield from ((at(pair, (1,)), at(pair, (2,))) for pair in value)


def are_groups(part: CommonPart, grain: Grain, sides: frozenset[Value]) -> bool:
    """Whether a set is a map from the same names in all states, or from the sides, to sets of cells."""
    if part.element.kind != "tuple" or len(part.element.parts) != 2:
        return False
    name, cells = part.element.parts
    are_sides = sides.issuperset(name.values)
    if not (are_sides or name.kind == "name") or not is_cells(cells, grain, sides):
        return False
    are_ends = are_links(cells, grain, sides) and not are_sides
    sizes = {each.size for each in part.values if isinstance(each, Set)}
    return not are_ends and sizes == {len(name.values)}


def is_coordinate(part: CommonPart) -> bool:
    """Whether a number may be that of a row or a column."""
    numbers = [value for value in part.values if isinstance(value, int)]
    return part.kind == "number" and max(numbers) - min(numbers) < _WIDEST


def men_in(
    state: CommonPart, grain: Grain, sides: frozenset[Value], areas: Collection[frozenset[Value]]
) -> Iterator[BoardLayer]:
    """The parts of a state that may be the cell on which a man stands, or what says that he is on none."""
    for part in state.within():
        nowhere = away(part) if grain == "pair" else outside_of(part, areas)
        if nowhere or is_cell(part, grain, sides):
            yield BoardLayer(part.path, "man", (Spot(part.path, away=nowhere),))
        elif part.kind == "tuple" and grain == "pair":
            for spot in flat_pairs(part):
                yield BoardLayer(spot.path, "man", (spot,))


def without_taken(men: Iterator[BoardLayer], layers: Sequence[BoardLayer]) -> list[BoardLayer]:
    """The men that are no part of what is read in another way, nor of each other."""
    kept: list[BoardLayer] = []
    for man in men:
        taken = [path for other in (*layers, *kept) for path in paths_of(other)]
        mine = man.spots[0].paths
        if not any(begins(one, two) or begins(two, one) for one in taken for two in mine):
            kept.append(replace(man))
    return kept


def paths_of(layer: BoardLayer) -> tuple[Path, ...]:
    """The parts of the state that a layer takes up."""
    return layer.spots[0].paths if layer.form == "man" else (layer.path,)


def begins(whole: Path, start: Path) -> bool:
    """Whether a path begins with another one."""
    return whole[: len(start)] == start


def one(label: Value) -> Value:
    """A label of one part is that part."""
    return label[0] if isinstance(label, tuple) and len(label) == 1 else label
