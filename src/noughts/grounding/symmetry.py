"""Symmetries of a game: permutations of bits that leave every rule as it is, found from the formulas.

The rules are a graph: formulas and their parts, moves with what makes them legal and what they change.
Its nodes are coloured by what they are, then again and again by the colours around them, until that tells
no more apart.  Two nodes of one colour may be images of each other: to try, each gets a colour of its own,
and the colours spread again.  What comes of it is a permutation, which counts only once the formulas
themselves have been permuted and are the formulas they should be.

A board whose cells all count alike has as many symmetries as there are orders of its cells.  Nobody needs
them all: the search ends when the group that it has leaves no room for a larger one, or when it has taken
as many steps as it may.  What it has found by then is a group by itself.

B. D. McKay and A. Piperno, *Practical graph isomorphism II*, 2014; only the first steps of it are needed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from noughts.grounding.formula import Bit, Count, Formula, bit, bits_in
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import parts_of, substituted, walk

LARGEST_GROUP: Final = 48
"""Symmetries that are used; of a larger group, some of them that are a group by themselves."""

MOST_STEPS: Final = 5_000_000
"""Nodes and edges looked at, after which the search stops with what it has: some seconds."""

STEPS_OF_CHECK: Final = 4
"""What it takes to permute the formulas, in looks at the whole graph."""

Colours: TypeAlias = list[int]


class BudgetExceeded(Exception):
    """The search has taken as many steps as it may."""


@dataclass(frozen=True, slots=True)
class Symmetry:
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
    """What leaves everything where it is."""
    return Symmetry(tuple(range(len(grounded.bits))), tuple(range(len(grounded.moves))))


def symmetries(grounded: Grounded, fixing: int | None = None) -> tuple[Symmetry, ...]:
    """A group of symmetries of a game, identity in front, that leave a position as it is."""
    group = closed(grounded, SymmetrySearch(grounded).generators())
    return tuple(symmetry for symmetry in group if fixing is None or symmetry.of(fixing) == fixing)


def closed(grounded: Grounded, generators: Iterator[Symmetry]) -> list[Symmetry]:
    """The group of generators, of which those are left out that would make it too large.

    A group within another has at most half of it, so one that is nearly as large as may be is large enough.
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
    """The search for generators of the group of a game."""

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
        """What must be the same afterwards, in this order."""
        game = self.grounded
        return [game.over, game.undefined, *game.to_move, *game.wins]

    def build(self) -> None:
        """The graph of the rules: nodes with their first colours, and edges with what they mean."""
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
                for part in parts_of(formula):
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
        """One more node."""
        self.first.append(colour)
        self.around.append([])
        return len(self.first) - 1

    def edge(self, upper: int, lower: int, label: int) -> None:
        """An edge that knows its direction."""
        self.around[upper].append((label, lower))
        self.around[lower].append((~label, upper))

    def step(self, looks: int) -> None:
        """Count so many looks at the whole graph; `BudgetExceeded` if that is too many."""
        self.steps += looks * self.size
        if self.steps > MOST_STEPS:
            raise BudgetExceeded

    def refined(self, colours: Colours) -> Colours:
        """Colours by the colours around, until no more are told apart."""
        count = len(set(colours))
        while True:
            self.step(1)
            colours = [
                hash((colour, *sorted(hash((label, colours[other])) for label, other in around)))
                for colour, around in zip(colours, self.around, strict=True)
            ]
            more = len(set(colours))
            if more == count:
                return colours
            count = more

    def individualised(self, colours: Colours, index: int) -> Colours:
        """Colours after one bit has got a colour of its own."""
        changed = list(colours)
        node = self.node_of_bit[index]
        changed[node] = hash((changed[node], 104))
        return self.refined(changed)

    def generators(self) -> Iterator[Symmetry]:
        """Symmetries that make the others, or some of them where the search has become too long."""
        with suppress(BudgetExceeded):
            yield from self.strong_generators()

    def strong_generators(self) -> Iterator[Symmetry]:
        """Symmetries that make the others: those that move one bit more than the ones before.

        Bits are set apart one after another until all differ.  From the last to the first of them, the
        bits before it stay where they are, and for each place where it might go one symmetry is sought,
        unless those that are known take it there.
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
        """A bit that has its colour in common with another, of the fewest."""
        counts = Counter(colours[node] for node in self.node_of_bit)
        several = [
            (counts[colours[node]], index)
            for index, node in enumerate(self.node_of_bit)
            if counts[colours[node]] > 1
        ]
        return min(several)[1] if several else None

    def alike(self, colours: Colours, index: int) -> list[int]:
        """The bits of the colour of one of them, itself among them."""
        colour = colours[self.node_of_bit[index]]
        return [other for other, node in enumerate(self.node_of_bit) if colours[node] == colour]

    def image_of_path(
        self, path: list[tuple[int, Colours, Colours]], colours: Colours, image: int
    ) -> Symmetry | None:
        """A symmetry that takes the first bit of a path to an image, and the others somewhere."""
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
        """The bits that have there the colour that a bit has here."""
        colour = here[self.node_of_bit[index]]
        return [other for other, node in enumerate(self.node_of_bit) if there[node] == colour]

    def checked(self, here: Colours, there: Colours) -> Symmetry | None:
        """The permutation that takes each colour to itself, if it is a symmetry."""
        self.step(STEPS_OF_CHECK)
        image = {there[node]: index for index, node in enumerate(self.node_of_bit)}
        bits = tuple(image[here[node]] for node in self.node_of_bit)
        return as_symmetry(self.grounded, self.roots, bits)


def first_colour(formula: Formula, initial: int) -> int:
    """What a formula is, without its parts."""
    if isinstance(formula, Bit):
        return hash((1, initial >> formula.index & 1))
    if isinstance(formula, Count):
        return hash((2, formula.allowed, formula.least))
    return hash((3, *type(formula).__name__.encode(), formula.digest if not parts_of(formula) else 0))


def orbit(index: int, generators: Iterable[Symmetry]) -> set[int]:
    """Where a bit comes to by symmetries, used again and again."""
    found = {index}
    waiting = [index]
    while waiting:
        reached = waiting.pop()
        new = {symmetry.bits[reached] for symmetry in generators} - found
        found |= new
        waiting += new
    return found


def as_symmetry(grounded: Grounded, roots: list[Formula], bits: tuple[int, ...]) -> Symmetry | None:
    """The permutation of bits as a symmetry, if every rule is the same afterwards."""
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
        images.append(alike.pop())
    return Symmetry(bits, tuple(images))


def effect(legal: Formula, changes: Mapping[int, Formula]) -> object:
    """All that matters of a move."""
    return legal, frozenset(changes.items())
