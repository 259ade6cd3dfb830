"""Does a small number cost no more to print than it should?"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Ratio, best_of_each
from noughts.values.show import show

NUMBERS = range(10_000)


def measure() -> Iterator[Ratio]:
    as_values, as_they_are = best_of_each(
        lambda: [show(number) for number in NUMBERS], lambda: [str(number) for number in NUMBERS]
    )
    yield Ratio("10,000 numbers shown", as_values, "str of each", as_they_are, most=100)
