"""Sets of fillings of a few cells as integers: one bit per filling.

The last cells of a diagram together form its *leaf*.  The fillings of cells c, c + 1, …, n - 1 are numbered
in a mixed radix, the first cell being the most significant digit,

    number of (d_c, …, d_n-1) = Σ d_k · weight_k        weight_k = Π { contents of the cells after k }

and a set of them is the integer with these bits.  Operations on many nodes become one operation on an
integer: union is ``|``, and a shift replaces a content in all fillings at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final, TypeAlias

DenseLeaf: TypeAlias = int
"""A set of fillings of the last cells, one bit each."""

FILLINGS: Final = 3**8
"""The most fillings of a leaf: eight cells of three contents.  An integer of 6,561 bits is still cheaper than
the nodes that it replaces; twice as many cells would need 43 million."""


class DenseLeaves:
    """The cells from `first` on, and sets of their fillings."""

    def __init__(self, contents: Sequence[int], first: int) -> None:
        self.first = first
        self.contents = tuple(contents[first:])
        self.worth = tuple(prod(self.contents[k + 1 :]) for k in range(len(self.contents)))
        self.fillings = prod(self.contents)
        self.every: DenseLeaf = (1 << self.fillings) - 1

    def number(self, filling: Sequence[int]) -> int:
        """The number of a filling of these cells."""
        return sum(content * worth for content, worth in zip(filling, self.worth, strict=True))

    def filling(self, number: int) -> tuple[int, ...]:
        """The filling with that number."""
        return tuple(
            number // worth % contents for contents, worth in zip(self.contents, self.worth, strict=True)
        )

    def having(self, cell: int, content: int) -> DenseLeaf:
        """The fillings in which a cell has a given content."""
        worth = self.worth[cell - self.first]
        ones = ((1 << worth) - 1) << content * worth
        period = worth * self.contents[cell - self.first]
        # all ones divided by `period` ones is a one at the begin of each period: the product repeats `ones`
        return ones * (self.every // ((1 << period) - 1))

    def having_any(self, cell: int, contents: int) -> DenseLeaf:
        """The fillings in which a cell has one of the contents of a mask."""
        return sum(self.having(cell, i) for i in range(self.contents[cell - self.first]) if contents >> i & 1)

    def split(self, leaf: DenseLeaf, cell: int) -> tuple[DenseLeaf, ...]:
        """For each content of a cell, the fillings of the cells after it; those before it must be empty."""
        worth = self.worth[cell - self.first]
        ones = (1 << worth) - 1
        return tuple(leaf >> k * worth & ones for k in range(self.contents[cell - self.first]))

    def sums(self, weights: Sequence[Sequence[int]]) -> dict[int, DenseLeaf]:
        """For each sum of the weights of contents, the fillings with that sum; content i of a cell adds
        ``[i]``."""
        found: dict[int, DenseLeaf] = {0: 1}
        for worth, added in reversed(list(zip(self.worth, weights, strict=True))):
            further: dict[int, DenseLeaf] = {}
            for content, more in enumerate(added):
                for total, leaf in found.items():
                    further[total + more] = further.get(total + more, 0) | leaf << content * worth
            found = further
        return found


def first_of_leaf(contents: Sequence[int], most: int = FILLINGS) -> int:
    """The first cell of the leaf: it has at most half of the cells, and at most `most` fillings."""
    first, fillings = len(contents), 1
    while first > (len(contents) + 1) // 2 and fillings * contents[first - 1] <= most:
        first -= 1
        fillings *= contents[first]
    return first


def shifted(leaf: DenseLeaf, by: int) -> DenseLeaf:
    """The fillings whose numbers are greater by `by`."""
    return leaf << by if by >= 0 else leaf >> -by


def nth(leaf: DenseLeaf, n: int) -> int:
    """The number of the filling at index n of a set."""
    before, width = 0, leaf.bit_length()
    while width > 1:
        half = width >> 1
        front = leaf & ((1 << half) - 1)
        if n < (count := front.bit_count()):
            leaf, width = front, half
        else:
            leaf, width, before, n = leaf >> half, width - half, before + half, n - count
    return before
