"""The abstract domain of the inference: kinds, each of which represents a set of values.

After Cousot and Cousot, «Abstract interpretation» (POPL 1977): `join` is the least upper bound, `overlaps`
tells whether the meet is empty, and `flat` makes every chain of growing kinds end.

    a kind = scalars + atoms + tuples of some lengths, or of any + sets
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, reduce

from noughts.language.node import Structure

# The most distinguished lengths of tuples; a definition that gives tuples of more lengths is recursive.
_LENGTHS = 8
# The most distinguished elements of a tuple; longer tuples are sequences, whose elements share a kind.
_LONGEST = 64
# The most distinguished levels of nesting; states of games have three or four.
_LEVELS = 8
# The size of the cache of joins; a document of the library makes some hundred different ones.
_JOINS = 4096


class _Nested(Structure, frozen=True, kw_only=True):
    levels: int = 0


class Kind(_Nested, frozen=True):
    """A set of values: the union of the parts.

    `scalars` are kinds of values without parts, by name, among them ``atom`` for every atom; `atoms` are
    single ones.  `tuples` has the kinds of the elements by length; `sequence` is that of the elements of
    tuples of any length; `elements` is that of the elements of sets, `BOTTOM` for the empty set alone.
    ``None``: there are no such tuples or sets.  `levels`, the depth of nesting or more, at most `_LEVELS`,
    is not compared.
    """

    scalars: frozenset[str] = frozenset()
    atoms: frozenset[str] = frozenset()
    tuples: tuple[tuple[Kind, ...], ...] = ()
    sequence: Kind | None = None
    elements: Kind | None = None


def scalar(name: str) -> Kind:
    """All values of a kind without parts."""
    return Kind(frozenset([name]))


def atom(name: str) -> Kind:
    """One atom."""
    return Kind(atoms=frozenset([name]))


def tuples_of(elements: Iterable[Kind]) -> Kind:
    """The tuples of such elements; none if one of the elements has no value."""
    row = tuple(map(flat, elements))
    if any(element is BOTTOM for element in row):
        return BOTTOM
    if len(row) > _LONGEST:
        return sequence_of(union(row))
    return Kind(tuples=(row,), levels=1 + max((element.levels for element in row), default=0))


def sequence_of(element: Kind) -> Kind:
    """The tuples of any length with such elements."""
    return Kind(sequence=flat(element), levels=1 + flat(element).levels)


def sets_of(element: Kind) -> Kind:
    """The sets of such elements."""
    return Kind(elements=flat(element), levels=1 + flat(element).levels)


def flat(element: Kind) -> Kind:
    """The kind of an element, or any value if a further level of nesting would not be distinguished.

    This is the widening: recursion cannot nest kinds forever.
    """
    return element if element.levels < _LEVELS else ANY


BOTTOM = Kind()
"""The kind without values, of an expression that surely fails or is never evaluated."""
ANY = Kind(frozenset(["any"]))
"""Every value."""
NUMBER, TRUTH, STRING, ATOM = map(scalar, ("number", "truth", "string", "atom"))
POINT, COLOR, IMAGE = map(scalar, ("point", "color", "image"))


def union(kinds: Iterable[Kind]) -> Kind:
    """The least kind that has all values of some kinds."""
    return reduce(join, dict.fromkeys(kinds), BOTTOM)


def join(a: Kind, b: Kind) -> Kind:
    """The least kind that has the values of both."""
    if a is b or b is BOTTOM or a is ANY or a == b:
        return a
    if a is BOTTOM or b is ANY:
        return b
    return _join(a, b)


@lru_cache(_JOINS)
def _join(a: Kind, b: Kind) -> Kind:
    scalars = a.scalars | b.scalars
    atoms = frozenset[str]() if "atom" in scalars else a.atoms | b.atoms
    rows = rows_joined(a, b)
    sequence = either(a.sequence, b.sequence)
    if sequence is not None or len(rows) > _LENGTHS:
        every = (element for row in rows.values() for element in row)
        rows, sequence = {}, join(sequence or BOTTOM, union(every))
    rows_in_order = tuple(rows[length] for length in sorted(rows))
    elements = either(a.elements, b.elements)
    return Kind(scalars, atoms, rows_in_order, sequence, elements, levels=max(a.levels, b.levels))


def rows_joined(a: Kind, b: Kind) -> Mapping[int, tuple[Kind, ...]]:
    """The tuples of both kinds by their lengths."""
    rows = {len(row): row for row in a.tuples}
    for row in b.tuples:
        there = rows.get(len(row))
        rows[len(row)] = tuple(map(join, there, row)) if there is not None else row
    return rows


def either(a: Kind | None, b: Kind | None) -> Kind | None:
    """The elements of two kinds of sets or sequences, either of which may be missing."""
    return b if a is None else a if b is None else join(a, b)


def overlaps(a: Kind, b: Kind) -> bool:
    """Whether a value may be of both kinds; two kinds of sets have the empty set in common."""
    if a is BOTTOM or b is BOTTOM:
        return False
    if a is ANY or b is ANY or a.scalars & b.scalars or a.atoms & b.atoms:
        return True
    if ("atom" in a.scalars and b.atoms) or ("atom" in b.scalars and a.atoms):
        return True
    return (a.elements is not None and b.elements is not None) or tuples_overlap(a, b)


def tuples_overlap(a: Kind, b: Kind) -> bool:
    """Whether a tuple may be of both kinds."""
    if a.sequence is not None and b.sequence is not None:
        return True
    for one, other in ((a, b), (b, a)):
        if one.sequence is not None and any(
            all(overlaps(element, one.sequence) for element in row) for row in other.tuples
        ):
            return True
    lengths = {len(row): row for row in a.tuples}
    return any(len(row) in lengths and all(map(overlaps, lengths[len(row)], row)) for row in b.tuples)


def alike(a: Kind, b: Kind) -> bool:
    """Whether values of both kinds may be equal without being, or having inside, empty sets."""
    if a is ANY or b is ANY or BOTTOM in (a, b):
        return True
    if a.elements is not None and b.elements is not None and alike(a.elements, b.elements):
        return True
    lengths = {len(row): row for row in a.tuples}
    if any(len(row) in lengths and all(map(alike, lengths[len(row)], row)) for row in b.tuples):
        return True
    without = (Kind(k.scalars, k.atoms, (), k.sequence, None) for k in (a, b))
    mixed = a.sequence is not None or b.sequence is not None
    return (mixed and tuples_overlap(a, b)) or overlaps(*without)


def elements_of(kind: Kind) -> Kind:
    """The elements of the sets of a kind."""
    return ANY if kind is ANY else kind.elements or BOTTOM


# Kinds in words: ``a set of pairs (`x or `o, number)``.


_SCALARS = {
    "truth": "a truth value",
    "number": "a number",
    "string": "a string",
    "atom": "an atom",
    "point": "an Easel point",
    "color": "an Easel color",
    "image": "an Easel image",
}
# The same with several values.
_PLURALS = {name: f"{words.split(' ', 1)[1]}s" for name, words in _SCALARS.items()}
# The names of short tuples.
_TUPLES = {2: "pair", 3: "triple"}
# The most atoms of a kind that are all named; of more, only the first is.
_MOST_ATOMS = 3
# The levels of a kind that are shown, so a message stays one sentence.
_LEVELS_IN_WORDS = 2


def kind_in_words(kind: Kind, levels: int = _LEVELS_IN_WORDS) -> str:
    """The name of a value of the kind, with its article."""
    if kind is ANY:
        return "any value"
    parts = [words for name, words in _SCALARS.items() if name in kind.scalars]
    if kind.atoms:
        names = [f"`{name}" for name in sorted(kind.atoms)]
        if len(names) > _MOST_ATOMS:
            names[1:] = [f"{len(names) - 1} other atoms"]
        parts.append(" or ".join(names))
    parts += [f"a {tuples(row, levels)}" for row in kind.tuples]
    if kind.sequence is not None:
        parts.append(f"a tuple{of(kind.sequence, levels)}")
    if kind.elements is not None:
        parts.append("the empty set" if kind.elements is BOTTOM else f"a set{of(kind.elements, levels)}")
    return " or ".join(parts) or "no value"


def tuples(row: tuple[Kind, ...], levels: int) -> str:
    """``pair (number, `x)``, without its elements if that is too deep."""
    form = _TUPLES.get(len(row), f"tuple of {len(row)}")
    if levels == 0 or not 1 < len(row) <= 6:
        return form
    return f"{form} ({', '.join(bare(element, levels - 1) for element in row)})"


def bare(kind: Kind, levels: int) -> str:
    """The name of a value, without an article."""
    return kind_in_words(kind, levels).removeprefix("an ").removeprefix("a ")


def of(element: Kind, levels: int) -> str:
    """`` of numbers``, for the elements of a set."""
    if levels == 0 or element is ANY or element is BOTTOM:
        return ""
    if len(element.tuples) == 1 and element == Kind(tuples=element.tuples):
        row = element.tuples[0]
        form, paren, rest = tuples(row, levels - 1).partition(" (")
        return f" of {form}s{paren}{rest}" if len(row) in _TUPLES else f" of tuples of {len(row)}"
    if element.scalars and element == Kind(element.scalars):
        return f" of {' and '.join(_PLURALS[name] for name in _SCALARS if name in element.scalars)}"
    if element == Kind(atoms=element.atoms):
        return " of atoms"
    if element == Kind(elements=element.elements):
        return f" of sets{of(element.elements or BOTTOM, levels - 1)}"
    return ""
