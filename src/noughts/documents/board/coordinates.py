"""Where cells lie, by what is known of them.

The names that a document gives to two numbers say which is the row.  Cells may be called by points of the
compass, such as ``nw`` or ``north``.  Where only lines are known, the graph is drawn on a square: points at
distances like those along its lines.  The stress of such a drawing is the sum of
(|p - q| - d(p, q))² / d(p, q)² over all pairs of points, where d counts lines; each step makes it less
(Gansner, Koren, North, "Graph Drawing by Stress Majorization", 2004).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, product
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Final

from noughts.documents.board.looks import label_name
from noughts.games.game import RulesError
from noughts.language import core as c
from noughts.language.kind import NUMBER, Kind
from noughts.language.kinds.evaluate import AbstractEvaluator, Kinds
from noughts.language.kinds.findings import inferred
from noughts.language.kinds.infer import Inference
from noughts.language.solutions import nodes_of
from noughts.language.stack import deep_enough
from noughts.text.source import Span
from noughts.values.scalars import Atom
from noughts.values.sets import Set
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

# Names that people give to rows and to columns. Those of a matrix come second, since they may be the parts of
# a step, as in (x + i, y + j).
_NAMES: Final = (
    (frozenset({"r", "row", "rank", "rows"}), frozenset({"x", "c", "col", "column", "file", "columns"})),
    (frozenset({"i"}), frozenset({"j"})),
)
# With the name of a coordinate that is the row, unless rows are counted upwards as in a diagram.
_COORDINATES: Final = frozenset({"y"}).union(*chain(*_NAMES))
# The step upwards of the first half of a direction, such as `northwest`.
_UP: Final = {"north": 1, "": 0, "south": -1}
# The step to the right of its second half.
_ACROSS: Final = {"west": -1, "": 0, "east": 1}
# The name of a square of a chess board.
_SQUARE: Final = re.compile(r"([a-z])([1-9]\d?)")
# The steps to the right and upwards of ``north``, ``n``, ``northeast``, ``ne`` and so on.
_DIRECTIONS: Final[Mapping[str, tuple[int, int]]] = {
    name: (_ACROSS[across], _UP[up])
    for up, across in product(_UP, _ACROSS)
    if up or across
    for name in (up + across, up[:1] + across[:1])
}
# Steps after which points have come to rest, as far as eyes can see.
_STEPS: Final = 300
# Directions in which the drawing is turned to have most lines level or upright: half degrees.
_ANGLES: Final = 720

_Point = tuple[float, float]
Spread = list[_Point]


def row_comes_first(game: GameByRules, cells: Collection[Value]) -> bool:
    """Whether a cell begins with its row, by the names that the document gives to its parts."""
    pairs = list(CoordinatePairs(inferred(game.program), game, frozenset(cells)).found())
    for rows, columns in _NAMES:
        votes = sum((one in rows or two in columns) - (one in columns or two in rows) for one, two in pairs)
        if votes:
            return votes > 0
    return False


class CoordinatePairs(AbstractEvaluator):
    """Evaluates a program once more, with all kinds known, and collects the names of two numbers of a cell.

    They are those of a pattern of two names that both stand for numbers, unless it ranges over a set that has
    no cell, such as a map from numbers to numbers; and the two parameters of a definition if they stand for
    numbers and are called as coordinates are: a number may be that of a player as well.
    """

    def __init__(self, inference: Inference, game: GameByRules, cells: frozenset[Value]) -> None:
        self.known, self.game, self.cells = inference, game, cells
        self.pairs: dict[tuple[Span, tuple[str, str]], None] = {}
        self.domains: dict[Span, c.Core] = {}

    def found(self) -> Iterator[tuple[str, str]]:
        """The pairs of names, as they are written: each as often as it is."""
        with deep_enough():
            for name, definition in self.known.definitions.items():
                self.body(definition, self.known.parameters[name])
        yield from (names for _, names in self.pairs)
        for name, definition in self.known.definitions.items():
            if len(definition.parameters) == 2 and self.known.parameters[name] == [NUMBER, NUMBER]:
                one, two = map(written_name, definition.parameters)
                if {one, two} <= _COORDINATES:
                    yield one, two

    def applied(self, tree: c.Global, arguments: Sequence[Kind]) -> Kind:
        return self.known.results[tree.name]

    def given(self, name: str) -> Kind:
        return self.known.given(name)

    def element(self, domain: c.Core, kinds: Kinds) -> Kind | None:
        self.domains[domain.span] = domain
        return super().element(domain, kinds)

    def matched(
        self, pattern: c.Pattern, value: Kind, kinds: Kinds, place: Span, *, must: bool = False
    ) -> Kinds:
        inner = super().matched(pattern, value, kinds, place, must=must)
        for part in patterns_in(pattern):
            match part:
                case c.PatternTuple((c.Fresh(one), c.Fresh(two))) if inner[one] == inner[two] == NUMBER and (
                    part is not pattern or self.may_have_cells(self.domains.get(place))
                ):
                    self.pairs[place, (written_name(one), written_name(two))] = None
        return inner

    def may_have_cells(self, domain: c.Core | None) -> bool:
        """Whether a set has a cell at the beginning; of one that depends on local names, nothing is known."""
        if domain is None or any(isinstance(node, c.Local) for node in nodes_of(domain)):
            return True
        with suppress(RulesError):
            frame = self.game.quiet(self.game.initial)
            elements = self.game.ask(lambda: self.game.meaning.prepare(domain)(frame))
            if isinstance(elements, Set):
                return elements.size == 0 or any(cell in elements for cell in self.cells)
        return True


def patterns_in(pattern: c.Pattern) -> Iterator[c.Pattern]:
    """A pattern and those in it."""
    yield pattern
    if isinstance(pattern, c.PatternTuple):
        for part in pattern.elements:
            yield from patterns_in(part)


def written_name(local: str) -> str:
    """A local name as it is written: ``x_3`` is x."""
    return local.rpartition("_")[0] or local


def compass(cells: Sequence[Value]) -> dict[Value, tuple[int, int]]:
    """How far to the right and upwards each cell lies; nothing if the names do not say so.

    Each direction has its opposite: so black and white, `b` and `w`, are not taken for a middle and a west.
    One cell that has another name lies in the middle.
    """
    found = {
        cell: _DIRECTIONS[name]
        for cell in cells
        if isinstance(cell, Atom) and (name := cell.name.lower().replace("_", "")) in _DIRECTIONS
    }
    steps = set(found.values())
    if not found or len(steps) < len(found) or steps != {(-x, -y) for x, y in steps}:
        return {}
    others = [cell for cell in cells if cell not in found]
    return found | dict.fromkeys(others, (0, 0)) if len(others) <= 1 else {}


def on_chess_board(cells: Sequence[Value]) -> dict[Value, tuple[int, int]]:
    """The column and the row of each cell, from 1 on and upwards, if all are named by a letter and a number,
    as `b2` or (`b, 2); nothing if one is not, or there is one column or row only."""
    parts = {cell: map(label_name, cell if isinstance(cell, tuple) else [cell]) for cell in cells}
    names = {cell: "".join(sorted(each, reverse=True)) for cell, each in parts.items()}  # the letter first
    found = {cell: _SQUARE.fullmatch(name.lower()) for cell, name in names.items()}
    at = {cell: (ord(name[1]) - ord("a") + 1, int(name[2])) for cell, name in found.items() if name}
    is_board = len(at) == len(cells) and all(len({each[k] for each in at.values()}) > 1 for k in (0, 1))
    return at if is_board else {}


def spread_out(count: int, edges: Sequence[tuple[int, ...]]) -> Spread:
    """Points in a square of side 1, y downwards; without lines, or with all of them, on a circle."""
    points = on_circle(count)
    if 0 < len(edges) < count * (count - 1) // 2:
        distances = lengths(count, edges)
        for _ in range(_STEPS):
            points = relaxed(points, distances)
        points = upright(points, edges)
        for cycles in cycles_by_length(count, edges):
            if clearance(points, edges) > 0:
                break
            drawings = [upright(within(cycle, count, edges), edges) for cycle in cycles]
            points = max((points, *drawings), key=lambda each: round(clearance(each, edges), 6))
    return in_square(points)


def cycles_by_length(count: int, edges: Sequence[tuple[int, ...]]) -> Iterator[Sequence[tuple[int, ...]]]:
    """The cycles of each length that has some, each from its least point on in one direction; only of the
    first lengths if there are many."""
    beside = [[two for pair in edges if one in pair for two in pair if two != one] for one in range(count)]
    ways: list[tuple[int, ...]] = [(point,) for point in range(count)]
    while 0 < len(ways) < count**3:
        ways = [(*way, point) for way in ways for point in beside[way[-1]] if point > way[0]]
        ways = [way for way in ways if len(set(way)) == len(way)]
        if found := [way for way in ways if len(way) > 2 and way[0] in beside[way[-1]] and way[1] < way[-1]]:
            yield found


def within(cycle: Sequence[int], count: int, edges: Sequence[tuple[int, ...]]) -> Spread:
    """The points of a cycle at the corners of a regular polygon, and each other point in the middle of those
    that lines join to it: no lines cross if the graph can be drawn so (Tutte, "How to Draw a Graph", 1963).
    """
    points = [(0.0, 0.0)] * count
    for corner, place in zip(cycle, on_circle(len(cycle)), strict=True):
        points[corner] = place
    inner = [point for point in range(count) if point not in cycle]
    beside = {one: [two for pair in edges if one in pair for two in pair if two != one] for one in inner}
    for _ in range(_STEPS):
        for point, others in beside.items():
            if others:
                xs, ys = zip(*(points[other] for other in others), strict=True)
                points[point] = sum(xs) / len(others), sum(ys) / len(others)
    return points


def clearance(points: Spread, edges: Sequence[tuple[int, ...]]) -> float:
    """How far points are from each other and from lines that do not end there, as a share of the width of the
    drawing; 0 if lines cross."""
    points = in_square(points)
    apart = [pair for pair in combinations(edges, 2) if not set(pair[0]) & set(pair[1])]
    if any(cross(*(points[end] for line in pair for end in line)) for pair in apart):
        return 0.0
    far = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(points, 2)]
    far += [
        distance_from_line(point, points[line[0]], points[line[1]])
        for k, point in enumerate(points)
        for line in edges
        if k not in line
    ]
    return min(far, default=1.0)


def cross(a: _Point, b: _Point, c: _Point, d: _Point) -> bool:
    """Whether the lines from a to b and from c to d cross."""
    return orientation(a, b, c) * orientation(a, b, d) < 0 and orientation(c, d, a) * orientation(c, d, b) < 0


def orientation(a: _Point, b: _Point, c: _Point) -> float:
    """Twice the area of a triangle, above 0 if it goes round against the clock."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def distance_from_line(point: _Point, one: _Point, two: _Point) -> float:
    """How far a point is from a line that ends at two others."""
    (x, y), (a, b), (c, d) = point, one, two
    length = (c - a) ** 2 + (d - b) ** 2
    share = min(max(((x - a) * (c - a) + (y - b) * (d - b)) / length, 0.0), 1.0) if length else 0.0
    return hypot(a + share * (c - a) - x, b + share * (d - b) - y)


def on_circle(count: int) -> Spread:
    """Points on a circle, the first one on top, clockwise; a little uneven, so that none hides another."""
    angles = [2 * pi * k / count - pi / 2 for k in range(count)]
    return [(cos(angle) * (1 + k * 1e-6), sin(angle)) for k, angle in enumerate(angles)]


def lengths(count: int, edges: Sequence[tuple[int, ...]]) -> list[list[float]]:
    """The number of lines from each point to each; what is not joined is as far apart as the longest way."""
    far = float(count)
    found = [[0.0 if a == b else far for b in range(count)] for a in range(count)]
    for a, b in edges:
        found[a][b] = found[b][a] = 1.0
    for via in range(count):
        for a in range(count):
            for b in range(count):
                found[a][b] = min(found[a][b], found[a][via] + found[via][b])
    return found


def relaxed(points: Spread, distances: Sequence[Sequence[float]]) -> Spread:
    """Each point at the mean of where the others want it."""
    moved = list(points)
    for a, (x, y) in enumerate(points):
        weight = across = down = 0.0
        for b, (u, v) in enumerate(moved):
            if a != b:
                wanted = distances[a][b]
                ratio = wanted / max(hypot(x - u, y - v), 1e-9)
                weight += wanted**-2
                across += wanted**-2 * (u + (x - u) * ratio)
                down += wanted**-2 * (v + (y - v) * ratio)
        if weight:
            moved[a] = across / weight, down / weight
    return moved


def upright(points: Spread, edges: Sequence[tuple[int, ...]]) -> Spread:
    """The drawing turned so that as many lines as possible are level or upright."""
    directions = [atan2(points[b][1] - points[a][1], points[b][0] - points[a][0]) for a, b in edges]

    def bent(angle: float) -> float:
        return sum(min(abs(sin(each + angle)), abs(cos(each + angle)), 0.2) for each in directions)

    angles = [pi * k / _ANGLES for k in range(_ANGLES)]
    best = min(angles, key=lambda angle: round(bent(angle), 6))
    return [(x * cos(best) - y * sin(best), x * sin(best) + y * cos(best)) for x, y in points]


def in_square(points: Spread) -> Spread:
    """The drawing moved and scaled into the unit square, in its middle."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    wide, high = max(x for x, _ in points) - left, max(y for _, y in points) - top
    size = max(wide, high) or 1.0
    return [((x - left + (size - wide) / 2) / size, (y - top + (size - high) / 2) / size) for x, y in points]
