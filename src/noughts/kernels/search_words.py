"""Declarations of the generated names that the loops of a search use.

They are for readers and the type checker; `noughts.kernels.search_source` generates the definitions.  The
functions of any kernel are declared in `noughts.kernels.machine_words`.
"""

from __future__ import annotations

from typing import Any

MOST: int
"""A number of moves that no match reaches: a win in d moves is worth ``MOST - d``."""
VALUE_BITS: int
"""Bits of a value in a table entry."""
KEY_BITS_ABOVE: int
"""Bits of a key beyond those of one word."""
CELLS: int
"""The number of cells of a game of lines."""
WEIGHTS: Any
"""The weight of each move, (moves,) int64: in games of lines, the number of lines through its cell."""
node_words: int
"""Words of a node, without its key."""

GROWING: bool
"""Whether no position recurs."""
ALTERNATING: bool
"""Whether the sides take turns."""
REPLIES: bool
"""Whether a threatened win is answered without trying other moves."""
FOLLOWED: bool
"""Whether a bound is taken from what a side gets that answers each stone in the same column."""
ANSWERS: Any
"""The cells that this side gets of empty columns: every second cell, from the last one down."""
CHAINS: bool
"""Whether forced moves are made without a node."""
BY_THREATS: bool
"""Whether moves that threaten a win are tried first."""
WEIGHTED: bool
"""Whether moves of large weight are tried first."""
SHARED: int
"""The depth of the stack up to which threads enter their positions in `busy`."""
ENHANCED: bool
"""Whether the positions after all moves are looked up before one of them is searched."""
FEW: int
"""Moves up to which they are; with more moves, keys are computed only when they are needed."""


def popcount(word: Any) -> int:
    """The number of set bits of a word."""
    raise NotImplementedError


def expand(
    depth: int,
    beta: int,
    nodes: Any,
    heads: Any,
    kids: Any,
    marks: Any,
    table: Any,
    mask: int,
    control: Any,
) -> int:
    """Find the moves of the node at `depth`: `OPEN`, or `DECIDED` with the value, or `BROKEN`."""
    raise NotImplementedError


def complete(depth: int, number: int, kids: Any) -> None:
    """Compute the key of a child that `expand` has left without one."""
    raise NotImplementedError


def clamped(nodes: Any, depth: int, beta: int) -> int:
    """The question as one without a distance, if that is equivalent; otherwise `beta` unchanged."""
    raise NotImplementedError


def key_of(*position: Any) -> tuple[Any, Any]:
    """The key of a position, which is the same for symmetric positions."""
    raise NotImplementedError


def threats(stones: Any) -> Any:
    """The cells that complete a line of stones."""
    raise NotImplementedError


def reachable(stones: Any) -> Any:
    """The cells of the lines that have none of these stones."""
    raise NotImplementedError


def legal(taken: Any) -> Any:
    """The empty cells that may be filled; for other games, see `noughts.kernels.kernel_source`."""
    raise NotImplementedError


def full(cells: Any) -> Any:
    """Whether some line lies in these cells: any word but 0."""
    raise NotImplementedError


def enabling(cells: Any) -> Any:
    """The cells that are supports of these."""
    raise NotImplementedError
