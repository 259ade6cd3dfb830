"""What would help, as far as it can be done here.

Whoever refuses something says in one sentence what would help, often several ways: ``allow more with
`--limit`, or make the game smaller``.  Only the verb that was called knows which options there are: a way
that needs another one is left out.  Ways are divided by "or", by a comma before it, or by a semicolon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

OPTION: Final = re.compile(r"`(--[a-z][a-z-]*)")
"""An option of the verb that runs; behind `noughts VERB` stand those of another one."""

BETWEEN: Final = re.compile(r"((?:;|,)? or |; )")

_offered: frozenset[str] | None = None


def offer(options: Iterable[str] | None) -> None:
    """Say which options the verb has that runs from now on; ``None`` where no verb runs."""
    global _offered
    _offered = None if options is None else frozenset(options)


def possible(help: str) -> str:
    """The ways that need no option which the verb does not have; all of them where no verb runs.

    >>> offer(["--let"])
    >>> possible("allow more with `--limit`, or make it smaller with `--let`")
    'make it smaller with `--let`'
    >>> offer(None)
    """
    if _offered is None or _offered.issuperset(OPTION.findall(help)):
        return help
    first, *rest = BETWEEN.split(help)
    ways = [("", first), *zip(rest[::2], rest[1::2], strict=True)]
    kept = [(sign, way) for sign, way in ways if _offered.issuperset(OPTION.findall(way))]
    return "".join(way if place == 0 else sign + way for place, (sign, way) in enumerate(kept))
