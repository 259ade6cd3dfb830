"""The numbers of a game that may be others: how large its board is, how long a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final
from unicodedata import normalize

from noughts.documents import library
from noughts.documents.documented import Documented
from noughts.documents.sided import Sided
from noughts.language import core as c
from noughts.language.check import check_documents
from noughts.language.dependence import reached
from noughts.refusal import Refusal
from noughts.text.document import Document
from noughts.values.scalars import Atom
from noughts.values.sets import Set
from noughts.values.show import summary

KNOWN_SIZE: Final = "knownSize"
"""The definition of the size that people know: a map from names of settings, as atoms, to numbers."""


def known_size(game: Documented) -> dict[str, int]:
    """The settings of the size that people know, if the document defines it; `BrokenRules` if it is no map
    from settings to integers."""
    if not game.defines(KNOWN_SIZE, 0):
        return {}
    own = settings_of(game)
    value = game.listed(game.ask(lambda: game.meaning.value(KNOWN_SIZE)), KNOWN_SIZE)
    found: dict[str, int] = {}
    for pair in value if isinstance(value, Set) else (value,):
        match pair:
            case (Atom(name=name), int() as number) if name in own and not isinstance(number, bool):
                found[name] = number
            case _:
                fact = f"`{KNOWN_SIZE}` must map settings to integers, but holds {summary(pair)}"
                known = ", ".join(f"`{setting}`" for setting in own) or "none"
                raise game.broken("E503", fact, KNOWN_SIZE, None, f"the settings are {known}")
    return found


def sizes(game: Documented, documents: Iterable[Document]) -> dict[str, dict[str, int]]:
    """The settings of the known size of a game, and of the solved one, which its documents have, each under
    the name of the size; none if the documents name no known size."""
    known = known_size(game)
    if not known:
        return {}
    definitions = check_documents(list(documents)).definitions
    own = {name: number_of(definitions[name]) for name in known}
    return {"Known": known, "Solved": {name: number for name, number in own.items() if number is not None}}


def settings_of(game: Documented) -> dict[str, int]:
    """The constants that are written as integers and on which the rules depend, in the document's order.

    What only the screen depends on is no setting: the size of a cell changes no game.  Nor are the rules
    themselves, even where one is a number, as a first state may be.
    """
    program = game.program
    roots = game.RULES if isinstance(game, Sided) else ("initialState", "newState")
    used = {each.name for each in reached(program.definitions, roots)}
    names = [name for name in program.definitions if name in used.difference(roots)]
    numbers = {name: number_of(program.definitions[name]) for name in names}
    return {name: number for name, number in numbers.items() if number is not None}


def number_of(definition: c.Definition) -> int | None:
    """The integer that a constant is written as; ``None`` if it is written in another way."""
    term = definition.only_term
    if not definition.is_constant or definition.where is not None or not isinstance(term, c.Constant):
        return None
    value = term.value
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
