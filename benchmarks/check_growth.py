"""How long does it take to check a document, and does that grow with its length alone?"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Ratio, best_of_each
from noughts.language.check import check_text

BLOCK = """
rows{0} := across{0} U down{0} where across{0} = {{{{1, 2, 3}}, {{4, 5}}}} & down{0} = {{{{1, 4}}, {{2, 5}}}}
occupies{0}(p, c) iff (p, c) in currentState
wins{0}(p) iff some R in rows{0}. all c in R. occupies{0}(p, c)
centre{0}(c) := 150 + 100 * ((c - 1) mod 3) if c < 9; -1 otherwise
free{0} := {{c | c in {{1..9}} & ~occupies{0}(`x, c) & centre{0}(c) > 0}}
"""
SIZES = (10, 100, 1000)


def document(definitions: int) -> str:
    """A text with so many definitions, five of which know one another."""
    return f"/$ {''.join(BLOCK.format(place) for place in range(definitions // 5))} $/"


def measure() -> Iterator[Ratio]:
    texts = [document(size) for size in SIZES]
    times = best_of_each(*(lambda text=text: check_text(text) for text in texts), times=3)
    for size, seconds in zip(SIZES[1:], times[1:], strict=True):
        note = f"{size // SIZES[0]} times the text"
        yield Ratio(f"{size} definitions", seconds, f"{SIZES[0]} definitions", times[0], note=note)
