"""Refusals: requests that cannot be fulfilled, although the program works correctly.

A refusal has a hint of one sentence, often with several alternatives: ``allow more with `--limit`, or make
the game smaller``.  Alternatives are separated by "or", by a comma before it, or by a semicolon.  Those that
need an option that the running verb does not have are left out.  If no verb runs, options that are keyword
arguments in Python are shown as such: `limit=`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Final

# The least similarity of two names, from 0 to 1, of which one is suggested for the other.
#
# Python's own 0.6 suggests `move` for `home`; at 0.8 `legalMov` no longer finds `legalMoves`.
_SIMILAR = 0.7


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


# Hints that fit the caller, which is a verb of the command line, or Python.


# An option of the verb that runs; those of another verb follow `noughts VERB`.
_OPTION: Final = re.compile(r"`(--[a-z][a-z-]*)")

ARGUMENTS: Final = ("limit", "seconds")
"""Options that are keyword arguments of functions of `noughts` by the same name."""
# An option in a help that has an argument of that name in Python.
_AS_ARGUMENT: Final = re.compile(rf"`--({'|'.join(ARGUMENTS)})`")

# The text between the alternatives of a help.
_BETWEEN: Final = re.compile(r"((?:;|,)? or |; )")

_offered: frozenset[str] | None = None


def offer(options: Iterable[str] | None) -> None:
    """Set the options of the running verb; ``None`` if no verb runs."""
    global _offered
    _offered = None if options is None else frozenset(options)


def possible(help: str) -> str:
    """The alternatives that need only options of the running verb; if none runs, all of them, for Python.

    >>> offer(["--let"])
    >>> possible("allow more with `--limit`, or make it smaller with `--let`")
    'make it smaller with `--let`'
    >>> offer(None)
    >>> possible("allow more with `--limit`, or make the game smaller")
    'allow more with `limit=`, or make the game smaller'
    """
    if _offered is None:
        return _AS_ARGUMENT.sub(r"`\1=`", help)
    if _offered.issuperset(_OPTION.findall(help)):
        return help
    first, *rest = _BETWEEN.split(help)
    ways = [("", first), *zip(rest[::2], rest[1::2], strict=True)]
    kept = [(sign, way) for sign, way in ways if _offered.issuperset(_OPTION.findall(way))]
    return "".join(way if place == 0 else sign + way for place, (sign, way) in enumerate(kept))


# Optional packages, imported at their first use.


def imported(module: str, extra: str) -> Any:
    """A module of a package that comes with an extra; `Refusal` with the command that installs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != package:
            raise
        raise Refusal(f"{package} is not installed", f"`pip install 'noughts[{extra}]'`") from None
