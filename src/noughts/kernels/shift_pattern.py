"""The pattern of a formula wherever on the board it lies, so that one operation on words tests them all.

Three in a row from cell 1, from cell 4 and from cell 7 are one pattern, ``b0 & b1 & b2``, at three bases.
Moved words say for all bases at once whether it holds: bit k of ``s & s >> 1 & s >> 2`` is the row from k.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final, TypeAlias

from noughts.grounding.formula import All, Any, Bit, Formula, Not

LARGEST: Final = 40
"""Bits that a pattern may read."""

ShiftPattern: TypeAlias = "int | tuple[str, tuple[ShiftPattern, ...]]"
"""The offset of a bit, or ``~``, ``&``, ``|`` of patterns."""


def pattern_of(formula: Formula, base: int) -> ShiftPattern | None:
    """The formula seen from a bit, if it is one of bits with and, or and not, and not too large."""
    found = _relative(formula, base)
    return found if found is not None and size(found) <= LARGEST else None


def _relative(formula: Formula, base: int) -> ShiftPattern | None:
    match formula:
        case Bit(index=index):
            return index - base
        case Not(part=part):
            inner = _relative(part, base)
            return None if inner is None else ("~", (inner,))
        case All(parts=parts) | Any(parts=parts):
            if len(parts) > LARGEST:
                return None
            inside = [_relative(part, base) for part in parts]
            known = [part for part in inside if part is not None]
            if len(known) < len(inside):
                return None
            return ("&" if isinstance(formula, All) else "|", tuple(sorted(known, key=str)))
        case _:
            return None


def size(pattern: ShiftPattern) -> int:
    """How many bits it reads."""
    return 1 if isinstance(pattern, int) else sum(map(size, pattern[1]))


def grouped(formulas: Iterable[Formula]) -> tuple[dict[ShiftPattern, int], list[Formula]]:
    """The formulas of one pattern together, their bases as a mask, and those that stay alone.

    Together they are tested with one operation for each bit of the pattern, alone with one each.
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
