"""Atoms: names that stand for themselves, such as `x."""

from __future__ import annotations


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
