"""The three spellings of the language."""

from __future__ import annotations

from enum import StrEnum

from noughts.language.builtins import TABLE


class Spelling(StrEnum):
    """A way to write the same tree."""

    ASCII = "ascii"
    UNICODE = "unicode"
    LATEX = "latex"


# The signs of each spelling, from the table of builtins.


def spelling_of(sign: str) -> Spelling:
    """The spelling that a sign belongs to: ``&``, ``∧`` or ``\\land``."""
    if sign.startswith("\\") and sign != "\\":
        return Spelling.LATEX
    return Spelling.ASCII if sign.replace("…", "").isascii() else Spelling.UNICODE


# The signs that are not builtins, or that share their row with signs that are read but not written.
_DEFINING = {
    ":=": ":= ≔ \\coloneqq",
    "iff": "iff ≡ \\iff \\equiv \\Leftrightarrow",
    "neg": "- −",
    "->": "-> → \\to",
}


def by_spelling(words: tuple[str, ...]) -> dict[Spelling, tuple[str, ...]]:
    """The signs of a row by spelling; a spelling without one of its own uses ASCII."""
    found: dict[Spelling, tuple[str, ...]] = dict.fromkeys(Spelling, ())
    for word in words:
        found[spelling_of(word)] += (word,)
    return {spelling: signs or found[Spelling.ASCII] for spelling, signs in found.items()}


SIGNS: dict[str, dict[Spelling, tuple[str, ...]]] = {
    **{row.key: by_spelling(row.spellings) for row in TABLE},
    **{key: by_spelling(tuple(words.split())) for key, words in _DEFINING.items()},
}
"""For each key of the table, its signs in each spelling, the usual one first."""
SIGNS[":="][Spelling.LATEX] = (":=", "\\coloneqq")


def sign(key: str, spelling: Spelling) -> str:
    """The usual sign of a key of the table in a spelling."""
    return SIGNS[key][spelling][0]
