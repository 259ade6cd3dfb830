"""The memos of speculative code, and the functions that it calls in addition to those of compiled code.

Each function returns what the same operation of `noughts.values` returns, and fails if that fails.  Some also
fail where that has a value; then compiled code answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from noughts.meaning.budget import Budget
from noughts.meaning.frame import Frame
from noughts.values.limits import UNQUESTIONED, require_elements
from noughts.values.sets import FiniteSet, Set
from noughts.values.value import Value

# The most values that are memoised from position to position, some tens of megabytes; then all are dropped.
_MOST_REMEMBERED: Final = 200_000
# Elements enumerated between two checks of the clock, which take less than a millisecond.
_STEPS_BETWEEN_LOOKS: Final = 500

Functions = Mapping[str, Callable[..., Any]]


class Known(dict[Any, Any]):
    """The memo of definitions that read no frame, by name, or by name and arguments; filled on demand."""

    __slots__ = ("functions",)

    def __init__(self, functions: Functions) -> None:
        self.functions = functions

    def __missing__(self, key: Any) -> Any:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        value = self[key] = self.functions[key]() if type(key) is str else self.functions[key[0]](*key[1:])
        return value


class PositionMemo(dict[Any, Any]):
    """A frame with the memo of definitions in it, by name, or by name and arguments; filled on demand.

    Generated code looks values up by ``frame[…]``, which is faster than calling a function.
    """

    __slots__ = ("found", "found_in_state", "functions", "given")

    def __init__(self, frame: Frame, functions: Functions) -> None:
        super().__init__(frame.given)
        self.given = frame.given
        self.functions = functions
        self.found: dict[str, Value | None] = {}
        self.found_in_state: dict[str, Value | None] = {}

    def __missing__(self, key: Any) -> Any:
        if type(key) is str:
            value = self[key] = self.functions[key](self)
        else:
            value = self[key] = self.functions[key[0]](self, *key[1:])
        return value


def size_of(elements: dict[Value, None]) -> int:
    """The size of the set with these elements."""
    require_elements(len(elements))
    return len(elements)


def united(values: Iterable[Value]) -> Value:
    """``U[p] s`` from the values of s."""
    elements: dict[Value, None] = {}
    for value in values:
        if type(value) is FiniteSet:
            if value.elements:
                elements.update(value.elements)
        elif isinstance(value, Set):
            elements.update(value.listed().elements)
        else:
            raise TypeError(value)
        if len(elements) > UNQUESTIONED:
            require_elements(len(elements))
    return FiniteSet.of(elements)


def taken_apart(value: Value, length: int) -> Any:
    """The value, which must be a tuple of this length."""
    if type(value) is tuple and len(value) == length:
        return value
    raise TypeError(value)


class BudgetedIteration:
    """Enumerations of sets with regular checks of the budget.

    Every loop of speculative code begins with one of them.  Apart from inner loops, its work is proportional
    to the elements counted here, so the time between two checks is bounded.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.steps = 0

    def each(self, domain: Value) -> Iterable[Value]:
        """The elements of a set."""
        if type(domain) is FiniteSet and (count := len(domain.elements)) <= UNQUESTIONED:
            self.steps += count + 1
            if self.steps > _STEPS_BETWEEN_LOOKS:
                self.steps = 0
                self.budget.look()
            return domain.elements
        return self.budget.each(domain)

    def through(self, elements: Iterable[Any], count: int) -> Iterable[Any]:
        """Elements written out in the code; `count` is their number at all levels of a join."""
        self.steps += count + 1
        if self.steps > _STEPS_BETWEEN_LOOKS:
            self.steps = 0
            self.budget.look()
        return elements


QUICK_WORDS: Final[Mapping[str, Callable[..., Any]]] = {
    "made": FiniteSet.of,
    "size_of": size_of,
    "united": united,
    "taken_apart": taken_apart,
}
"""The functions for speculative code that need no budget."""
