"""Loops, as machine code, that sort, unite, subtract and join rows of words.

The text of this file becomes the end of a generated module, which defines `load` and `store` for rows of a
fixed number of words (see `noughts.kernels.generated_names`).  Rows are (rows, words) uint64 and are compared
as tuples, as by `least` of a kernel.  Except in `sort_rows` and `unite`, rows are sorted and different.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.kernels.generated_names import *


def sort_rows(rows: Any, known: int, room: Any, counts: Any) -> Any:
    """Sort the first `known` rows; returns the array that contains the result, `rows` or `room`.

    ``room`` is (rows, words) uint64, ``counts`` (words, 8, 256) int64; both are scratch arrays.

    A radix sort from the lowest byte up (D. E. Knuth, *The Art of Computer Programming*, vol. 3, §5.2.5).
    Each pass is stable and moves each row once.  A byte that is the same in all rows needs no pass, so the
    time depends on the bits in use.
    """
    words = rows.shape[1]
    counts[:] = 0
    for number in range(known):
        for word in range(words):
            left = rows[number, word]
            for byte in range(8):
                counts[word, byte, left & W(255)] += 1
                left >>= W(8)
    for word in range(words - 1, -1, -1):
        for byte in range(8):
            shift = W(8 * byte)
            if known == 0 or counts[word, byte, rows[0, word] >> shift & W(255)] == known:
                continue
            begin = 0
            for value in range(256):
                count = counts[word, byte, value]
                counts[word, byte, value] = begin
                begin += count
            for number in range(known):
                value = rows[number, word] >> shift & W(255)
                place = counts[word, byte, value]
                store(room, place, load(rows, number))
                counts[word, byte, value] = place + 1
            rows, room = room, rows
    return rows


def unite(rows: Any, known: int) -> int:
    """Drop the duplicates of the first `known` rows, which are sorted; returns how many rows are left."""
    if known == 0:
        return 0
    last = 0
    for number in range(1, known):
        s = load(rows, number)
        if s != load(rows, last):
            last += 1
            store(rows, last, s)
    return last + 1


def leave_out(rows: Any, known: int, others: Any) -> int:
    """Drop those of the first `known` rows that are among the others; returns how many rows are left."""
    place = 0
    left = 0
    for number in range(known):
        s = load(rows, number)
        while place < len(others) and load(others, place) < s:
            place += 1
        if place == len(others) or load(others, place) != s:
            store(rows, left, s)
            left += 1
    return left


def join(asks: Any, rows: Any, values: Any, answers: Any) -> int:
    """Find the value of each of the asks; returns how many were found before the first that is no row.

    ``asks`` is (asks, words) uint64; ``values``, (rows,), has the value of each row, and ``answers``,
    (asks,), gets those of the asks.  Asks and rows are sorted, so one pass is enough.
    """
    place = 0
    for number in range(len(asks)):
        s = load(asks, number)
        while place < len(rows) and load(rows, place) < s:
            place += 1
        if place == len(rows) or load(rows, place) != s:
            return number
        answers[number] = values[place]
    return len(asks)
