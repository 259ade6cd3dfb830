"""The numbers of a game that may be others: how large its board is, how long a line."""

from __future__ import annotations

from collections.abc import Iterable

from noughts.documents.documented import Documented
from noughts.documents.sided import Sided
from noughts.language import core as c
from noughts.language.core import Program


def settings_of(game: Documented) -> dict[str, int]:
    """The constants that are written as integers and on which the rules depend, in the document's order.

    What only the screen depends on is no setting: the size of a cell changes no game.
    """
    program = game.program
    roots = game.RULES if isinstance(game, Sided) else ("initialState", "newState")
    used = reached(program, roots)
    numbers = {name: number_of(program.definitions[name]) for name in program.definitions if name in used}
    return {name: number for name, number in numbers.items() if number is not None}


def reached(program: Program, roots: Iterable[str]) -> set[str]:
    """The definitions that some definitions use, themselves or through others."""
    waiting = [name for name in roots if name in program.definitions]
    found = set(waiting)
    while waiting:
        more = (program.definitions[waiting.pop()].uses & program.definitions.keys()) - found
        found |= more
        waiting += more
    return found


def number_of(definition: c.Definition) -> int | None:
    """The integer that a constant is written as; ``None`` if it is written in another way."""
    if not definition.is_constant or definition.where is not None or len(definition.clauses) != 1:
        return None
    [clause] = definition.clauses
    if clause.guard is not None or not isinstance(clause.term, c.Constant):
        return None
    value = clause.term.value
    return value if isinstance(value, int) and not isinstance(value, bool) else None
