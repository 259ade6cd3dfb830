"""Films: documents that move on their own, while they are shown."""

from __future__ import annotations

from noughts.easel import Image, Input
from noughts.games.picture import Animated


class Film:
    """The current state of a document that moves on its own."""

    def __init__(self, document: Animated, title: str | None = None) -> None:
        self.title = title or document.name
        self._document = document
        self._position = document.initial

    @property
    def keys(self) -> tuple[str, ...]:
        """The letter keys that the document reads."""
        return tuple(self._document.keys)

    @property
    def images(self) -> tuple[Image, ...]:
        """The images of the current frame, from the lowest to the highest."""
        return tuple(self._document.images(self._position))

    def advance(self, given: Input) -> bool:
        """Go on to the next frame; whether anything has changed."""
        before = self._position
        self._position = self._document.frame(before, given)
        return bool(self._position != before)

    def restart(self) -> None:
        """Go back to the first frame."""
        self._position = self._document.initial
