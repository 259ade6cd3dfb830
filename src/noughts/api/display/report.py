"""What a document says of itself: how its tests go."""

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
    """How many tests pass, each that fails with its place, and the notes."""
    failures = (f"<pre>{escape(str(failure))}</pre>" for failure in report.failures)
    notes = (f"<pre>{escape(draw(note, called='note'))}</pre>" for note in report.notes)
    return output(tests_passed(report.tests), *failures, *notes)


def tests_passed(verdicts: Sequence[Verdict]) -> str:
    """How many tests pass."""
    passed = sum(verdict.passed for verdict in verdicts)
    return f"{mark(passed == len(verdicts))} {passed} of {len(verdicts)} tests pass"
