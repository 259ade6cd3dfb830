"""The engine of decision diagrams: zero-suppressed, with moves as rewritings and formulas as restrictions.

``docs/decisions`` records why this engine was chosen, and ``benchmarks/diagrams.py`` compares it with others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

from noughts.grounding.formula import Formula
from noughts.solvers.symbolic.cells import Cells, Filling
from noughts.solvers.symbolic.diagrams import (
    KEPT,
    NODE_LIMIT,
    NOTHING,
    DenseLeaf,
    Diagram,
    Diagrams,
    WorkBudget,
    shifted,
)
from noughts.solvers.symbolic.restriction import Restriction, fullness
from noughts.stop import current

# Transition relations: a set of rewritings as a diagram, applied to all fillings of a set at once.
#
# A *rewriting* gives for some cells the required content and its replacement; every other cell may have any
# content and keeps it.  A set of rewritings is a diagram of its own: a node is
#
#     (cell, same, ((old, new, then), …))
#
# which means: either keep the cell and continue with `same`, or replace `old` by `new` and continue with
# `then`. `_NONE` is no rewriting, `DONE` keeps all further cells; a cell that is left out is kept.  Two
# rewritings with the same effect on a filling count as two.
#
# So neither a relation between two copies of the cells is needed nor a union over moves: "put a mark in any
# of n cells" takes n nodes, and one pass over a diagram makes all of these moves.
#
# Diagrams with implicit identities are due to G. Ciardo and A. Miner, *Storage alternatives for
# large structured state spaces*, 1997, and *A data structure for the efficient Kronecker solution of
# GSPNs*, PNPM 1999.

Rewriting: TypeAlias = Mapping[int, tuple[int, int]]
"""For some cells, the content that is required and the content that replaces it."""

CellChanges: TypeAlias = tuple[tuple[int, tuple[int, int]], ...]
"""A rewriting, cell by cell."""

Steps: TypeAlias = int
"""A set of rewritings, by the number of its top node."""

_NONE: Final[Steps] = 0
DONE: Final[Steps] = 1

# The cell of `_NONE` and `DONE`, greater than every other one.
_BELOW: Final = 1 << 30

Change: TypeAlias = tuple[int, int, Steps]
StepNode: TypeAlias = tuple[int, Steps, tuple[Change, ...]]


class TransitionRelation:
    """Sets of rewritings over the cells of some diagrams, and their images and preimages."""

    def __init__(self, diagrams: Diagrams) -> None:
        self.diagrams = diagrams
        self.nodes: list[StepNode] = [(_BELOW, _NONE, ()), (_BELOW, _NONE, ())]
        self._numbers: dict[StepNode, Steps] = {}
        self._in_tail: dict[Steps, tuple[tuple[DenseLeaf, int], ...]] = {
            _NONE: (),
            DONE: ((diagrams.leaves.every, 0),),
        }
        self._inverse: dict[Steps, Steps] = {_NONE: _NONE, DONE: DONE}
        self._images: dict[tuple[Diagram, Steps], Diagram] = {}
        self._pairs: dict[tuple[Diagram, Steps, Diagram], int] = {}
        self._ways: dict[tuple[Diagram, Steps], int] = {}

    def forget(self) -> None:
        """Clear tables of intermediate results that have become large."""
        for known in (self._images, self._ways, self._pairs):
            if len(known) > KEPT:
                known.clear()

    def clear(self) -> None:
        """Clear all results, because numbers of diagrams are reused."""
        for known in (self._images, self._ways, self._pairs):
            known.clear()

    # Sets of rewritings

    def steps(self, rewritings: Iterable[Rewriting]) -> tuple[Steps, ...]:
        """Rewritings as sets: one set more for each repetition, so that multiplicity is kept."""
        sets: list[list[CellChanges]] = []
        given = Counter[CellChanges]()
        for rewriting in rewritings:
            changes = tuple(sorted(rewriting.items()))
            if given[changes] == len(sets):
                sets.append([])
            sets[given[changes]].append(changes)
            given[changes] += 1
        return tuple(self._set(each, 0) for each in sets)

    def _set(self, rewritings: Iterable[CellChanges], start: int) -> Steps:
        """The set of some rewritings, all different, from their changes at place `start` on."""
        made = _NONE
        by_cell = defaultdict[int, dict[tuple[int, int], list[CellChanges]]](dict)
        for each in rewritings:
            if len(each) == start:
                made = DONE
            else:
                cell, change = each[start]
                by_cell[cell].setdefault(change, []).append(each)
        for cell, found in sorted(by_cell.items(), reverse=True):
            changes = ((old, new, self._set(some, start + 1)) for (old, new), some in sorted(found.items()))
            made = self._node((cell, made, tuple(changes)))
        return made

    def inverse(self, steps: Steps) -> Steps:
        """The inverse rewritings."""
        found = self._inverse.get(steps)
        if found is None:
            cell, same, changes = self.nodes[steps]
            back = sorted((new, old, self.inverse(then)) for old, new, then in changes)
            found = self._inverse[steps] = self._node((cell, self.inverse(same), tuple(back)))
        return found

    def _node(self, node: StepNode) -> Steps:
        found = self._numbers.get(node)
        if found is None:
            found = self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return found

    # Images

    def after(self, diagram: Diagram, steps: Steps) -> Diagram:
        """The image of a set: the results of all rewritings on all of its fillings."""
        if not diagram or not steps:
            return NOTHING
        if steps == DONE:
            return diagram
        found = self._images.get((diagram, steps))
        if found is not None:
            return found
        diagrams = self.diagrams
        parts, (cell, same, changes) = diagrams.nodes[diagram], self.nodes[steps]
        if cell >= diagrams.floor <= parts[0]:  # all remaining rewritings are within the leaf
            found = diagrams.leaf(self._after_in_tail(parts[1], steps))
        elif parts[0] < cell:
            found = diagrams.node(
                (parts[0], *[self.after(child, steps) if child else 0 for child in parts[1:]])
            )
        else:
            children = diagrams.children(diagram, cell)
            made = [self.after(child, same) if child else 0 for child in children]
            for old, new, then in changes:
                if children[old]:
                    made[new] = diagrams.union(made[new], self.after(children[old], then))
            found = diagrams.node((cell, *made))
        self._images[diagram, steps] = found
        return found

    def in_tail(self, steps: Steps) -> tuple[tuple[DenseLeaf, int], ...]:
        """For each rewriting within the leaf: the fillings to which it applies, and the shift that applies
        it.

        All of these fillings change the same digits in the same way, so their numbers change by the same
        amount.
        """
        found = self._in_tail.get(steps)
        if found is None:
            leaves = self.diagrams.leaves
            cell, same, changes = self.nodes[steps]
            made = list(self.in_tail(same))
            for old, new, then in changes:
                moved = (new - old) * leaves.worth[cell - leaves.first]
                having = leaves.having(cell, old)
                made += [(where & having, moved + by) for where, by in self.in_tail(then)]
            found = self._in_tail[steps] = tuple(made)
        return found

    def _after_in_tail(self, leaf: DenseLeaf, steps: Steps) -> DenseLeaf:
        made = 0
        for where, by in self.in_tail(steps):
            made |= shifted(leaf & where, by)
        return made

    def before(self, diagram: Diagram, steps: Steps) -> Diagram:
        """The preimage of a set: the fillings that some rewriting takes into it."""
        return self.after(diagram, self.inverse(steps))

    def ways(self, source: Diagram, steps: Steps) -> int:
        """The number of pairs of a filling of `source` and a rewriting that applies to it."""
        if not source or not steps:
            return 0
        if steps == DONE:
            return self.diagrams.count(source)
        found = self._ways.get((source, steps))
        if found is None:
            parts, (cell, same, changes) = self.diagrams.nodes[source], self.nodes[steps]
            floor = self.diagrams.floor
            if cell >= floor <= parts[0]:
                found = sum((parts[1] & where).bit_count() for where, _ in self.in_tail(steps))
            elif parts[0] < cell:
                found = sum(self.ways(child, steps) for child in parts[1:])
            else:
                children = self.diagrams.children(source, cell)
                found = sum(self.ways(children[old], then) for old, _, then in changes)
                found += sum(self.ways(child, same) for child in children)
            self._ways[source, steps] = found
        return found

    def pairs(self, source: Diagram, steps: Steps, target: Diagram) -> int:
        """The number of pairs of a filling of `source` and a rewriting that takes it into `target`."""
        known = self._pairs
        diagrams, nodes = self.diagrams, self.diagrams.nodes

        def counted(a: Diagram, s: Steps, b: Diagram) -> int:
            if not a or not b or not s:
                return 0
            if s == DONE:
                return diagrams.common(a, b)
            found = known.get((a, s, b))
            if found is not None:
                return found
            cell, same, changes = self.nodes[s]
            top = min(nodes[a][0], nodes[b][0])
            if cell >= diagrams.floor <= top:
                x, y = nodes[a][1], nodes[b][1]
                found = sum((shifted(x & where, by) & y).bit_count() for where, by in self.in_tail(s))
            elif top < cell:
                left, right = diagrams.children(a, top), diagrams.children(b, top)
                found = sum(counted(x, s, y) for x, y in zip(left, right, strict=True) if x and y)
            else:
                left, right = diagrams.children(a, cell), diagrams.children(b, cell)
                found = sum(counted(left[old], then, right[new]) for old, new, then in changes)
                if same:
                    found += sum(counted(x, same, y) for x, y in zip(left, right, strict=True) if x and y)
            known[a, s, b] = found
            return found

        return counted(source, steps, target)


SWEEP_FROM: Final = 200_000
"""Nodes up to which none are swept: a sweep visits every node, and this many take about 100 MB."""


class Positions:
    """A set of positions, whose diagram is not swept as long as this object is referenced.

    Equal sets are one object, so that they can be compared and hashed by identity.
    """

    __slots__ = ("__weakref__", "diagram")

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram

    def __bool__(self) -> bool:
        return self.diagram != NOTHING

    def __repr__(self) -> str:
        return f"<diagram {self.diagram}>"


class DiagramEngine:
    """Sets of positions as `noughts.solvers.symbolic.diagrams`, and moves applied to whole sets.

    Positions are fillings: the content of each cell.
    """

    def __init__(self, cells: Cells, *, limit: int = NODE_LIMIT, work: WorkBudget | None = None) -> None:
        self._diagrams = Diagrams(cells.contents, limit=limit, work=work)
        self._relation = TransitionRelation(self._diagrams)
        self._restriction = Restriction(self._diagrams, cells)
        self._fullness = fullness(self._diagrams)
        self._there: WeakValueDictionary[Diagram, Positions] = WeakValueDictionary()
        self._alive_before = SWEEP_FROM // 2
        self.nothing = self._held(NOTHING)

    def __repr__(self) -> str:
        return repr(self._diagrams)

    def _held(self, diagram: Diagram) -> Positions:
        current.get().look()
        found = self._there.get(diagram)
        if found is None:
            found = self._there[diagram] = Positions(diagram)
        return found

    @property
    def made(self) -> int:
        """The greatest number of nodes at one time, including those of intermediate results."""
        return self._diagrams.made

    @property
    def alive(self) -> int:
        """The number of nodes at present."""
        return self._diagrams.alive

    @property
    def limit(self) -> int:
        """The limit of nodes; a computation with more of them raises `TooManyNodes`."""
        return self._diagrams.limit

    # Sets

    def only(self, filling: Filling) -> Positions:
        """The set of one position."""
        return self._held(self._diagrams.only(filling))

    def union(self, a: Positions, b: Positions) -> Positions:
        """The union of two sets."""
        return self._held(self._diagrams.union(a.diagram, b.diagram))

    def intersection(self, a: Positions, b: Positions) -> Positions:
        """The intersection of two sets."""
        return self._held(self._diagrams.intersection(a.diagram, b.diagram))

    def difference(self, a: Positions, b: Positions) -> Positions:
        """The elements of the first set that are not in the second."""
        return self._held(self._diagrams.difference(a.diagram, b.diagram))

    def union_of(self, sets: Sequence[Positions]) -> Positions:
        """The union of several sets."""
        return self._held(self._diagrams.union_of([some.diagram for some in sets]))

    def where(self, some: Positions, formula: Formula) -> Positions:
        """The positions of a set for which a formula over their bits holds."""
        return self._held(self._restriction.where(some.diagram, formula))

    # Moves

    def steps(self, rewritings: Iterable[Rewriting]) -> tuple[Steps, ...]:
        """Rewritings as sets of rewritings; equal ones keep their multiplicity."""
        return self._relation.steps(rewritings)

    def after(self, some: Positions, steps: Steps) -> Positions:
        """The images of the positions of a set under the rewritings."""
        return self._held(self._relation.after(some.diagram, steps))

    def before(self, some: Positions, steps: Steps) -> Positions:
        """The preimages of the positions of a set under the rewritings."""
        return self._held(self._relation.before(some.diagram, steps))

    def ways(self, source: Positions, steps: Steps) -> int:
        """The number of pairs of a position of `source` and a rewriting that applies to it."""
        return self._relation.ways(source.diagram, steps)

    def pairs(self, source: Positions, steps: Steps, target: Positions) -> int:
        """The number of such pairs whose image is in `target`."""
        return self._relation.pairs(source.diagram, steps, target.diagram)

    # Questions

    def count(self, some: Positions) -> int:
        """The exact number of positions."""
        return self._diagrams.count(some.diagram)

    def first(self, some: Positions) -> Filling:
        """A position of a nonempty set, always the same."""
        return self._diagrams.first(some.diagram)

    def drawn(self, some: Positions, dice: Random) -> Filling:
        """A random position of a nonempty set."""
        return self._diagrams.drawn(some.diagram, dice)

    def fillings(self, some: Positions) -> Iterator[tuple[int, ...]]:
        """All positions of a set."""
        return self._diagrams.fillings(some.diagram)

    def fullness(self, some: Positions) -> frozenset[int]:
        """The numbers of nonempty cells that occur in a set, and perhaps others."""
        return self._fullness.of(some.diagram)

    def size(self, *sets: Positions) -> int:
        """The number of nodes of these sets together."""
        return self._diagrams.size(*(some.diagram for some in sets))

    def copied(self, sets: Iterable[Positions]) -> tuple[Diagrams, tuple[Diagram, ...]]:
        """Copies of these sets in diagrams of their own."""
        return self._diagrams.copied(some.diagram for some in sets)

    def forget(self) -> None:
        """Sweep unreferenced nodes once there are as many as there were live ones after the last sweep.

        Like a copying collector: the cost of a sweep is paid by the nodes made since, so it is constant per
        node. Numbers of swept nodes are reused, so every table of results must be cleared with them.
        """
        if self.alive <= 2 * self._alive_before:
            for known in (self._diagrams, self._relation, self._restriction):
                known.forget()
            return
        self._diagrams.sweep(some.diagram for some in self._there.values())
        for seen in (self._relation, self._restriction, self._fullness):
            seen.clear()
        self._alive_before = max(self.alive, SWEEP_FROM // 2)
