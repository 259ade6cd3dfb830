"""How long does a relation take to close, against Python written by hand?"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Ratio, best_of_each
from noughts.language.check import check_text
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled

LENGTH = 120
CLOSURE = f"""/$
    E := {{(i, i + 1) | i in {{1..{LENGTH}}}}}
    closure(R) := R if S = R; closure(S) otherwise
                  where S = R U {{(a, c) | (a, b) in R & (b, c) in E}}
    closed := closure(E)
$/"""


def by_hand() -> set[tuple[int, int]]:
    """The same with Python's sets, each step through a dictionary."""
    edges = {(i, i + 1) for i in range(1, LENGTH + 1)}
    after: dict[int, list[int]] = {}
    for b, c in edges:
        after.setdefault(b, []).append(c)
    closed = edges
    while True:
        more = closed | {(a, c) for a, b in closed for c in after.get(b, ())}
        if more == closed:
            return closed
        closed = more


def measure() -> Iterator[Ratio]:
    program = check_text(CLOSURE)
    ours, python = best_of_each(
        lambda: Compiled(program, Budget(seconds=600)).value("closed"), by_hand, times=3
    )
    note = f"{len(by_hand())} pairs"
    yield Ratio("transitive closure", ours, "Python with sets", python, note=note, most=10)
