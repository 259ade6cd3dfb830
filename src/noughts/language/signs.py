"""How each spelling writes a sign: one table, that of the builtins."""

from __future__ import annotations

from noughts.language.builtins import TABLE
from noughts.language.spelling import Spelling


def spelling_of(sign: str) -> Spelling:
    """The spelling that a sign belongs to: ``&``, ``∧`` or ``\\land``."""
    if sign.startswith("\\") and sign != "\\":
        return Spelling.LATEX
    return Spelling.ASCII if sign.replace("…", "").isascii() else Spelling.UNICODE


DEFINING = {
    ":=": ":= ≔ \\coloneqq",
    "iff": "iff ≡ \\iff \\equiv \\Leftrightarrow",
    "neg": "- −",
}
"""The signs that are no builtins, or share their row with what is read but not written."""


def by_spelling(words: tuple[str, ...]) -> dict[Spelling, tuple[str, ...]]:
    """The signs of a row by spelling; a spelling that has none of its own writes ASCII."""
    found: dict[Spelling, tuple[str, ...]] = dict.fromkeys(Spelling, ())
    for word in words:
        found[spelling_of(word)] += (word,)
    return {spelling: signs or found[Spelling.ASCII] for spelling, signs in found.items()}


SIGNS: dict[str, dict[Spelling, tuple[str, ...]]] = {
    **{row.key: by_spelling(row.spellings) for row in TABLE},
    **{key: by_spelling(tuple(words.split())) for key, words in DEFINING.items()},
}
"""For each key of the table, how each spelling writes it; the first sign is the usual one."""
SIGNS[":="][Spelling.LATEX] = (":=", "\\coloneqq")


def sign(key: str, spelling: Spelling) -> str:
    """How a spelling writes a sign of the table."""
    return SIGNS[key][spelling][0]
