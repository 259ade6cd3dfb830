"""Lazy values: the names of a `where`, evaluated when needed."""

from __future__ import annotations

from collections.abc import Callable

from noughts.values.misuse import Circular
from noughts.values.value import Value


class Lazy:
    """A value evaluated at its first use."""

    __slots__ = ("busy", "find", "value")

    def __init__(self, find: Callable[[], Value]) -> None:
        self.find = find
        self.busy = False
        self.value: Value | None = None

    def __call__(self) -> Value:
        if self.value is None:
            if self.busy:
                raise Circular("the value of a name of this `where` depends on itself")
            self.busy = True
            try:
                self.value = self.find()
            finally:
                self.busy = False
        return self.value
