"""The result of a document's own tests."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from noughts.api.display.output import output
from noughts.meaning.self_test import Verdict
from noughts.text.report import draw
from noughts.weave.mark import mark

if TYPE_CHECKING:
    from noughts.api.document import Report


def report_html(report: Report) -> str:
    """The number of tests that pass, each failure with its place, and the notes."""
    failures = (f"<pre>{escape(str(failure))}</pre>" for failure in report.failures)
    notes = (f"<pre>{escape(draw(note, called='note'))}</pre>" for note in report.notes)
    return output(tests_passed(report.tests), *failures, *notes)


def tests_passed(verdicts: Sequence[Verdict]) -> str:
    """The number of tests that pass, in a sentence."""
    passed = sum(verdict.passed for verdict in verdicts)
    return f"{mark(passed == len(verdicts))} {passed} of {len(verdicts)} tests pass"
