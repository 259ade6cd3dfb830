"""Finite sets: immutable, in the order of insertion of their elements, equal by extension.

There are four representations.  `FiniteSet` stores its elements; `IntegerRange`, `PowerSet` and `Product`
know membership and size without listing elements, and list them only on request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from noughts.values.limits import (
    UNQUESTIONED,
    Extent,
    count_text,
    extent_of,
    require_elements,
    require_extent,
    watch,
    watched,
)
from noughts.values.misuse import TooManyElements

if TYPE_CHECKING:
    from noughts.values.value import Value


# The most elements that are added or taken out one by one: then the extent of a union follows from that of
# the first set, and a difference is its copy.
_FEW = 4
# The most elements of a set whose power set has a size; larger sizes exceed `noughts.values.limits`.
_LARGEST_EXPONENT = 100_000


class Set:
    """A finite set of values.

    ``size`` is exact and cheap; iteration is in the printed order; ``x in s`` never lists a lazy set.
    (Not an ABC: asking whether a value is a set would take several times as long.)
    """

    __slots__ = ()

    @property
    def size(self) -> int:
        """The number of elements."""
        raise NotImplementedError

    @property
    def extent(self) -> Extent:
        """The extent of the set as it is stored; a lazy set counts the sets from which it is made."""
        raise NotImplementedError

    def __contains__(self, value: object) -> bool:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Value]:
        raise NotImplementedError

    def listed(self) -> FiniteSet:
        """The same set with its elements in memory."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Set):
            return NotImplemented
        watch.get()()
        return self.size == other.size and self.listed() == other.listed()

    def __hash__(self) -> int:
        raise NotImplementedError

    def __bool__(self) -> bool:
        return self.size > 0

    def __repr__(self) -> str:
        from noughts.values.show import show

        return show(self)


class FiniteSet(Set):
    """A set with its elements in memory."""

    __slots__ = ("_extent", "_hash", "elements", "indexes")

    def __init__(self, elements: Iterable[Value] = ()) -> None:
        self.elements: dict[Value, None] = dict.fromkeys(elements)
        self._hash: int | None = None
        self._extent: Extent | None = None
        self.indexes: dict[object, Any] | None = None
        """Indexes of its elements by some of their parts, once it is searched repeatedly."""
        require_elements(len(self.elements))

    @classmethod
    def of(cls, elements: dict[Value, None]) -> FiniteSet:
        """The set with the keys of a dictionary, which it takes over: nothing is copied or hashed again."""
        made = cls.__new__(cls)
        made.elements = elements
        made._hash = made._extent = made.indexes = None
        if len(elements) > UNQUESTIONED:
            require_elements(len(elements))
        return made

    @property
    def extent(self) -> Extent:
        if self._extent is None:
            self._extent = extent_of(self.elements)
        return self._extent

    @property
    def size(self) -> int:
        return len(self.elements)

    def __contains__(self, value: object) -> bool:
        return value in self.elements

    def __iter__(self) -> Iterator[Value]:
        return iter(self.elements)

    def listed(self) -> FiniteSet:
        return self

    def __eq__(self, other: object) -> bool:
        if type(other) is FiniteSet:
            # comparing large values takes long, so the clock is checked before each comparison
            if self._extent is not None and self._extent[0] > UNQUESTIONED:
                watch.get()()
            return self.elements.keys() == other.elements.keys()
        return Set.__eq__(self, other)

    def __hash__(self) -> int:
        # A set is hashed when it becomes part of another value, so this check covers all parts of any value.
        if self._hash is None:
            require_extent(*self.extent)
            self._hash = hash(frozenset(self.elements))
        return self._hash

    def __reduce__(self) -> tuple[type[FiniteSet], tuple[tuple[Value, ...]]]:
        return FiniteSet, (tuple(self.elements),)


# The extent of a set that is made of no other values, see `extent_of`.
_EMPTY_EXTENT: Final[Extent] = (1, 1)


class LazySet(Set):
    """A set that is given by other sets or numbers, and whose elements are not listed."""

    __slots__ = ("_extent", "_hash")

    def __init__(self, *made_of: Set) -> None:
        self._hash: int | None = None
        self._extent = extent_of(made_of)
        require_extent(*self._extent)

    @property
    def extent(self) -> Extent:
        return self._extent

    def listed(self) -> FiniteSet:
        require_elements(self.size)
        return FiniteSet(watched(self))

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.listed())
        return self._hash

    def rank(self, value: Value) -> int:
        """The index of an element in the printed order, from 0."""
        raise NotImplementedError

    def as_listed(self, value: Value) -> Value:
        """An element as iteration would return it, with its own elements in that order."""
        raise NotImplementedError


class IntegerRange(LazySet):
    """``{first..last}``, the whole numbers from first to last; empty if first > last."""

    __slots__ = ("numbers",)

    def __init__(self, first: int, last: int) -> None:
        self._hash, self._extent = None, _EMPTY_EXTENT
        self.numbers = range(first, last + 1)

    @property
    def size(self) -> int:
        return max(0, self.numbers.stop - self.numbers.start)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, IntegerRange):
            return self.numbers == other.numbers
        return Set.__eq__(self, other)

    __hash__ = LazySet.__hash__

    def __contains__(self, value: object) -> bool:
        return type(value) is int and value in self.numbers

    def __iter__(self) -> Iterator[Value]:
        return iter(self.numbers)

    def __reduce__(self) -> tuple[type[IntegerRange], tuple[int, int]]:
        return IntegerRange, (self.numbers.start, self.numbers.stop - 1)

    def within(self, other: IntegerRange) -> IntegerRange:
        """The numbers that are in both ranges."""
        least = max(self.numbers.start, other.numbers.start)
        return IntegerRange(least, min(self.numbers.stop, other.numbers.stop) - 1)

    def rank(self, value: Value) -> int:
        assert isinstance(value, int)
        return value - self.numbers.start

    def as_listed(self, value: Value) -> Value:
        return value


class PowerSet(LazySet):
    """``Pow(base)``, the set of all subsets of the base.

    Printed order: the subsets without the first element of the base, then the same subsets with it first.
    """

    __slots__ = ("base",)

    def __init__(self, base: Set) -> None:
        super().__init__(base)
        self.base = base

    def __reduce__(self) -> tuple[type[PowerSet], tuple[Set]]:
        return PowerSet, (self.base,)

    @property
    def size(self) -> int:
        if self.base.size > _LARGEST_EXPONENT:
            raise TooManyElements(
                f"a power set of {count_text(self.base.size)} elements has no practical size"
            )
        return 1 << self.base.size

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PowerSet):
            return self.base == other.base
        return Set.__eq__(self, other)

    __hash__ = LazySet.__hash__

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Set) and is_subset(value, self.base)

    def listed(self) -> FiniteSet:
        require_elements(self.size)
        require_elements(self.size * self.base.size // 2, "set of sets")
        return FiniteSet(watched(self))

    def __iter__(self) -> Iterator[Value]:
        elements = tuple(self.base)
        for bits in range(1 << len(elements)):
            yield FiniteSet(
                element for place, element in enumerate(elements) if bits >> (len(elements) - 1 - place) & 1
            )

    def rank(self, value: Value) -> int:
        assert isinstance(value, Set)
        bits = 0
        for element in watched(self.base):
            bits = bits << 1 | (element in value)
        return bits

    def as_listed(self, value: Value) -> Value:
        assert isinstance(value, Set)
        return FiniteSet(element for element in watched(self.base) if element in value)


class Product(LazySet):
    """``left * right``, the set of all pairs.

    Printed order: the elements of the left set in reverse order, each with all elements of the right set in
    order.
    """

    __slots__ = ("left", "right")

    def __init__(self, left: Set, right: Set) -> None:
        super().__init__(left, right)
        self.left = left
        self.right = right

    def __reduce__(self) -> tuple[type[Product], tuple[Set, Set]]:
        return Product, (self.left, self.right)

    @property
    def size(self) -> int:
        size = self.left.size * self.right.size
        if size.bit_length() > _LARGEST_EXPONENT:
            raise TooManyElements(f"a product of {count_text(size)} elements has no practical size")
        return size

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Product):
            same = self.left == other.left and self.right == other.right
            return same or (self.size == 0 and other.size == 0)
        return Set.__eq__(self, other)

    __hash__ = LazySet.__hash__

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple) and len(value) == 2 and value[0] in self.left and value[1] in self.right
        )

    def __iter__(self) -> Iterator[Value]:
        for first in reversed(tuple(self.left) if self.right else ()):
            for second in self.right:
                yield (first, second)

    def rank(self, value: Value) -> int:
        assert isinstance(value, tuple)
        from_the_end = self.left.size - 1 - place_in(self.left, value[0])
        return from_the_end * self.right.size + place_in(self.right, value[1])

    def as_listed(self, value: Value) -> Value:
        assert isinstance(value, tuple)
        return (listed_in(self.left, value[0]), listed_in(self.right, value[1]))


EMPTY = FiniteSet()


def is_subset(inner: Set, outer: Set) -> bool:
    """Whether every element of the inner set is an element of the outer set."""
    match inner, outer:
        case FiniteSet(), FiniteSet():
            return inner.elements.keys() <= outer.elements.keys()
        case IntegerRange(), IntegerRange():
            return inner.within(outer) == inner
        case PowerSet(), PowerSet():
            return is_subset(inner.base, outer.base)
        case Product(), Product():
            sides = is_subset(inner.left, outer.left) and is_subset(inner.right, outer.right)
            return sides or inner.size == 0
        case _:
            return inner.size <= outer.size and all(element in outer for element in listable(inner))


def union_of(left: Set, right: Set) -> Set:
    """The elements of the left set, then those of the right set that are not in it."""
    if type(left) is FiniteSet and type(right) is FiniteSet:
        # a dictionary is merged with its stored hashes; a view of its keys would be hashed again
        return with_keys(left, right.elements)
    if not right:
        return left
    if not left:
        return right
    require_elements(max(left.size, right.size))
    return FiniteSet(left.listed().elements | right.listed().elements)


def with_keys(left: FiniteSet, added: dict[Value, None]) -> FiniteSet:
    """The union of a set and the keys of a dictionary, with its extent if few are added, and none was there.

    Otherwise a state that gains a few elements at every move would be measured anew each time.
    """
    elements = left.elements | added
    grown, count = len(elements) - len(left.elements), len(added)
    if not grown:
        return left
    union = FiniteSet.of(elements)
    if left._extent is not None and grown == count <= _FEW:
        parts, levels = extent_of(added)
        union._extent = left._extent[0] + parts - 1, max(left._extent[1], levels)
    return union


def without_keys(left: FiniteSet, taken: dict[Value, None]) -> FiniteSet:
    """The elements of a set that are no keys of a dictionary."""
    if len(taken) > _FEW:
        elements = {element: None for element in left.elements if element not in taken}
    else:
        elements = left.elements.copy()
        for element in taken:
            elements.pop(element, None)
    return FiniteSet.of(elements) if len(elements) < len(left.elements) else left


def intersection_of(left: Set, right: Set) -> Set:
    """The elements of the left set, in its order, that are in the right one.

    It costs no more than the smaller set.  A lazy left set is not listed: common elements are taken from the
    right set and sorted by their places in the left.  The intersection of two lazy sets of one kind is lazy.
    """
    if type(left) is FiniteSet:
        large = len(left.elements) > UNQUESTIONED
        elements = watched(left.elements) if large else left.elements
        return FiniteSet.of({element: None for element in elements if element in right})
    match left, right:
        case PowerSet(), PowerSet():
            return PowerSet(intersection_of(left.base, right.base))
        case Product(), Product():
            return Product(intersection_of(left.left, right.left), intersection_of(left.right, right.right))
        case IntegerRange(), IntegerRange():
            return left.within(right)
        case LazySet(), _ if right.size < left.size:
            common = [element for element in listable(right) if element in left]
            common.sort(key=left.rank)
            return FiniteSet(left.as_listed(element) for element in common)
        case _:
            return FiniteSet(element for element in listable(left) if element in right)


def difference_of(left: Set, right: Set) -> Set:
    """The elements of the left set that are not in the right one."""
    if type(left) is FiniteSet and type(right) is FiniteSet and len(left.elements) <= UNQUESTIONED:
        return without_keys(left, right.elements)
    return FiniteSet(element for element in listable(left) if element not in right)


def listable(source: Set) -> Iterable[Value]:
    """The elements of a set that is small enough to be enumerated, with checks of the clock."""
    require_elements(source.size)
    return watched(source)


def place_in(source: Set, value: Value) -> int:
    """The index of an element in the printed order, from 0."""
    watch.get()()
    if isinstance(source, LazySet):
        return source.rank(value)
    return list(source).index(value)


def listed_in(source: Set, value: Value) -> Value:
    """The element that equals `value`, as the set stores it."""
    watch.get()()
    if isinstance(source, LazySet):
        return source.as_listed(value)
    return next(element for element in source if element == value)
