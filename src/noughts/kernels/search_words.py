"""What the loops of a search expect of the module around them: named and typed here, generated there.

`noughts.kernels.search_source` writes the definitions; what a kernel of any game has besides is in
`noughts.kernels.machine_words`.
"""

from __future__ import annotations

from typing import Any

MOST: int
"""Beyond the longest match: a win in d moves is worth ``MOST - d``."""
VALUE_BITS: int
"""Bits of a value in a table entry."""
KEY_BITS_ABOVE: int
"""Bits of a key beyond those of one word."""
CELLS: int
"""The number of cells of a game of lines."""
WEIGHTS: Any
"""For each move in how many lines it has a part, (moves,) int64."""
node_words: int
"""Words of a node, without its key."""

GROWING: bool
"""Whether no position comes back."""
ALTERNATING: bool
"""Whether the sides take turns."""
REPLIES: bool
"""Whether a threatened win is answered without trying other moves."""
FOLLOWED: bool
"""Whether it is asked what a side gets that answers each stone in its column."""
ANSWERS: Any
"""The cells that it gets, if all are empty: every second one of each column, from the last."""
CHAINS: bool
"""Whether moves that are forced are played without a node."""
BY_THREATS: bool
"""Whether moves that threaten a win are tried first."""
WEIGHTED: bool
"""Whether moves of large weight are tried first."""
SHARED: int
"""The depth of the stack up to which threads tell each other what they are at."""
ENHANCED: bool
"""Whether all positions that the moves lead to are looked up before one of them is searched."""
FEW: int
"""Moves up to which that is so; the keys of more are made when they are needed."""


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
    """Make the key of a position that a move leads to, where `expand` has left it out."""
    raise NotImplementedError


def clamped(nodes: Any, depth: int, beta: int) -> int:
    """The same question without a distance, where that makes no difference."""
    raise NotImplementedError


def key_of(*position: Any) -> tuple[Any, Any]:
    """The key of a position: the same for all that are alike by symmetry."""
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
