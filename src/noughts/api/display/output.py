"""The style that all outputs share."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files


@cache
def style() -> str:
    """The style of outputs; it applies only to the class ``noughts`` and to names that begin so.

    Each output includes it, because a notebook may show any of them alone.
    """
    return files(__package__).joinpath("style.css").read_text("utf-8")


def output(*parts: str) -> str:
    """The parts as a single output of a cell."""
    return f'<div class="noughts"><style>{style()}</style>{"".join(parts)}</div>'


def muted(text: str) -> str:
    """A remark in a muted colour."""
    return f'<span class="noughts-muted">{escape(text)}</span>'
