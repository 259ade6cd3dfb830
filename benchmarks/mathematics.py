"""How long do definitions of discrete mathematics take, against Python written by hand?

Both are written as a mathematician would: sets and recursion, with the values of recursive calls remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any

from benchmarks.measuring import Ratio, best_of_each
from noughts.language.check import check_text
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled

MOST = 5.0
"""The promise: a definition takes at most five times as long."""


@dataclass(frozen=True)
class Problem:
    """A document whose constant `answer` has as many elements as the value of a function in Python."""

    name: str
    document: str
    by_hand: Callable[[], Any]


def closure() -> set[tuple[int, int]]:
    edges = {(i, i + 1) for i in range(1, 121)}
    after: dict[int, list[int]] = {}
    for b, c in edges:
        after.setdefault(b, []).append(c)
    closed = edges
    while True:
        more = closed | {(a, c) for a, b in closed for c in after.get(b, ())}
        if more == closed:
            return closed
        closed = more


def primes() -> set[int]:
    return {p for p in range(2, 1501) if all(p % d for d in range(2, p))}


def permutations() -> frozenset[Any]:
    @cache
    def of(some: frozenset[int]) -> frozenset[Any]:
        if not some:
            return frozenset({frozenset()})
        return frozenset(f | {(len(some), x)} for x in some for f in of(some - {x}))

    return of(frozenset(range(1, 8)))


def reachable() -> set[Any]:
    squares = set(product(range(1, 13), repeat=2))
    found = {(1, 1)}
    while True:
        more = found | {(u, v) for x, y in found for u, v in squares if (x - u) ** 2 + (y - v) ** 2 == 5}
        if more == found:
            return found
        found = more


GRID = [(r, c) for r in range(1, 10) for c in range(1, 10)]
SUDOKU = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


def candidates() -> set[Any]:
    board = {c: int(v) for c, v in zip(GRID, SUDOKU, strict=True)}
    peers = {
        (r, c): {
            (s, d)
            for s, d in GRID
            if (s, d) != (r, c)
            and (s == r or d == c or ((s - 1) // 3 == (r - 1) // 3 and (d - 1) // 3 == (c - 1) // 3))
        }
        for r, c in GRID
    }
    return {
        (c, v)
        for c in GRID
        if board[c] == 0
        for v in range(1, 10)
        if not any(board[d] == v for d in peers[c])
    }


def life() -> set[Any]:
    alive = {(1, 2), (2, 2), (2, 3), (3, 2), (3, 1)}

    def around(cell: tuple[int, int]) -> set[tuple[int, int]]:
        x, y = cell
        return {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)}

    for _ in range(30):
        near = {n for cell in alive for n in around(cell)} | alive
        alive = {cell for cell in near if (n := len(around(cell) & alive)) == 3 or (n == 2 and cell in alive)}
    return alive


def stable() -> set[Any]:
    size = range(1, 6)
    wants = {(m, w): (m * w + m + 2 * w) % 7 for m in size for w in size}
    likes = {(w, m): (w * m + 3 * w + m) % 7 for m in size for w in size}

    def is_stable(match: Any) -> bool:
        wife, husband = dict(match), {w: m for m, w in match}
        return not any(
            wants[m, w] < wants[m, wife[m]] and likes[w, m] < likes[w, husband[w]] for m in size for w in size
        )

    @cache
    def matchings(man: int, women: frozenset[int]) -> set[Any]:
        if not man:
            return {frozenset()}
        return {f | {(man, w)} for w in women for f in matchings(man - 1, women - {w})}

    return {f for f in matchings(5, frozenset(size)) if is_stable(f)}


def partitions() -> range:
    @cache
    def part(n: int, k: int) -> int:
        if n == 0:
            return 1
        if n < 0 or k == 0:
            return 0
        return part(n - k, k) + part(n, k - 1)

    return range(part(100, 100) % 1000)


PROBLEMS = (
    Problem(
        "transitive closure",
        """E := {(i, i + 1) | i in {1..120}}
        closure(R) := R if S = R; closure(S) otherwise where S = R U {(a, c) | (a, b) in R & (b, c) in E}
        answer := closure(E)""",
        closure,
    ),
    Problem("primes", "answer := {p | p in {2..1500} & ~(some d in {2..p - 1}. p mod d = 0)}", primes),
    Problem(
        "permutations",
        """orders(S) := {{}} if S = {}; {f U {(|S|, x)} | x in S & f in orders(S \\ {x})} otherwise
        answer := orders({1..7})""",
        permutations,
    ),
    Problem(
        "reachable squares",
        """Squares := {(x, y) | x in {1..12} & y in {1..12}}
        leaps(x, y) := {(u, v) | (u, v) in Squares & (x - u)^2 + (y - v)^2 = 5}
        reach(S) := S if T = S; reach(T) otherwise where T = S U {b | (x, y) in S & b in leaps(x, y)}
        answer := reach({(1, 1)})""",
        reachable,
    ),
    Problem(
        "a sudoku's candidates",
        """N := {1..9}
        Cells := {(r, c) | r in N & c in N}
        block(n) := floor((n - 1) / 3)
        given := {BOARD}
        peers(r, c) := {(s, d) | (s, d) in Cells & (s, d) /= (r, c)
            & (s = r V d = c V (block(s) = block(r) & block(d) = block(c)))}
        answer := {((r, c), v) | (r, c) in Cells & given[(r, c)] = 0 & v in N
            & ~(some d in peers(r, c). given[d] = v)}""".replace(
            "BOARD",
            ", ".join(f"({r}, {c}) |-> {v}" for (r, c), v in zip(GRID, SUDOKU, strict=True)),
        ),
        candidates,
    ),
    Problem(
        "stable matchings",
        """N := {1..5}
        wants(m, w) := (m * w + m + 2 * w) mod 7
        likes(w, m) := (w * m + 3 * w + m) mod 7
        matchings(m, W) := {{}} if m = 0; {f U {(m, w)} | w in W & f in matchings(m - 1, W \\ {w})} otherwise
        blocks(m, w, f) iff wants(m, w) < wants(m, f[m])
            & (some (k, v) in f. (v = w & likes(w, m) < likes(w, k)))
        answer := {f | f in matchings(5, N) & ~(some m in N. some w in N. blocks(m, w, f))}""",
        stable,
    ),
    Problem(
        "Life, thirty generations",
        """around(x, y) := {(x + i, y + j) | i in {-1..1} & j in {-1..1} & (i, j) /= (0, 0)}
        near(S) := S U {n | (x, y) in S & n in around(x, y)}
        lives(x, y, S) iff k = 3 V (k = 2 & (x, y) in S) where k = |around(x, y) sec S|
        next(S) := {(x, y) | (x, y) in near(S) & lives(x, y, S)}
        after(n) := {(1, 2), (2, 2), (2, 3), (3, 2), (3, 1)} if n = 0; next(after(n - 1)) otherwise
        answer := after(30)""",
        life,
    ),
    Problem(
        "partitions of 100",
        """part(n, k) := 1 if n = 0; 0 if n < 0 V k = 0; part(n - k, k) + part(n, k - 1) otherwise
        answer := {1..part(100, 100) mod 1000}""",
        partitions,
    ),
)


def measure() -> Iterator[Ratio]:
    for problem in PROBLEMS:
        meaning = Compiled(check_text(f"/$ {problem.document} $/"))
        meaning.need(["answer"])  # Python by hand is compiled before, too
        answers = partial(answer, meaning)
        size = len(problem.by_hand())
        assert len(answers()) == size
        ours, python = best_of_each(answers, problem.by_hand, times=5)
        yield Ratio(problem.name, ours, "Python by hand", python, note=f"{size} elements", most=MOST)


def answer(meaning: Compiled) -> list[Any]:
    """The elements of the answer, with nothing known before."""
    found: Any = meaning.twin(Budget(seconds=600)).value("answer")
    return list(found)
