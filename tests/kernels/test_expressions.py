"""The code of formulas that share parts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from noughts.grounding.formula import Formula, Negation, bit, conjunction, disjunction, negation
from noughts.kernels.bit_expression import BitExpressions, is_literals
from noughts.kernels.dialect import BitWords


class Counted(BitExpressions):
    """Counts how often each formula, or its negation, is written out."""

    def __init__(self, formula: Formula) -> None:
        super().__init__(BitWords("s", 8), [formula])
        self.written: Counter[Formula] = Counter()

    def expression(self, formula: Formula) -> str:
        self.written[formula.part if type(formula) is Negation else formula] += 1
        return super().expression(formula)


def tangled(seed: int) -> Formula:
    """A formula whose parts occur in several places, as they are and denied."""
    dice = Random(seed)
    parts: list[Formula] = [bit(index) for index in range(8)]
    for _ in range(60):
        chosen = dice.sample(parts[-16:], dice.choice((2, 3)))
        join = dice.choice((conjunction, disjunction))
        parts.append(join([negation(part) if dice.random() < 0.5 else part for part in chosen]))
    return dice.choice((conjunction, disjunction))(parts[-3:])


@pytest.mark.parametrize("first", range(0, 2000, 100))
def test_no_formula_is_written_out_twice(first: int) -> None:
    """Whether it occurs as it is, denied, or both: else code may grow exponentially with a formula."""
    for seed in range(first, first + 100):
        formula = tangled(seed)
        code = Counted(formula)
        code.truth(formula)
        often = {each for each, times in code.written.items() if times > 1}
        assert all(map(is_literals, often)), seed
