"""Passes over formulas, which visit every part once, in postorder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, assert_never

from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    All,
    Any,
    Bit,
    Constant,
    Count,
    Formula,
    Negation,
    bit,
    bits_in,
    claims,
    conjunction,
    counted,
    disjunction,
    negation,
)

# The most parts, at all depths, of a *short* formula, for which it is cheap to test whether it can hold.
_MOST_PARTS: Final = 256


def direct_parts(formula: Formula) -> tuple[Formula, ...]:
    """The direct parts of a formula."""
    match formula:
        case Constant() | Bit():
            return ()
        case Negation(part=part):
            return (part,)
        case All(parts=parts) | Any(parts=parts) | Count(parts=parts):
            return parts
        case _:
            assert_never(formula)


def walk(formulas: Iterable[Formula]) -> Iterator[Formula]:
    """These formulas and all of their parts, each once and after its parts."""
    done: set[Formula] = set()
    for formula in formulas:
        # a stack of its own: formulas may be nested deeper than Python recurses
        waiting: list[tuple[Formula, Iterator[Formula]]] = [(formula, iter(direct_parts(formula)))]
        while waiting:
            node, parts = waiting[-1]
            part = next(parts, None)
            if part is None:
                waiting.pop()
                if node not in done:
                    done.add(node)
                    yield node
            elif part not in done:
                waiting.append((part, iter(direct_parts(part))))


def conjuncts(formula: Formula) -> set[Formula]:
    """A conjunction, its parts, and their parts in turn."""
    known = {formula}
    waiting = [formula]
    while waiting:
        new = [claim for claim in claims(waiting.pop()) if claim not in known]
        known.update(new)
        waiting += new
    return known


def is_short(formula: Formula) -> bool:
    """Whether a formula has at most `_MOST_PARTS` parts, at all depths."""
    return next(islice(walk([formula]), _MOST_PARTS, None), None) is None


def bits_of(formulas: Iterable[Formula]) -> int:
    """The bits that formulas read, as a mask."""
    mask = 0
    for node in walk(formulas):
        if type(node) is Bit:
            mask |= 1 << node.index
    return mask


def holds(formula: Formula, position: int) -> bool:
    """Whether a formula holds in a position: the definition against which generated code is tested."""
    return truths(walk([formula]), position)[formula]


def truths(formulas: Iterable[Formula], position: int) -> Mapping[Formula, bool]:
    """Whether each formula holds in a position, of formulas that come after their parts (see `walk`)."""
    known: dict[Formula, bool] = {}
    for node in formulas:
        match node:
            case Constant(holds=constant):
                known[node] = constant
            case Bit(index=index):
                known[node] = bool(position >> index & 1)
            case Negation(part=part):
                known[node] = not known[part]
            case All(parts=parts):
                known[node] = all(known[part] for part in parts)
            case Any(parts=parts):
                known[node] = any(known[part] for part in parts)
            case Count(parts=parts, weights=weights):
                total = sum(weight for part, weight in zip(parts, weights, strict=True) if known[part])
                known[node] = bool(node.allowed >> (total - node.least) & 1)
            case _:
                assert_never(node)
    return known


def substituted(formulas: Iterable[Formula], put: Mapping[Formula, Formula]) -> list[Formula]:
    """The formulas with some of their parts replaced, simplified.

    Bits may be replaced by other bits, for example, or a formula that is known to hold by `ALWAYS`.
    """
    wanted = list(formulas)
    made: dict[Formula, Formula] = dict(put)
    for node in walk(wanted):
        if node in made:
            continue
        match node:
            case Constant() | Bit():
                made[node] = node
            case Negation(part=part):
                made[node] = negation(made[part])
            case All(parts=parts):
                made[node] = conjunction(made[part] for part in parts)
            case Any(parts=parts):
                made[node] = disjunction(made[part] for part in parts)
            case Count(parts=parts, weights=weights):
                terms = [(made[part], weight) for part, weight in zip(parts, weights, strict=True)]
                made[node] = counted(terms, frozenset(node.sums).__contains__)
            case _:
                assert_never(node)
    return [made[formula] for formula in wanted]


def cofactor(formulas: Iterable[Formula], position: int, known: int) -> list[Formula]:
    """The cofactors: the formulas with the bits of the mask `known` fixed as in `position`."""
    put: dict[Formula, Formula] = {
        bit(index): ALWAYS if position >> index & 1 else NEVER for index in bits_in(known)
    }
    return substituted(formulas, put)


def said_by(legal: Formula) -> dict[Formula, Formula]:
    """The truth values that a conjunction implies for its parts, their parts, and the negations of these."""
    known = [legal, *claims(legal)]
    known += [inner for part in claims(legal) for inner in claims(part)]
    return {**{~part: NEVER for part in known}, **dict.fromkeys(known, ALWAYS)}
