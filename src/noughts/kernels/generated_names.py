"""Declarations of the names that generated modules define before the text of loops.

They are for readers and the type checker.  `noughts.kernels.machine_source` generates the functions of a
game's kernel, and those that store positions in arrays; `noughts.kernels.search_source` generates the names
of a search.  A position of more than 64 bits is a tuple of words, else a word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# Words of 64 bits

W: Callable[[int], Any]
"""A number as a word."""
int64: Callable[[Any], int]
"""A word, or a shorter number, as a signed number."""
lowest: Callable[[Any], int]
"""The index of the lowest set bit."""
popcount: Callable[[Any], int]
"""The number of set bits of a word."""
prefetch: Callable[[Any, int], None]
"""Begin to fetch a row of an array into the cache."""

# Positions in arrays

load: Callable[[Any, int], Any]
"""The position in a row of an array, (rows, words) uint64."""
store: Callable[[Any, int, Any], None]
"""Store a position in a row of an array, (rows, words) uint64."""
hashed: Callable[[Any], int]
"""The hash of a position."""
least: Callable[[Any, Any], Any]
"""The lesser of two positions, compared as tuples: see `noughts.kernels.dialect.representative`."""
image: Callable[[Any, int, Any], Any]
"""The image of a position under a symmetry, by tables, (symmetries, bytes, 256, words) uint64."""

# The kernel of a game, as defined in `noughts.kernels.kernel_source`

BOTH: int
words_of_moves: int
"""Words that hold the moves of the game, one bit per move."""
word_of: Callable[[Any, int], Any]
"""One word of the legal moves."""
count_of: Callable[[Any], int]
"""The number of legal moves."""
nth: Callable[[Any, Any], int]
"""The legal move at an index, from 0."""
over: Callable[[Any], bool]
won: Callable[[Any], int]
to_move: Callable[[Any], int]
legal: Callable[[Any], Any]
"""The legal moves, a word or a tuple of words; in a game of lines, the cells that may be filled."""
after: Callable[[Any, int], Any]
unsure: Callable[[Any], bool]

# A search

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
expand_node: Callable[..., int]
"""Find the moves of the node at a depth: `OPEN`, or `DECIDED` with the value, or `BROKEN`."""
complete: Callable[[int, int, Any], None]
"""Compute the key of a child, given by depth and number, that `expand_node` has left without one."""
clamped: Callable[[Any, int, int], int]
"""The question as one without a distance, if that is equivalent; otherwise its bound unchanged."""
key_of: Callable[..., tuple[Any, Any]]
"""The key of a position, which is the same for symmetric positions."""
threats: Callable[[Any], Any]
"""The cells that complete a line of stones."""
reachable: Callable[[Any], Any]
"""The cells of the lines that have none of these stones."""
full: Callable[[Any], Any]
"""Whether some line lies in these cells: any word but 0."""
enabling: Callable[[Any], Any]
"""The cells that are supports of these."""
