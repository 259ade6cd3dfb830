"""How the name of a side takes its verb: ``x wins``, ``you win``, ``hounds win``."""

from __future__ import annotations

import re
from typing import Final

_TAKES_WIN: Final = re.compile(r"you|we|they|(.*[ _])?(wo)?men|.*[^sui]s", re.IGNORECASE)
"""Names of several, and the pronouns that take the same verb.  Of words in -s, those in -ss, -us and -is are
mostly of one (*boss*, *Zeus*, *Iris*); what only a dictionary knows takes the verb of one.
"""
_WON: Final = re.compile(r"(?P<side>.+) wins?")


def wins(side: str) -> str:
    """That a side wins.

    >>> wins("x"), wins("you"), wins("hounds"), wins("hare")
    ('x wins', 'you win', 'hounds win', 'hare wins')
    """
    return f"{side} {'win' if _TAKES_WIN.fullmatch(side) else 'wins'}"


def winner_in(text: str) -> str | None:
    """The side of which a text says that it wins, with either verb; ``None`` if it says something else."""
    found = _WON.fullmatch(text)
    return None if found is None else found["side"]
