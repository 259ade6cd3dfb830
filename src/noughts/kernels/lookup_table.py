"""Several conditions on the same few bits as one table, looked up by those bits.

"The number in bits 3 to 8 is 1 or 3" takes two comparisons of masks; as a table it is
``0b1010 >> (s >> 3 & 63) & 1``, whose cost does not depend on how many numbers are listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from noughts.grounding.formula import Count, Formula, Negation, is_literal
from noughts.grounding.walk import bits_of, direct_parts, holds

_ENOUGH: Final = 3
"""Conditions from which on one table (two shifts, two masks) is cheaper than as many mask comparisons."""


def lookup_tables(formulas: Iterable[Formula], table_bits: int) -> tuple[dict[int, int], list[Formula]]:
    """Tables by the first bit of their window, and the conditions that no table holds.

    A table has one bit per content of its window: whether some condition holds there.  Its length, a power
    of two, is also that of the words that windows never cross.  They are chosen greedily from the lowest bit
    up.
    """
    width = table_bits.bit_length() - 1
    groups: dict[int, list[Formula]] = {}
    alone: list[Formula] = []
    low = -1
    for formula in sorted(formulas, key=first_bit):
        mask = bits_of([formula]) if is_literals(formula) else 0
        lowest, highest = first_bit(formula), mask.bit_length() - 1
        if not mask or highest - lowest >= width or highest // table_bits != lowest // table_bits:
            alone.append(formula)
            continue
        # a new window: the last one ends before this formula does, or lies in another word
        if low < 0 or highest - low >= width or highest // table_bits != low // table_bits:
            low = lowest
        groups.setdefault(low, []).append(formula)
    for few in [low for low, group in groups.items() if len(group) < _ENOUGH]:
        alone += groups.pop(few)
    return {low: packed_table(group, low, table_bits) for low, group in groups.items()}, alone


def first_bit(formula: Formula) -> int:
    """The lowest bit that a formula reads."""
    return formula.lowest


def packed_table(formulas: list[Formula], low: int, table_bits: int) -> int:
    """The table of a window as an integer: bit v is set if some condition holds where the window reads v."""
    values = range(table_bits)
    return sum(1 << value for value in values if any(holds(formula, value << low) for formula in formulas))


def is_literals(formula: Formula) -> bool:
    """Whether one comparison of masks decides the formula."""
    inner = formula.part if type(formula) is Negation else formula
    return type(inner) is not Count and all(map(is_literal, direct_parts(inner)))
