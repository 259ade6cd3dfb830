"""What speculative code remembers, and the words that it calls besides those of compiled code.

Every word here gives what the same operation of `noughts.values` gives, or fails where that fails; some fail
where it has a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from noughts.meaning.budget import Budget
from noughts.meaning.frame import Frame
from noughts.values.extent import extent_of
from noughts.values.limits import UNQUESTIONED, require_elements
from noughts.values.operations import difference, union
from noughts.values.sets import FiniteSet, Set, intersection_of
from noughts.values.value import Value

_MOST_REMEMBERED: Final = 200_000
"""Values of functions of the rules that are remembered from position to position: some tens of megabytes."""
_STEPS_BETWEEN_LOOKS: Final = 500
"""Elements walked through between two checks of the clock: less than a millisecond."""

Functions = Mapping[str, Callable[..., Any]]


class Known(dict[Any, Any]):
    """The values of definitions that read no frame, by name, or by name and arguments; found on demand."""

    __slots__ = ("functions",)

    def __init__(self, functions: Functions) -> None:
        self.functions = functions

    def __missing__(self, key: Any) -> Any:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        value = self[key] = self.functions[key]() if type(key) is str else self.functions[key[0]](*key[1:])
        return value


class PositionMemo(dict[Any, Any]):
    """A frame, and the values of definitions in it, by name, or by name and arguments; found on demand."""

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


def with_one(value: Value, element: Value) -> Value:
    """``value U {element}``."""
    if type(value) is not FiniteSet:
        return union(value, FiniteSet((element,)))
    if element in value.elements:
        return value
    made = FiniteSet.of({**value.elements, element: None})
    if value._extent is not None:  # as in `union_of`: a state that grows is not looked through each time
        (parts, levels), (added, inside) = value._extent, extent_of((element,))
        made._extent = parts + added - 1, levels if levels > inside else inside
    return made


def without_one(value: Value, element: Value) -> Value:
    r"""``value \ {element}``."""
    if type(value) is not FiniteSet or len(value.elements) > UNQUESTIONED:
        return difference(value, FiniteSet((element,)))
    if element not in value.elements:
        return value
    elements = value.elements.copy()
    del elements[element]
    return FiniteSet.of(elements)


def taken_apart(value: Value, length: int) -> Any:
    """The value, which must be a tuple of a length."""
    if type(value) is tuple and len(value) == length:
        return value
    raise TypeError(value)


def is_empty(value: Value) -> bool:
    """Whether a value is the empty set."""
    if type(value) is FiniteSet:
        return not value.elements
    return isinstance(value, Set) and value.size == 0


def disjoint(a: Value, b: Value) -> bool:
    """Whether two sets have no element in common."""
    if type(a) is FiniteSet and type(b) is FiniteSet:
        return a.elements.keys().isdisjoint(b.elements)
    if isinstance(a, Set) and isinstance(b, Set):
        return is_empty(intersection_of(a, b))
    raise TypeError((a, b))


def in_union(value: Value, a: Value, b: Value) -> bool:
    """Whether a value is in the union of two sets that are listed."""
    if type(a) is FiniteSet and type(b) is FiniteSet and len(a.elements) + len(b.elements) <= UNQUESTIONED:
        return value in a.elements or value in b.elements
    raise TypeError((a, b))


class BudgetedIteration:
    """The ways to walk through sets, with a check of the clock now and then.

    Every loop begins with one of them, and does no more than the elements that it counts here take, besides
    loops inside.
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
        """The elements that the code itself has, so many at all levels."""
        self.steps += count + 1
        if self.steps > _STEPS_BETWEEN_LOOKS:
            self.steps = 0
            self.budget.look()
        return elements


def matching_quickly(values: Iterable[Value], length: int) -> list[Any]:
    """The tuples of a length among values."""
    return [value for value in values if type(value) is tuple and len(value) == length]


QUICK_WORDS: Final[Mapping[str, Callable[..., Any]]] = {
    "made": FiniteSet.of,
    "size_of": size_of,
    "united": united,
    "with_one": with_one,
    "without_one": without_one,
    "taken_apart": taken_apart,
    "is_empty": is_empty,
    "disjoint": disjoint,
    "in_union": in_union,
    "matching_quickly": matching_quickly,
}
"""The words of speculative code that need no budget."""
