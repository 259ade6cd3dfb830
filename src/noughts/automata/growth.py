"""The states of a result while they are found: counted against a limit, and told to whoever watches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

from noughts.automata.refusal import Refused
from noughts.working import watched

_PACE: Final = 1024
"""States between two progress reports."""

Grown: TypeAlias = Callable[[int], None]
"""Told how many states there are, whenever there is another one."""


class TooManyStates(Refused):
    """A result has more states than the limit allows."""


def unlimited(_: int) -> None:
    """A result of any size, which nobody watches."""


@contextmanager
def growth(what: str, limit: int | None) -> Iterator[Grown]:
    """Count the states of `what` while it is made; `TooManyStates` if they are more than `limit`."""
    with watched.get()() as say:

        def grown(count: int) -> None:
            if limit is not None and count > limit:
                fact = f"{what} has more than {limit:,} states, which is the limit"
                raise TooManyStates(fact, hint="allow more with `--limit`, or make its parts smaller")
            if count % _PACE == 0:
                say(f"{what}: {count:,} states")

        yield grown
