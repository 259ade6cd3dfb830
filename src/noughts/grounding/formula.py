"""Formulas over the bits of an unknown position, shared (hash-consed) and simplified.

    f ::= ALWAYS | NEVER | Bit i | Negation f | All(f, …) | Any(f, …) | Count(weights · (f, …) in sums)

Equal formulas are one object: ``is`` compares them, a formula is a graph without duplicates, and `walk`
visits every part once.  They are created by `bit`, `conjunction`, `disjunction`, `choose`, `counted`, or
``&``, ``|`` and ``~``, which maintain these invariants:

* the parts of `All`, `Any` and `Count` are in a fixed order, without repetition and without constants
* a `Negation` has only a `Bit`, an `All` or an `Any` inside; the negation of a `Count` is a `Count`
* of ``All(~a, ~b, c)`` and ``~Any(a, b, ~c)`` there is only the one with fewer negations

`Count` is a condition on the weighted number of parts that hold.  ``|S| = 9``, ``|S| mod 2 = 0`` and
``|A| < |B|`` are one node each; with the other kinds of nodes they would need parts times sums.

Sharing as by J. P. Filliâtre and S. Conchon, *Type-safe modular hash-consing*, 2006.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from math import gcd
from typing import Final, Protocol, TypeAlias, assert_never, cast
from weakref import WeakValueDictionary

# The most parts of a disjunction that is simplified by its context, which is work quadratic in parts.
_LONGEST_CLAUSE: Final = 32


class FormulaNode:
    """A formula.

    * ``digest``: a hash that is the same in every run, so orders based on it are reproducible
    * ``lowest``: the lowest bit that the formula reads, -1 for a constant
    * ``counts``: whether there is a `Count` inside; most formulas have none, and then simplifying is cheaper
    """

    __slots__ = ("__weakref__", "_negation", "counts", "digest", "lowest")
    counts: bool
    digest: int
    lowest: int
    _negation: Formula | None

    def __and__(self, other: Formula) -> Formula:
        return conjunction((_formula(self), other))

    def __or__(self, other: Formula) -> Formula:
        return disjunction((_formula(self), other))

    def __invert__(self) -> Formula:
        return negation(_formula(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.digest & 0xFFFF:04x}>"


class Constant(FormulaNode):
    """`ALWAYS` or `NEVER`."""

    __slots__ = ("holds",)
    holds: bool

    def __reduce__(self) -> tuple[object, ...]:
        return constant_formula, (self.holds,)


class Bit(FormulaNode):
    """Bit `index` of the position is set."""

    __slots__ = ("index",)
    index: int

    def __reduce__(self) -> tuple[object, ...]:
        return bit, (self.index,)


class Negation(FormulaNode):
    """The part does not hold."""

    __slots__ = ("part",)
    part: Formula

    def __reduce__(self) -> tuple[object, ...]:
        return negation, (self.part,)


class All(FormulaNode):
    """Every part holds."""

    __slots__ = ("parts",)
    parts: tuple[Formula, ...]

    def __reduce__(self) -> tuple[object, ...]:
        return many_as_written, (All, self.parts)


class Any(FormulaNode):
    """Some part holds."""

    __slots__ = ("parts",)
    parts: tuple[Formula, ...]

    def __reduce__(self) -> tuple[object, ...]:
        return many_as_written, (Any, self.parts)


class Count(FormulaNode):
    """The sum of the weights of the parts that hold is one of `sums`.

    The sum ``least + k`` is allowed if bit k of `allowed` is set; `least` is the least possible sum.
    """

    __slots__ = ("allowed", "least", "parts", "weights")
    parts: tuple[Formula, ...]
    weights: tuple[int, ...]
    least: int
    allowed: int

    def __reduce__(self) -> tuple[object, ...]:
        return count_as_written, (self.parts, self.weights, self.least, self.allowed)

    @property
    def sums(self) -> tuple[int, ...]:
        """The allowed sums, in ascending order."""
        return tuple(self.least + k for k in range(self.allowed.bit_length()) if self.allowed >> k & 1)


Formula: TypeAlias = Constant | Bit | Negation | All | Any | Count


def _formula(node: FormulaNode) -> Formula:
    """A node as a formula, for the type checker."""
    return cast(Formula, node)


# All formulas by kind and fields.  References are weak, so a formula that nothing uses is freed.
_known: WeakValueDictionary[tuple[object, ...], FormulaNode] = WeakValueDictionary()


def _made(
    kind: type[FormulaNode],
    key: tuple[object, ...],
    digest: int,
    lowest: int,
    fields: dict[str, object],
    *,
    counts: bool = False,
) -> FormulaNode:
    """The unique node of a kind with these fields."""
    found = _known.get(key)
    if found is None:
        found = kind()
        found.digest, found.lowest, found._negation = digest, lowest, None
        found.counts = counts
        for name, value in fields.items():
            setattr(found, name, value)
        # another thread may have been faster: then its node is the unique one
        found = _known.setdefault(key, found)
    return found


def _constant(holds: bool) -> Constant:
    made = _made(Constant, (Constant, holds), hash((0, int(holds))), -1, {"holds": holds})
    assert isinstance(made, Constant)
    return made


NEVER: Final = _constant(False)
ALWAYS: Final = _constant(True)


def constant_formula(holds: bool) -> Formula:
    """`ALWAYS` or `NEVER`, by a truth value."""
    return ALWAYS if holds else NEVER


def bit(index: int) -> Bit:
    """Bit `index` of the position is set."""
    made = _made(Bit, (Bit, index), hash((1, index)), index, {"index": index})
    assert isinstance(made, Bit)
    return made


def negation(part: Formula) -> Formula:
    """The part does not hold."""
    if part._negation is None:
        opposite = _opposite(part)
        part._negation = opposite
        opposite._negation = part
    return part._negation


def _opposite(part: Formula) -> Formula:
    match part:
        case Constant(holds=holds):
            return constant_formula(not holds)
        case Negation(part=inner):
            return inner
        case Count(parts=parts, weights=weights, least=least, allowed=allowed):
            return count_as_written(parts, weights, least, possible_sums(weights) & ~allowed)
        case Bit() | All() | Any():
            key, fields = (Negation, part), {"part": part}
            made = _made(Negation, key, hash((2, part.digest)), part.lowest, dict(fields), counts=part.counts)
            assert isinstance(made, Negation)
            return made
        case _:
            assert_never(part)


def is_literal(formula: Formula) -> bool:
    """Whether the formula is a bit or the negation of one."""
    return type(formula) is Bit or (type(formula) is Negation and type(formula.part) is Bit)


class Care(Protocol):
    """A set of positions that matter; formulas that agree in all of them are identified."""

    here: int

    def at(self, here: int) -> AbstractContextManager[None]:
        """A context for work whose results are used only in the positions of a vector."""

    def vector(self, formula: Formula) -> int:
        """The vector of the positions in which a formula holds."""

    def conjunction(self, parts: Iterable[Formula]) -> Formula:
        """The conjunction of formulas."""

    def reduced(self, formula: Formula) -> Formula:
        """The representative of all formulas that agree with this one."""

    def never_holds(self, formula: Formula) -> bool:
        """Whether the formula holds in none of the positions that matter."""


care: ContextVar[Care | None] = ContextVar("care", default=None)
"""The positions in which formulas need to be right; ``None`` if every combination of bits may matter."""


# Conjunctions


def conjunction(parts: Iterable[Formula]) -> Formula:
    """Every part holds; simplified by what the parts imply of each other."""
    gathered: dict[Formula, None] = {}
    for part in parts:
        if part is NEVER:
            return NEVER
        if part is not ALWAYS:
            gathered[part] = None
    if gathered and (positions := care.get()) is not None:
        return positions.conjunction(gathered)
    if len(gathered) < 2:
        return next(iter(gathered), ALWAYS)
    return _simplified(gathered)


def disjunction(parts: Iterable[Formula]) -> Formula:
    """Some part holds."""
    some = list(parts)
    if len(some) == 1 and care.get() is None:
        return some[0]
    return negation(conjunction(map(negation, some)))


def _simplified(gathered: dict[Formula, None]) -> Formula:
    """The conjunction of two or more parts, none of them constant.

    Each rule below looks one level deep and costs at most the square of `_LONGEST_CLAUSE` for each part.  A
    rule that applies starts again with shorter parts, so this ends.
    """
    claimed = [claim for part in gathered for claim in claims(part)]
    said = {*gathered, *claimed}
    for part in said:
        # a negation that was never created cannot be among the parts
        if part._negation is not None and part._negation in said:
            return NEVER
    if any(part.counts for part in gathered) and _counts_disagree(said):
        return NEVER
    # a claim occurs twice: if it is also a part itself, that part is redundant
    if len(said) < len(gathered) + len(claimed) and not gathered.keys().isdisjoint(claimed):
        redundant = set(claimed)
        return conjunction(part for part in gathered if part not in redundant)
    # what shortens a disjunction is a part of it, so no two of them shorten each other in a circle
    shorter = [_in_view_of(part, said) for part in gathered]
    if any(one is not other for one, other in zip(shorter, gathered, strict=True)):
        return conjunction(shorter)
    return ordered_conjunction(gathered)


def claims(part: Formula) -> tuple[Formula, ...]:
    """The parts of a conjunction, in either notation; none for any other formula."""
    if type(part) is All:
        return part.parts
    if type(part) is Negation and type(part.part) is Any:
        return tuple(map(negation, part.part.parts))
    return ()


def choices(part: Formula) -> tuple[Formula, ...]:
    """The parts of a disjunction, in either notation; none for any other formula."""
    if type(part) is Any:
        return part.parts
    if type(part) is Negation and type(part.part) is All:
        return tuple(map(negation, part.part.parts))
    return ()


def _in_view_of(part: Formula, said: set[Formula]) -> Formula:
    """A disjunction in the context of the conjuncts `said`: `ALWAYS`, or without the parts they refute."""
    parts = choices(part)
    if not parts:
        return part
    if any(choice in said for choice in parts):
        return ALWAYS
    if len(parts) > _LONGEST_CLAUSE:
        return part
    left = [each for each in parts if not any(negation(claim) in said for claim in (each, *claims(each)))]
    return part if len(left) == len(parts) else disjunction(left)


def _counts_disagree(said: set[Formula]) -> bool:
    """Whether counts of the same parts, or a count and the known truth values of its parts, allow no sum."""
    known = all_claims(said)
    counts = [part for part in known if type(part) is Count and len(part.parts) <= _LONGEST_CLAUSE]
    allowed: dict[tuple[object, ...], int] = {}
    for count in counts:
        key = (count.parts, count.weights)
        allowed[key] = left = allowed.get(key, -1) & count.allowed & _sums_beside(known, count)
        if not left:
            return True
    return False


def all_claims(said: Iterable[Formula]) -> set[Formula]:
    """The conjuncts and, recursively, their conjuncts; conjunctions of many parts are not opened."""
    known = set(said)
    waiting = [part for part in known if _is_short_conjunction(part)]
    while waiting:
        new = [claim for claim in claims(waiting.pop()) if claim not in known]
        known.update(new)
        waiting += filter(_is_short_conjunction, new)
    return known


def _is_short_conjunction(part: Formula) -> bool:
    """Whether it is a conjunction of a few parts, in either notation."""
    if type(part) is All:
        return len(part.parts) <= _LONGEST_CLAUSE
    return type(part) is Negation and type(part.part) is Any and len(part.part.parts) <= _LONGEST_CLAUSE


def _sums_beside(known: set[Formula], count: Count) -> int:
    """The sums that a count can still have, as bits like `Count.allowed`, given formulas that hold."""
    shift, undecided = -count.least, []
    for part, weight in zip(count.parts, count.weights, strict=True):
        if part in known:
            shift += weight
        elif part._negation is None or part._negation not in known:
            undecided.append(weight)
    if len(undecided) == len(count.parts):
        return -1
    return possible_sums(undecided) << shift + sum(weight for weight in undecided if weight < 0)


def ordered_conjunction(gathered: Iterable[Formula]) -> Formula:
    """A conjunction, or the negation of a disjunction, whichever has fewer negations; not simplified."""
    parts = sorted(gathered, key=order)
    if len(parts) == 1:
        return parts[0]
    negated = sum(type(part) is Negation for part in parts)
    if 2 * negated > len(parts):
        return negation(many_as_written(Any, [negation(part) for part in parts]))
    return many_as_written(All, parts)


def many_as_written(kind: type[All] | type[Any], parts: Sequence[Formula]) -> Formula:
    """A conjunction or a disjunction of parts that are simplified and in order."""
    inside = tuple(parts)
    made = _known.get((kind, inside))
    if made is None:
        digest = hash((3 if kind is All else 4, *(part.digest for part in inside)))
        lowest = min(part.lowest for part in inside)
        counts = any(part.counts for part in inside)
        made = _made(kind, (kind, inside), digest, lowest, {"parts": inside}, counts=counts)
    assert isinstance(made, All | Any)
    return made


def order(part: Formula) -> tuple[bool, int, int]:
    """The sort key of parts: bits by number, then all others by digest."""
    inner = part.part if type(part) is Negation else part
    return type(inner) is not Bit, part.lowest, part.digest


# Derived formulas


def choose(condition: Formula, then: Formula, otherwise: Formula) -> Formula:
    """`then` if the condition holds, else `otherwise`."""
    if then is otherwise:
        return then
    return (condition & then) | (~condition & otherwise)


def same(a: Formula, b: Formula) -> Formula:
    """Both hold or neither does."""
    return choose(a, b, ~b)


def counted(terms: Iterable[tuple[Formula, int]], holds: Callable[[int], bool]) -> Formula:
    """``holds(n)`` for the sum n of the numbers whose formulas hold."""
    whole = _Sum(terms)
    return whole.count(sum(place for number, place in whole.numbers() if holds(number)))


def cases_of_sum(terms: Iterable[tuple[Formula, int]]) -> list[tuple[int, Formula]]:
    """Each possible sum of the numbers whose formulas hold, with its condition, in increasing order."""
    whole = _Sum(terms)
    return [(number, whole.count(place)) for number, place in sorted(whole.numbers())]


class _Sum:
    """A sum of numbers whose formulas hold, divided by a common divisor and less a constant.

    Dividing, and making the first weight positive, gives equal counts equal parts.
    """

    def __init__(self, terms: Iterable[tuple[Formula, int]]) -> None:
        weights, self.constant = gathered_terms(terms)
        self.parts = tuple(sorted(weights, key=order))
        self.divisor = gcd(*weights.values())
        if self.parts and weights[self.parts[0]] < 0:
            self.divisor = -self.divisor
        self.weights = tuple(weights[part] // self.divisor for part in self.parts)
        self.least = sum(weight for weight in self.weights if weight < 0)

    def numbers(self) -> Iterator[tuple[int, int]]:
        """The possible sums, each with its place: a number with one bit."""
        for k in bits_in(possible_sums(self.weights)):
            yield (self.least + k) * self.divisor + self.constant, 1 << k

    def count(self, allowed: int) -> Formula:
        """Whether the sum is at one of the places."""
        return _count(self.parts, self.weights, self.least, allowed)


def gathered_terms(terms: Iterable[tuple[Formula, int]]) -> tuple[dict[Formula, int], int]:
    """A sum of terms as weights of distinct formulas, none of them constant or negated, and a constant.

    A negated part is replaced by one minus the part, and repeated parts by one with the sum of weights.
    """
    weights: dict[Formula, int] = {}
    constant = 0
    for part, weight in terms:
        if type(part) is Negation:
            constant += weight
            part, weight = part.part, -weight
        # a count and its negation are both counts: the one with the smaller digest represents both
        elif type(part) is Count and part.digest > (opposite := negation(part)).digest:
            constant += weight
            part, weight = opposite, -weight
        if type(part) is Constant:
            constant += weight * part.holds
        else:
            weights[part] = weights.get(part, 0) + weight
    return {part: weight for part, weight in weights.items() if weight}, constant


def possible_sums(weights: Iterable[int]) -> int:
    """The sums of subsets of the weights: bit k is set if ``least + k`` is one.  One shift and union for each
    weight, however many subsets there are."""
    reached = 1
    for weight in weights:
        reached |= reached << abs(weight)
    return reached


def bits_in(mask: int) -> Iterator[int]:
    """The indexes of the set bits of a number, in increasing order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _count(parts: tuple[Formula, ...], weights: tuple[int, ...], least: int, allowed: int) -> Formula:
    """A count, or a shorter equivalent formula."""
    possible = possible_sums(weights)
    if not allowed or allowed == possible:
        return constant_formula(bool(allowed))
    # if only the least or only the largest sum is allowed (or forbidden), the count is a conjunction (or a
    # disjunction): every part must hold or not, by the sign of its weight
    top = 1 << possible.bit_length() - 1
    for extreme, negated in ((allowed, False), (possible & ~allowed, True)):
        if extreme in (1, top):
            wanted = (
                part if (weight > 0) == (extreme == top) else negation(part)
                for part, weight in zip(parts, weights, strict=True)
            )
            found = conjunction(wanted)
            return negation(found) if negated else found
    made = count_as_written(parts, weights, least, allowed)
    positions = care.get()
    return made if positions is None else positions.reduced(made)


def count_as_written(parts: tuple[Formula, ...], weights: tuple[int, ...], least: int, allowed: int) -> Count:
    """A count, not simplified."""
    digest = hash((5, *(part.digest for part in parts), *weights, allowed))
    fields = {"parts": parts, "weights": weights, "least": least, "allowed": allowed}
    key = (Count, parts, weights, allowed)
    made = _made(Count, key, digest, min(part.lowest for part in parts), dict(fields), counts=True)
    assert isinstance(made, Count)
    return made
