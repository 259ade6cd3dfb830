"""Whether a game has more positions than a list can hold, guessed from random matches.

If two random matches are at the same position after d moves with probability p, there are at least 1/p
positions after d moves: exactly 1/p if all are equally likely, more if not.  E. H. Simpson, *Measurement of
diversity*, 1949.  A game that does not repeat positions has at least the sum of these numbers over all d.

N matches are N(N - 1)/2 pairs.  If no pair meets, p is about the inverse of that at most, so the number of
positions that matches can prove grows with the square of their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, sqrt
from random import Random
from typing import Final

from noughts.games.game import CannotGround, Game
from noughts.grounding.facts import proved
from noughts.grounding.grounded import grounded_of
from noughts.grounding.symmetry import symmetries
from noughts.kernels.kernel import Kernel, kernel_of
from noughts.kernels.machine import is_available
from noughts.stop import current

# The choice between a search by machine code and tables.

# The least number of bits with which a game of stones may have too many positions: 3**15, with two bits a
# cell.
_LARGE: Final = 30

SMALLEST_TABLE: Final = 1 << 12
"""The bytes of the smallest table of a search."""


def is_searchable(game: Game) -> bool:
    """Whether the search is likely to succeed on a game that is too large for tables: a game of lines."""
    if not is_available():
        return False
    try:
        grounded = grounded_of(game, soon=True)
    except CannotGround:
        return False
    if len(grounded.bits) < _LARGE:
        return False
    return proved(grounded).lines is not None


# The number of random matches at first; it is doubled as long as more matches are worth it.
_FIRST: Final = 500

MOVES: Final = 450_000
"""The most moves of all random matches; the kernel makes one in 1 to 13 µs, so mostly within a second.
Connect Four needs 16,000 matches, about 400,000 moves, to show that no list of 100 million holds it."""

# The moves of random matches after which no more of them look for positions that recur: if most matches
# return to a position, one of these does.
_GLANCE: Final = 30_000

# The most moves of a random match, which might never end if positions recur.
_LONGEST: Final = 200

# The least growth of the estimate with twice the matches if more of them are worth playing: it grows four
# times while no matches meet, and hardly once the matches have visited all positions.
_ENOUGH: Final = 1.5


def is_surely_larger(game: Game, limit: int) -> bool:
    """Whether a large game of lines surely has more positions than the limit, one counted of each orbit."""
    if not is_searchable(game):
        return False
    kernel = kernel_of(game)
    most = len(symmetries(kernel.grounded)) * limit
    return least_number(kernel, kernel.initial, most) > most


def least_number(kernel: Kernel, code: int, enough: int) -> int:
    """A lower bound of the number of reachable positions; the estimate stops once it exceeds `enough`.

    If positions do not recur, those after different numbers of moves differ, and the bounds are added.  If
    some may recur, only the largest bound counts.
    """
    dice, visited = Random(0), list[Counter[int]]()
    is_growing = kernel.grounded.is_growing
    found, moves, played, wanted = 0, 0, 0, _FIRST
    while True:
        while played < wanted:
            current.get().look()
            moves += play_out(kernel, code, dice, visited)
            played += 1
            if moves > MOVES:
                return found
        numbers = [number_of(some) for some in visited]
        before, found = found, int(sum(numbers) if is_growing else max(numbers, default=0))
        if found > enough or found < _ENOUGH * before:
            return found
        wanted *= 2


def play_out(kernel: Kernel, code: int, dice: Random, visited: list[Counter[int]]) -> int:
    """Count the positions of a random match by the number of moves made before; return its length."""
    made = -1
    for made, reached in enumerate(random_line(kernel, code, dice)):
        if made == len(visited):
            visited.append(Counter())
        visited[made][reached] += 1
    return made + 1


def random_line(kernel: Kernel, code: int, dice: Random) -> Iterator[int]:
    """The positions of a random match after its first one."""
    made = 0
    while made < _LONGEST and not kernel.over(code) and (found := kernel.legal(code)):
        for _ in range(int(dice.random() * found.bit_count())):
            found &= found - 1
        code = kernel.after(code, (found & -found).bit_length() - 1)
        made += 1
        yield code


def comes_back(kernel: Kernel) -> bool:
    """Whether some random match from the first position returns to an earlier position."""
    if kernel.grounded.is_growing:
        return False
    dice, made = Random(0), 0
    while made < _GLANCE:
        line = [kernel.initial, *random_line(kernel, kernel.initial, dice)]
        if len(set(line)) < len(line):
            return True
        made += len(line)
    return False


def number_of(positions: Counter[int]) -> float:
    """A lower bound of the number of positions after some moves, from how often each was visited.

    The probability that two matches meet is taken as the observed one plus three standard deviations.
    """
    equal = sum(comb(times, 2) for times in positions.values())
    return comb(positions.total(), 2) / (equal + 3 * sqrt(equal) + 3)


def rounded_down(number: int) -> int:
    """A number rounded down to its first two digits, which is the precision of random matches.

    >>> rounded_down(448_123_456)
    440000000
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return number // unit * unit
