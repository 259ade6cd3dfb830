"""Numbers that stand for a range of pixels, so that one evaluation covers all of them.

A `Range` is the value of an expression in ``mouseX`` and ``mouseY`` while the mouse is anywhere in a
rectangle.  A comparison that comes out the same everywhere has that answer; one that does not raises
`SplitNeeded`, which says where to cut the rectangle in two.  So a document's screen falls apart into
finitely many rectangles in each of which it behaves alike, whatever arithmetic it does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from noughts.games.picture import Area

Axis: TypeAlias = Literal["x", "y"]
Exact: TypeAlias = int | Fraction


class SplitNeeded(Exception):
    """Cut the rectangle: up to and including pixel `at` along an axis, and the rest."""

    def __init__(self, axis: Axis, at: int) -> None:
        super().__init__(axis, at)
        self.axis = axis
        self.at = at


class Line(Struct, frozen=True):
    """``factor * pixel + offset`` along one axis."""

    axis: Axis
    factor: Exact
    offset: Exact


class Range(Fraction):
    """The values of a number while the mouse is in a rectangle, from `low` to `high`.

    If it is a linear function of one coordinate, its `line`, cuts are exact; otherwise the longer
    side of the rectangle is halved, of those along the `axes` on which the number depends.
    """

    __slots__ = ("area", "axes", "high", "line", "low")
    area: Area
    low: Exact
    high: Exact
    axes: frozenset[Axis]
    line: Line | None

    def __new__(
        cls, area: Area, low: Exact, high: Exact, axes: frozenset[Axis], line: Line | None = None
    ) -> Range:
        made = super().__new__(cls)
        made.area, made.low, made.high, made.axes, made.line = area, low, high, axes, line
        return made

    def __repr__(self) -> str:
        return f"Range({self.low}..{self.high})"

    __str__ = __repr__

    # Cutting

    def halve(self) -> SplitNeeded:
        """A cut through the middle of the longer side of the rectangle along which the number varies."""
        area = self.area
        sides: dict[Axis, tuple[int, int]] = {"x": (area.left, area.right), "y": (area.bottom, area.top)}
        axis = max(sorted(self.axes), key=lambda axis: sides[axis][1] - sides[axis][0])
        return SplitNeeded(axis, sum(sides[axis]) // 2)

    def cut(self, value: Exact, *, below: bool) -> SplitNeeded:
        """A cut between what is less than the value and what is not; or, not `below`, what is at most it."""
        if self.line is None:
            return self.halve()
        pixel = Fraction(value - self.line.offset) / self.line.factor
        least = math.ceil(pixel) - 1 if below == (self.line.factor > 0) else math.floor(pixel)
        return SplitNeeded(self.line.axis, least)

    # Arithmetic

    def made(
        self, low: Exact, high: Exact, line: Line | None = None, axes: frozenset[Axis] = frozenset()
    ) -> Exact:
        """The range from low to high, which may depend on more axes; a plain number if they are equal."""
        if low == high:
            return low if isinstance(low, int) or low.denominator != 1 else low.numerator
        return Range(self.area, low, high, self.axes | axes, line)

    def linear(self, factor: Exact, offset: Exact) -> Exact:
        """``factor * self + offset``."""
        if factor == 0:
            return offset
        ends = sorted((factor * self.low + offset, factor * self.high + offset))
        line = self.line and Line(
            self.line.axis, factor * self.line.factor, factor * self.line.offset + offset
        )
        return self.made(ends[0], ends[1], line)

    def __add__(self, other: object) -> Exact:  # type: ignore[override]
        if isinstance(other, Range):
            return self.made(self.low + other.low, self.high + other.high, self.sum_line(other), other.axes)
        return self.linear(1, exact_number(other))

    def sum_line(self, other: Range) -> Line | None:
        """The line of a sum, if both are lines along one axis."""
        if self.line is None or other.line is None or self.line.axis != other.line.axis:
            return None
        factor = self.line.factor + other.line.factor
        return Line(self.line.axis, factor, self.line.offset + other.line.offset) if factor else None

    __radd__ = __add__  # type: ignore[assignment]

    def __neg__(self) -> Exact:  # type: ignore[override]
        return self.linear(-1, 0)

    def __sub__(self, other: object) -> Exact:  # type: ignore[override]
        return self + (-exact_number(other))

    def __rsub__(self, other: object) -> Exact:  # type: ignore[override]
        return -self + exact_number(other)

    def __mul__(self, other: object) -> Exact:  # type: ignore[override]
        if isinstance(other, Range):
            corners = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
            low = min(corners)  # of a square it is too low: corners know two independent factors
            return self.made(max(low, 0) if other is self else low, max(corners), axes=other.axes)
        return self.linear(exact_number(other), 0)

    __rmul__ = __mul__  # type: ignore[assignment]

    def __truediv__(self, other: object) -> Exact:  # type: ignore[override]
        if isinstance(other, Range):
            return self * (1 / other)
        return self.linear(Fraction(1) / exact_number(other), 0)

    def __rtruediv__(self, other: object) -> Exact:  # type: ignore[override]
        if self == 0:
            raise ZeroDivisionError
        ends = sorted((Fraction(1) / self.low, Fraction(1) / self.high))
        return exact_number(other) * self.made(ends[0], ends[1])

    def __pow__(self, exponent: object) -> Exact:  # type: ignore[override]
        if not isinstance(exponent, int) or exponent < 0:
            raise self.halve()
        power: Exact = 1
        for _ in range(exponent):
            power = self if power == 1 else power * self
        if exponent % 2 == 0 and isinstance(power, Range):
            low = 0 if self.low < 0 < self.high else min(self.low**exponent, self.high**exponent)
            return self.made(low, max(self.low**exponent, self.high**exponent))
        return power

    def __mod__(self, other: object) -> Exact:  # type: ignore[override]
        return self - exact_number(other) * math.floor(self / exact_number(other))

    def __rmod__(self, other: object) -> Exact:  # type: ignore[override]
        raise self.halve()

    def __floor__(self) -> int:
        least, most = math.floor(self.low), math.floor(self.high)
        if least == most:
            return least
        # in the middle, so that of n whole numbers each is found by log n cuts
        raise self.cut((least + most + 1) // 2, below=True)

    def __ceil__(self) -> int:
        return -math.floor(exact_number(-self))

    def __abs__(self) -> Exact:  # type: ignore[override]
        return -self if self < 0 else self

    # Comparison

    def __lt__(self, other: object) -> bool:
        if isinstance(other, Range):
            return exact_number(self - other) < 0
        value = exact_number(other)
        if self.high < value or self.low >= value:
            return self.high < value
        raise self.cut(value, below=True)

    def __le__(self, other: object) -> bool:
        if isinstance(other, Range):
            return exact_number(self - other) <= 0
        value = exact_number(other)
        if self.high <= value or self.low > value:
            return self.high <= value
        raise self.cut(value, below=False)

    def __gt__(self, other: object) -> bool:
        return not self <= other

    def __ge__(self, other: object) -> bool:
        return not self < other

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Range):
            return exact_number(self - other) == 0
        if not isinstance(other, int | Fraction):
            return False
        return not self < other and self <= other

    def __bool__(self) -> bool:
        return self != 0

    def __hash__(self) -> int:  # type: ignore[override]
        raise self.halve()

    @property
    def numerator(self) -> int:
        """Requested where a single number is needed: the rectangle is cut until there is one."""
        raise self.halve()

    @property
    def denominator(self) -> int:
        """The same for the denominator."""
        raise self.halve()


def exact_number(value: object) -> Exact:
    """The operand as a number."""
    assert isinstance(value, int | Fraction)
    return value


@lru_cache(maxsize=10_000)
def coordinates(area: Area) -> tuple[Exact, Exact]:
    """``mouseX`` and ``mouseY`` for the mouse anywhere in the area."""
    return (
        coordinate(area, "x", area.left, area.right),
        coordinate(area, "y", area.bottom, area.top),
    )


def coordinate(area: Area, axis: Axis, low: int, high: int) -> Exact:
    """One of the coordinates."""
    return low if low == high else Range(area, low, high, frozenset([axis]), Line(axis, 1, 0))


def cut_area(area: Area, cut: SplitNeeded) -> tuple[Area, Area]:
    """The two parts of an area."""
    if cut.axis == "x":
        return (
            Area(area.left, area.bottom, cut.at, area.top),
            Area(cut.at + 1, area.bottom, area.right, area.top),
        )
    return (
        Area(area.left, area.bottom, area.right, cut.at),
        Area(area.left, cut.at + 1, area.right, area.top),
    )


def joined_areas(areas: Iterable[Area]) -> tuple[Area, ...]:
    """The same pixels in fewer rectangles: neighbours that share a whole side become one."""
    rectangles = sorted(areas)
    before = len(rectangles) + 1
    while len(rectangles) < before:
        before = len(rectangles)
        rectangles.sort(key=lambda area: (area.bottom, area.top, area.left))
        rectangles = run_together(rectangles, beside)
        rectangles.sort(key=lambda area: (area.left, area.right, area.bottom))
        rectangles = run_together(rectangles, above)
    return tuple(sorted(rectangles))


def run_together(areas: Sequence[Area], continues: Callable[[Area, Area], bool]) -> list[Area]:
    """Each run of areas of which every one continues the one before, as one area."""
    runs: list[Area] = []
    for area in areas:
        if runs and continues(runs[-1], area):
            first = runs.pop()
            area = Area(first.left, first.bottom, area.right, area.top)
        runs.append(area)
    return runs


def beside(first: Area, second: Area) -> bool:
    """Whether the second continues the first to the right."""
    return first.right + 1 == second.left and (first.bottom, first.top) == (second.bottom, second.top)


def above(first: Area, second: Area) -> bool:
    """Whether the second continues the first upwards."""
    return first.top + 1 == second.bottom and (first.left, first.right) == (second.left, second.right)
