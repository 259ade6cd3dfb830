"""Solution sets against two oracles written from the language's definition alone.

A condition over the names x, y, z and a small universe is drawn as a tree of this file's own.
`listed` is the definition to the letter: a list of bindings, in order, found from left to right.
`satisfying` knows no lists: it tries every binding and asks whether the condition is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from hypothesis import assume, given
from hypothesis import strategies as st

from noughts.values.sets import Set
from noughts.values.show import show
from noughts.values.value import Value
from tests.led import MEANINGS, codes, value

NAMES = ("x", "y", "z")
UNIVERSE = (0, 1, 2)
Binding: TypeAlias = Mapping[str, int]


@dataclass(frozen=True)
class Equal:
    """``x = e``, or ``e = x`` if it is turned round."""

    name: str
    term: str
    turned: bool

    def __str__(self) -> str:
        return f"{self.term} = {self.name}" if self.turned else f"{self.name} = {self.term}"


@dataclass(frozen=True)
class In:
    """``x in {…}``."""

    name: str
    elements: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.name} in {{{', '.join(map(str, self.elements))}}}"


@dataclass(frozen=True)
class Pairs:
    """``(a, b) in {…}``, or ``(a, b) = (c, d)`` if there is one pair and no set is written."""

    parts: tuple[str, str]
    pairs: tuple[tuple[int, int], ...]
    equation: bool

    def __str__(self) -> str:
        left = f"({self.parts[0]}, {self.parts[1]})"
        if self.equation and len(self.pairs) == 1:
            return f"{left} = {self.pairs[0]}"
        return f"{left} in {{{', '.join(map(str, self.pairs))}}}"


@dataclass(frozen=True)
class Sentence:
    """A sentence that lists nothing: ``x < y``, ``~(x = 1)``, ``x + y = 2``."""

    left: str
    sign: str
    right: str

    def __str__(self) -> str:
        forms = {
            "<": "{0} < {1}",
            "/=": "~({0} = {1})",
            "+": "{0} + {1} = 2",
            "=>": "({0} = 1 => {1} = 1)",
            "some": "some i in {{{0}, 2}}. i = {1}",
        }
        return forms[self.sign].format(self.left, self.right)

    def holds(self, a: int, b: int) -> bool:
        return {"<": a < b, "/=": a != b, "+": a + b == 2, "=>": a != 1 or b == 1, "some": b in (a, 2)}[
            self.sign
        ]


@dataclass(frozen=True)
class Both:
    """``p & q``."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " & ".join(
            f"({part})" if isinstance(part, Both | Either) else str(part) for part in self.parts
        )


@dataclass(frozen=True)
class Either:
    """``p V q``."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return " V ".join(f"({part})" if isinstance(part, Either) else str(part) for part in self.parts)


Condition: TypeAlias = Equal | In | Pairs | Sentence | Both | Either


def names_of(condition: Condition) -> set[str]:
    match condition:
        case Equal(name, term):
            return {name} | ({term} & set(NAMES))
        case In(name):
            return {name}
        case Pairs(parts):
            return set(parts) & set(NAMES)
        case Sentence(left, _, right):
            return {left, right} & set(NAMES)
        case Both(parts) | Either(parts):
            return set().union(*map(names_of, parts))


def term_value(term: str, binding: Binding) -> int:
    return binding[term] if term in NAMES else int(term)


def true_under(condition: Condition, binding: Binding) -> bool:
    """Whether a condition holds once every name has a value."""
    match condition:
        case Equal(name, term):
            return binding[name] == term_value(term, binding)
        case In(name, elements):
            return binding[name] in elements
        case Pairs(parts, pairs):
            return tuple(term_value(part, binding) for part in parts) in pairs
        case Sentence(left, _, right):
            return condition.holds(term_value(left, binding), term_value(right, binding))
        case Both(parts):
            return all(true_under(part, binding) for part in parts)
        case Either(parts):
            return any(true_under(part, binding) for part in parts)


def satisfying(condition: Condition) -> set[tuple[int, ...]]:
    """Every binding under which the condition is true, as the values of the names in alphabetical order."""
    names = sorted(names_of(condition))
    every = product(UNIVERSE, repeat=len(names))
    return {values for values in every if true_under(condition, dict(zip(names, values, strict=True)))}


class CannotList(Exception):
    """A new name in a place from which nothing can be listed."""


def listed(condition: Condition, bound: Binding) -> list[Binding]:
    """The solutions of a condition, each a binding of all its names that contains `bound`."""
    new = names_of(condition) - set(bound)
    if not new:
        return [bound] if true_under(condition, bound) else []
    match condition:
        case Equal(name, term):
            if name in new and term not in new:
                return [{**bound, name: term_value(term, bound)}]
            if term in new and name not in new:
                return [{**bound, term: bound[name]}]
            raise CannotList
        case In(name, elements):
            return [{**bound, name: element} for element in dict.fromkeys(elements)]
        case Pairs(parts, pairs):
            return [found for pair in dict.fromkeys(pairs) for found in matched(parts, pair, bound)]
        case Sentence():
            raise CannotList
        case Either(parts):
            if any(names_of(part) - set(bound) != new for part in parts):
                raise CannotList
            found = [binding for part in parts for binding in listed(part, bound)]
            return [binding for place, binding in enumerate(found) if binding not in found[:place]]
        case Both((first, *rest)):
            solutions = listed(first, bound)
            if not rest:
                return solutions
            if not solutions:  # whether the others can be listed does not depend on it
                listed(Both(tuple(rest)), {**dict.fromkeys(names_of(first), 0), **bound})
            return [final for found in solutions for final in listed(Both(tuple(rest)), found)]
        case _:
            raise AssertionError


def matched(parts: tuple[str, str], pair: tuple[int, int], bound: Binding) -> Iterator[Binding]:
    """The binding that a pair gives the parts, if it fits."""
    found = dict(bound)
    for part, element in zip(parts, pair, strict=True):
        if (part in NAMES and found.setdefault(part, element) != element) or (
            part not in NAMES and int(part) != element
        ):
            return
    yield found


def equal(name: str, term: str, turned: bool) -> Condition:
    return Equal(name, "1" if name == term else term, turned)


NAME = st.sampled_from(NAMES)
TERM = st.sampled_from([*NAMES, "0", "1", "2"])
ELEMENT = st.sampled_from(UNIVERSE)
SEVERAL_PAIRS = st.lists(st.tuples(ELEMENT, ELEMENT), max_size=3).map(tuple)
LEAVES: st.SearchStrategy[Condition] = st.one_of(
    st.builds(equal, NAME, TERM, st.booleans()),
    st.builds(In, NAME, st.lists(ELEMENT, max_size=3).map(tuple)),
    st.builds(Pairs, st.tuples(TERM, TERM), SEVERAL_PAIRS, st.booleans()),
    st.builds(Sentence, TERM, st.sampled_from(["<", "/=", "+", "=>", "some"]), TERM),
)


def larger(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return several.map(Both) | several.map(Either)


CONDITIONS: st.SearchStrategy[Condition] = st.recursive(LEAVES, larger, max_leaves=6)
EVERYTHING: tuple[Condition, ...] = tuple(In(name, UNIVERSE) for name in NAMES)
LISTABLE = (
    CONDITIONS.flatmap(lambda condition: st.permutations([condition, *EVERYTHING])).map(tuple).map(Both)
)
"""A condition and, before or after it, where each of the names comes from: all of these can be listed."""


def worth(text: str) -> Value:
    """What both meanings make of a term; they must agree."""
    first, second = (value(meaning, f"v := {text}") for meaning in MEANINGS)
    assert show(first) == show(second)
    return first


def all_of(condition: Condition) -> str:
    """The set of all solutions, as tuples of the values of the names with two zeros behind."""
    return f"{{({', '.join([*sorted(names_of(condition)), '0', '0'])}) | {condition}}}"


def solutions(condition: Condition) -> list[tuple[int, ...]]:
    """What the document lists."""
    found = worth(all_of(condition))
    assert isinstance(found, Set)
    return [element[:-2] for element in found if isinstance(element, tuple)]  # type: ignore[misc]


@given(LISTABLE | CONDITIONS.filter(names_of))
def test_solutions_are_what_makes_the_condition_true(condition: Condition):
    """Whenever the condition can be listed, in whatever order its parts are written."""
    can_be_listed = codes(f"v := {all_of(condition)}") == []
    assert can_be_listed or not isinstance(condition, Both) or not set(EVERYTHING) <= set(condition.parts)
    assume(can_be_listed)
    found = solutions(condition)
    assert set(found) == satisfying(condition)
    assert worth(f"Sum[{condition}] 1") == len(found)


@given(CONDITIONS.filter(names_of))
def test_solutions_are_listed_as_defined(condition: Condition):
    """Where nothing has to wait: the same solutions in the same order."""
    try:
        expected = listed(condition, {})
    except CannotList:
        assume(False)
    names = sorted(names_of(condition))
    assert solutions(condition) == [tuple(binding[name] for name in names) for binding in expected]
