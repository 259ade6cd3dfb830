"""What the loops of `noughts.kernels.machine_loops` call: for readers and for the type checker.

The kernel's functions are generated for a game, and so are those that keep its positions in arrays of
words.  A position is one word, or a tuple of words if it has more than 64 bits.
"""

from __future__ import annotations

from typing import Any

BOTH: int = -2
words_of_moves: int = 1
"""BitWords that the moves of the game take, one bit a move."""


def W(number: int) -> Any:  # noqa: N802
    """A number as a word of 64 bits."""
    raise NotImplementedError


def lowest(word: Any) -> int:
    """The place of the lowest bit that is set."""
    raise NotImplementedError


def load(rows: Any, number: int) -> Any:
    """A position out of an array."""
    raise NotImplementedError


def store(rows: Any, number: int, s: Any) -> None:
    """A position into an array."""
    raise NotImplementedError


def hashed(s: Any) -> int:
    """A number that scatters positions."""
    raise NotImplementedError


def least(s: Any, t: Any) -> Any:
    """The one of two positions that comes first."""
    raise NotImplementedError


def image(tables: Any, g: int, s: Any) -> Any:
    """The image of a position by a symmetry, looked up byte by byte."""
    raise NotImplementedError


def word_of(found: Any, place: int) -> Any:
    """One word of the legal moves."""
    raise NotImplementedError


def count_of(found: Any) -> int:
    """How many moves are legal."""
    raise NotImplementedError


def nth(found: Any, place: Any) -> int:
    """The move that so many others come before."""
    raise NotImplementedError


def over(s: Any) -> bool:
    """As all that follow: a function of the kernel, see `noughts.kernels.kernel_source`."""
    raise NotImplementedError


def won(s: Any) -> int:
    """The side that has won."""
    raise NotImplementedError


def to_move(s: Any) -> int:
    """The side that is to move."""
    raise NotImplementedError


def legal(s: Any) -> Any:
    """The moves that may be made."""
    raise NotImplementedError


def after(s: Any, k: int) -> Any:
    """The position after a move."""
    raise NotImplementedError


def unsure(s: Any) -> bool:
    """Whether the rules must be asked themselves."""
    raise NotImplementedError
