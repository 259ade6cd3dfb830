"""Values that a document can make and compare but not look into, such as Easel's images."""

from __future__ import annotations

from typing import ClassVar


class Opaque:
    """A value that prints as a fixed phrase, `printed`.

    Its kinds are dataclasses: written out, one is the builtin `maker` applied to its fields.
    """

    __slots__ = ()
    printed: ClassVar[str] = "an opaque value"
    maker: ClassVar[str] = ""
