"""The layout of a state: its possible values as bits.

    layout ::= SetBits        a set: one bit for each value that can be an element
            |  MapLayout      a map that has the same keys in every position: for each key a layout
            |  TupleLayout    a tuple: the bits of its parts, one part after another
            |  Enumeration    anything else: the index of the value in a list, in binary

A layout translates values to bits and back, and is widened until it contains every reachable state.  A part
that is a map initially is laid out as a map, until a move is found after which a key may have no value, or
several.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cached_property, reduce
from itertools import accumulate
from typing import TypeAlias, assert_never

from msgspec import Struct

from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    Formula,
    all_claims,
    bit,
    bits_in,
    choices,
    claims,
    conjunction,
    disjunction,
)
from noughts.grounding.symbolic_value import (
    NOTHING,
    UNKNOWN,
    Symbolic,
    cases_of,
    choice,
    components_of,
    components_where_tuple,
    elements_of,
    elements_where_set,
    known_map,
    length_of,
    set_of,
    symbolic_map,
    symbolic_tuple,
    values_by_key,
)
from noughts.grounding.walk import is_short, substituted
from noughts.values.limits import watch
from noughts.values.order import exact_text, key
from noughts.values.sets import FiniteSet, Set
from noughts.values.show import summary
from noughts.values.value import Value


class Element(Struct, frozen=True):
    """The meaning of a bit: `value` is an element of the set at `path` in the state, at the `keys` of maps
    there."""

    path: tuple[int, ...]
    value: Value
    keys: tuple[Value, ...] = ()

    def __str__(self) -> str:
        return f"{summary(self.value)} in {state_at(self.path, self.keys)}"


class Digit(Struct, frozen=True):
    """The meaning of a bit: binary digit `place` of the number of the value at `path`, at the `keys` of maps
    there."""

    path: tuple[int, ...]
    values: tuple[Value, ...]
    place: int
    keys: tuple[Value, ...] = ()

    def __str__(self) -> str:
        return f"{state_at(self.path, self.keys)} is one of {shown_digit(self.values, self.place)}"


def shown_digit(values: tuple[Value, ...], place: int) -> str:
    """The values whose numbers have a binary digit 1, as text; at most eight of them."""
    having = [summary(v, 20) for k, v in enumerate(values) if k >> place & 1]
    return ", ".join(having[:8]) + (", …" if len(having) > 8 else "")


Meaning: TypeAlias = Element | Digit


def state_at(path: tuple[int, ...], keys: tuple[Value, ...] = ()) -> str:
    """A part of the state, as it is written in the language."""
    return "currentState" + "".join(
        [*(f"[{place + 1}]" for place in path), *(f"[{summary(k)}]" for k in keys)]
    )


class SetBits(Struct, frozen=True, dict=True):
    """A set of some of these elements."""

    elements: tuple[Value, ...]

    @property
    def width(self) -> int:
        """The number of bits."""
        return len(self.elements)

    @cached_property
    def bit_of(self) -> dict[Value, int]:
        """The bit of each element."""
        return {element: 1 << number for number, element in enumerate(self.elements)}


class TupleLayout(Struct, frozen=True, dict=True):
    """A tuple of parts that have these layouts."""

    parts: tuple[StateLayout, ...]

    @cached_property
    def width(self) -> int:
        """The number of bits."""
        return sum(part.width for part in self.parts)


class Enumeration(Struct, frozen=True, dict=True):
    """One of these values."""

    values: tuple[Value, ...]

    @property
    def width(self) -> int:
        """The number of bits."""
        return (len(self.values) - 1).bit_length()

    @cached_property
    def number_of(self) -> dict[Value, int]:
        """The number of each value."""
        return {value: number for number, value in enumerate(self.values)}


class MapLayout(Struct, frozen=True, dict=True):
    """A map from these keys, with a layout of the values at each.

    If they are `alike`, all keys share one layout, so a content has the same bits at every key, and shifts of
    words still find lines.  The width grows with the logarithm of the number of contents; that of a set of
    pairs would grow with the number itself.  A map to values of several kinds is a record: there each key has
    a layout of its own.
    """

    keys: tuple[Value, ...]
    parts: tuple[StateLayout, ...]
    alike: bool = True

    @cached_property
    def width(self) -> int:
        """The number of bits."""
        return sum(part.width for part in self.parts)

    @cached_property
    def first_of(self) -> dict[Value, int]:
        """The first bit of each key."""
        firsts = accumulate((part.width for part in self.parts), initial=0)
        return dict(zip(self.keys, firsts, strict=False))


StateLayout: TypeAlias = SetBits | MapLayout | TupleLayout | Enumeration
PartPath: TypeAlias = tuple[int, ...]


def state_layout_of(value: Value, sets: Collection[PartPath] = (), path: PartPath = ()) -> StateLayout:
    """The narrowest layout that contains a value; parts at the paths `sets` are laid out as sets."""
    if isinstance(value, Set):
        values = None if path in sets else known_map(value)
        if values:
            contents = layout_of_contents(tuple(dict.fromkeys(values.values())))
            if contents is not None:
                return MapLayout(tuple(values), (contents,) * len(values))
            parts = (
                state_layout_of(v, sets, (*path, k)) if isinstance(v, Set) else Enumeration((v,))
                for k, v in enumerate(values.values())
            )
            return MapLayout(tuple(values), tuple(parts), alike=False)
        return SetBits(tuple(value))
    if isinstance(value, tuple):
        return TupleLayout(tuple(state_layout_of(v, sets, (*path, k)) for k, v in enumerate(value)))
    return Enumeration((value,))


def layout_of_contents(values: tuple[Value, ...]) -> StateLayout | None:
    """The narrowest layout of the values of a map: of sets of cells, of maps, or of other values; ``None`` if
    some are sets and some are not."""
    sets = [value for value in values if isinstance(value, Set)]
    if sets and len(sets) < len(values):
        return None
    elements = tuple(dict.fromkeys(element for each in sets for element in each))
    if sets and all(type(part) is int for element in elements for part in plain_parts(element)):
        return SetBits(in_planes(elements))
    maps = [known_map(each) or {} for each in sets]
    if maps and maps[0] and all(each.keys() == maps[0].keys() for each in maps):
        inner = layout_of_contents(tuple(dict.fromkeys(v for each in maps for v in each.values())))
        if inner is not None:
            return MapLayout(tuple(maps[0]), (inner,) * len(maps[0]))
    return Enumeration(in_order(values))


def meanings(
    layout: StateLayout, path: tuple[int, ...] = (), keys: tuple[Value, ...] = ()
) -> Iterator[Meaning]:
    """The meaning of each bit."""
    match layout:
        case SetBits(elements):
            yield from (Element(path, element, keys) for element in elements)
        case MapLayout(own, parts):
            for key, part in zip(own, parts, strict=True):
                yield from meanings(part, path, (*keys, key))
        case TupleLayout(parts):
            for place, part in enumerate(parts):
                yield from meanings(part, (*path, place), keys)
        case Enumeration(values):
            yield from (Digit(path, values, place, keys) for place in range(layout.width))
        case _:
            assert_never(layout)


def symbolic_state(layout: StateLayout, first: int = 0) -> Symbolic:
    """The unknown state of a layout, its bits numbered from `first`."""
    match layout:
        case SetBits(elements):
            return set_of((element, bit(first + k)) for k, element in enumerate(elements))
        case MapLayout(keys, parts):
            firsts = layout.first_of.values()
            inside = zip(keys, parts, firsts, strict=True)
            return symbolic_map({key: symbolic_state(part, first + at) for key, part, at in inside})
        case TupleLayout(parts):
            found = []
            for part in parts:
                found.append(symbolic_state(part, first))
                first += part.width
            return symbolic_tuple(found)
        case Enumeration(values):
            return choice((value, numbered(layout, k, first)) for k, value in enumerate(values))
        case _:
            assert_never(layout)


def numbered(layout: Enumeration, number: int, first: int) -> Formula:
    """The formula that the bits from `first` on are the binary digits of a number."""
    digits = (bit(first + place) for place in range(layout.width))
    return conjunction(digit if number >> place & 1 else ~digit for place, digit in enumerate(digits))


def encoded(layout: StateLayout, value: Value) -> int:
    """The bits of a state; `KeyError` if the layout does not contain it."""
    match layout:
        case SetBits():
            if not isinstance(value, Set):
                raise KeyError(value)
            return sum(map(layout.bit_of.__getitem__, value))
        case MapLayout(keys, parts):
            known = known_map(value)
            if known is None or known.keys() != layout.first_of.keys():
                raise KeyError(value)
            inside = zip(keys, parts, strict=True)
            return sum(encoded(part, known[key]) << layout.first_of[key] for key, part in inside)
        case TupleLayout(parts):
            if not isinstance(value, tuple) or len(value) != len(parts):
                raise KeyError(value)
            code = shift = 0
            for part, inner in zip(parts, value, strict=True):
                code |= encoded(part, inner) << shift
                shift += part.width
            return code
        case Enumeration():
            return layout.number_of[value]
        case _:
            assert_never(layout)


def decoded(layout: StateLayout, code: int) -> Value:
    """The state with these bits; sets have their elements in the order of the layout."""
    match layout:
        case SetBits(elements):
            present = bits_in(code & (1 << len(elements)) - 1)
            return FiniteSet.of(dict.fromkeys(elements[number] for number in present))
        case MapLayout(keys, parts):
            inside = zip(keys, parts, strict=True)
            return FiniteSet((key, decoded(part, code >> layout.first_of[key])) for key, part in inside)
        case TupleLayout(parts):
            found: list[Value] = []
            for part in parts:
                found.append(decoded(part, code & (1 << part.width) - 1))
                code >>= part.width
            return tuple(found)
        case Enumeration(values):
            return values[code & (1 << layout.width) - 1]
        case _:
            assert_never(layout)


def texts_of(layout: StateLayout) -> Callable[[int], str]:
    """A function from the bits of a state to its exact text, with the text of each element made once."""
    match layout:
        case SetBits(elements):
            in_text_order = sorted(elements, key=key)
            parts = [(layout.bit_of[element], exact_text(element)) for element in in_text_order]
            return lambda code: f"{{{', '.join([text for bit, text in parts if code & bit])}}}"
        case MapLayout(keys, parts_at):
            pairs = [
                (exact_text(each), layout.first_of[each], (1 << part.width) - 1, texts_of(part))
                for each, part in sorted(zip(keys, parts_at, strict=True), key=lambda pair: key(pair[0]))
            ]
            return lambda code: (
                f"{{{', '.join([f'({name}, {text(code >> at & mask)})' for name, at, mask, text in pairs])}}}"
            )
        case TupleLayout(parts_of):
            inner, first = [], 0
            for part in parts_of:
                inner.append((first, (1 << part.width) - 1, texts_of(part)))
                first += part.width
            end = ",)" if len(inner) == 1 else ")"
            return lambda code: f"({', '.join([text(code >> at & mask) for at, mask, text in inner])}{end}"
        case Enumeration(values):
            texts, digits = list(map(exact_text, values)), (1 << layout.width) - 1
            return lambda code: texts[code & digits]
        case _:
            assert_never(layout)


def bits_of_symbolic(layout: StateLayout, symbolic: Symbolic) -> Iterator[Formula]:
    """The formula of each bit of a symbolic state; arbitrary formulas for values outside the layout."""
    match layout:
        case SetBits(elements):
            found, _ = elements_where_set(symbolic)
            yield from (found.get(element, NEVER) for element in elements)
        case MapLayout(keys, parts):
            values = values_by_key(symbolic) or {}
            for key, part in zip(keys, parts, strict=True):
                yield from bits_of_symbolic(part, values.get(key, NOTHING))
        case TupleLayout(parts):
            inner = components_where_tuple(symbolic, len(parts))
            for part, value in zip(parts, inner or [NOTHING] * len(parts), strict=True):
                yield from bits_of_symbolic(part, value)
        case Enumeration():
            numbers = layout.number_of
            cases = [(numbers[value], when) for value, when in cases_of(symbolic) if value in numbers]
            for place in range(layout.width):
                yield disjunction(when for number, when in cases if number >> place & 1)
        case _:
            assert_never(layout)


# Widening


def widened(layout: StateLayout, symbolic: Symbolic, when: Formula) -> StateLayout:
    """The layout widened by the values of a symbolic state under a condition."""
    match layout:
        case SetBits(elements):
            found = elements_of(symbolic)
            if found is None:  # the value may be no set, so any of its values may occur
                return widened(Enumeration(tuple(all_of(layout))), symbolic, when)
            known = set(elements)
            new = [e for e, inside in found.items() if e not in known and possible(inside, when)]
            return SetBits(in_planes((*elements, *new))) if new else layout
        case MapLayout(keys, parts, alike):
            values = values_by_key(symbolic)
            if values is None or values.keys() != layout.first_of.keys():
                return widened(SetBits(tuple(pairs_of(layout))), symbolic, when)
            at = [values[key] for key in keys]
            if alike:
                contents = reduce(lambda found, value: widened(found, value, when), at, parts[0])
                return MapLayout(keys, (contents,) * len(keys))
            own = tuple(widened(part, value, when) for part, value in zip(parts, at, strict=True))
            return MapLayout(keys, own, alike=False)
        case TupleLayout(parts):
            inner = components_of(symbolic, len(parts)) if length_of(symbolic) == len(parts) else None
            if inner is None:
                return widened(Enumeration(tuple(all_of(layout))), symbolic, when)
            wider = tuple(widened(part, value, when) for part, value in zip(parts, inner, strict=True))
            return TupleLayout(wider) if wider != parts else layout
        case Enumeration(values):
            cases = (
                []
                if not isinstance(symbolic, UNKNOWN) and symbolic in layout.number_of
                else cases_of(symbolic)
            )
            more = [v for v, inside in cases if v not in layout.number_of and possible(inside, when)]
            return Enumeration(in_order((*values, *more))) if more else layout
        case _:
            assert_never(layout)


def possible(inside: Formula, when: Formula) -> bool:
    """Whether two formulas may hold together; cheap, and true if in doubt.

    The literals of each choice of `inside` are substituted in `when`, first in its short conjuncts, which
    mostly decide.  So a number does not become negative if the rules test that it is large enough.
    """
    watch.get()()
    if inside & when is NEVER:
        return False
    every = claims(when) or (when,)
    short = [part for part in every if is_short(part)]
    return any(
        may_hold_in(short, case) and (len(short) == len(every) or may_hold_in([when], case))
        for case in choices(inside) or (inside,)
    )


def may_hold_in(formulas: list[Formula], case: Formula) -> bool:
    """Whether all of the formulas may hold if `case` does; true if the claims of `case` do not decide it."""
    known = dict.fromkeys(all_claims([case]), ALWAYS)
    rest = substituted(formulas, {**known, **{~part: NEVER for part in known}})
    return conjunction(rest) is not NEVER


def pairs_of(layout: MapLayout) -> Iterator[Value]:
    """The pairs that a map of this layout may contain."""
    inside = zip(layout.keys, layout.parts, strict=True)
    return ((key, content) for key, part in inside for content in all_of(part))


def in_order(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """Integers in increasing order, other values as found."""
    numbers = [value for value in values if type(value) is int]
    return tuple(sorted(numbers)) if len(numbers) == len(values) else values


def in_planes(elements: tuple[Value, ...]) -> tuple[Value, ...]:
    """Elements of one shape, sorted by their symbols and then by their coordinates; others as found.

    Symbols keep the order in which they occur.  So the cells of a board are in the same order in the *plane*
    of each symbol, and equal distances on the board are equal distances of bits: one pattern of shifts tests
    all lines of a direction (`noughts.kernels.bit_expression`).
    """
    parts = [plain_parts(element) for element in elements]
    if len({tuple(type(part) is int for part in each) for each in parts}) != 1:
        return elements
    symbols = [tuple(part for part in each if type(part) is not int) for each in parts]
    coordinates = [tuple(part for part in each if type(part) is int) for each in parts]
    found = {
        part: place for place, part in enumerate(dict.fromkeys(part for each in symbols for part in each))
    }
    planes = [tuple(found[part] for part in each) for each in symbols]
    order = sorted(range(len(elements)), key=lambda k: (planes[k], coordinates[k]))
    return tuple(elements[k] for k in order)


def plain_parts(value: Value) -> tuple[Value, ...]:
    """The parts of a value that are not tuples, at any depth of nested tuples."""
    if not isinstance(value, tuple):
        return (value,)
    return tuple(part for each in value for part in plain_parts(each))


def all_of(layout: StateLayout) -> Iterator[Value]:
    """Every value of a layout."""
    return (value for value, _ in cases_of(symbolic_state(layout)))
