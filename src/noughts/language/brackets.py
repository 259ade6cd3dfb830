"""The brackets of the grammar, and the words that can end an operand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

BRACKETS: Final[Mapping[str, str]] = {
    "LPAR": "RPAR",
    "LBRACE": "RBRACE",
    "LSQB": "RSQB",
    "LFLOOR": "RFLOOR",
    "LCEIL": "RCEIL",
}
"""The kind of each opening bracket, with that of the closing one; a bar may be either, so it is neither."""

CLOSING: Final[Mapping[str, str]] = {"RPAR": ")", "RBRACE": "}", "RSQB": "]", "RFLOOR": "⌋", "RCEIL": "⌉"}
"""The kind of each closing bracket, with its sign."""

ENDS_OPERAND: Final = frozenset({"NAME", "NUMERAL", "STRING", "ATOM", "TRUE", "FALSE", "EMPTY", *CLOSING})
"""The kinds of words that may end an operand: a bar after one closes, a minus subtracts, V is *or*."""
