"""The tick and the cross."""

from __future__ import annotations

YES = '<span class="noughts-yes" title="true">✓</span>'
NO = '<span class="noughts-no" title="false">✗</span>'


def mark(passed: bool) -> str:
    """A tick or a cross."""
    return YES if passed else NO
