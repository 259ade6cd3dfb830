"""Laws of the lines on a board: sets of three cells or more, such as the rows of a game of lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise, product
from math import isqrt
from typing import TypeAlias, TypeGuard

from msgspec import Struct

from noughts.language import core as c
from noughts.language.solutions import nodes_of
from noughts.meaning.frame import QUIET, Frame
from noughts.meaning.small_models import Worker, is_literal
from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Span
from noughts.values.sets import FiniteSet
from noughts.values.show import show
from noughts.values.value import Value

# The fewest lines that are a rule, and the fewest cells of a line: edges of a graph have two.
_FEWEST = 3

# The row and the column of a cell, from 0.
_Place: TypeAlias = tuple[int, int]


class Uneven(Struct, frozen=True):
    """What is wrong with a line, or with a whole set of cells or lines: its name, a fact and a help."""

    name: str
    fact: str
    help: str
    line: FiniteSet | None = None

    def note(self, program: c.Program, worker: Worker) -> Diagnostic:
        """The note, at the line if the document writes it out."""
        places = (
            span for value, span in written_sets(program.definitions.values(), worker) if value == self.line
        )
        return Diagnostic("N310", self.fact, next(places, program.definitions[self.name].head), self.help)


def wrong_lines(
    program: c.Program,
    definitions: Iterable[c.Definition],
    sets: Mapping[str, Sequence[Value]],
    images: Mapping[str, Sequence[Sequence[Value]]],
) -> Iterator[Diagnostic]:
    """The notes on the lines of some definitions: constant `sets`, sets that a definition writes out, and the
    `images` of sets under functions, all of which must be wrong.
    """
    worker = Worker(program)
    for definition in definitions:
        name = definition.name
        families = [[sets[name]] if name in sets else images.get(name, [])]
        if name not in sets:
            families += [[tuple(value)] for value, _ in written_sets([definition], worker)]
        for family in families:
            found = [list(uneven_lines(name, elements, sets)) for elements in family]
            if found and all(found):
                yield from (each.note(program, worker) for each in found[0])


def written_sets(definitions: Iterable[c.Definition], worker: Worker) -> Iterator[tuple[FiniteSet, Span]]:
    """The sets that definitions write out without names, and where."""
    frame = Frame(QUIET)
    for node in (node for each in definitions for tree in c.trees_of(each) for node in nodes_of(tree)):
        if isinstance(node, c.Operation) and node.builtin.key == "{}" and is_literal(node):
            value = worker.sooner(partial(worker.term, node, {}, frame))
            if isinstance(value, FiniteSet):
                yield value, node.span


def uneven_lines(
    name: str, elements: Sequence[Value], sets: Mapping[str, Sequence[Value]]
) -> Iterator[Uneven]:
    """What is wrong with the lines of a name beside some constant sets.

    One line is longer or shorter than the others, a few cells are in no line, the lines have a few elements
    that are no cells, or one line does not fit the others.
    """
    yield from one_way(name, [each for each in elements if is_square(each)])
    lines = [each for each in elements if isinstance(each, FiniteSet)]
    if len(lines) < max(_FEWEST, len(elements)):
        return
    lengths = Counter(line.size for line in lines)
    length = max(lengths, key=lengths.__getitem__)
    odd = [line for line in lines if line.size != length]
    if length >= _FEWEST and len(odd) == 1 and is_few(odd, lines):
        fact = f"`{name}` has {show(*odd)}, but its other sets have {length} elements"
        yield Uneven(name, fact, f"write {length} elements", *odd)
        return
    if min(lengths) < _FEWEST:
        return
    covered = dict.fromkeys(cell for line in lines for cell in line)
    for other, cells in sets.items():
        without = [cell for cell in cells if cell not in covered]
        beyond = [cell for cell in covered if cell not in cells]
        if not (is_few(without, cells) and is_few(beyond, covered)):
            continue
        if beyond:
            fact = f"`{name}` has {show(beyond[0])}, which is not in `{other}`"
            strange = next(line for line in lines if beyond[0] in line)
            yield Uneven(name, fact, f"write an element of `{other}`, or add it there", strange)
        elif without:
            fact = f"no set in `{name}` has {show(without[0])}, which is in `{other}`"
            yield Uneven(other, fact, "leave it out, or write the lines that have it")
    at = square(covered)
    found = next(asymmetric(name, lines, at) if at else overlapping(name, lines), None)
    if found := found or next(unevenly_spaced(name, lines), None):
        yield found


def asymmetric(name: str, lines: Sequence[FiniteSet], at: Mapping[Value, _Place]) -> Iterator[Uneven]:
    """All lines of a square board but one are what the others become when it is turned or mirrored, or one of
    these is missing."""
    seen: set[FiniteSet] = set()
    broken: list[tuple[list[FiniteSet], set[FiniteSet]]] = []  # lines that become each other; what is missing
    for line in lines:
        if line not in seen:
            images = mirrored(line, at)
            seen |= images
            if missing := images.difference(lines):
                broken.append(([each for each in lines if each in images], missing))
    broken.sort(key=lambda each: len(each[1]))
    match broken:
        case [(_, missing)] if len(missing) == 1:
            fact = f"`{name}` lacks {show(*missing)}, the mirror image of another line"
            yield Uneven(name, fact, "write it, if the board is meant to be symmetric")
        case [([line], _)]:
            fact = f"`{name}` has {show(line)}, but no mirror image of it; it has those of its other lines"
            yield Uneven(name, fact, "correct it, if the board is meant to be symmetric", line)
        case [(_, missing), ([line], _)] if len(missing) == 1:
            fact = f"`{name}` has {show(line)}, but not {show(*missing)}, the mirror image of another line"
            yield Uneven(name, fact, f"write {show(*missing)}, if the board is meant to be symmetric", line)


def overlapping(name: str, lines: Sequence[FiniteSet]) -> Iterator[Uneven]:
    """One line has two cells in common with others, and no others have."""
    first: dict[tuple[Value, Value], FiniteSet] = {}
    close: dict[tuple[FiniteSet, FiniteSet], None] = {}
    alike = set(lines)  # those that are close to another one wherever two are
    for line in lines:
        for pair in combinations(sorted(line, key=show), 2):
            other = first.setdefault(pair, line)
            if other != line and (other, line) not in close:
                close[other, line] = None
                alike &= {other, line}
                if not alike:
                    return
    for one, other in close if is_few(lines[:1], lines[1:]) else ():
        odd, beside = (other, one) if other in alike else (one, other)
        fact = f"`{name}` has {show(odd)}, which has two elements in common with {show(beside)}"
        yield Uneven(name, fact, "correct one of them, if lines are meant to meet in one cell", odd)


def one_way(name: str, vectors: Sequence[_Place]) -> Iterator[Uneven]:
    """Of vectors, such as the directions of a move, one or two have no opposite, and they are not mirrored as
    those of a man are who moves only forwards."""
    alone = [(x, y) for x, y in vectors if (-x, -y) not in vectors]
    mirrored = ({(-x, y) for x, y in vectors}, {(x, -y) for x, y in vectors})
    if 0 < len(alone) <= 2 and is_few(alone, vectors[1:]) and {*vectors} not in mirrored:
        (x, y) = alone[0]
        fact = f"`{name}` has {show((x, y))}, but not {show((-x, -y))}; most others have an opposite"
        yield Uneven(name, fact, "write what was meant")


def unevenly_spaced(name: str, lines: Sequence[FiniteSet]) -> Iterator[Uneven]:
    """All lines but one are evenly spaced, as far as numbers or pairs of them say where their cells lie."""
    odd = [line for line in lines if not is_evenly_spaced(line)]
    if len(odd) == 1 and is_few(odd, lines[1:]):
        fact = f"`{name}` has {show(*odd)}; its other sets are evenly spaced, as rows of cells are"
        yield Uneven(name, fact, "write what was meant", *odd)


def is_evenly_spaced(line: FiniteSet) -> bool:
    """Whether the cells of a line are numbers or pairs of numbers, each as far from the one before as all."""
    cells = [cell if is_square(cell) else (cell, 0) for cell in line]
    places = sorted(cell for cell in cells if is_square(cell))
    steps = {(c - a, d - b) for (a, b), (c, d) in pairwise(places)}
    return len(steps) == 1 and len(places) == line.size


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


def mirrored(line: FiniteSet, at: Mapping[Value, _Place]) -> set[FiniteSet]:
    """A line of a square board, and all that it becomes if the board is turned or mirrored."""
    cells = {place: cell for cell, place in at.items()}
    last = isqrt(len(cells)) - 1
    places = [at[cell] for cell in line]
    found: set[FiniteSet] = set()
    for _ in range(4):
        places = [(last - y, x) for x, y in places]
        for image in (places, [(y, x) for x, y in places]):
            found.add(FiniteSet(cells[place] for place in sorted(image)))
    return found
