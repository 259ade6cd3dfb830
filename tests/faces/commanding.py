"""Commands at a table that may fail, and what it shows after them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from noughts.faces.console.table_view import restored_on_failure
from noughts.faces.describe import View, describe, refusal, report
from noughts.faces.table import Table
from noughts.games.game import RulesError
from noughts.refusal import Refusal


def run_command(table: Table, command: Callable[[], object], before: View | None = None) -> View:
    """The view after the command; if it fails, the view `before` with the reason, and the table as it was.

    `RulesError` if there was no view before.  The table is restored whatever else ends the command, too.
    """
    try:
        with restored_on_failure(table):
            command()
            return describe(table)
    except (RulesError, Refusal) as failure:
        return refused(before or describe(table), failure)


def refused(view: View, failure: RulesError | Refusal) -> View:
    """The view with the reason why a command failed: a report of the rules, or a sentence."""
    return replace(view, message=refusal(failure), error=report(failure))
