"""Formulas as patterns at several bases."""

from __future__ import annotations

from noughts.grounding.formula import Formula, bit
from noughts.kernels.bit_expression import pattern_of


def test_equal_shapes_at_two_bases_are_one_pattern() -> None:
    rows = [bit(k) & (bit(k + 1) | ~bit(k + 2)) for k in (0, 7)]
    assert pattern_of(rows[0], 0) == pattern_of(rows[1], 7) is not None


def test_a_formula_of_shared_parts_is_left_without_being_written_out() -> None:
    parity: Formula = bit(0)
    for index in range(1, 60):
        parity = parity & ~bit(index) | ~parity & bit(index)
    assert pattern_of(parity, 0) is None
