"""Letters of other alphabets that look like Latin ones, and names that look alike through them.

They are taken from the confusable characters of Unicode Technical Standard 39.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from unicodedata import name as character_name

from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.source import Span

_LATIN = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅԌԜ" + "οανικρυγΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijshdqwABEKMHOPCTYXIJSGW" + "oavikpuyABEZHIKMNOPTYX",
)


def in_latin(name: str) -> str:
    """The name with Latin letters in place of those that look like them."""
    return name if name.isascii() else name.translate(_LATIN)


def foreign_letters(name: str) -> str:
    """A clause on the letters of a name that only look Latin: ``о is CYRILLIC SMALL LETTER O``."""
    foreign = dict.fromkeys(letter for letter in name if in_latin(letter) != letter)
    return ", ".join(f"{letter} is {character_name(letter)}" for letter in foreign)


def lookalike(name: str, known: Iterable[str]) -> str | None:
    """A different known name that looks like this one, because one of them is not all Latin."""
    looks = in_latin(name)
    return next((other for other in known if other != name and in_latin(other) == looks), None)


def alike(places: Mapping[str, Span], what: str) -> Iterator[Diagnostic]:
    """A note for each of some names that looks like another of them."""
    latin = {in_latin(name): name for name in places if name == in_latin(name)}
    for name, span in places.items():
        other = latin.get(in_latin(name), name)
        if other != name:
            notes = (Note(f"`{other}` is here", places[other]),)
            fact = f"this {what} looks like `{other}`, but is different: {foreign_letters(name)}"
            yield Diagnostic("N203", fact, span, f"write `{other}` in Latin letters", notes)
