"""The numbers of a game that may be others: how large its board is, how long a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from unicodedata import normalize

from noughts.documents import library
from noughts.documents.documented import Documented
from noughts.documents.sided import Sided
from noughts.language import core as c
from noughts.language.core import Program
from noughts.refusal import Refusal


def settings_of(game: Documented) -> dict[str, int]:
    """The constants that are written as integers and on which the rules depend, in the document's order.

    What only the screen depends on is no setting: the size of a cell changes no game.  Nor are the rules
    themselves, even where one is a number, as a first state may be.
    """
    program = game.program
    roots = game.RULES if isinstance(game, Sided) else ("initialState", "newState")
    used = reached(program, roots)
    names = [name for name in program.definitions if name in used.difference(roots)]
    numbers = {name: number_of(program.definitions[name]) for name in names}
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


def settings_in(text: str) -> Mapping[str, int]:
    """The settings that a text names: ``m=4 n=4``, with blanks or commas between them."""
    found: dict[str, int] = {}
    for word in re.split(r"[\s,]+", re.sub(r"\s*=\s*", "=", text.strip())):
        name, _, number = word.partition("=")
        if not name.isidentifier() or re.fullmatch(r"-?[0-9]{1,18}", number) is None or name in found:
            fact = f"`{text}` does not say which settings"
            raise Refusal(fact, "name whole numbers, such as `m=4 n=4`")
        found[normalize("NFC", name)] = int(number)
    return found


def suggested(name: str) -> list[Mapping[str, int]]:
    """The settings that the library suggests for a page of the document of that name."""
    return [settings_in(text) for text in library.settings().get(name, ())]
