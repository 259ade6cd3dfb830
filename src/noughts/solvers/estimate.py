"""Whether a game has more positions than a list can hold, guessed from random matches.

If two of N random matches stand at the same position after d moves with probability p, there are at least 1/p
positions after d moves: as many if all are alike in chance, more if not.  E. H. Simpson, *Measurement of
diversity*, 1949.  A game that does not repeat positions has at least the sum of that over all d.

Matches that never meet tell only that there are very many positions, so the number of them that the matches
can vouch for grows with the square of their number.
"""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt
from random import Random
from typing import Final

from noughts.games.game import Game
from noughts.grounding.symmetry import symmetries
from noughts.kernels.kernel import Kernel, kernel_of
from noughts.solvers.searchable import is_searchable

_FIRST: Final = 500
_MOST: Final = 8_000
"""Random matches at first and at most: some hundredths of a second, and up to two seconds, which vouch for
ten million positions after each number of moves."""


def is_surely_larger(game: Game, limit: int, *, symmetric: bool = True) -> bool:
    """Whether a large game of lines surely has more positions than the limit (of those alike, one)."""
    if not is_searchable(game):
        return False
    kernel = kernel_of(game)
    alike = len(symmetries(kernel.grounded)) if symmetric else 1
    return is_larger(kernel, kernel.initial, alike * limit)


def is_larger(kernel: Kernel, code: int, limit: int, seed: int = 0) -> bool:
    """Whether surely more than `limit` positions can be reached, if none comes back."""
    dice, visited = Random(seed), list[Counter[int]]()
    played, wanted = 0, _FIRST
    while wanted <= _MOST:
        for _ in range(wanted - played):
            play_out(kernel, code, dice, visited)
        if sum(map(number_of, visited)) > limit:
            return True
        played, wanted = wanted, 2 * wanted
    return False


def play_out(kernel: Kernel, code: int, dice: Random, visited: list[Counter[int]]) -> None:
    """Count the positions of a random match, by the moves made before."""
    made = 0
    while not kernel.over(code) and (found := kernel.legal(code)):
        for _ in range(int(dice.random() * found.bit_count())):
            found &= found - 1
        code = kernel.after(code, (found & -found).bit_length() - 1)
        if made == len(visited):
            visited.append(Counter())
        visited[made][code] += 1
        made += 1


def number_of(positions: Counter[int]) -> float:
    """A number that the positions after some moves surely exceed, by how often they were met.

    Of all pairs of matches as many are equal as were seen, or up to three deviations more.
    """
    equal = sum(comb(times, 2) for times in positions.values())
    return comb(positions.total(), 2) / (equal + 3 * sqrt(equal) + 3)
