"""Kinds in words: ``a set of pairs (`x or `o, number)``."""

from __future__ import annotations

from noughts.language.kind import ANY, BOTTOM, Kind

_SCALARS = {
    "truth": "a truth value",
    "number": "a number",
    "string": "a string",
    "atom": "an atom",
    "point": "an Easel point",
    "color": "an Easel color",
    "image": "an Easel image",
}
_PLURALS = {name: f"{words.split(' ', 1)[1]}s" for name, words in _SCALARS.items()}
_TUPLES = {2: "pair", 3: "triple"}
_MOST_ATOMS = 3
"""The most atoms of a kind that are named; more of them are called atoms."""
_LEVELS = 2
"""The levels of a kind that are shown, so a message stays one sentence."""


def kind_in_words(kind: Kind, levels: int = _LEVELS) -> str:
    """The name of a value of the kind, with its article."""
    if kind is ANY:
        return "any value"
    parts = [words for name, words in _SCALARS.items() if name in kind.scalars]
    if kind.atoms:
        few = len(kind.atoms) <= _MOST_ATOMS
        parts.append(" or ".join(f"`{name}" for name in sorted(kind.atoms)) if few else "an atom")
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
