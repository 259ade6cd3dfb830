"""Values without parts besides numbers and strings: atoms such as `x, truth values, opaque values."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import Struct


class Atom:
    """The atom of that name; two atoms of one name are the same object.

    >>> Atom("x"), Atom("x") is Atom("x"), Atom("x") == "x"
    (`x, True, False)
    """

    __slots__ = ("name",)
    _known: dict[str, Atom] = {}  # noqa: RUF012 (slots leave no room for an annotation as ClassVar)
    name: str

    def __new__(cls, name: str) -> Atom:
        """The only atom of a name."""
        atom = cls._known.get(name)
        if atom is None:
            atom = super().__new__(cls)
            object.__setattr__(atom, "name", name)
            atom = cls._known.setdefault(name, atom)
        return atom

    def __setattr__(self, attribute: str, value: object) -> None:
        raise AttributeError("an atom never changes")

    def __lt__(self, other: object) -> bool:
        """Atoms are ordered by their names."""
        return self.name < other.name if isinstance(other, Atom) else NotImplemented

    def __reduce__(self) -> tuple[type[Atom], tuple[str]]:
        return Atom, (self.name,)

    def __repr__(self) -> str:
        return f"`{self.name}"


class Opaque(Struct, frozen=True):
    """A value that prints as a fixed phrase, `printed`.

    Written out, a value is the builtin `maker` applied to its fields.
    """

    printed: ClassVar[str] = "an opaque value"
    maker: ClassVar[str] = ""


class Truth(Enum):
    """``true`` or ``false``, equal to nothing else."""

    TRUE = "true"
    FALSE = "false"

    def __bool__(self) -> bool:
        return self is Truth.TRUE

    def __repr__(self) -> str:
        return self.value

    __hash__ = object.__hash__


TRUE = Truth.TRUE
FALSE = Truth.FALSE


def truth(sentence: bool) -> Truth:
    """A Python `bool` as a truth value."""
    return TRUE if sentence else FALSE
