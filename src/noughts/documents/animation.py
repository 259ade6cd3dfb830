"""Documents that move on their own: every frame follows from the previous one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from noughts.documents.documented import Documented
from noughts.easel import Input
from noughts.games.game import Position
from noughts.language.dependence import reached
from noughts.values.scalars import Atom


class Animation(Documented):
    """A document whose ``newState`` runs thirty times a second."""

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The letters that stand as atoms in what follows a frame: those of the keys that it may ask for."""
        used = reached(self.program.definitions, ("newState",))
        if not any("heldKeys" in each.given for each in used):
            return ()
        atoms = (atom for each in used for atom in atoms_in(each))
        return tuple(sorted({atom for atom in atoms if len(atom) == 1 and atom.isalpha()}))

    def frame(self, position: Position, given: Input) -> Position:
        """The state one frame later."""
        return self.next_state(position, given)


def atoms_in(node: object) -> Iterator[str]:
    """The names of the atoms that stand in a part of a program."""
    if isinstance(node, Atom):
        yield node.name
    elif isinstance(node, tuple | frozenset):
        for part in node:
            yield from atoms_in(part)
    elif isinstance(node, Struct):
        for name in node.__struct_fields__:
            yield from atoms_in(getattr(node, name))
