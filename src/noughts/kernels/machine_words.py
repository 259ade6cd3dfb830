"""Declarations of the generated functions that `noughts.kernels.machine_loops` calls.

They are for readers and the type checker.  The functions of the kernel are generated for each game, and so
are those that store positions in arrays.  A position of more than 64 bits is a tuple of words, else a word.
"""

from __future__ import annotations

from typing import Any

BOTH: int = -2
words_of_moves: int = 1
"""Words that hold the moves of the game, one bit per move."""


def W(number: int) -> Any:  # noqa: N802
    """A number as a word of 64 bits."""
    raise NotImplementedError


def int64(word: Any) -> int:
    """A word, or a shorter number, as a signed number."""
    raise NotImplementedError


def prefetch(rows: Any, number: int) -> None:
    """Begin to fetch a row of an array into the cache."""
    raise NotImplementedError


def lowest(word: Any) -> int:
    """The index of the lowest set bit."""
    raise NotImplementedError


def load(rows: Any, number: int) -> Any:
    """The position in a row of an array, (rows, words) uint64."""
    raise NotImplementedError


def store(rows: Any, number: int, s: Any) -> None:
    """Store a position in a row of an array, (rows, words) uint64."""
    raise NotImplementedError


def hashed(s: Any) -> int:
    """The hash of a position."""
    raise NotImplementedError


def least(s: Any, t: Any) -> Any:
    """The lesser of two positions, compared as tuples: see `noughts.kernels.words.representative`."""
    raise NotImplementedError


def image(tables: Any, g: int, s: Any) -> Any:
    """The image of a position under symmetry `g`; ``tables`` is (symmetries, bytes, 256, words) uint64."""
    raise NotImplementedError


def word_of(found: Any, place: int) -> Any:
    """One word of the legal moves."""
    raise NotImplementedError


def count_of(found: Any) -> int:
    """The number of legal moves."""
    raise NotImplementedError


def nth(found: Any, place: Any) -> int:
    """The legal move at an index, from 0."""
    raise NotImplementedError


def over(s: Any) -> bool:
    """Whether the game is over; this and all that follow are defined in `noughts.kernels.kernel_source`."""
    raise NotImplementedError


def won(s: Any) -> int:
    """The side that has won."""
    raise NotImplementedError


def to_move(s: Any) -> int:
    """The side to move."""
    raise NotImplementedError


def legal(s: Any) -> Any:
    """The legal moves, one bit each: a word, or a tuple of words."""
    raise NotImplementedError


def after(s: Any, k: int) -> Any:
    """The position after a move."""
    raise NotImplementedError


def unsure(s: Any) -> bool:
    """Whether the rules may have no value."""
    raise NotImplementedError
