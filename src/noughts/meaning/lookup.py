"""Lookup of the elements of a set that can match a pattern with some known parts.

The solutions of ``(b, c) in E`` with b known are the elements of E whose first part is b, in the order of E.
A set that is asked twice gets an index: the elements by the values of their known parts.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, TypeAlias

from noughts.language import core as c
from noughts.language.solutions import fresh_names, open_names
from noughts.meaning.budget import SMALL_SET, Budget
from noughts.values.limits import require_elements
from noughts.values.misuse import TooManyElements
from noughts.values.sets import FiniteSet, Product
from noughts.values.value import Value

TupleShape: TypeAlias = "tuple[TupleShape, ...] | None"
"""The tuples of a pattern, nested; ``None`` for a part that may be any value."""

Path: TypeAlias = tuple[int, ...]
"""The place of a part in a pattern: its indices in the tuples around it, the outermost first."""

Index: TypeAlias = dict[Any, list[Value]]

# A marker for a set that was asked once and has no index yet, since one walk costs less than an index.
_ASKED_ONCE: Index = {}


def has_shape(value: Value, shape: TupleShape) -> bool:
    """Whether a value has the tuples of a pattern."""
    if shape is None:
        return True
    return (
        isinstance(value, tuple)
        and len(value) == len(shape)
        and all(inner is None or has_shape(part, inner) for part, inner in zip(value, shape, strict=True))
    )


def matching(values: Iterable[Value], shape: TupleShape) -> Iterator[Any]:
    """The values that have the tuples of a pattern."""
    return (value for value in values if has_shape(value, shape))


def candidates(budget: Budget) -> Callable[..., Iterable[Any]]:
    """The function that finds elements by known parts; its work counts against a budget."""

    def among(
        domain: Value, shape: TupleShape, paths: Sequence[Path], key: Callable[[], Any]
    ) -> Iterable[Any]:
        """The elements that have the shape, and the parts of the key at the paths, in order; maybe others
        too.

        The caller compares the parts again.  The key is evaluated only if some element has the shape, as in a
        walk through all elements: evaluating it may fail.
        """
        budget.call()
        found: Iterable[Any] | None = None
        if type(domain) is FiniteSet and len(domain.elements) > SMALL_SET:
            index = domain.indexes.get((shape, paths)) if domain.indexes else None
            if not index:
                index = index_if_asked_again(domain, shape, paths)
            try:
                found = index and index.get(key(), ())
            except TooManyElements:  # huge sets can be compared without being listed, but not hashed
                found = None
        elif type(domain) is Product and shape == (None, None):
            require_elements(domain.size)
            found = by_side(domain, paths, key) if domain.size > SMALL_SET else None
        return matching(budget.each(domain), shape) if found is None else found

    return among


def index_if_asked_again(domain: FiniteSet, shape: TupleShape, paths: Sequence[Path]) -> Index | None:
    """The index of a set, made when it is asked for the second time; ``None`` at the first."""
    if domain.indexes is None:
        domain.indexes = {}
    index: Index | None = domain.indexes.get((shape, paths))
    if index is None:
        require_elements(domain.size)
        domain.indexes[shape, paths] = _ASKED_ONCE
    elif index is _ASKED_ONCE:
        index = domain.indexes[shape, paths] = index_of(domain, shape, paths)
    return index


def index_of(domain: FiniteSet, shape: TupleShape, paths: Sequence[Path]) -> Index:
    """The elements with the shape, in order, by the values of their parts at the paths."""
    parts = [part_at(path) for path in paths]
    index: Index = {}
    for element in matching(domain.elements, shape):
        known = parts[0](element) if len(parts) == 1 else tuple(part(element) for part in parts)
        index.setdefault(known, []).append(element)
    return index


def part_at(path: Path) -> Callable[[Any], Any]:
    """The function that returns the part of an element at a path."""
    if len(path) == 1:
        return itemgetter(*path)

    def part(element: Any) -> Any:
        for place in path:
            element = element[place]
        return element

    return part


def by_side(domain: Product, paths: Sequence[Path], key: Callable[[], Any]) -> Iterable[Any] | None:
    """The pairs of a product with one known side: only the other side is enumerated."""
    known = key() if len(paths) == 1 else key()[0]
    left = paths[0] == (0,)
    try:
        inside = known in (domain.left if left else domain.right)
    except TooManyElements:
        return None
    if not inside:
        return ()
    # in the printed order of a product, the left side is reversed
    if left:
        return ((known, other) for other in domain.right)
    return ((other, known) for other in reversed(tuple(domain.left)))


# The tuple structure that a pattern requires of values, and the paths of its parts.


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
