"""The three spellings of the language."""

from __future__ import annotations

from enum import StrEnum


class Spelling(StrEnum):
    """A way to write the same tree."""

    ASCII = "ascii"
    UNICODE = "unicode"
    LATEX = "latex"
