"""What every output shares: its style."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files


@cache
def style() -> str:
    """The style of outputs, all of it for the class ``noughts`` and names that begin so.

    Each output brings it along, because a notebook may show any of them alone.
    """
    return files(__package__).joinpath("style.css").read_text("utf-8")


def output(*parts: str) -> str:
    """The parts as one output of a cell."""
    return f'<div class="noughts"><style>{style()}</style>{"".join(parts)}</div>'


def muted(text: str) -> str:
    """A remark of less weight."""
    return f'<span class="noughts-muted">{escape(text)}</span>'
