"""A wish at a table that may come to nothing: the rules break down over it, or a player cannot play."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from noughts.faces.describe import describe, refusal, report
from noughts.faces.table import Table
from noughts.faces.turn import Turn
from noughts.faces.view import View
from noughts.games.game import Move, RulesError
from noughts.refusal import Refusal
from noughts.stop import Stopped


@contextmanager
def restored_on_failure(table: Table) -> Iterator[None]:
    """Put the table back as it was before the block if that does not end well."""
    saved = copy.copy(table)
    try:
        yield
    except BaseException:
        table.become(saved)
        raise


def attempt(table: Table, wish: Callable[[], object], before: View | None = None) -> View:
    """What there is to see after the wish; what there was `before` and why, if it cannot be fulfilled.

    `RulesError` if there was nothing to be seen before.  Whatever else ends the wish, the table is as it was.
    """
    try:
        with restored_on_failure(table):
            wish()
            return describe(table)
    except (RulesError, Refusal) as failure:
        return refused(before or describe(table), failure)


def refused(view: View, failure: RulesError | Refusal) -> View:
    """The view with the reason why a wish came to nothing: a report of the rules, or a sentence."""
    return dataclasses.replace(view, message=refusal(failure), error=report(failure))


def conclude(table: Table, turn: Turn, thought: Future[Move]) -> None:
    """Make the move that a program has decided on; if it could not decide, wait for a person."""
    try:
        move = thought.result()
    except Stopped:
        return
    except Exception as failure:
        table.fail(turn, failure)
    else:
        table.take(turn, move)
