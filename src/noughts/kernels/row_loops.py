"""Loops over sorted rows of words, as machine code: sorting, uniting, subtracting and joining them.

This file becomes the end of a generated module, which defines `load` and `store` for rows of so many words
(see `noughts.kernels.machine_words`).  Rows are (rows, words) uint64; they are in order if their words are,
the first word counting most, as `least` of a kernel compares them.  Except in `sort_rows`, all rows are in
order and different.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.kernels.machine_words import W, load, store


def sort_rows(rows: Any, known: int, room: Any, counts: Any) -> Any:
    """Sort the first rows, and return the array that has them then: `rows` or `room`, which is as long.

    ``counts`` is (words, 8, 256) int64.  A radix sort from the least byte up: a pass moves each row once, and
    bytes that are the same in all rows cost no pass, so that the time depends on the bits in use (the card
    sorter of H. Hollerith; D. E. Knuth, *The Art of Computer Programming*, vol. 3, §5.2.5).
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
    """Move the different ones of rows in order to the front; returns how many there are."""
    if known == 0:
        return 0
    last = 0
    for number in range(1, known):
        s = load(rows, number)
        if s != load(rows, last):
            last += 1
            store(rows, last, s)
    return last + 1


def first_at_least(rows: Any, wanted: Any) -> int:
    """How many rows are less than the one of `wanted`, (1, words) uint64."""
    low = 0
    high = len(rows)
    s = load(wanted, 0)
    while low < high:
        middle = (low + high) // 2
        if load(rows, middle) < s:
            low = middle + 1
        else:
            high = middle
    return low


def leave_out(rows: Any, known: int, others: Any) -> int:
    """Move the first rows that are not among the others to the front; returns how many there are."""
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
    """For each of the asks, all of them among the rows, its value; returns how many were found."""
    place = 0
    for number in range(len(asks)):
        s = load(asks, number)
        while place < len(rows) and load(rows, place) < s:
            place += 1
        if place == len(rows) or load(rows, place) != s:
            return number
        answers[number] = values[place]
    return len(asks)
