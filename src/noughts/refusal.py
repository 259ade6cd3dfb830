"""Refusals: requests that cannot be fulfilled, although the program works correctly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from noughts.advice import possible

_SIMILAR = 0.7
"""The least similarity of two names, from 0 to 1, of which one is suggested for the other.

Python's own 0.6 suggests `move` for `home`; at 0.8 `legalMov` no longer finds `legalMoves`.
"""


class Refusal(ValueError):
    """A refused request: `fact` says in one sentence what is wrong, and `hint` what would mend it.

    Both are written as in a diagnostic, without a capital letter at the start and a full stop at the end.

    >>> import noughts
    >>> try:
    ...     noughts.load("tictacto")
    ... except noughts.Refusal as refusal:
    ...     print(refusal.fact, "-", refusal.hint)
    there is no game `tictacto` - did you mean `tictactoe`?
    """

    def __init__(self, fact: str, hint: str = "") -> None:
        self.fact = fact
        self.hint = hint = possible(hint)
        super().__init__(f"{fact}; {hint}" if hint else fact)

    def _render_traceback_(self) -> list[str]:
        """The error in a notebook: what was wrong, without the calls inside the library."""
        return [f"{type(self).__name__}: {self}"]

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, ...]]:
        return Refusal, (self.fact, self.hint)  # the refusal of another process is shown in the same words


def nearest(name: str, known: Iterable[str], most: int = 1) -> Sequence[str]:
    """The known names that were most likely meant: equal ones, ignoring case, or similar ones.

    >>> nearest("gameover", ["gameOver", "outcome"])
    ['gameOver']
    """
    from difflib import get_close_matches

    written = {other.casefold(): other for other in reversed([*known])}
    return [written[near] for near in get_close_matches(name.casefold(), written, n=most, cutoff=_SIMILAR)]


def unknown(kind: str, name: str, known: Iterable[str]) -> Refusal:
    """The refusal of an unknown name; its hint has the nearest names, or else all of them.

    >>> unknown("game", "tictacto", ["nim", "tictactoe"]).hint
    'did you mean `tictactoe`?'
    """
    return Refusal(f"there is no {kind} `{name}`", suggestion(name, sorted(known), kind))


def suggestion(name: str, known: Sequence[str], kind: str = "name") -> str:
    """The hint with the nearest names, or else all names of that kind; empty if there are none.

    >>> suggestion("z", ["o", "x"], "side"), suggestion("z", ["fib"], "definition")
    ('the sides are `o` and `x`', 'the only definition is `fib`')
    """
    if near := nearest(name, known, most=3):
        return f"did you mean {any_of(near)}?"
    noun = kind if kind.replace(" ", "").isalpha() else "name"
    if len(known) == 1:
        return f"the only {noun} is {any_of(known)}"
    return f"the {noun}s are {any_of(known, 'and')}" if known else ""


def any_of(names: Iterable[str], word: str = "or") -> str:
    """Names as alternatives in a sentence."""
    *front, last = (f"`{name}`" for name in names)
    return f"{', '.join(front)} {word} {last}" if front else last
