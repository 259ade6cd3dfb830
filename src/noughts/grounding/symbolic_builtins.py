"""The builtin operations on symbolic values.

An entry of `_SYMBOLIC` returns a symbolic value or, for a comparison, a formula.  ``None`` means that these
operands need a case analysis (`by_cases`), which evaluates the operation for every combination of values.
Operations without an entry always use case analysis.  So every operation works on every symbolic value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    Formula,
    FormulaNode,
    conjunction,
    constant_formula,
    counted,
    disjunction,
    same,
)
from noughts.grounding.symbolic_value import (
    NOTHING,
    UNKNOWN,
    Amount,
    Choice,
    MarkUndefined,
    Symbolic,
    SymbolicMap,
    SymbolicPower,
    SymbolicSet,
    SymbolicTuple,
    amount,
    as_amount,
    cases_of,
    choice,
    combinations,
    components_of,
    elements_of,
    elements_where_set,
    is_set,
    length_of,
    merged,
    set_of,
    symbolic_map,
    symbolic_tuple,
    totals,
    truth_of,
    values_by_key,
    within,
)
from noughts.language import core as c
from noughts.language.builtins import OPERATIONS, Builtin
from noughts.values.maps import is_pair
from noughts.values.misuse import Misuse, OutOfRange, WrongKind
from noughts.values.scalars import Truth, truth
from noughts.values.sets import Product, Set
from noughts.values.show import show, summary
from noughts.values.value import Value

SymbolicAnswer: TypeAlias = "Symbolic | Formula | None"


def apply_symbolic(
    builtin: Builtin, operands: tuple[Symbolic, ...], mark_undefined: MarkUndefined
) -> Symbolic:
    """A row of the builtin table applied to symbolic values."""
    if any(isinstance(operand, UNKNOWN) for operand in operands):
        answer: SymbolicAnswer
        if partial := _PARTIAL.get(builtin.key):
            answer = partial(mark_undefined, *operands)
        else:
            row = _SYMBOLIC.get(builtin.key)
            answer = row(*operands) if row else None
        if answer is not None:
            return truth_of(answer) if isinstance(answer, FormulaNode) else answer
        return by_cases(builtin, operands, mark_undefined)
    try:
        return applied(builtin, operands)  # type: ignore[arg-type]
    except Misuse as misuse:
        mark_undefined(ALWAYS, misuse)
        return NOTHING


def by_cases(builtin: Builtin, operands: tuple[Symbolic, ...], mark_undefined: MarkUndefined) -> Symbolic:
    """A row applied to every combination of possible operands: exponential in their number, always right."""
    found: list[tuple[Value, Formula]] = []
    for values, when in combinations([cases_of(operand) for operand in operands]):
        try:
            found.append((applied(builtin, values), when))
        except Misuse as misuse:
            mark_undefined(when, misuse)
    return choice(found)


def applied(builtin: Builtin, operands: tuple[Value, ...]) -> Value:
    """The row applied to values."""
    assert builtin.apply is not None
    result = builtin.apply(*operands)
    return truth(bool(result)) if builtin.sentence else result  # type: ignore[return-value]


# Comparisons


def equal(a: Symbolic, b: Symbolic) -> Formula:
    """The formula of two symbolic values being equal."""
    if not isinstance(a, UNKNOWN):
        a, b = b, a
    if not isinstance(a, UNKNOWN):
        return constant_formula(a == b)
    if isinstance(a, SymbolicPower) and isinstance(b, SymbolicPower):
        return equal(SymbolicSet(a.base), SymbolicSet(b.base))
    if (difference := amounts(a, b)) is not None:
        return counted(difference.terms, (-difference.constant).__eq__)
    if isinstance(a, SymbolicTuple) or isinstance(b, SymbolicTuple):
        return _equal_tuples(a, b)
    if isinstance(a, Choice) and isinstance(b, Choice):
        common = (when & b.cases[value] for value, when in a.cases.items() if value in b.cases)
        return disjunction(common)
    if isinstance(a, Choice) and not isinstance(b, UNKNOWN):
        return a.cases.get(b, NEVER)
    if isinstance(a, Choice):
        return disjunction(when & equal(b, value) for value, when in a.cases.items())
    return _equal_sets(a, b)


def _equal_tuples(a: Symbolic, b: Symbolic) -> Formula:
    length = length_of(a if isinstance(a, SymbolicTuple) else b)
    assert length is not None
    first, second = components_of(a, length), components_of(b, length)
    if first is None or second is None:
        cases = cases_of(a) if isinstance(a, Choice) else cases_of(b) if isinstance(b, Choice) else []
        tuples = [(value, when) for value, when in cases if isinstance(value, tuple)]
        other = b if isinstance(a, Choice) else a
        return disjunction(when & equal(other, value) for value, when in tuples)
    return conjunction(map(equal, first, second))


def _equal_sets(a: Symbolic, b: Symbolic) -> Formula:
    if isinstance(a, SymbolicSet) and isinstance(b, Set) and b.size > len(a.elements):
        return NEVER
    mine, yours = values_by_key(a), values_by_key(b)
    if mine is not None and yours is not None:
        alike = mine.keys() == yours.keys()
        return conjunction(equal(mine[key], yours[key]) for key in mine) if alike else NEVER
    first, second = elements_of(a), elements_of(b)
    if first is None or second is None:
        if isinstance(b, Choice):
            return disjunction(when & equal(a, value) for value, when in b.cases.items())
        return NEVER
    every = dict.fromkeys([*first, *second])
    return conjunction(same(first.get(value, NEVER), second.get(value, NEVER)) for value in every)


def unequal(a: Symbolic, b: Symbolic) -> Formula:
    """The formula of two symbolic values being different."""
    return ~equal(a, b)


def compared(holds: Callable[[int], bool]) -> Callable[[Symbolic, Symbolic], Formula | None]:
    """A comparison of numbers, as a condition on their difference."""

    def row(a: Symbolic, b: Symbolic) -> Formula | None:
        difference = amounts(a, b)
        if difference is None:
            return None
        constant = difference.constant
        return counted(difference.terms, lambda weights: holds(weights + constant))

    return row


def amounts(a: Symbolic, b: Symbolic) -> Amount | None:
    """The difference of two integers of which one is an `Amount`; ``None`` for other values."""
    if not (isinstance(a, Amount) or isinstance(b, Amount)):
        return None
    first, second = as_amount(a), as_amount(b)
    if first is None or second is None:
        return None
    minus = [(part, -weight) for part, weight in second.terms]
    difference = amount([*first.terms, *minus], first.constant - second.constant)
    return as_amount(difference)


def member(a: Symbolic, s: Symbolic) -> Formula | None:
    """The formula of a value being an element of a set."""
    if isinstance(s, Choice):
        inside = [(member(a, value), when) for value, when in s.cases.items()]
        if any(found is None for found, _ in inside):
            return None
        return disjunction(found & when for found, when in inside if found is not None)
    if isinstance(s, SymbolicPower):
        return subset(a, SymbolicSet(s.base))
    if isinstance(s, SymbolicMap) and (parts := components_of(a, 2)) is not None:
        keys = ((s.values[key], when) for key, when in cases_of(parts[0]) if key in s.values)
        return disjunction(when & equal(value, parts[1]) for value, when in keys)
    if isinstance(s, SymbolicSet | SymbolicMap):
        return disjunction(when & equal(a, value) for value, when in _candidates(a, s.elements))
    if not isinstance(s, Set):
        return None
    return _member_of_known(a, s)


def _candidates(a: Symbolic, elements: Mapping[Value, Formula]) -> list[tuple[Value, Formula]]:
    """The elements that may be equal to a value."""
    if isinstance(a, Choice):
        return [(value, elements[value]) for value in a.cases if value in elements]
    if not isinstance(a, UNKNOWN):
        return [(a, elements[a])] if a in elements else []
    return list(elements.items())


def _member_of_known(a: Symbolic, s: Set) -> Formula | None:
    if not isinstance(a, UNKNOWN):
        return constant_formula(a in s)
    if isinstance(a, Choice):
        return disjunction(when for value, when in a.cases.items() if value in s)
    if isinstance(s, Product) and (parts := components_of(a, 2)) is not None:
        left, right = _member_or_known(parts[0], s.left), _member_or_known(parts[1], s.right)
        return None if left is None or right is None else left & right
    if isinstance(a, Amount):
        inside = {total for total in totals(a) if total in s}
        return counted(a.terms, lambda weights: weights + a.constant in inside)
    within(s.size)
    return disjunction(equal(a, value) for value in s)


def _member_or_known(a: Symbolic, s: Set) -> Formula | None:
    return _member_of_known(a, s) if isinstance(a, UNKNOWN) else constant_formula(a in s)


def subset(a: Symbolic, b: Symbolic) -> Formula | None:
    """The formula of a set being a subset of another."""
    inner = elements_of(a)
    if inner is None or not is_set(b):
        return None
    inside = [(when, member(value, b)) for value, when in inner.items()]
    if any(found is None for _, found in inside):
        return None
    return conjunction(~when | found for when, found in inside if found is not None)


# Sets


def union(a: Symbolic, b: Symbolic) -> Symbolic | None:
    """The union of two sets."""
    first, second = elements_of(a), elements_of(b)
    return None if first is None or second is None else set_of([*first.items(), *second.items()])


def intersection(a: Symbolic, b: Symbolic) -> Symbolic | None:
    """The intersection of two sets."""
    if isinstance(a, SymbolicPower) or (isinstance(a, Set) and not isinstance(b, SymbolicPower)):
        a, b = b, a
    return _selected(a, b, lambda inside: inside)


def difference(a: Symbolic, b: Symbolic) -> Symbolic | None:
    """The elements of the first set that are not in the second."""
    return _selected(a, b, lambda inside: ~inside)


def _selected(a: Symbolic, b: Symbolic, keep: Callable[[Formula], Formula]) -> Symbolic | None:
    """The elements of one set whose membership in the other has the wanted truth value."""
    elements = elements_of(a)
    if elements is None or not is_set(b):
        return None
    inside = [(value, when, member(value, b)) for value, when in elements.items()]
    if any(found is None for _, _, found in inside):
        return None
    return set_of((value, when & keep(found)) for value, when, found in inside if found is not None)


def multiply(a: Symbolic, b: Symbolic) -> Symbolic | None:
    """The product of an amount and a number, or all pairs of two sets.

    A `Choice` of numbers is multiplied case by case.  An amount does not know that exactly one of the cases
    holds, so it would seem to take any sum of them.
    """
    is_amount = isinstance(a, Amount) or isinstance(b, Amount)
    first, second = (as_amount(a), as_amount(b)) if is_amount else (None, None)
    if first is not None and second is not None:
        if first.terms and second.terms:
            return None
        factor, scaled = (first.constant, second) if second.terms else (second.constant, first)
        return amount([(part, weight * factor) for part, weight in scaled.terms], scaled.constant * factor)
    left, right = elements_of(a), elements_of(b)
    if left is None or right is None:
        return None
    within(len(left) * len(right))
    return set_of(((e, f), p & q) for e, p in reversed(list(left.items())) for f, q in right.items())


def power_set(a: Symbolic) -> Symbolic | None:
    """All subsets of a set."""
    elements = elements_of(a)
    return None if elements is None else SymbolicPower(elements)


def magnitude(a: Symbolic) -> Symbolic | None:
    """The number of elements of a set, or of parts of a tuple."""
    if isinstance(a, SymbolicPower):
        return None
    if isinstance(a, SymbolicMap):
        return len(a.values)
    elements = elements_of(a)
    return length_of(a) if elements is None else amount((when, 1) for when in elements.values())


# Numbers and tuples


def add(a: Symbolic, b: Symbolic) -> Symbolic | None:
    """The sum of two numbers, or two tuples joined."""
    first, second = length_of(a), length_of(b)
    if first is not None and second is not None:
        left, right = components_of(a, first), components_of(b, second)
        return None if left is None or right is None else symbolic_tuple(left + right)
    return None if amounts(a, b) is None else _sum(a, b, 1)


def subtract(a: Symbolic, b: Symbolic) -> Symbolic | None:
    """The difference of two numbers, or of two sets."""
    if is_set(a) and is_set(b):
        return difference(a, b)
    return None if amounts(a, b) is None else _sum(a, b, -1)


def _sum(a: Symbolic, b: Symbolic, sign: int) -> Symbolic:
    first, second = as_amount(a), as_amount(b)
    assert first is not None
    assert second is not None
    terms = [*first.terms, *((part, sign * weight) for part, weight in second.terms)]
    return amount(terms, first.constant + sign * second.constant)


def negate(a: Symbolic) -> Symbolic | None:
    """The opposite of an amount."""
    return multiply(a, -1) if isinstance(a, Amount) else None


def modulo(a: Symbolic, b: Symbolic) -> Symbolic | None:
    """The remainder of an amount: one case for each remainder instead of one for each sum."""
    if not (isinstance(a, Amount) and type(b) is int and b):
        return None
    remainders = sorted({total % b for total in totals(a)})
    return choice((r, counted(a.terms, lambda n, r=r: (n + a.constant) % b == r)) for r in remainders)  # type: ignore[misc]


def elements(t: Symbolic, i: Symbolic, j: Symbolic) -> Symbolic | None:
    """Some parts of a tuple."""
    length = length_of(t)
    if length is None or type(i) is not int or type(j) is not int or not (i > j or 1 <= i <= j <= length):
        return None
    if i > j:
        return ()
    parts = components_of(t, length)
    return None if parts is None else symbolic_tuple(parts[i - 1 : j])


SymbolicBuiltin: TypeAlias = Callable[..., SymbolicAnswer]

# Symbolic operations by the key of the builtin table.
_SYMBOLIC: Final[dict[str, SymbolicBuiltin]] = {
    "=": equal,
    "/=": unequal,
    "<": compared(lambda n: n < 0),
    ">": compared(lambda n: n > 0),
    "<=": compared(lambda n: n <= 0),
    ">=": compared(lambda n: n >= 0),
    "in": member,
    "sub": subset,
    "U": union,
    "\\": difference,
    "sec": intersection,
    "{}": lambda *operands: set_with([(operand, ALWAYS) for operand in operands]),
    "Pow": power_set,
    "+": add,
    "-": subtract,
    "*": multiply,
    "mod": modulo,
    "neg": negate,
    "|…|": magnitude,
    "()": lambda *parts: symbolic_tuple(parts),
    "[..]": elements,
}

# Access to parts of symbolic tuples and maps; the index may be unknown too.


def element(mark_undefined: MarkUndefined, t: Symbolic, i: Symbolic) -> Symbolic | None:
    """A part of a tuple, or the value of a map."""
    if isinstance(t, SymbolicMap):
        return value_of_map(mark_undefined, t, i)
    if is_set(t):
        elements = elements_of(t)
        return None if elements is None else value_at(mark_undefined, elements, i)
    parts = parts_of(t)
    if parts is None:
        return None
    places = places_in(parts, i, mark_undefined)
    return merged((parts[place - 1], when) for place, when in places.items())


def with_change(mark_undefined: MarkUndefined, t: Symbolic, i: Symbolic, new: Symbolic) -> Symbolic | None:
    """A tuple with another part, or a map with another value."""
    if is_set(t):
        values = values_by_key(t)
        if values is not None and all(key in values for key, _ in cases_of(i)):
            return symbolic_map(changed_values(values, i, new))
        elements = elements_of(t)
        return None if elements is None else changed_map(mark_undefined, elements, i, new)
    parts = parts_of(t)
    if parts is None:
        return None
    made = list(parts)
    for place, when in places_in(parts, i, mark_undefined).items():
        made[place - 1] = new if when is ALWAYS else merged(((new, when), (parts[place - 1], ~when)))
    return symbolic_tuple(made)


def parts_of(t: Symbolic) -> tuple[Symbolic, ...] | None:
    """The parts of a value that is certainly a tuple of one length."""
    length = length_of(t)
    return None if length is None else components_of(t, length)


def places_in(parts: tuple[Symbolic, ...], i: Symbolic, mark_undefined: MarkUndefined) -> dict[int, Formula]:
    """The possible indices of a tuple, from 1, each with its condition; others are marked as undefined."""
    places: dict[int, Formula] = {}
    for place, when in cases_of(i):
        if type(place) is int and 1 <= place <= len(parts):
            places[place] = when
        else:
            mark_undefined(when, OutOfRange(f"there is no element {show(place)}"))
    return places


def value_of_map(mark_undefined: MarkUndefined, t: SymbolicMap, key: Symbolic) -> Symbolic:
    """The value at a key; undefined if it is not a key of the map."""
    found: list[tuple[Symbolic, Formula]] = []
    for here, at in cases_of(key):
        if here in t.values:
            found.append((t.values[here], at))
        else:
            mark_undefined(at, OutOfRange(f"there is no value at {summary(here)}"))
    return merged(found)


def changed_values(values: Mapping[Value, Symbolic], key: Symbolic, new: Symbolic) -> dict[Value, Symbolic]:
    """The values of a map with a new one at an existing key."""
    made = dict(values)
    for here, at in cases_of(key):
        made[here] = new if at is ALWAYS else merged(((new, at), (values[here], ~at)))
    return made


def value_at(mark_undefined: MarkUndefined, pairs: Mapping[Value, Formula], key: Symbolic) -> Symbolic:
    """The second part of the only pair that begins with the key."""
    found: list[tuple[Value, Formula]] = []
    for here, at in cases_of(key):
        values = [(pair[1], when) for pair, when in pairs.items() if is_pair(pair) and pair[0] == here]
        one = counted([(when, 1) for _, when in values], (1).__eq__)
        mark_undefined(at & ~one, OutOfRange(f"there is no value at {summary(here)}, or there are several"))
        found += ((value, at & when) for value, when in values)
    return choice(found)


def changed_map(
    mark_undefined: MarkUndefined, pairs: Mapping[Value, Formula], key: Symbolic, new: Symbolic
) -> Symbolic:
    """The pairs of a map without those of the key, and a new pair for it."""
    keys = dict(cases_of(key))
    made: list[tuple[Value, Formula]] = []
    for pair, when in pairs.items():
        if not is_pair(pair):
            mark_undefined(when, WrongKind(f"{summary(pair)} is no pair"))
        else:
            changed = keys.get(pair[0])
            made.append((pair, when if changed is None else when & ~changed))
    made += (((here, value), at & when) for here, at in keys.items() for value, when in cases_of(new))
    return set_of(made)


# Symbolic operations that mark for themselves where they are undefined.
_PARTIAL: Final[dict[str, Callable[..., Symbolic | None]]] = {
    "[]": element,
    "[|->]": with_change,
}


def holds_of(symbolic: Symbolic) -> tuple[Formula, Formula]:
    """The formulas of a symbolic value being true, and being a truth value at all."""
    if not isinstance(symbolic, Choice):
        return constant_formula(symbolic is Truth.TRUE), constant_formula(isinstance(symbolic, Truth))
    truths = [when for value, when in symbolic.cases.items() if isinstance(value, Truth)]
    certain = truths and len(truths) == len(symbolic.cases)
    return symbolic.cases.get(Truth.TRUE, NEVER), ALWAYS if certain else disjunction(truths)


# Folds (comprehensions, sums, unions …) of symbolic values, each of which counts under a condition.


Bodies: TypeAlias = list[tuple[Symbolic, Formula]]


def collect(bodies: Bodies, mark_undefined: MarkUndefined) -> Symbolic:
    """``{t | p}``."""
    return set_with(bodies)


def set_with(bodies: Bodies) -> Symbolic:
    """The set of some values: a map if it is one."""
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
