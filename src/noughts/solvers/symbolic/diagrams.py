"""Sets of positions as decision diagrams: a node for each relevant cell, a child for each of its contents.

A *filling* gives each cell one of finitely many contents, 0 for an empty cell.  A diagram stands for a
set of fillings and is a number: `NOTHING` the empty set, `BLANK` the set of the one filling in which all
cells are empty, any other a node ``(cell, child, child, …)``:

    fillings of (c, d₀, d₁, …) = ⋃ᵢ { f with content i at c : f in dᵢ }

Cells on a path are in order; a cell that is left out is empty in every filling, so empty cells between two
marks cost nothing.  Nodes are unique, so equal sets have equal numbers.

Where the last cells begin, at the `floor`, a path ends in a *leaf*, a node ``(floor, bits)`` with all their
fillings (`noughts.solvers.symbolic.diagrams`), because most nodes of a diagram are near its end.

This is the zero-suppressed diagram of S. Minato, *Zero-suppressed BDDs for set manipulation in
combinatorial problems*, DAC 1993, with as many children as a cell has contents: a family of sets of
marks of which no two are in one cell.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from noughts.grounding.formula import bits_in
from noughts.refusal import Refusal
from noughts.solvers.symbolic.cells import Filling
from noughts.stop import current

# Sets of fillings of a few cells as integers: one bit per filling.
#
# The last cells of a diagram together form its *leaf*.  The fillings of cells c, c + 1, …, n - 1 are numbered
# in a mixed radix, the first cell being the most significant digit,
#
#     number of (d_c, …, d_n-1) = Σ d_k · weight_k        weight_k = Π { contents of the cells after k }
#
# and a set of them is the integer with these bits.  Operations on many nodes become one operation on an
# integer: union is ``|``, and a shift replaces a content in all fillings at once.


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


Diagram: TypeAlias = int
"""A set of fillings, by the number of its top node."""

NOTHING: Final[Diagram] = 0
"""The empty set."""

BLANK: Final[Diagram] = 1
"""The set of the one filling in which every cell is empty."""

NODE_LIMIT: Final = 2_000_000
"""The default limit of nodes: about 1 GB, at `NODE_BYTES` each."""

NODE_BYTES: Final = 600
"""Bytes per node with its entries in the tables, as measured with millions of nodes."""

KEPT: Final = 500_000
"""Entries beyond which a table of intermediate results is cleared between two steps of a computation.
Results are never evicted during an operation: without them it would not be polynomial."""


# Nodes between two checks for cancellation.
_LOOK: Final = 256


class TooManyNodes(Refusal):
    """The diagrams exceed their limit of nodes, or are expected to."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(
            f"the diagrams have grown past {limit:,} nodes",
            "allow more with `--nodes`, or make the game smaller",
        )


class TooMuchWork(TooManyNodes):
    """The diagrams have spent their budget of nodes, including those that were swept."""

    def __init__(self) -> None:
        Refusal.__init__(self, "the diagrams take too long", "`--symbolic` waits for them")


class WorkBudget(Struct):
    """The number of nodes that diagrams may still make, including those that will be swept.

    Some 100,000 nodes take a second, but the budget is the same on every machine.  The owner of the budget
    may increase it during the work.
    """

    left: float = math.inf

    def spend(self, nodes: int) -> None:
        """Count nodes that were made; `TooMuchWork` if they were too many, `Stopped` if the work is
        cancelled."""
        current.get().look()
        self.left -= nodes
        if self.left < 0:
            raise TooMuchWork


class Diagrams:
    """All diagrams over cells with `contents`; nodes are unique, and operations are memoised."""

    def __init__(
        self,
        contents: Sequence[int],
        *,
        limit: int = NODE_LIMIT,
        fillings: int = FILLINGS,
        work: WorkBudget | None = None,
    ) -> None:
        self.contents = tuple(contents)
        self.limit = limit
        self._work = work or WorkBudget()
        self._unpaid = 0
        self.floor = first_of_leaf(self.contents, fillings)
        self.leaves = DenseLeaves(self.contents, self.floor)
        self.nodes: list[tuple[int, ...]] = [(self.floor, 0), (self.floor, 1)]
        self._free: list[Diagram] = []
        self._by_leaf: dict[DenseLeaf, Diagram] = {0: NOTHING, 1: BLANK}
        self._numbers: dict[tuple[int, ...], Diagram] = {}
        self._union: dict[tuple[Diagram, Diagram], Diagram] = {}
        self._intersection: dict[tuple[Diagram, Diagram], Diagram] = {}
        self._difference: dict[tuple[Diagram, Diagram], Diagram] = {}
        self._common: dict[tuple[Diagram, Diagram], int] = {}
        self._counts: dict[Diagram, int] = {NOTHING: 0, BLANK: 1}

    def __repr__(self) -> str:
        return f"<{self.alive:,} nodes over {len(self.contents)} cells>"

    @property
    def made(self) -> int:
        """The greatest number of nodes at one time."""
        return len(self.nodes)

    @property
    def alive(self) -> int:
        """The number of nodes at present."""
        return len(self.nodes) - len(self._free)

    def node(self, parts: tuple[int, ...]) -> Diagram:
        """The diagram ``(cell, child, child, …)``; its first child if all others are `NOTHING` (zero
        suppression)."""
        found = self._numbers.get(parts)
        if found is None:
            if not any(parts[2:]):
                return parts[1]
            found = self._numbers[parts] = self._new(parts)
        return found

    def leaf(self, bits: DenseLeaf) -> Diagram:
        """The diagram of a leaf: the fillings in which every cell before the leaf is empty."""
        found = self._by_leaf.get(bits)
        if found is None:
            found = self._by_leaf[bits] = self._new((self.floor, bits))
        return found

    def _new(self, parts: tuple[int, ...]) -> Diagram:
        self._unpaid += 1
        if self._unpaid == _LOOK:
            self._unpaid = 0
            self._work.spend(_LOOK)
        if self._free:
            found = self._free.pop()
            self.nodes[found] = parts
            return found
        if len(self.nodes) >= self.limit:
            raise TooManyNodes(self.limit)
        self.nodes.append(parts)
        return len(self.nodes) - 1

    def children(self, diagram: Diagram, cell: int) -> tuple[Diagram, ...]:
        """The diagram split by the content of a cell, which must not be below its top cell."""
        parts = self.nodes[diagram]
        return parts[1:] if parts[0] == cell else (diagram, *(NOTHING,) * (self.contents[cell] - 1))

    def forget(self) -> None:
        """Clear tables of intermediate results with more than `KEPT` entries; diagrams stay."""
        for known in (self._union, self._intersection, self._difference, self._common):
            if len(known) > KEPT:
                known.clear()

    def sweep(self, diagrams: Iterable[Diagram]) -> None:
        """Free all nodes but those of these diagrams; their numbers will be reused."""
        alive = {NOTHING, BLANK, *self.below(list(diagrams))}
        self._free = [number for number in range(len(self.nodes)) if number not in alive]
        for number in self._free:
            self.nodes[number] = ()
        self._numbers = {parts: n for parts, n in self._numbers.items() if n in alive}
        self._by_leaf = {bits: n for bits, n in self._by_leaf.items() if n in alive}
        self._counts = {NOTHING: 0, BLANK: 1}
        for known in (self._union, self._intersection, self._difference, self._common):
            known.clear()

    # Made from fillings

    def only(self, filling: Filling) -> Diagram:
        """The set of one filling."""
        made = self.leaf(1 << self.leaves.number(filling[self.floor :]))
        for cell in range(self.floor - 1, -1, -1):
            if content := filling[cell]:
                blank = (NOTHING,) * self.contents[cell]
                made = self.node((cell, *blank[:content], made, *blank[content + 1 :]))
        return made

    def every(self) -> Diagram:
        """The set of all fillings."""
        made = self.leaf(self.leaves.every)
        for cell in range(self.floor - 1, -1, -1):
            made = self.node((cell, *(made,) * self.contents[cell]))
        return made

    # Sets

    def union(self, a: Diagram, b: Diagram) -> Diagram:
        """The union of two sets."""
        if a == b or not b:
            return a
        if not a:
            return b
        x, y = self.nodes[a], self.nodes[b]
        if x[0] == y[0] == self.floor:
            return self.leaf(x[1] | y[1])
        key = (a, b) if a < b else (b, a)
        found = self._union.get(key)
        if found is None:
            if x[0] == y[0]:
                found = self.node((x[0], *map(self.union, x[1:], y[1:])))
            elif x[0] < y[0]:  # b leaves this cell out, so it is empty there: b joins that child alone
                found = self.node((x[0], self.union(x[1], b), *x[2:]))
            else:
                found = self.node((y[0], self.union(a, y[1]), *y[2:]))
            self._union[key] = found
        return found

    def intersection(self, a: Diagram, b: Diagram) -> Diagram:
        """The intersection of two sets."""
        if a == b or not a:
            return a
        if not b:
            return b
        x, y = self.nodes[a], self.nodes[b]
        if x[0] == y[0] == self.floor:
            return self.leaf(x[1] & y[1])
        key = (a, b) if a < b else (b, a)
        found = self._intersection.get(key)
        if found is None:
            if x[0] == y[0]:
                found = self.node((x[0], *map(self.intersection, x[1:], y[1:])))
            elif x[0] < y[0]:  # in b this cell is empty: of a only the fillings count where it is so too
                found = self.intersection(x[1], b)
            else:
                found = self.intersection(a, y[1])
            self._intersection[key] = found
        return found

    def difference(self, a: Diagram, b: Diagram) -> Diagram:
        """The elements of the first set that are not in the second."""
        if a == b or not a:
            return NOTHING
        if not b:
            return a
        x, y = self.nodes[a], self.nodes[b]
        if x[0] == y[0] == self.floor:
            return self.leaf(x[1] & ~y[1])
        found = self._difference.get((a, b))
        if found is None:
            if x[0] == y[0]:
                found = self.node((x[0], *map(self.difference, x[1:], y[1:])))
            elif x[0] < y[0]:
                found = self.node((x[0], self.difference(x[1], b), *x[2:]))
            else:
                found = self.difference(a, y[1])
            self._difference[a, b] = found
        return found

    def union_of(self, diagrams: Sequence[Diagram]) -> Diagram:
        """The union of several sets, in pairs: each set takes part in log n unions instead of n."""
        left = list(diagrams) or [NOTHING]
        while len(left) > 1:
            pairs = zip(left[::2], left[1::2], strict=False)
            left = [self.union(a, b) for a, b in pairs] + left[len(left) & ~1 :]
        return left[0]

    def select(self, diagram: Diagram, allowed: Mapping[int, int]) -> Diagram:
        """The fillings where the content i of each cell c of `allowed` has ``allowed[c] >> i & 1``."""
        cells = sorted(cell for cell in allowed if cell < self.floor)
        kept_of_tail = self._allowed_in_tail(allowed)
        known: dict[tuple[Diagram, int], Diagram] = {}

        def selected(d: Diagram, place: int) -> Diagram:
            parts = self.nodes[d]
            if place == len(cells):
                if kept_of_tail == self.leaves.every:
                    return d
                if parts[0] == self.floor:
                    return self.leaf(parts[1] & kept_of_tail)
            found = known.get((d, place))
            if found is None:
                cell = cells[place] if place < len(cells) else self.floor
                if parts[0] < cell:
                    found = self.node((parts[0], *(selected(child, place) for child in parts[1:])))
                else:
                    kept = [
                        selected(child, place + 1) if child and allowed[cell] >> i & 1 else NOTHING
                        for i, child in enumerate(self.children(d, cell))
                    ]
                    found = self.node((cell, *kept))
                known[d, place] = found
            return found

        return selected(diagram, 0)

    def _allowed_in_tail(self, allowed: Mapping[int, int]) -> DenseLeaf:
        """The fillings of the leaf with allowed contents."""
        kept = self.leaves.every
        for cell, mask in allowed.items():
            if cell >= self.floor:
                kept &= self.leaves.having_any(cell, mask)
        return kept

    # Questions

    def count(self, diagram: Diagram) -> int:
        """The exact number of fillings."""
        counts = self._counts
        found = counts.get(diagram)
        if found is None:
            parts = self.nodes[diagram]
            if parts[0] == self.floor:
                return parts[1].bit_count()
            found = counts[diagram] = sum(map(self.count, parts[1:]))
        return found

    def common(self, a: Diagram, b: Diagram) -> int:
        """The number of fillings in both, without building the intersection."""
        if not a or not b:
            return 0
        if a == b:
            return self.count(a)
        x, y = self.nodes[a], self.nodes[b]
        if x[0] == y[0] == self.floor:
            return (x[1] & y[1]).bit_count()
        key = (a, b) if a < b else (b, a)
        found = self._common.get(key)
        if found is None:
            if x[0] == y[0]:
                found = sum(map(self.common, x[1:], y[1:]))
            elif x[0] < y[0]:
                found = self.common(x[1], b)
            else:
                found = self.common(a, y[1])
            self._common[key] = found
        return found

    def holds(self, diagram: Diagram, filling: Filling) -> bool:
        """Whether a filling is in the set."""
        nodes, floor, seen = self.nodes, self.floor, 0
        while (cell := (parts := nodes[diagram])[0]) < floor:
            if seen < cell and any(filling[seen:cell]):
                return False
            diagram, seen = parts[1 + filling[cell]], cell + 1
        number = self.leaves.number(filling[self.floor :])
        return not any(filling[seen:floor]) and bool(parts[1] >> number & 1)

    def first(self, diagram: Diagram) -> tuple[int, ...]:
        """A filling of a nonempty set, always the same: the first in lexicographic order."""
        assert diagram
        filling = [0] * self.floor
        while (parts := self.nodes[diagram])[0] < self.floor:
            content = next(i for i, child in enumerate(parts[1:]) if child)
            filling[parts[0]] = content
            diagram = parts[1 + content]
        return (*filling, *self.leaves.filling(nth(parts[1], 0)))

    def drawn(self, diagram: Diagram, dice: Random) -> tuple[int, ...]:
        """A random filling of a nonempty set, uniformly distributed: children are chosen in proportion to
        counts."""
        assert diagram
        filling = [0] * self.floor
        while (parts := self.nodes[diagram])[0] < self.floor:
            counts = list(map(self.count, parts[1:]))
            (content,) = dice.choices(range(len(counts)), counts)
            filling[parts[0]], diagram = content, parts[1 + content]
        number = nth(parts[1], dice.randrange(parts[1].bit_count()))
        return (*filling, *self.leaves.filling(number))

    def fillings(self, diagram: Diagram) -> Iterator[tuple[int, ...]]:
        """All fillings, in the order of their contents."""

        def rest(d: Diagram, cell: int) -> Iterator[tuple[int, ...]]:
            if not d:
                return
            if cell == self.floor:
                yield from map(self.leaves.filling, bits_in(self.nodes[d][1]))
                return
            for content, child in enumerate(self.children(d, cell)):
                for leaf in rest(child, cell + 1):
                    yield (content, *leaf)

        return rest(diagram, 0)

    def size(self, *diagrams: Diagram) -> int:
        """The number of nodes in these diagrams, shared ones counted once."""
        return len(self.below(diagrams))

    def below(self, diagrams: Sequence[Diagram]) -> list[Diagram]:
        """The nodes of these diagrams, each after its children."""
        met: set[Diagram] = {NOTHING, BLANK}
        found: list[Diagram] = []
        waiting = list(diagrams)
        while waiting:
            diagram = waiting[-1]
            cell, *children = self.nodes[diagram]
            further = [child for child in children if child not in met] if cell < self.floor else []
            if further and diagram not in met:
                waiting.extend(further)
            else:
                waiting.pop()
                if diagram not in met:
                    met.add(diagram)
                    found.append(diagram)
        return found

    def copied(
        self, diagrams: Iterable[Diagram], *, fillings: int = FILLINGS
    ) -> tuple[Diagrams, tuple[Diagram, ...]]:
        """These sets in new diagrams, whose leaves have at most `fillings` fillings, or as many as here."""
        wanted = tuple(diagrams)
        copy = Diagrams(self.contents, limit=sys.maxsize, fillings=min(fillings, self.leaves.fillings))
        made = {NOTHING: NOTHING, BLANK: BLANK}
        split: dict[tuple[int, DenseLeaf], Diagram] = {}
        for diagram in self.below(wanted):
            cell, *children = self.nodes[diagram]
            if cell == self.floor:
                made[diagram] = self._split(children[0], cell, copy, split)
            else:
                made[diagram] = copy.node((cell, *map(made.__getitem__, children)))
        return copy, tuple(made[diagram] for diagram in wanted)

    def _split(
        self, leaf: DenseLeaf, cell: int, copy: Diagrams, known: dict[tuple[int, DenseLeaf], Diagram]
    ) -> Diagram:
        """A leaf of these diagrams as nodes, where the leaves of the new ones begin at a later cell.

        `known` memoises the parts: leaves share nearly all of them, so without it the same few parts would
        be split thousands of times.
        """
        if leaf <= BLANK:
            return leaf
        if cell == copy.floor:
            return copy.leaf(leaf)
        found = known.get((cell, leaf))
        if found is None:
            parts = self.leaves.split(leaf, cell)
            found = copy.node((cell, *(self._split(part, cell + 1, copy, known) for part in parts)))
            known[cell, leaf] = found
        return found
