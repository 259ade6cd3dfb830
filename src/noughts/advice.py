"""Hints that fit the caller, which is a verb of the command line, or Python.

A refusal has a hint of one sentence, often with several alternatives: ``allow more with `--limit`, or make
the game smaller``.  Alternatives that need an option that the running verb does not have are left out.  If no
verb runs, options that are keyword arguments in Python are shown as such: `limit=`.
Alternatives are separated by "or", by a comma before it, or by a semicolon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_OPTION: Final = re.compile(r"`(--[a-z][a-z-]*)")
"""An option of the verb that runs; those of another verb follow `noughts VERB`."""

ARGUMENTS: Final = ("limit", "seconds")
"""Options that are keyword arguments of functions of `noughts` by the same name."""
_AS_ARGUMENT: Final = re.compile(rf"`--({'|'.join(ARGUMENTS)})`")

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
