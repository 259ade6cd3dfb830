"""Folds (comprehensions, sums, unions …) of symbolic values, each of which counts under a condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from noughts.grounding.formula import ALWAYS, NEVER, Formula, conjunction, disjunction
from noughts.grounding.symbolic_builtins import apply_symbolic
from noughts.grounding.symbolic_value import (
    NOTHING,
    UNKNOWN,
    Amount,
    MarkUndefined,
    Symbolic,
    amount,
    as_amount,
    cases_of,
    components_of,
    elements_where_set,
    merged,
    set_of,
    symbolic_map,
)
from noughts.language import core as c
from noughts.language.builtins import OPERATIONS
from noughts.values.misuse import WrongKind
from noughts.values.value import Value

Bodies: TypeAlias = list[tuple[Symbolic, Formula]]


def collect(bodies: Bodies, mark_undefined: MarkUndefined) -> Symbolic:
    """``{t | p}``."""
    found = map_of(bodies)
    if found is not None:
        return found
    return set_of((case, when & condition) for body, when in bodies for case, condition in cases_of(body))


def map_of(bodies: Bodies) -> Symbolic | None:
    """The map of bodies that are unconditional pairs with different, known keys; else ``None``."""
    found: dict[Value, Symbolic] = {}
    for body, when in bodies:
        pair = components_of(body, 2)
        if when is not ALWAYS or pair is None or isinstance(pair[0], UNKNOWN) or pair[0] in found:
            return None
        found[pair[0]] = pair[1]
    return symbolic_map(found)


def total(bodies: Bodies, mark_undefined: MarkUndefined) -> Symbolic:
    """``Sum[p] e``: the sum of integers is an amount; other numbers are added one after another."""
    numbers = [(as_amount(body), when) for body, when in bodies if body is not NOTHING]
    if any(number is None for number, _ in numbers):
        return one_by_one("+", 0, bodies, mark_undefined)
    return amount(
        term for number, when in numbers if number is not None for term in terms_under(number, when)
    )


def terms_under(number: Amount, when: Formula) -> list[tuple[Formula, int]]:
    """The weights of an amount under a condition, and zero elsewhere."""
    return [(when, number.constant), *((part & when, weight) for part, weight in number.terms)]


def product(bodies: Bodies, mark_undefined: MarkUndefined) -> Symbolic:
    """``Prod[p] e``."""
    return one_by_one("*", 1, bodies, mark_undefined)


def one_by_one(key: str, start: Value, bodies: Bodies, mark_undefined: MarkUndefined) -> Symbolic:
    """The bodies combined one after another, each under its condition."""
    result: Symbolic = start
    for body, when in bodies:
        if body is not NOTHING and result is not NOTHING:
            more = apply_symbolic(
                OPERATIONS[key],
                (result, body),
                lambda at, why, when=when: mark_undefined(at & when, why),  # type: ignore[misc]
            )
            result = merged([(more, when), (result, ~when)])
    return result


def big_union(bodies: Bodies, mark_undefined: MarkUndefined) -> Symbolic:
    """``U[p] s``."""
    return set_of(
        (element, when & inside)
        for elements, when in sets(bodies, mark_undefined)
        for element, inside in elements.items()
    )


def big_intersection(bodies: Bodies, mark_undefined: MarkUndefined) -> Symbolic:
    """``Sec[p] s``; ``{}`` over nothing."""
    found = sets(bodies, mark_undefined)
    some = disjunction(when for _, when in found)
    every = dict.fromkeys(element for elements, _ in found for element in elements)
    return set_of(
        (e, some & conjunction(~when | elements.get(e, NEVER) for elements, when in found)) for e in every
    )


def sets(bodies: Bodies, mark_undefined: MarkUndefined) -> list[tuple[Mapping[Value, Formula], Formula]]:
    """The elements of bodies that are sets; other bodies are marked as undefined."""
    found: list[tuple[Mapping[Value, Formula], Formula]] = []
    for body, when in bodies:
        if body is not NOTHING:
            elements, is_set = elements_where_set(body)
            mark_undefined(when & ~is_set, WrongKind("`U[…]` needs a set"))
            found.append((elements, when & is_set))
    return found


SYMBOLIC_FOLDS: Final[dict[c.Fold, Callable[[Bodies, MarkUndefined], Symbolic]]] = {
    "{}": collect,
    "U": big_union,
    "Sec": big_intersection,
    "Sum": total,
    "Prod": product,
}
"""The folds by their names in core."""
