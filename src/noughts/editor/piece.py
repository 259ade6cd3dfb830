"""Pieces: stretches of a text as sources of their own, which know their place.

While a text is edited, most of it only moves.  The contents of a piece do not change, because their places
count from the start of the piece; only the piece itself gets a new place.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from noughts.text.source import Source, Span


@dataclass(frozen=True, eq=False)
class Piece(Source):
    """A piece of the text `home`, in which it begins at `start`; equal texts in two places are two pieces."""

    home: Source = field(kw_only=True, repr=False)
    start: int = field(kw_only=True)

    @property
    def document(self) -> str:
        """The name of the text that it is a piece of."""
        return self.home.name

    def move(self, home: Source, start: int) -> None:
        """Move to another version of the text, or to another place."""
        object.__setattr__(self, "home", home)
        object.__setattr__(self, "start", start)


def in_document(span: Span) -> Span:
    """The same place in the text as a whole."""
    source = span.source
    if isinstance(source, Piece):
        return Span(source.home, source.start + span.start, source.start + span.end)
    return span
