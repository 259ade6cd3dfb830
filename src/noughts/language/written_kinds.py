"""Kinds as a document writes them, after ``for any x in`` and in signatures.

N, Z, Q         natural numbers, integers, rational numbers
Bool, String    truth values, strings
K * L, seq(K)   pairs, and tuples of any length, of values of other kinds
Pow(K)          finite sets of them
S               the elements of a set of the document
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from noughts.language import tree as t

SetT = TypeVar("SetT")

NAMES: Final = ("N", "Z", "Q", "Bool", "String")
"""The kinds that have names; a definition of such a name comes first."""
# Other spellings of these names.
_ALSO: Final = {"ℕ": "N", "ℤ": "Z", "ℚ": "Q"}


class NamedKind(Struct, frozen=True):
    """One of `NAMES`."""

    name: str


class PowerKind(Struct, Generic[SetT], frozen=True):
    """The finite sets of values of a kind."""

    inner: WrittenKind[SetT]


class SequenceKind(Struct, Generic[SetT], frozen=True):
    """The tuples of values of a kind."""

    inner: WrittenKind[SetT]


class PairKind(Struct, Generic[SetT], frozen=True):
    """The pairs of values of two kinds."""

    left: WrittenKind[SetT]
    right: WrittenKind[SetT]


class ElementKind(Struct, Generic[SetT], frozen=True):
    """The elements of a set, as a tree or resolved."""

    domain: SetT


WrittenKind: TypeAlias = NamedKind | PowerKind[SetT] | SequenceKind[SetT] | PairKind[SetT] | ElementKind[SetT]


def written_kind(
    tree: t.Expression, is_known: Callable[[str], bool], set_of: Callable[[t.Expression], SetT]
) -> WrittenKind[SetT]:
    """The kind that an expression names; `set_of` translates the sets of the document in it."""

    def read(tree: t.Expression) -> WrittenKind[SetT]:
        match tree:
            case t.Name(name) if _ALSO.get(name, name) in NAMES and not is_known(name):
                return NamedKind(_ALSO.get(name, name))
            case t.Apply("Pow", inner):
                return PowerKind(read(inner))
            case t.Call("seq", (inner,)) if not is_known("seq"):
                return SequenceKind(read(inner))
            case t.Binary("*", left, right):
                return PairKind(read(left), read(right))
            case _:
                return ElementKind(set_of(tree))

    return read(tree)
