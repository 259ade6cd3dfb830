"""Conjectures about games, tested on the graph of their positions with networkx.

In nim with any heaps, a position is lost for the side to move exactly if the nim sum of the heaps, their
bitwise exclusive or, is 0 (Bouton 1901).  A longest match takes one match at a time.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

import networkx

import noughts


def nim_sum(heaps: tuple[int, ...]) -> int:
    """The bitwise exclusive or of the sizes of the heaps."""
    return reduce(xor, heaps, 0)


def examined(heaps: tuple[int, ...]) -> tuple[int, list[str]]:
    """The number of positions of a game of nim, and the counterexamples to the conjectures."""
    game = noughts.load("nim", heaps=heaps)
    explored, solution = game.explore(), game.solve()
    graph = explored.to_networkx()
    found = [
        f"{heaps} after {match.text}"
        for match in game.play({"x": "random", "o": "random"}, seed=1)
        if match.to_move is not None and is_lost(solution, match) != (nim_sum(sizes(match)) == 0)
    ]
    longest: int = networkx.dag_longest_path_length(graph)
    if longest != sum(heaps):
        found.append(f"{heaps}: a match of {longest} moves")
    return explored.counts().positions, found


def is_lost(solution: noughts.Solution, match: noughts.Match) -> bool:
    """Whether the side to move loses with perfect play."""
    return solution.value(match).winner not in (None, match.to_move)


def sizes(match: noughts.Match) -> tuple[int, ...]:
    """The sizes of the heaps in a position, which is the side to move and the heaps."""
    match match.position:
        case (_, tuple(heaps)):
            return tuple(size for size in heaps if isinstance(size, int))
    raise TypeError(match.position)


def main() -> dict[tuple[int, ...], list[str]]:
    """The counterexamples for all games of two and three small heaps; print the size of each game."""
    found: dict[tuple[int, ...], list[str]] = {}
    for heaps in ((1, 2), (2, 2), (2, 3), (1, 2, 3), (2, 2, 3)):
        positions, found[heaps] = examined(heaps)
        print(f"{heaps}: {positions} positions, {len(found[heaps])} counterexamples")
    return found


if __name__ == "__main__":
    main()
