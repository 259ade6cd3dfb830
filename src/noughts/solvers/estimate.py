"""Whether a game has more positions than a list can hold, guessed from random matches.

If two of N random matches stand at the same position after d moves with probability p, there are at least 1/p
positions after d moves: as many if all are alike in chance, more if not.  E. H. Simpson, *Measurement of
diversity*, 1949.  A game that does not repeat positions has at least the sum of that over all d.

Matches that never meet tell only that there are very many positions, so the number of them that the matches
can vouch for grows with the square of their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, sqrt
from random import Random
from typing import Final

from noughts.games.game import Game
from noughts.grounding.grounded import CannotGround, grounded_of
from noughts.grounding.growth import growing_bits
from noughts.grounding.symmetry import symmetries
from noughts.kernels.kernel import Kernel, kernel_of
from noughts.kernels.machine import is_available
from noughts.stop import current

# Whether a game is one for a search by machine code rather than for tables.

_LARGE: Final = 30
"""Bits from which on a game of stones may have too many positions: 3**15, with two bits a cell."""

SMALLEST_TABLE: Final = 1 << 12
"""Bytes of the smallest table of a search."""


def is_searchable(game: Game) -> bool:
    """Whether the search is likely to get far where tables would not do: a large game of lines."""
    if not is_available():
        return False
    try:
        grounded = grounded_of(game, soon=True)
    except CannotGround:
        return False
    if len(grounded.bits) < _LARGE:
        return False
    from noughts.grounding.facts import proved

    return proved(grounded).lines is not None


_FIRST: Final = 500
"""Random matches at first; twice as many each time that more are worth it."""

MOVES: Final = 450_000
"""Moves that random matches may take, which the kernel makes in 1 to 13 µs each, mostly within a second.
Connect Four needs 16,000 matches, about 400,000 moves, to show that no list of 100 million holds it."""

_GLANCE: Final = 30_000
"""Moves in which some match shows that positions come back, if most matches do."""

_LONGEST: Final = 200
"""Moves after which a random match is broken off: positions may come back."""

_ENOUGH: Final = 1.5
"""How many times as large a number becomes, with twice the matches, if it is worth playing more of them: four
times while none meet, and hardly larger once the matches know all positions."""


def is_surely_larger(game: Game, limit: int) -> bool:
    """Whether a large game of lines surely has more positions than the limit (of those alike, one)."""
    if not is_searchable(game):
        return False
    kernel = kernel_of(game)
    return is_larger(kernel, kernel.initial, len(symmetries(kernel.grounded)) * limit)


def is_larger(kernel: Kernel, code: int, limit: int, seed: int = 0) -> bool:
    """Whether surely more than `limit` positions can be reached."""
    return least_number(kernel, code, limit, seed) > limit


def least_number(kernel: Kernel, code: int, enough: int, seed: int = 0) -> int:
    """A number of positions that play surely exceeds; no further ones are looked for beyond `enough`.

    Positions that do not come back differ after different numbers of moves.  Where some may, those after one
    number of moves are counted.
    """
    dice, visited = Random(seed), list[Counter[int]]()
    is_growing = growing_bits(kernel.grounded) != 0
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
    """Count the positions of a random match, by the moves made before; how many moves it has."""
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
    """Whether some random matches from the first position return to a position where they were."""
    if growing_bits(kernel.grounded):
        return False
    dice, made = Random(0), 0
    while made < _GLANCE:
        line = [kernel.initial, *random_line(kernel, kernel.initial, dice)]
        if len(set(line)) < len(line):
            return True
        made += len(line)
    return False


def number_of(positions: Counter[int]) -> float:
    """A number that the positions after some moves surely exceed, by how often they were met.

    Of all pairs of matches as many are equal as were seen, or up to three deviations more.
    """
    equal = sum(comb(times, 2) for times in positions.values())
    return comb(positions.total(), 2) / (equal + 3 * sqrt(equal) + 3)


def rounded_down(number: int) -> int:
    """A number with its first two digits, as far as random matches tell.

    >>> rounded_down(448_123_456)
    440000000
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return number // unit * unit
