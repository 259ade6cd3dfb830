"""A document's definitions of its cells: which there are, which lie side by side, and which make a block."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import permutations
from typing import TYPE_CHECKING, Final, TypeAlias

from noughts.games.game import RulesError
from noughts.language import core as c
from noughts.language.builtins import Builtin
from noughts.values.sets import Set
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

Edge: TypeAlias = frozenset[Value]
"""Two cells that lie side by side."""

# Names of what joins cells; other relations of two cells, such as `less`, say nothing of where they lie.
_SAYS_SO: Final = re.compile("adj|neigh|next|edge|line|link|join|connect|touch|beside|road|path|step", re.I)
# Pairs of cells about which a relation is asked: those of eleven by eleven cells.
_MOST_ASKED: Final = 15_000
# Elements of a set that are looked at: no board that fits a screen has more cells.
_LARGEST: Final = 400
CellSet: TypeAlias = frozenset[Value]
"""The cells of a block."""
Middles: TypeAlias = Mapping[Value, tuple[int, int]]
"""The column and the row of each cell."""


def sets_of(
    game: GameByRules, among: Iterable[c.Definition] | None = None
) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """The constants that are sets, with their elements; of all definitions, or of some."""
    for definition in game.program.definitions.values() if among is None else among:
        is_choices = definition.name == game.program.every_move
        if definition.is_constant and not (definition.reads_frame or definition.relation or is_choices):
            with suppress(RulesError):
                found = game.value(definition.name, at=game.initial)
                if isinstance(found, Set) and found.size <= _LARGEST:
                    yield definition.name, tuple(found)


def named_places(program: c.Program) -> Iterator[tuple[int, str]]:
    """The places of the state, from 1, that have a name: as a variable, or by a definition such as
    ``black := currentState[2]``."""
    yield from enumerate(program.variables, start=1)
    for name, definition in program.definitions.items():
        is_plain = definition.is_constant and definition.where is None
        if is_plain and (place := place_asked(definition.only_term)):
            yield place, name


def place_asked(term: c.Core | c.Pattern | None) -> int:
    """k in ``currentState[k]``; 0 for other terms."""
    match term:
        case c.Operation(Builtin("[]"), (c.Given("currentState"), c.Constant(int(place)))):
            return place
    return 0


def all_cells(game: GameByRules, on_board: frozenset[Value], named: Iterable[Value]) -> tuple[Value, ...]:
    """The cells of the board: the least constant set that has all that were seen, else those themselves.

    What moves name may be no cell, such as *nothing* among things to be carried; so a set that has only
    what lay on the board will do.
    """
    seen = dict.fromkeys((*on_board, *named))
    sets = sorted((elements for _, elements in sets_of(game)), key=len)
    for wanted in (set(seen), on_board):
        fitting = [elements for elements in sets if wanted <= set(elements)]
        if fitting and (wanted is not on_board or not all(isinstance(cell, tuple) for cell in on_board)):
            return fitting[0]
    return tuple(seen)


def edges_of(game: GameByRules, cells: Sequence[Value]) -> frozenset[Edge]:
    """The pairs of cells that lie side by side, if the document says so."""
    known = frozenset(cells)
    for find in (edges_by_set, edges_by_definition):
        if edges := find(game, cells, known):
            return edges
    return frozenset()


def edges_by_set(game: GameByRules, cells: Sequence[Value], known: frozenset[Value]) -> frozenset[Edge]:
    """A constant set of pairs of cells, or of sets of two; pairs only if its name says that it joins them.

    Further sets have the edges of other cells, as where two players draw lines on points of their own.
    """
    found = frozenset[Edge]()
    for name, elements in sets_of(game):
        edges = frozenset(map(edge_of, elements))
        is_said = all(isinstance(element, Set) for element in elements) or _SAYS_SO.search(name)
        if is_said and all(len(edge) == 2 and edge <= known for edge in edges):
            joined = frozenset[Value]().union(*edges)
            if not joined <= frozenset[Value]().union(*found):
                found |= edges
    return found


def edge_of(element: Value) -> Edge:
    """The cells of a pair or of a set; none of anything else."""
    if isinstance(element, tuple):
        return frozenset(element) if len(element) == 2 else frozenset()
    return frozenset(element) if isinstance(element, Set) and element.size == 2 else frozenset()


def edges_by_definition(
    game: GameByRules, cells: Sequence[Value], known: frozenset[Value]
) -> frozenset[Edge]:
    """A relation of two cells, or a function that gives a cell's neighbours, by its name: of several the one
    that joins most, but not all."""
    best = frozenset[Edge]()
    if len(cells) ** 2 > _MOST_ASKED:
        return best
    for name, definition in game.program.definitions.items():
        if definition.reads_frame or not _SAYS_SO.search(name):
            continue
        with suppress(RulesError):
            edges = frozenset(edges_asked(game, definition, cells, known))
            if len(best) < len(edges) < len(cells) * (len(cells) - 1) // 2:
                best = edges
    return best


def edges_asked(
    game: GameByRules, definition: c.Definition, cells: Sequence[Value], known: frozenset[Value]
) -> Iterator[Edge]:
    """The edges that a definition gives when it is asked about all cells."""
    if definition.relation and len(definition.parameters) == 2:
        for one, two in permutations(cells, 2):
            if game.holds(definition.name, one, two, at=game.initial):
                yield frozenset({one, two})
    elif not definition.relation and len(definition.parameters) == 1:
        for cell in cells:
            found = game.value(definition.name, cell, at=game.initial)
            if not isinstance(found, Set):
                return
            yield from (frozenset({cell, other}) for other in found if other in known and other != cell)


def numbered(game: GameByRules, names: frozenset[str], cells: Sequence[Value]) -> list[int]:
    """The number that a function such as ``row(c)`` gives each cell; none if there is no such function."""
    for name in names & game.program.definitions.keys():
        definition = game.program.definitions[name]
        if len(definition.parameters) == 1 and not definition.relation and not definition.reads_frame:
            with suppress(RulesError):
                found = [game.value(name, cell, at=game.initial) for cell in cells]
                numbers = [each for each in found if isinstance(each, int)]
                if len(numbers) == len(cells):
                    return numbers
    return []


def rows_and_columns(game: GameByRules, cells: Sequence[Value]) -> tuple[list[int], list[int]]:
    """The rows and the columns of cells, as functions of the document give them."""
    return numbered(game, frozenset({"row", "rank"}), cells), numbered(
        game, frozenset({"column", "col", "file"}), cells
    )


def blocks_of(game: GameByRules, middles: Middles) -> Collection[CellSet]:
    """The blocks of a grid; of several divisions that with the smallest blocks, none if there is none."""
    found = (blocks for blocks in divisions(game, middles) if are_blocks(blocks, middles))
    return max(found, key=len, default=())


def divisions(game: GameByRules, middles: Middles) -> Iterator[Collection[CellSet]]:
    """The divisions of the cells: by what a function gives each, and by a constant set of sets."""
    for name, definition in game.program.definitions.items():
        if len(definition.parameters) == 1 and not (definition.relation or definition.reads_frame):
            with suppress(RulesError):
                by_value: dict[Value, set[Value]] = {}
                for cell in middles:
                    by_value.setdefault(game.value(name, cell, at=game.initial), set()).add(cell)
                yield [frozenset(cells) for cells in by_value.values()]
    for _, elements in sets_of(game):
        yield [frozenset(each) if isinstance(each, Set) else frozenset() for each in elements]


def are_blocks(blocks: Collection[CellSet], middles: Middles) -> bool:
    """Whether these are several full rectangles of one size, with more than one row and column, that have
    each cell once: rows and columns are told apart as it is."""
    if (
        len(blocks) < 2
        or not all(blocks)
        or sum(map(len, blocks)) != len(middles)
        or set().union(*blocks) != set(middles)
    ):
        return False
    sizes = set()
    for block in blocks:
        columns, rows = ({middles[cell][axis] for cell in block} for axis in (0, 1))
        wide, high = (max(line) - min(line) + 1 for line in (columns, rows))
        if wide * high != len(block):
            return False
        sizes.add((wide, high))
    [(wide, high), *others] = sizes
    return not others and min(wide, high) > 1
