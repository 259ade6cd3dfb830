"""Exploring a game for somebody who waits: progress, and what to do about a game that is too large."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from noughts.cli.answer import tell as say
from noughts.cli.progress import progress
from noughts.kernels.explore import TooManyPositions
from noughts.kernels.machine import HINT, is_available
from noughts.refusal import Refusal
from noughts.solvers.quickest import Quickest, TooManyToCount, Unlistable, Way
from noughts.text.diagnostic import DocumentError
from noughts.text.report import draw


@contextmanager
def quickest(limit: int | None, symmetric: bool) -> Iterator[Quickest]:
    """The quickest way to explore, with progress for whoever waits."""
    with progress("positions") as tell:
        try:
            yield Quickest(
                limit, symmetric, diagrams=limit is None, progress=lambda known, waiting: tell(known)
            )
        except Unlistable as error:
            raise Refusal(error.fact, error.hint) from error
        except TooManyPositions as error:
            counted = isinstance(error, TooManyToCount)
            help = error.hint if counted else "allow more with `--limit`, or make it smaller with `--let`"
            raise Refusal(error.fact, help if is_available() else f"{help}; {HINT}") from error


def tell_way(way: Way) -> None:
    """Say how a game was explored; if it cannot be grounded, where in its document the reason lies."""
    say(way.sentence)
    if isinstance(way.reason, DocumentError):
        for diagnostic in way.reason.diagnostics:
            say(draw(diagnostic, called="note"))
