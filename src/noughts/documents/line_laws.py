"""Laws of the lines on a board: sets of three cells or more, such as the rows of a game of lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import isqrt
from typing import TypeAlias, TypeGuard

from noughts.values.sets import FiniteSet
from noughts.values.show import show
from noughts.values.value import Value

# The fewest lines that are a rule, and the fewest cells of a line: edges of a graph have two.
_FEWEST = 3

# The row and the column of a cell, from 0.
_Place: TypeAlias = tuple[int, int]


def uneven_lines(
    name: str, elements: Sequence[Value], sets: Mapping[str, Sequence[Value]]
) -> Iterator[tuple[str, str, str]]:
    """What is wrong with the lines of a name beside some constant sets: name, fact and help.

    A few cells are in no line, the lines have a few elements that are no cells, or one line of a square board
    is missing.
    """
    lines = [each for each in elements if isinstance(each, FiniteSet) and each.size >= _FEWEST]
    if len(lines) < max(_FEWEST, len(elements)):
        return
    covered = dict.fromkeys(cell for line in lines for cell in line)
    for other, cells in sets.items():
        without = [cell for cell in cells if cell not in covered]
        beyond = [cell for cell in covered if cell not in cells]
        if not (is_few(without, cells) and is_few(beyond, covered)):
            continue
        if beyond:
            fact = f"`{name}` has {show(beyond[0])}, which is not in `{other}`"
            yield name, fact, f"write an element of `{other}`, or add it there"
        elif without:
            fact = f"no set in `{name}` has {show(without[0])}, which is in `{other}`"
            yield other, fact, "leave it out, or write the lines that have it"
    lacking = mirrored(lines, square(covered)).difference(lines)
    if len(lacking) == 1:
        fact = f"`{name}` lacks {show(*lacking)}, the mirror image of another line"
        yield name, fact, "write it, if the board is meant to be symmetric"


def is_few(some: Collection[Value], every: Collection[Value]) -> bool:
    """Whether some elements are so few among all that they are most likely a mistake."""
    return 4 * len(some) <= len(every)


def square(cells: Collection[Value]) -> dict[Value, _Place]:
    """The places of the cells of a square board, pairs of numbers or numbers that count row by row; of others
    none."""
    side = isqrt(len(cells))
    numbers = [cell for cell in cells if isinstance(cell, int)]
    pairs = [cell for cell in cells if is_square(cell)]
    first, least = min(numbers, default=0), min(map(min, pairs), default=0)
    found: dict[Value, _Place] = {number: divmod(number - first, side) for number in numbers}
    if not numbers:
        found = {(x, y): (x - least, y - least) for x, y in pairs}
    is_whole = len(found) == len(cells) and {*found.values()} == {*product(range(side), repeat=2)}
    return found if is_whole else {}


def is_square(value: Value) -> TypeGuard[_Place]:
    """Whether a value may be a square: a pair of whole numbers."""
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def mirrored(lines: Iterable[FiniteSet], at: Mapping[Value, _Place]) -> set[FiniteSet]:
    """The lines of a square board, and all that they become if it is turned or mirrored."""
    cells = {place: cell for cell, place in at.items()}
    last = isqrt(len(cells)) - 1
    found: set[FiniteSet] = set()
    waiting = set(lines) if cells else set()
    while waiting:
        found |= waiting
        places = [[at[cell] for cell in line] for line in waiting]
        waiting = {FiniteSet(cells[y, x] for x, y in line) for line in places}
        waiting |= {FiniteSet(cells[last - x, y] for x, y in line) for line in places}
        waiting -= found
    return found
