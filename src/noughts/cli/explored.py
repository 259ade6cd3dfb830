"""Exploration with progress, and with hints for games that are too large."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from noughts.cli.answer import remark
from noughts.cli.progress import progress
from noughts.kernels.explore import TooManyPositions
from noughts.kernels.machine import HINT, is_available
from noughts.refusal import Refusal
from noughts.solvers.plan import Method, Plan, Step, TooManyToCount, Unlistable
from noughts.text.diagnostic import DocumentError
from noughts.text.report import draw


@contextmanager
def plan_of(limit: int | None, symmetric: bool, *, verbose: bool = False) -> Iterator[Plan]:
    """The plan to explore a game, with progress; if `verbose`, its steps are printed as they begin."""
    with progress("positions") as report:
        try:
            yield Plan(
                limit,
                symmetric,
                diagrams=limit is None,
                progress=lambda known, waiting: report(known),
                told=print_told if verbose else None,
            )
        except Unlistable as error:
            raise Refusal(error.fact, error.hint) from error
        except TooManyPositions as error:
            counted = isinstance(error, TooManyToCount)
            help = error.hint if counted else "raise `--limit`, or make the game smaller with `--let`"
            raise Refusal(error.fact, help if is_available() else f"{help}; {HINT}") from error


def print_told(told: Method | Step) -> None:
    """Print the method, or a step of the plan that begins."""
    if isinstance(told, Method):
        print_method(told)
    else:
        print_step(told)


def print_step(told: Method | Step) -> None:
    """Print a step of the plan, but not the method, which is printed with the answer."""
    if isinstance(told, Step):
        remark(f"Step: {told}.")


def print_method(method: Method) -> None:
    """Print the method of an exploration, and the place in the document that prevents grounding, if any."""
    remark(method.sentence)
    if isinstance(method.reason, DocumentError):
        for diagnostic in method.reason.diagnostics:
            remark(draw(diagnostic, called="note"))
