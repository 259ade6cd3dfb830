"""Exploration with progress, and with hints for games that are too large."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from noughts.cli.answer import remark
from noughts.cli.progress import progress
from noughts.games.game import TooManyPositions
from noughts.kernels.machine import HINT, is_available
from noughts.refusal import Refusal
from noughts.solvers.plan import SMALL, Method, Plan, Step, TooManyToCount, Unlistable
from noughts.text.diagnostic import DocumentError, draw


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
                told=teller(verbose),
            )
        except Unlistable as error:
            raise Refusal(error.fact, error.hint) from error
        except TooManyPositions as error:
            counted = isinstance(error, TooManyToCount)
            help = error.hint if counted else "raise `--limit`, or make the game smaller with `--let`"
            raise Refusal(error.fact, help if is_available() else f"{HINT}; or {help}") from error


def teller(verbose: bool) -> Callable[[Method | Step], None]:
    """A function that prints the method and steps of a plan if `verbose`.

    If Numba is missing, it says so before the first long step.
    """
    missing = not is_available()

    def tell(told: Method | Step) -> None:
        nonlocal missing
        if missing and isinstance(told, Step) and (told.unit != "positions" or told.budget > SMALL):
            missing = False
            remark(f"Numba is not installed, so large games take long: {HINT}.")
        if verbose:
            print_told(told)

    return tell


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
