"""Where on the screen each cell lies, and what it is called."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from math import ceil, dist, sqrt
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from noughts.documents.board.adjacency import Edge, all_cells, blocks_of, edges_of, rows_and_columns, sets_of
from noughts.documents.board.coordinates import compass, on_chess_board, row_comes_first, spread_out
from noughts.documents.board.layers import Path
from noughts.documents.board.looks import spelled
from noughts.documents.board.reading import BoardReading
from noughts.values.order import key
from noughts.values.scalars import Atom
from noughts.values.sets import Set
from noughts.values.show import show, written_out
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

Outline: TypeAlias = Literal["square", "hexagon", "triangle", "point", "pit", "bank"]

Box: TypeAlias = tuple[Fraction, Fraction, Fraction, Fraction]
"""The middle of a cell, its width and its height, in cells."""

LEFT: Final = 110
"""The left edge of a board and of what lies beneath."""
# The part of the screen that a board takes up at most: beneath it is room for what else the state has.
_TOP: Final = 750
_WIDE: Final = 780
_HIGH: Final = 560
# The width of what is shown of a game without cells: six buttons with a letter, and what is between them.
_NARROW: Final = 348
# Pixels from one cell to the next where there are few.
_UNIT: Final = 140
# Pixels from the edge of a board to the names of its rows and columns.
_BENEATH: Final = 28
# Numbered cells of which nothing else is known that lie in one row.
_LONGEST_ROW: Final = 10


class Place(Struct, frozen=True):
    """A cell with its name and its middle; it may be as wide and as high as several others.

    A triangle may point down.
    """

    cell: Value
    name: str
    x: int
    y: int
    wide: Fraction = Fraction(1)
    high: Fraction = Fraction(1)
    points_down: bool = False


class BoardPlan(Struct, frozen=True):
    """Cells in their places, the lines between them, and what is written beside the board.

    Points that `are_ends` of links, and on which nothing else lies, are drawn as dots.  Points that
    `are_holes` are filled, as an empty circle would look like a white man.  Lines that `are_gone`
    without a link are only drawn as links.  The `blocks` are
    rectangles of squares that belong together; the `borders` are to be joined by the stones that are the part
    of the state at a path.
    """

    places: tuple[Place, ...] = ()
    outline: Outline = "square"
    unit: int = _UNIT
    lines: tuple[tuple[Place, Place], ...] = ()
    beside: tuple[tuple[str, int, int], ...] = ()
    names_inside: bool = False
    are_ends: bool = False
    are_holes: bool = False
    are_gone: bool = False
    blocks: tuple[tuple[Place, ...], ...] = ()
    borders: tuple[tuple[Path, tuple[Place, ...]], ...] = ()

    @property
    def bottom(self) -> int:
        """The lower edge of the cells."""
        _, far, _ = triangle_of(self.unit)
        return min(
            (
                place.y - (far if place.points_down else int(place.high * self.unit / 2))
                for place in self.places
            ),
            default=_TOP - self.unit // 2,
        )

    @property
    def middle(self) -> int:
        """Half-way between the leftmost and the rightmost cell."""
        across = [place.x for place in self.places] or [LEFT, self.right]
        return (min(across) + max(across)) // 2

    @property
    def right(self) -> int:
        """The right edge of what lies beneath: without cells it is narrow, so that a face shows it larger."""
        return LEFT + (_WIDE if self.places else _NARROW)


def layout_of_cells(game: GameByRules, reading: BoardReading, states: Sequence[Value]) -> BoardPlan:
    """The layout of the cells of a reading, with its blocks."""
    if not reading.layers:
        return BoardPlan()
    plan = without_blocks(game, reading, states)
    return with_blocks(game, plan) if plan.outline == "square" else plan


def without_blocks(game: GameByRules, reading: BoardReading, states: Sequence[Value]) -> BoardPlan:
    """The cells of a reading in their places."""
    cells = all_cells(game, reading.on_board, reading.named)
    if reading.grain == "pair":
        return of_pairs(game, cells, reading)
    if triples := {cell: numbers for cell in cells if len(numbers := numbers_of(cell)) == 3}:
        return of_triples(triples)
    links = edges_of_links(reading, states[0])
    edges = edges_of(game, cells) or links or edges_of_moves(reading, cells, states)
    are_ends = all(layer.is_link for layer in reading.layers)
    if at := compass(cells):
        return of_compass(at, edges, are_ends)
    if at := on_chess_board(cells):
        grid = of_grid(at, down=False, letters={x: letter(x, 1) for x, _ in at.values()})
        return of_points(grid, edges) if are_lines(edges, at) else grid
    rows, columns = rows_and_columns(game, cells)
    if rows and columns:
        return of_grid(dict(zip(cells, zip(columns, rows, strict=True), strict=True)))
    if width := width_of(game, cells, edges):
        ordered = sorted(cells, key=key)
        return of_grid({cell: (k % width + 1, k // width + 1) for k, cell in enumerate(ordered)})
    if edges or any(layer.is_link for layer in reading.layers):
        graph = of_graph(sorted(cells, key=key), edges)
        return replace(graph, are_ends=are_ends, are_gone=bool(links) and edges == links)
    return of_row(cells, is_track=all(layer.form == "man" for layer in reading.layers))


def moved(plan: BoardPlan, boxes: Mapping[Value, Box], outline: Outline | None = None) -> BoardPlan:
    """The plan with its cells in other places, perhaps with more cells; what joins them goes along."""
    left, bottom = (min(box[k] - box[k + 2] / 2 for box in boxes.values()) for k in (0, 1))
    right, top = (max(box[k] + box[k + 2] / 2 for box in boxes.values()) for k in (0, 1))
    unit = unit_of(float(right - left), float(top - bottom))
    names = {place.cell: place.name for place in plan.places}
    place_of = {
        cell: Place(
            cell,
            names.get(cell, name_in_words(cell)),
            LEFT + round((x - left) * unit),
            _TOP - round((top - y) * unit),
            wide,
            high,
        )
        for cell, (x, y, wide, high) in boxes.items()
    }

    def those_of(places: tuple[Place, ...]) -> tuple[Place, ...]:
        return tuple(place_of[place.cell] for place in places if place.cell in place_of)

    lines = [those_of(line) for line in plan.lines]
    return replace(
        plan,
        places=tuple(place_of.values()),
        outline=outline or plan.outline,
        unit=unit,
        lines=tuple((line[0], line[1]) for line in lines if len(line) == 2),
        beside=(),
        names_inside=True,
        blocks=tuple(map(those_of, plan.blocks)),
    )


def with_blocks(game: GameByRules, plan: BoardPlan) -> BoardPlan:
    """A grid with the blocks into which the document divides it, if it does."""
    middles = {place.cell: (place.x // plan.unit, place.y // plan.unit) for place in plan.places}
    place_of = {place.cell: place for place in plan.places}
    blocks = blocks_of(game, middles)
    return replace(plan, blocks=tuple(tuple(place_of[cell] for cell in block) for block in blocks))


def edges_of_links(reading: BoardReading, initial: Value) -> frozenset[Edge]:
    """The pairs of cells that links join from the beginning."""
    links = (layer for layer in reading.layers if layer.is_link)
    found = (frozenset(cells) for layer in links for cells, _ in layer.put(initial))
    return frozenset(edge for edge in found if len(edge) == 2)


def edges_of_moves(reading: BoardReading, cells: Sequence[Value], states: Sequence[Value]) -> frozenset[Edge]:
    """The pairs of cells between which moves go, if not between all nor along a row.

    What is counted, as seeds in pits or heaps of each size, is not moved along lines.
    """
    if any(layer.is_counted(states) for layer in reading.layers):
        return frozenset()
    pairs = [kind.cells(move) for kind in reading.kinds for move in kind.part.values if len(kind.spots) == 2]
    edges = frozenset(frozenset(pair) for pair in pairs if len(set(pair)) == 2)
    ordered = sorted(cells, key=key)
    if edges.issuperset(map(frozenset, pairwise(ordered))) and all(isinstance(cell, int) for cell in ordered):
        return frozenset()  # they are numbered in their order, and a row shows that
    return edges if 2 * len(edges) < len(cells) * (len(cells) - 1) else frozenset()


def of_pairs(game: GameByRules, cells: Sequence[Value], reading: BoardReading) -> BoardPlan:
    """Pairs as cells, without what else is in their set: x goes to the right and y up, but rows are counted
    downwards."""
    pairs = {cell: numbers for cell in cells if len(numbers := numbers_of(cell)) == 2}
    forms = {layer.form for layer in reading.layers}
    if "columns" in forms:  # all as high as the highest one was
        xs, ys = ({numbers[k] for numbers in pairs.values()} for k in (0, 1))
        pairs = {(x, y): (x, y) for x in range(1, max(xs) + 1) for y in range(1, max(ys) + 1)}
    cells = tuple(pairs)
    down = "columns" not in forms and ("matrix" in forms or row_comes_first(game, cells))
    at = {cell: (two, one) if down else (one, two) for cell, (one, two) in pairs.items()}
    edges = edges_of(game, cells)
    if slant := slant_of(edges):
        return of_hexagons(at, slant, down)
    if (lean := lean_of(edges, at)) is not None:
        return of_triangles(at, *lean, down=down)
    columns = sorted({x for x, _ in at.values()})
    grid = of_grid(at, down=down, letters={x: letter(x, columns[0]) for x in columns})
    if any(layer.is_link for layer in reading.layers):
        are_ends = all(layer.is_link for layer in reading.layers)
        return replace(of_points(grid, edges), are_ends=are_ends)
    return of_points(grid, edges) if are_lines(edges, at) else grid


def of_triples(cells: Mapping[Value, tuple[int, ...]]) -> BoardPlan:
    """Triples as cells: hexagons if all have one sum, else layers by their last number, three in a row or in
    a square."""
    if len(set(map(sum, cells.values()))) == 1:
        return of_hexagons({cell: (x, y) for cell, (x, y, _) in cells.items()}, 1, down=False)
    xs, ys, layers = ({numbers[k] for numbers in cells.values()} for k in range(3))
    count = max(layers) - min(layers) + 1
    across = count if count < 4 else ceil(sqrt(count))
    wide, high = max(xs) - min(xs) + 2, max(ys) - min(ys) + 2
    at = {}
    for cell, (x, y, z) in cells.items():
        row, column = divmod(z - min(layers), across)
        at[cell] = x + column * wide, y - row * high
    columns, rows = (sorted(set(numbers)) for numbers in zip(*at.values(), strict=True))
    return of_grid(
        at,
        down=False,
        letters={x: letter(place, 1) for place, x in enumerate(columns, start=1)},
        numbers={y: place for place, y in enumerate(rows, start=1)},
    )


def of_compass(at: Mapping[Value, tuple[int, int]], edges: frozenset[Edge], are_ends: bool) -> BoardPlan:
    """Cells where their names say, north at the top: points if lines join them or they are ends of links,
    else squares."""
    grid = with_names_in_words(of_grid(at, down=False))
    return replace(of_points(grid, edges), are_ends=are_ends) if edges or are_ends else grid


def are_lines(edges: frozenset[Edge], at: Mapping[Value, tuple[int, int]]) -> bool:
    """Whether cells lie at crossings of lines: each goes along a row, a column or a diagonal to the next cell
    there, all hang together, and they are not just the steps of a rook or of a king on squares."""
    taken = set(at.values())
    by_length: dict[int, set[Edge]] = {1: set(), 2: set()}
    for one, two in combinations(at, 2):
        (a, b), (c, d) = at[one], at[two]
        far = max(abs(a - c), abs(b - d))
        if far == 1:
            by_length[abs(a - c) + abs(b - d)].add(frozenset({one, two}))
        elif frozenset({one, two}) in edges:
            between = {(a + (c - a) * k / far, b + (d - b) * k / far) for k in range(1, far)}
            if not all(x == int(x) and y == int(y) for x, y in between) or between & taken:
                return False
    steps = by_length[1]
    return edges not in (steps, steps | by_length[2]) and hang_together(edges, at)


def hang_together(edges: frozenset[Edge], cells: Collection[Value]) -> bool:
    """Whether one can go from each cell to each other one along the edges."""
    first, *_ = cells
    seen, left = {first}, set(edges)
    while touching := {edge for edge in left if edge & seen}:
        left -= touching
        seen.update(*touching)
    return len(seen) == len(cells)


def of_points(grid: BoardPlan, edges: frozenset[Edge]) -> BoardPlan:
    """The cells of a grid as points that are joined by lines."""
    place_of = {place.cell: place for place in grid.places}
    ends = sorted((tuple(sorted(edge, key=key)) for edge in edges), key=key)
    lines = tuple((place_of[one], place_of[two]) for one, two in ends)
    return replace(grid, outline="point", lines=lines)


def numbers_of(cell: Value) -> tuple[int, ...]:
    """The numbers in a tuple, two if it is a cell."""
    return tuple(each for each in cell if isinstance(each, int)) if isinstance(cell, tuple) else ()


def letter(column: int, first: int) -> str:
    """The letter of a column: a is 1, or the first one if that is less."""
    return chr(ord("a") + column - min(first, 1))


def slant_of(edges: frozenset[Edge]) -> int:
    """How hexagons lean: 1 where a cell has a neighbour at one more in one number and one less in the other,
    -1 where at one more in both; 0 for other boards."""
    found = [permutations(map(numbers_of, edge)) for edge in edges]
    steps = {(c - a, d - b) for pairs in found for (a, b), (c, d) in pairs}
    straight = {(0, 1), (1, 0), (0, -1), (-1, 0)}
    if steps == straight | {(1, -1), (-1, 1)}:
        return 1
    return -1 if steps == straight | {(1, 1), (-1, -1)} else 0


def lean_of(edges: frozenset[Edge], at: Mapping[Value, tuple[int, int]]) -> tuple[int, int] | None:
    """How triangles lie: they have neighbours in their row, and every other one has one in the next row.

    The column of that neighbour is greater by the first number, and the triangles that have one are those at
    (x, y) with x + (first number + 1) y even or odd, the second number.  ``None`` for other boards.
    """
    steps = [sorted((at[cell] for cell in edge), key=lambda place: place[::-1]) for edge in edges]
    upright = {(one, two[0] - one[0]) for one, two in steps if two[1] == one[1] + 1}
    in_rows = sum(one[1] == two[1] and two[0] == one[0] + 1 for one, two in steps)
    leans = {(lean, (x + (lean + 1) * y) % 2) for (x, y), lean in upright}
    if len(leans) != 1 or not in_rows or in_rows + len(upright) < len(steps):
        return None
    return leans.pop()


def triangle_of(unit: int) -> tuple[int, int, int]:
    """Half of the side of an equilateral triangle into which a piece fits, and how far its corners and its
    sides are from its middle."""
    return unit * 3 // 4, unit * 866 // 1000, unit * 433 // 1000


def of_triangles(at: Mapping[Value, tuple[int, int]], lean: int, parity: int, *, down: bool) -> BoardPlan:
    """Triangles that point up and down by turns; see `lean_of`."""
    halves = [x - lean * y for x, y in at.values()]
    columns, rows = [x for x, _ in at.values()], [y for _, y in at.values()]
    unit = unit_of((max(halves) - min(halves) + 2) * 0.75, (max(rows) - min(rows) + 1) * 1.3)
    half, far, near = triangle_of(unit)

    def place(cell: Value, column: int, row: int) -> Place:
        points_down = ((column + (lean + 1) * row) % 2 == parity) is not down
        x = LEFT + (column - lean * row - min(halves) + 1) * half
        level = row - min(rows) if down else max(rows) - row
        y = _TOP - level * (far + near) - (near if points_down else far)
        return Place(cell, f"{letter(column, min(columns))}{row}", x, y, points_down=points_down)

    places = tuple(place(cell, x, y) for cell, (x, y) in at.items())
    return BoardPlan(places, "triangle", unit, names_inside=True)


def of_grid(
    at: Mapping[Value, tuple[int, int]],
    *,
    down: bool = True,
    letters: Mapping[int, str] | None = None,
    numbers: Mapping[int, int] | None = None,
) -> BoardPlan:
    """Cells in columns and rows, which are named beside the board if there are letters for the columns."""
    columns, rows = [x for x, _ in at.values()], [y for _, y in at.values()]
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    unit, named = unit_of(wide, high), numbers or {row: row for row in rows}

    def x_of(column: int) -> int:
        return LEFT + (column - min(columns)) * unit + unit // 2

    def y_of(row: int) -> int:
        return _TOP - (row - min(rows) if down else max(rows) - row) * unit - unit // 2

    def name_of(cell: Value, column: int, row: int) -> str:
        return f"{letters[column]}{named[row]}" if letters else spelled(show(cell))

    places = tuple(Place(cell, name_of(cell, x, y), x_of(x), y_of(y)) for cell, (x, y) in at.items())
    if not letters:
        return BoardPlan(places, "square", unit, names_inside=True)
    beneath = _TOP - high * unit - _BENEATH
    beside = [(letters[x], x_of(x), beneath) for x in sorted(set(columns))]
    beside += [(str(named[y]), LEFT - _BENEATH, y_of(y)) for y in sorted(set(rows))]
    return BoardPlan(places, "square", unit, beside=tuple(beside))


def of_hexagons(at: Mapping[Value, tuple[int, int]], slant: int, down: bool) -> BoardPlan:
    """Hexagons, each row half a cell further along than the one before."""
    columns, rows = [x for x, _ in at.values()], [y for _, y in at.values()]
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    unit = unit_of(wide + (high - 1) / 2, high * 0.87)
    step = unit * 866 // 1000

    def place(cell: Value, column: int, row: int) -> Place:
        k = row - min(rows)
        shift = k if slant > 0 else high - 1 - k
        level = k if down else high - 1 - k
        x = LEFT + (column - min(columns)) * unit + shift * unit // 2 + unit // 2
        return Place(cell, f"{letter(column, min(columns))}{row}", x, _TOP - level * step - unit // 2)

    places = tuple(place(cell, x, y) for cell, (x, y) in at.items())
    beside = beside_hexagons(
        dict(zip(at.values(), places, strict=True)), unit, 1 if (slant > 0) is down else -1
    )
    is_apart = all(dist(one[1:], two[1:]) > _BENEATH for one, two in combinations(beside, 2))
    return BoardPlan(places, "hexagon", unit, beside=beside if is_apart else (), names_inside=not is_apart)


def beside_hexagons(
    places: Mapping[tuple[int, int], Place], unit: int, lean: int
) -> tuple[tuple[str, int, int], ...]:
    """The letters of columns beneath the lowest hexagon of each, in the direction in which they lean going
    down, and the numbers of rows to the left of the first one."""
    far = unit / 2 + _BENEATH
    lowest = {column: place for (column, _), place in sorted(places.items(), key=lambda each: -each[1].y)}
    first = {row: place for (_, row), place in sorted(places.items(), key=lambda each: -each[1].x)}
    letters = [
        (letter(column, min(lowest)), round(place.x + lean * far / 2), round(place.y - 0.866 * far))
        for column, place in sorted(lowest.items())
    ]
    return (*letters, *((str(row), round(place.x - far), place.y) for row, place in sorted(first.items())))


def of_graph(cells: Sequence[Value], edges: frozenset[Edge]) -> BoardPlan:
    """Points that are joined by lines."""
    side = min(_WIDE, _HIGH)
    spread = spread_out(len(cells), [tuple(sorted(map(cells.index, edge))) for edge in edges])
    unit = min(_UNIT, side // 4)
    width = side - unit
    places = tuple(
        Place(
            cell,
            name_in_words(cell),
            LEFT + unit // 2 + round(x * width),
            _TOP - unit // 2 - round(y * width),
        )
        for cell, (x, y) in zip(cells, spread, strict=True)
    )
    nearest = min(
        (abs(a.x - b.x) ** 2 + abs(a.y - b.y) ** 2 for a in places for b in places if a is not b),
        default=unit**2,
    )
    plan = BoardPlan(places, unit=min(unit, int(nearest**0.5 * 0.8)) // 2 * 2, names_inside=True)
    return of_points(plan, edges)


def of_row(cells: Sequence[Value], *, is_track: bool) -> BoardPlan:
    """Cells of which nothing is said: in one row, or if there are many in rows of one length, of which every
    other one of a track goes back."""
    ordered = sorted(cells, key=key) if all(isinstance(cell, int) for cell in cells) else list(cells)
    width = len(ordered) if len(ordered) <= _LONGEST_ROW else round(len(ordered) ** 0.5 + 0.49)
    at = {
        cell: (width - k % width if is_track and k // width % 2 else k % width + 1, k // width + 1)
        for k, cell in enumerate(ordered)
    }
    grid = with_names_in_words(of_grid(at))
    if len(ordered) > width:
        return grid
    beneath = grid.bottom - _BENEATH
    beside = tuple((each.name, each.x, beneath) for each in grid.places)
    return replace(grid, names_inside=False, beside=beside)


def with_names_in_words(grid: BoardPlan) -> BoardPlan:
    """A grid whose cells have their names as a person writes them."""
    return replace(grid, places=tuple(replace(each, name=name_in_words(each.cell)) for each in grid.places))


def name_in_words(cell: Value) -> str:
    """A cell as a person writes it."""
    return cell.name if isinstance(cell, Atom) else spelled(written_out(cell))


def unit_of(wide: float, high: float) -> int:
    """The distance of cells, a whole and even number of pixels."""
    return int(min(_UNIT, _WIDE / wide, _HIGH / high)) // 2 * 2


def width_of(game: GameByRules, cells: Sequence[Value], edges: frozenset[Edge]) -> int:
    """How many numbered cells stand in a row, if neighbours or sets of cells in line tell; 0 if not."""
    ordered = sorted(cells, key=key)
    count = len(ordered)
    if not all(isinstance(cell, int) for cell in ordered):
        return 0
    lined = [frozenset(line) for _, lines in sets_of(game) for line in lines if isinstance(line, Set)]
    for width in range(count // 2, 1, -1):
        if count % width:
            continue
        across = [frozenset(ordered[k : k + width]) for k in range(0, count, width)]
        upright = [frozenset(ordered[k::width]) for k in range(width)]
        if edges and edges in grid_edges(ordered, width):
            return width
        if width > 2 and set(lined).issuperset((*across, *upright)):
            return width
    return 0


def grid_edges(cells: Sequence[Value], width: int) -> list[frozenset[Edge]]:
    """The neighbours on a grid: along rows and columns, and aslant as well."""
    found: list[set[Edge]] = [set(), set()]
    for a, one in enumerate(cells):
        for b, two in enumerate(cells[:a]):
            across, up = abs(a % width - b % width), abs(a // width - b // width)
            if max(across, up) == 1:
                found[1].add(frozenset({one, two}))
                if across + up == 1:
                    found[0].add(frozenset({one, two}))
    return [frozenset(edges) for edges in found]
