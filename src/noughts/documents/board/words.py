"""Values, parts of states and of moves, and colours as they are written in the definitions of a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, isclose, radians, sin, tau

from noughts.documents.board.layers import Spot, begins
from noughts.documents.board.looks import Rgb
from noughts.documents.board.moves import MoveKind
from noughts.documents.board.parts import CommonPart, Path
from noughts.documents.board.places import BoardPlan, Outline, Place
from noughts.values.value import Value

PIECE = 36
"""The radius of a piece, in hundredths of the distance of cells."""
_DOT = 8
"""The radius of a dot, in hundredths of the distance of cells."""
GREY: Rgb = (130, 138, 150)
FAINT: Rgb = (205, 210, 217)
"""Round an empty point: nobody takes it for a white man."""
_REACH: Mapping[Outline, int] = {"square": 50, "point": 41, "hexagon": 37}
_REACH_OF_DOT = 24
"""Half of the square of a cell that is clicked, in hundredths of the distance of cells: a piece is within,
the names of points and hexagons are not."""
_BESIDE = 11
"""How far from that square the middle of a point's name is, in hundredths of the distance of cells."""
_LETTER = 0.58
"""How wide a letter is, as a share of its height, in typefaces without serifs: of capitals some are wider."""
_UPPER_RIGHT = radians(51)
LEAST = 12
"""The height of letters that can just be read, in pixels of the screen."""
DARK: Rgb = (60, 66, 80)
EDGE: Rgb = (90, 96, 108)
SHUT: Rgb = (150, 157, 168)
"""A closed cell: no square is taken for an open one, and no piece for less than what it is."""


def rgb(colour: Rgb) -> str:
    """A colour of the screen."""
    return f"color({', '.join(map(str, colour))})"


class BoardValues:
    """The values in the definitions of a board, each with the name that is written for it.

    Once the text is read, the tree of the value replaces the name: so every value can stand there, whether a
    document could write it or not.
    """

    def __init__(self) -> None:
        self.values: dict[str, Value] = {}

    def __call__(self, value: Value) -> str:
        """The name that stands for a value."""
        name = f"value{len(self.values) + 1}"
        self.values[name] = value
        return f"‹{name}›"

    def all(self, values: Iterable[Value]) -> str:
        """The names for several values, with commas between them."""
        return ", ".join(map(self, values))


def one(label: Value) -> Value:
    """A label of one part is that part."""
    return label[0] if isinstance(label, tuple) and len(label) == 1 else label


def state_at(path: Path) -> str:
    """A part of the state."""
    return path_text("currentState", path)


def path_text(whole: str, path: Path) -> str:
    """A part of a tuple."""
    return whole + "".join(f"[{place}]" for place in path)


def spot_text(whole: str, spot: Spot) -> str:
    """The cell at a spot."""
    if not spot.flat:
        return path_text(whole, spot.path)
    one, two = spot.paths
    return f"({path_text(whole, one)}, {path_text(whole, two)})"


def element_cells(spot: Spot) -> list[str]:
    """The cell at a spot of an element whose parts have names."""
    if not spot.path:
        return ["‹e›"]
    names = [part_name(path) for path in spot.paths]
    return [f"({', '.join(names)})"] if spot.flat else names


def at_shift(across: int, up: int) -> str:
    """A point beside the middle of a cell."""
    return f"point(‹x› + {across}, ‹y› + {up})"


def part_name(path: Path) -> str:
    """The name of a part of an element."""
    return f"‹e{'x'.join(map(str, path))}›"


def pattern_text(part: CommonPart, named: Collection[Path]) -> str:
    """The pattern of an element in which these parts have names."""
    if part.path in named or not any(begins(path, part.path) for path in named):
        return part_name(part.path) if part.path else "‹e›"
    return tuple_text([pattern_text(each, named) for each in part.parts])


def tuple_text(parts: Sequence[str]) -> str:
    """A tuple, of one part as well."""
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def guard(kind: MoveKind, later: Sequence[MoveKind], literals: BoardValues) -> str:
    """What moves of this structure have in common, and later ones have not."""
    if kind.lead is not None:
        return f"‹m›[1] = {literals(kind.lead)}"
    if kind.part.kind == "tuple":
        length = len(kind.part.parts)
        same = [each for each in later if each.part.kind == "tuple" and len(each.part.parts) == length]
        if not same:
            return f"|‹m›| = {length}"
        front = kind.part.parts[0] if kind.part.parts else kind.part
        others = {value for each in same for part in each.part.parts[:1] for value in part.values}
        if others.isdisjoint(front.values):
            return f"|‹m›| = {length} & ‹m›[1] in {{{literals.all(front.values)}}}"
    return f"‹m› in {{{literals.all(kind.part.values)}}}"


def radius(layout: BoardPlan, hundredths: int) -> int:
    """A part of the distance of cells."""
    return max(layout.unit * hundredths // 100, 4)


def point_size(layout: BoardPlan) -> int:
    """The radius of a point, in hundredths of the distance of cells: where pieces lie, that of a piece."""
    return _DOT if layout.are_ends else PIECE


def reach(layout: BoardPlan) -> int:
    """Half of the square that is clicked for a cell, in hundredths of the distance of cells."""
    return _REACH_OF_DOT if layout.are_ends else _REACH[layout.outline]


def fitted(texts: Iterable[str], width: float, most: int) -> int:
    """The height of texts, `most` of which fit into a width."""
    longest = max(map(len, texts), default=0)
    return max(min(most, int(width / (_LETTER * max(longest, 1)))), LEAST)


def width_of_text(text: str, height: int) -> int:
    """About how wide a text is."""
    return int(_LETTER * height * len(text))


def corner(layout: BoardPlan, place: Place) -> tuple[int, int]:
    """Where the name of a cell stands: in its upper left corner, at the top of a hexagon, beside a point."""
    x, y, unit = place.x, place.y, layout.unit
    if layout.outline == "hexagon":
        return x, y + unit * 45 // 100
    if layout.outline == "point":
        angle = free_angle([*lines_at(layout, place)])
        across, up = cos(angle), sin(angle)
        far = unit * (reach(layout) + _BESIDE) / 100 / max(abs(across), abs(up))
        return x + round(far * across), y + round(far * up)
    return x - unit * 38 // 100, y + unit * 38 // 100


def lines_at(layout: BoardPlan, place: Place) -> Iterator[float]:
    """The angles at which lines leave a point."""
    for one, two in layout.lines:
        if place in (one, two):
            other = two if place == one else one
            yield atan2(other.y - place.y, other.x - place.x)


def free_angle(angles: Sequence[float]) -> float:
    """An angle as far from others as can be; of several, the one nearest to the upper right."""
    if not angles:
        return _UPPER_RIGHT
    ordered = sorted(angle % tau for angle in angles)
    gaps = [(two - one, (one + two) / 2) for one, two in pairwise([*ordered, ordered[0] + tau])]
    widest = max(width for width, _ in gaps)
    middles = [middle for width, middle in gaps if isclose(width, widest, rel_tol=0.02)]
    return min(middles, key=lambda middle: (round(1 - cos(middle - _UPPER_RIGHT), 3), middle))
