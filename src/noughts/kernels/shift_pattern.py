"""Patterns: formulas that are the same relative to several bases, tested together by shifts of words.

Three in a row from cell 1, from cell 4 and from cell 7 are one pattern, ``b0 & b1 & b2``, at three bases.
Shifted words decide all bases at once: bit k of ``s & s >> 1 & s >> 2`` tells whether the row from k is full.
The bits of other bases are garbage and are masked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Final, TypeAlias

from noughts.grounding.formula import All, Any, Bit, Formula, Negation

_MOST_BITS: Final = 40
"""The most bits that a pattern may read; each bit costs a shift and a conjunction."""

ShiftPattern: TypeAlias = "int | tuple[str, tuple[ShiftPattern, ...]]"
"""The offset of a bit, or ``~``, ``&``, ``|`` of patterns."""


def pattern_of(formula: Formula, base: int) -> ShiftPattern | None:
    """The formula relative to `base`; ``None`` if it has counts or reads more than `_MOST_BITS` bits."""
    return _relative(formula, base) if _reads_few(formula) else None


def _reads_few(formula: Formula) -> bool:
    """Whether the formula, written out, has no counts and at most `_MOST_BITS` bits.

    The walk stops as soon as there are too many: written out, a formula that shares parts may be
    exponentially long.
    """
    waiting, bits = [formula], 0
    while waiting and bits + len(waiting) <= _MOST_BITS:
        match waiting.pop():
            case Bit():
                bits += 1
            case Negation(part=part):
                waiting.append(part)
            case All(parts=parts) | Any(parts=parts):
                waiting += parts
            case _:
                return False
    return not waiting


def _relative(formula: Formula, base: int) -> ShiftPattern:
    match formula:
        case Bit(index=index):
            return index - base
        case Negation(part=part):
            return "~", (_relative(part, base),)
        case All(parts=parts) | Any(parts=parts):
            inside = [_relative(part, base) for part in parts]
            return "&" if isinstance(formula, All) else "|", tuple(sorted(inside, key=str))
        case _:
            raise AssertionError(formula)


def read_by(pattern: ShiftPattern) -> Iterator[int]:
    """The offsets of the bits that a pattern reads, with repetition."""
    if isinstance(pattern, int):
        yield pattern
    else:
        for part in pattern[1]:
            yield from read_by(part)


def size(pattern: ShiftPattern) -> int:
    """The number of bits that a pattern reads, with repetition."""
    return sum(1 for _ in read_by(pattern))


def grouped_by_pattern(formulas: Iterable[Formula]) -> tuple[dict[ShiftPattern, int], list[Formula]]:
    """The bases of each shared pattern as a mask, and the formulas that are cheaper alone.

    A group costs one shift and one conjunction per bit of its pattern; a formula alone costs one mask, one
    comparison and one branch.  So a group pays if it has at least one formula for every two bits.
    """
    found: dict[ShiftPattern, list[Formula]] = {}
    alone: list[Formula] = []
    for formula in formulas:
        pattern = pattern_of(formula, formula.lowest)
        if pattern is None or isinstance(pattern, int):
            alone.append(formula)
        else:
            found.setdefault(pattern, []).append(formula)
    together: dict[ShiftPattern, int] = {}
    for pattern, group in found.items():
        if len(group) > 1 and 2 * len(group) >= size(pattern):
            together[pattern] = reduce(or_, (1 << formula.lowest for formula in group))
        else:
            alone += group
    return together, alone
