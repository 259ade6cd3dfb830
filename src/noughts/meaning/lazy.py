"""Names of a `where`: values that wait until they are needed."""

from __future__ import annotations

from collections.abc import Callable

from noughts.values.misuse import Circular
from noughts.values.value import Value


class Lazy:
    """A value found when it is first asked for."""

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
