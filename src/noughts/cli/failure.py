"""Bad input as a value: one sentence of what is wrong, one of what would help."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class Failure(Exception):
    """The person at the keyboard can mend this; it ends the run with exit code 2 and no traceback.

    Both sentences are written as those of a diagnostic: no capital in front, no full stop behind.
    """

    def __init__(self, fact: str, help: str = "") -> None:
        super().__init__(fact)
        self.fact = fact
        self.help = help


def unknown(kind: str, name: str, known: Iterable[str]) -> Failure:
    """There is no such thing; the help has the nearest names, or else all of them.

    >>> unknown("game", "tictacto", ["nim", "tictactoe"]).help
    'did you mean `tictactoe`?'
    """
    names = sorted(known)
    near = get_close_matches(name, names)
    help = f"did you mean {any_of(near)}?" if near else f"there are {any_of(names)}" if names else ""
    return Failure(f"there is no {kind} `{name}`", help)


def any_of(names: Iterable[str]) -> str:
    """Names to choose from, in a sentence."""
    *front, last = (f"`{name}`" for name in names)
    return f"{', '.join(front)} or {last}" if front else last
