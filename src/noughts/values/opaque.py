"""Opaque values, such as Easel's images: a document can create and compare them, but not read their parts."""

from __future__ import annotations

from typing import ClassVar


class Opaque:
    """A value that prints as a fixed phrase, `printed`.

    Its subclasses are dataclasses; written out, a value is the builtin `maker` applied to its fields.
    """

    __slots__ = ()
    printed: ClassVar[str] = "an opaque value"
    maker: ClassVar[str] = ""
