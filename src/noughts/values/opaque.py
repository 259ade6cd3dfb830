"""Values that a document can make and compare but not look into, such as Easel's images."""

from __future__ import annotations

from typing import ClassVar


class Opaque:
    """A value that prints as a fixed phrase, `printed`."""

    __slots__ = ()
    printed: ClassVar[str] = "an opaque value"
