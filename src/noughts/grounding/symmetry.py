"""Symmetries of a game: permutations of bits that map every rule to itself, found from the formulas.

The rules are a graph: formulas and their parts, and moves with their conditions and changes.  Nodes are
coloured by kind, then repeatedly by the colours of their neighbours until the colouring is stable (colour
refinement).  Two nodes of one colour may be images of each other.  To decide that, each is individualised,
that is, gets a colour of its own, and the colouring is refined again.  The result is a permutation, which is
accepted only if it maps the formulas to themselves.  So an error of refinement may miss a symmetry, but
never adds one.

A board whose cells are all equivalent has n! symmetries, few of which are worth using.  The search ends when
its group has no room for a larger one, or when its budget of steps is spent.  The symmetries found by then
are closed under composition.

Individualisation and refinement are those of B. D. McKay and A. Piperno, *Practical graph isomorphism II*,
2014, without their pruning of the search tree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Final, TypeAlias

from msgspec import Struct

from noughts.grounding.formula import Bit, Count, Formula, bit, bits_in
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import direct_parts, substituted, walk

LARGEST_GROUP: Final = 48
"""The most symmetries that are used, the order of the group of the cube with reflections; a larger group is
replaced by a subgroup.  Each symmetry costs an image per position, and a group of order n divides the number
of positions by at most n."""

# The most visits of nodes and edges, some seconds of work; then the search stops with what it has found.
_MOST_STEPS: Final = 5_000_000

STEPS_OF_CHECK: Final = 4
"""The cost of permuting all formulas, counted as passes over the whole graph."""

Colours: TypeAlias = list[int]


class BudgetExceeded(Exception):
    """The search has used up its steps."""


class Symmetry(Struct, frozen=True):
    """Bit i goes to ``bits[i]``, and move k to ``moves[k]``."""

    bits: tuple[int, ...]
    moves: tuple[int, ...]

    def __matmul__(self, first: Symmetry) -> Symmetry:
        """``first``, then this one."""
        return Symmetry(
            tuple(self.bits[image] for image in first.bits), tuple(self.moves[image] for image in first.moves)
        )

    def of(self, position: int) -> int:
        """The image of a position."""
        return sum(1 << self.bits[index] for index in bits_in(position))


def identity(grounded: Grounded) -> Symmetry:
    """The identity: every bit and every move is its own image."""
    return Symmetry(tuple(range(len(grounded.bits))), tuple(range(len(grounded.moves))))


def symmetries(grounded: Grounded, fixing: int | None = None) -> tuple[Symmetry, ...]:
    """A group of symmetries of a game, the identity first; with `fixing`, those that fix this position."""
    group = closed(grounded, SymmetrySearch(grounded).generators())
    return tuple(symmetry for symmetry in group if fixing is None or symmetry.of(fixing) == fixing)


def closed(grounded: Grounded, generators: Iterator[Symmetry]) -> list[Symmetry]:
    """The group of the generators, without those that would make it too large.

    A proper subgroup has at most half the order (Lagrange), so a group beyond half of the limit cannot grow.
    """
    group = [identity(grounded)]
    used: list[Symmetry] = []
    while 2 * len(group) <= LARGEST_GROUP and (generator := next(generators, None)) is not None:
        if generator in group:
            continue
        larger = dict.fromkeys(group)
        waiting = list(group)
        while waiting and len(larger) <= LARGEST_GROUP:
            symmetry = waiting.pop()
            for factor in (*used, generator):
                found = factor @ symmetry
                if found not in larger:
                    larger[found] = None
                    waiting.append(found)
        if len(larger) <= LARGEST_GROUP:
            group = list(larger)
            used.append(generator)
    return group


class SymmetrySearch:
    """The search for generators of the symmetry group of a game.

    * ``around[node]``: the labelled edges of a node; the label of the reverse edge is inverted
    * ``first``: the initial colours
    """

    def __init__(self, grounded: Grounded) -> None:
        self.grounded = grounded
        self.steps = 0
        self.around: list[list[tuple[int, int]]] = []
        self.first: Colours = []
        self.node_of_bit: list[int] = []
        self.build()
        self.size = len(self.around) + sum(map(len, self.around))

    @cached_property
    def roots(self) -> list[Formula]:
        """The formulas that a symmetry must map to themselves, in order."""
        game = self.grounded
        return [game.over, game.undefined, *game.to_move, *game.wins]

    def build(self) -> None:
        """The graph of the rules: nodes with initial colours, and labelled edges."""
        game = self.grounded
        moves = [move.legal for move in game.moves]
        changed = [new for move in game.moves for new in move.changes.values()]
        every = [*map(bit, range(len(game.bits))), *self.roots, *moves, *changed]
        node_of: dict[Formula, int] = {}
        for formula in walk(every):
            node_of[formula] = self.node(first_colour(formula, game.initial))
            if isinstance(formula, Count):
                for part, weight in zip(formula.parts, formula.weights, strict=True):
                    self.edge(node_of[formula], node_of[part], weight)
            else:
                for part in direct_parts(formula):
                    self.edge(node_of[formula], node_of[part], 1)
        self.node_of_bit = [node_of[bit(index)] for index in range(len(game.bits))]
        for place, root in enumerate(self.roots):
            self.edge(self.node(hash((101, place))), node_of[root], 2)
        for move in game.moves:
            node = self.node(hash((102,)))
            self.edge(node, node_of[move.legal], 3)
            for index, new in move.changes.items():
                change = self.node(hash((103,)))
                self.edge(node, change, 4)
                self.edge(change, node_of[bit(index)], 5)
                self.edge(change, node_of[new], 6)

    def node(self, colour: int) -> int:
        """Add a node."""
        self.first.append(colour)
        self.around.append([])
        return len(self.first) - 1

    def edge(self, upper: int, lower: int, label: int) -> None:
        """Add a directed edge."""
        self.around[upper].append((label, lower))
        self.around[lower].append((~label, upper))

    def step(self, looks: int) -> None:
        """Count passes over the whole graph; `BudgetExceeded` if there are too many."""
        self.steps += looks * self.size
        if self.steps > _MOST_STEPS:
            raise BudgetExceeded

    def refined(self, colours: Colours) -> Colours:
        """The stable colouring: colours are refined by those of the neighbours until their number is
        constant."""
        count = len(set(colours))
        while True:
            self.step(1)
            # If two hashes collide, different classes are not separated.  That may cost time or miss a
            # symmetry, but adds none, since each permutation is checked on the formulas (`as_symmetry`).
            colours = [
                hash((colour, *sorted(hash((label, colours[other])) for label, other in around)))
                for colour, around in zip(colours, self.around, strict=True)
            ]
            more = len(set(colours))
            if more == count:
                return colours
            count = more

    def individualised(self, colours: Colours, index: int) -> Colours:
        """The stable colouring after one bit is individualised."""
        changed = list(colours)
        node = self.node_of_bit[index]
        changed[node] = hash((changed[node], 104))
        return self.refined(changed)

    def generators(self) -> Iterator[Symmetry]:
        """Generators of the group, or of a subgroup if the budget was exceeded."""
        with suppress(BudgetExceeded):
            yield from self.strong_generators()

    def strong_generators(self) -> Iterator[Symmetry]:
        """A strong generating set: generators of every stabiliser along a base.

        Bits are individualised one after another until all colours differ.  From the last to the first of
        them, the bits before it are fixed, and for each candidate image one symmetry is searched for,
        unless the known ones already map the bit there.
        """
        path: list[tuple[int, Colours, Colours]] = []
        colours = self.refined(self.first)
        while (index := self.undecided(colours)) is not None:
            apart = self.individualised(colours, index)
            path.append((index, colours, apart))
            colours = apart
        known: list[Symmetry] = []
        for depth in reversed(range(len(path))):
            index, before, _ = path[depth]
            reached = {index}
            for image in self.alike(before, index):
                if image not in reached:
                    found = self.image_of_path(path[depth:], before, image)
                    if found is not None:
                        yield found
                        known.append(found)
                        reached = orbit(index, known)

    def undecided(self, colours: Colours) -> int | None:
        """A bit of the smallest colour class with several bits; ``None`` if all colours differ."""
        counts = Counter(colours[node] for node in self.node_of_bit)
        several = [
            (counts[colours[node]], index)
            for index, node in enumerate(self.node_of_bit)
            if counts[colours[node]] > 1
        ]
        return min(several)[1] if several else None

    def alike(self, colours: Colours, index: int) -> list[int]:
        """The bits in the colour class of a bit."""
        colour = colours[self.node_of_bit[index]]
        return [other for other, node in enumerate(self.node_of_bit) if colours[node] == colour]

    def image_of_path(
        self, path: list[tuple[int, Colours, Colours]], colours: Colours, image: int
    ) -> Symmetry | None:
        """A symmetry that maps the first bit of a path to an image; the images of the others are free."""
        apart = self.individualised(colours, image)
        if sorted(apart) != sorted(path[0][2]):
            return None
        if len(path) == 1:
            return self.checked(path[0][2], apart)
        for other in self.like(path[1][0], path[0][2], apart):
            found = self.image_of_path(path[1:], apart, other)
            if found is not None:
                return found
        return None

    def like(self, index: int, here: Colours, there: Colours) -> list[int]:
        """The bits whose colour in one colouring is that of a bit in another."""
        colour = here[self.node_of_bit[index]]
        return [other for other, node in enumerate(self.node_of_bit) if there[node] == colour]

    def checked(self, here: Colours, there: Colours) -> Symmetry | None:
        """The permutation that matches equal colours, if it is a symmetry."""
        self.step(STEPS_OF_CHECK)
        image = {there[node]: index for index, node in enumerate(self.node_of_bit)}
        bits = tuple(image[here[node]] for node in self.node_of_bit)
        return as_symmetry(self.grounded, self.roots, bits)


def first_colour(formula: Formula, initial: int) -> int:
    """The initial colour of a formula: its kind, without its parts."""
    if isinstance(formula, Bit):
        return hash((1, initial >> formula.index & 1))
    if isinstance(formula, Count):
        return hash((2, formula.allowed, formula.least))
    # letters as numbers, because hashes of strings differ from run to run, and with them the search
    return hash((3, *type(formula).__name__.encode(), formula.digest if not direct_parts(formula) else 0))


def orbit(index: int, generators: Iterable[Symmetry]) -> set[int]:
    """The orbit of a bit under symmetries."""
    found = {index}
    waiting = [index]
    while waiting:
        reached = waiting.pop()
        new = {symmetry.bits[reached] for symmetry in generators} - found
        found |= new
        waiting += new
    return found


def as_symmetry(grounded: Grounded, roots: list[Formula], bits: tuple[int, ...]) -> Symmetry | None:
    """A permutation of bits as a symmetry, if it maps the rules to themselves."""
    put: dict[Formula, Formula] = {bit(index): bit(image) for index, image in enumerate(bits)}
    if sum(1 << bits[index] for index in bits_in(grounded.initial)) != grounded.initial:
        return None
    if any(new is not old for new, old in zip(substituted(roots, put), roots, strict=True)):
        return None
    numbers: defaultdict[object, list[int]] = defaultdict(list)
    for number, move in enumerate(grounded.moves):
        numbers[effect(move.legal, move.changes)].append(number)
    images: list[int] = []
    parts = [part for move in grounded.moves for part in (move.legal, *move.changes.values())]
    permuted = iter(substituted(parts, put))
    for move in grounded.moves:
        legal = next(permuted)
        changes = {bits[index]: next(permuted) for index in move.changes}
        alike = numbers[effect(legal, changes)]
        if not alike:
            return None
        images.append(alike.pop())  # moves of the same effect are interchangeable
    return Symmetry(bits, tuple(images))


def effect(legal: Formula, changes: Mapping[int, Formula]) -> object:
    """The condition and the changes of a move, by which moves are matched."""
    return legal, frozenset(changes.items())
