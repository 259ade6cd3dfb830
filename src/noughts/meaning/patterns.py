"""The tuple structure that a pattern requires of values, and the paths of its parts."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable

from noughts.language import core as c
from noughts.language.solutions import fresh_names, open_names
from noughts.meaning.lookup import Path, TupleShape


def shape_of(pattern: c.Pattern) -> TupleShape:
    """The tuples of a pattern."""
    return tuple(map(shape_of, pattern.elements)) if isinstance(pattern, c.PatternTuple) else None


def shape_tree(shape: TupleShape) -> ast.expr:
    """A shape as a Python expression."""
    if shape is None:
        return ast.Constant(None)
    return ast.Tuple([shape_tree(part) for part in shape], ast.Load())


def paths_tree(paths: Iterable[Path]) -> ast.expr:
    """Paths as a Python expression."""
    places = [[ast.Constant(place) for place in path] for path in paths]
    return ast.Tuple([ast.Tuple([*path], ast.Load()) for path in places], ast.Load())


def compared_in(pattern: c.Pattern, path: Path = ()) -> Iterable[tuple[Path, c.Core]]:
    """The parts of a pattern that are compared, in order, each with its path."""
    match pattern:
        case c.Fresh():
            pass
        case c.PatternTuple(elements):
            for place, element in enumerate(elements):
                yield from compared_in(element, (*path, place))
        case _:
            yield path, pattern


def known_parts(pattern: c.Pattern, lazy: Collection[str]) -> list[tuple[Path, c.Core]]:
    """The leading compared parts of a pattern by which matching elements can be looked up in an index.

    The parts are evaluated together, before an element is seen.  One by one, a part would be evaluated only
    where all parts before it are equal.  So only the first part may be undefined: for any later part, the
    lookup could fail where no element agrees with the first, and so where nothing fails one by one.
    """
    new = frozenset(fresh_names(pattern))
    known: list[tuple[Path, c.Core]] = []
    for path, part in compared_in(pattern):
        if open_names(part, new) or (known and not has_value(part, lazy)):
            break
        known.append((path, part))
    return known


def has_value(tree: c.Core, lazy: Collection[str]) -> bool:
    """Whether a term certainly has a value and takes no work, so reads no name of a `where` (`lazy`)."""
    return isinstance(tree, c.Constant | c.Given) or (isinstance(tree, c.Local) and tree.name not in lazy)


def paths(pattern: c.Pattern) -> Iterable[tuple[str, tuple[int, ...]]]:
    """The path of each name of a pattern."""
    match pattern:
        case c.Fresh(name):
            yield name, ()
        case c.PatternTuple(elements):
            for place, element in enumerate(elements):
                for name, path in paths(element):
                    yield name, (place, *path)
        case _:
            pass
