"""The loops that run as machine code over millions of positions.

The text of this file becomes the end of a generated module.  Before it come the functions that it calls:
those of a game's kernel, and those that store positions in arrays, such as `load`, `store` and `image` (see
`noughts.kernels.generated_names`).  So it has no ``from __future__``, which must be at the top of a module.

Positions are numbered in the order of discovery.  An orbit under the symmetries is represented by its least
position (`noughts.kernels.dialect.representative`) and its size.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.kernels.generated_names import *

# The reasons why a loop ends: it is done; the rules must explain a position; an array is full.
FINE = 0
MUST_ASK = 1
FULL = 2


def slot_of(s: Any, codes: Any, table: Any, mask: int) -> int:
    """The slot of a position in a hash table, or the free slot for it (linear probing).

    ``table`` is (a power of two,) int32: numbers of positions, -1 where free; ``codes`` is (positions, words)
    uint64.  The table must have a free slot, or the search does not end.
    """
    slot = hashed(s) & mask
    while table[slot] >= 0 and load(codes, table[slot]) != s:
        slot = (slot + 1) & mask
    return slot


def enter_all(codes: Any, begin: int, end: int, table: Any) -> None:
    """Enter the positions from `begin` to `end`, all different, into an empty table.

    ``codes`` and ``table`` are as in `slot_of`.  Positions are not compared, since they are all different.
    """
    mask = len(table) - 1
    for number in range(begin, end):
        slot = hashed(load(codes, number)) & mask
        while table[slot] >= 0:
            slot = (slot + 1) & mask
        table[slot] = number


def enter_images(s: Any, images: Any, symmetric: Any) -> int:
    """Store the images of a position, for `least_after`; returns the size of its orbit.

    Arrays are as in `expand`.  An orbit has (symmetries) / (symmetries that fix s) members.
    """
    fixing = 1
    for g in range(1, len(images)):
        other = image(symmetric, g, s)
        store(images, g, other)
        if other == s:
            fixing += 1
    return len(images) // fixing


def least_after(s: Any, k: int, images: Any, move_images: Any) -> Any:
    """The representative of the position after move k.

    A symmetry g maps ``after(s, k)`` to ``after(g(s), g(k))``.  So the images of s are computed once, and a
    successor needs no images of its own: making a move is cheaper than looking up an image.
    """
    t = after(s, k)
    for g in range(1, len(images)):
        t = least(t, after(load(images, g), move_images[g, k]))
    return t


def expand(
    codes: Any,
    known: int,
    number: int,
    end: int,
    base: int,
    table: Any,
    targets: Any,
    offsets: Any,
    movers: Any,
    winners: Any,
    sizes: Any,
    images: Any,
    symmetric: Any,
    move_images: Any,
    most_moves: int,
) -> tuple[int, int, int]:
    """Expand the positions from `number` to `end`.

    Returns the number of the first position left, how many positions are known, and why it stopped.

    Arrays are those of `noughts.kernels.compact_graph`.  ``images``, (symmetries, words) uint64, has room for
    the images of one position; ``symmetric`` is (symmetries, bytes, 256, words) uint64, ``move_images``
    (symmetries, moves) int64.  ``table``, (a power of two,) int32, contains the positions from `base` on.

    Each position is expanded only if the arrays have room for all moves of the game, so no position is half
    written when an array is full.
    """
    mask = len(table) - 1
    reached = offsets[number]
    while number < end:
        if (
            known + most_moves > len(codes)
            or 2 * (known - base + most_moves) > len(table)
            or reached + most_moves > len(targets)
        ):
            return number, known, FULL
        s = load(codes, number)
        if unsure(s):
            return number, known, MUST_ASK
        sizes[number] = enter_images(s, images, symmetric)
        mover = -1
        winner = -1
        if not over(s):
            found = legal(s)
            for place in range(words_of_moves):
                moves = word_of(found, place)
                while moves:
                    k = lowest(moves) + 64 * place
                    moves &= moves - W(1)  # without its lowest set bit
                    t = least_after(s, k, images, move_images)
                    slot = slot_of(t, codes, table, mask)
                    if table[slot] < 0:
                        table[slot] = known
                        store(codes, known, t)
                        known += 1
                    targets[reached] = table[slot]
                    reached += 1
        if reached > offsets[number]:
            mover = to_move(s)
        else:
            winner = won(s)
            if winner == BOTH:
                return number, known, MUST_ASK
        movers[number] = mover
        winners[number] = winner
        number += 1
        offsets[number] = reached
    return number, known, FINE


def play_out(rows: Any, matches: int, seed: int, most_moves: int, ends: Any) -> int:
    """Play random matches from the first position in `rows`; returns the number of moves made.

    ``rows`` is (1, words) uint64; ``ends``, (sides + 1,) int64, counts matches by winner, the last entry
    those without one.  The random numbers are those of the xorshift generator (G. Marsaglia, 2003), which
    `noughts.solvers.sample` has in Python: a sample is the same whichever of them plays.  The upper 32 bits,
    multiplied by the number of moves and shifted back, choose a move.  That needs no division, and its bias
    is below one in 2**32 / moves.
    """
    start = load(rows, 0)
    dice = W(seed)
    made = 0
    for _ in range(matches):
        s = start
        left = most_moves
        while left > 0 and not over(s):
            found = legal(s)
            count = count_of(found)
            if count == 0:
                break
            dice ^= dice << W(13)
            dice ^= dice >> W(7)
            dice ^= dice << W(17)
            s = after(s, nth(found, (dice >> W(32)) * W(count) >> W(32)))
            left -= 1
        made += most_moves - left
        winner = won(s) if left > 0 else -1
        ends[winner if winner >= 0 else -1] += 1
    return made
