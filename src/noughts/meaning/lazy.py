"""Lazy values: the names of a `where`, evaluated when needed."""

from __future__ import annotations

from collections.abc import Callable

from noughts.values.misuse import Circular
from noughts.values.value import Value


class Lazy:
    """A value evaluated at its first use.

    It has no ``__call__``: Python calls that through C, and Python 3.12 lets C recurse only 1,500 deep,
    whatever the recursion limit is.  A chain of hundreds of equations would exceed that.
    """

    __slots__ = ("busy", "find", "value")

    def __init__(self, find: Callable[[], Value]) -> None:
        self.find = find
        self.busy = False
        self.value: Value | None = None

    def get(self) -> Value:
        """The value, evaluated now if this is its first use."""
        if self.value is None:
            if self.busy:
                raise Circular("the value of a name of this `where` depends on itself")
            self.busy = True
            try:
                self.value = self.find()
            finally:
                self.busy = False
        return self.value


def lazily(find: Callable[[], Value]) -> Callable[[], Value]:
    """A function whose value is evaluated at its first call."""
    return Lazy(find).get
