"""Cells: groups of bits of which at most one is set in any position, and the order of cells in diagrams.

Two bits exclude each other if they are not both set at the beginning, and every move that can set one of
them leaves the other unset.  The move clears it, or is legal only where it is not set, or sets one of them in
some positions and the other one elsewhere, such as a stone of the side to move.  By induction they are never
both set.  A cell is a set of bits that exclude each other pairwise; its content is the bit that is set,
counted from 1, or 0 if none is.

Diagrams are small if cells that occur in one rule are close together.  Of two orders the one with the smaller
total span of the rules is taken: by number, and by first occurrence in the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, TypeAlias

from msgspec import Struct

from noughts.grounding.formula import NEVER, Bit, Constant, Negation, bits_in, is_literal
from noughts.grounding.grounded import Grounded, GroundMove
from noughts.grounding.walk import conjuncts, walk

# The most bits set only in some positions by a move for which every pair is compared.
_FEW: Final = 32

Filling: TypeAlias = Sequence[int]
"""The content of each cell, 0 if it is empty."""


Rule = tuple[int, ...]
"""The cells that occur in a rule."""


class Cells(Struct, frozen=True, dict=True):
    """The bits of a position as cells: ``bits_of[c]`` are those of cell c."""

    bits_of: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.bits_of)

    @property
    def contents(self) -> tuple[int, ...]:
        """The number of contents of each cell."""
        return tuple(len(bits) + 1 for bits in self.bits_of)

    @cached_property
    def place(self) -> dict[int, tuple[int, int]]:
        """For each bit, its cell and its content there."""
        return {
            bit: (cell, content + 1)
            for cell, bits in enumerate(self.bits_of)
            for content, bit in enumerate(bits)
        }

    def filling(self, code: int) -> Filling:
        """The content of each cell in a position; `KeyError` if a cell has two."""
        filling = [0] * len(self)
        for bit in bits_in(code):
            cell, content = self.place[bit]
            if filling[cell]:
                raise KeyError(code)
            filling[cell] = content
        return filling

    def code(self, filling: Filling) -> int:
        """The bits of the position with these contents."""
        return sum(1 << self.bits_of[cell][content - 1] for cell, content in enumerate(filling) if content)

    def cells_of(self, mask: int) -> list[int]:
        """The cells to which the bits of a mask belong."""
        return sorted({self.place[bit][0] for bit in bits_in(mask)})


def cells_of(rules: Grounded) -> Cells:
    """The cells of a game, in a good order."""
    found = exclusive_groups(len(rules.bits), excluding(rules))
    unordered = Cells(tuple(found))
    return Cells(tuple(found[cell] for cell in good_order(unordered, rules)))


def excluding(rules: Grounded) -> list[int]:
    """For each bit the mask of those that are never set together with it."""
    count = len(rules.bits)
    everything = (1 << count) - 1
    unset = [everything & ~(1 << bit) for bit in range(count)]
    for bit in bits_in(rules.initial):
        unset[bit] &= ~rules.initial
    for rule in rules.moves:
        left_unset = unset_after(rule)
        unsure = {bit: after for bit, after in rule.changes.items() if not isinstance(after, Constant)}
        few = unsure if len(unsure) <= _FEW else {}
        for bit, after in rule.changes.items():
            if after is not NEVER:
                elsewhere = (other for other, new in few.items() if after & new is NEVER)
                unset[bit] &= left_unset | sum(1 << other for other in elsewhere)
    return [sum(1 << b for b in bits_in(unset[a]) if unset[b] >> a & 1) for a in range(count)]


def unset_after(rule: GroundMove) -> int:
    """The bits that are certainly clear after a move."""
    said = (part for part in conjuncts(rule.legal) if isinstance(part, Negation) and is_literal(part))
    before = sum(1 << part.lowest for part in said)
    changed = sum(1 << bit for bit in rule.changes)
    return before & ~changed | sum(1 << bit for bit, after in rule.changes.items() if after is NEVER)


def exclusive_groups(count: int, exclusive: Sequence[int]) -> list[tuple[int, ...]]:
    """The bits in sets that exclude each other pairwise: each bit joins the first set that admits it
    (greedy)."""
    groups: list[list[int]] = []
    masks: list[int] = []
    for bit in range(count):
        for place, mask in enumerate(masks):
            if mask & ~exclusive[bit] == 0:
                groups[place].append(bit)
                masks[place] |= 1 << bit
                break
        else:
            groups.append([bit])
            masks.append(1 << bit)
    return [tuple(group) for group in groups]


def good_order(cells: Cells, rules: Grounded) -> list[int]:
    """The order of the bits, or that in which the rules first read cells, whichever has the smaller span."""
    spoken_of = rules_about(cells, rules)
    as_numbered = list(range(len(cells)))
    as_read = list(dict.fromkeys([c for rule in spoken_of for c in rule] + as_numbered))
    return min(as_numbered, as_read, key=lambda order: rule_span(order, spoken_of))


def rules_about(cells: Cells, rules: Grounded) -> list[Rule]:
    """The cells of each part of the rules that involves at least two of them, and no more than half.

    Rules about most cells have the same span in every order, so they would only drown the others.
    """
    found: dict[Rule, None] = {}
    for node in walk([*rules.wins, rules.over, *(rule.legal for rule in rules.moves)]):
        mask = sum(1 << part.index for part in getattr(node, "parts", ()) if isinstance(part, Bit))
        about = tuple(cells.cells_of(mask))
        if 2 <= len(about) <= max(2, len(cells) // 2):
            found[about] = None
    return list(found)


def rule_span(order: Sequence[int], spoken_of: Sequence[Rule]) -> int:
    """The distance between the first and the last cell of each rule in an order, summed over all rules."""
    place = {cell: position for position, cell in enumerate(order)}
    return sum(max(map(place.__getitem__, r)) - min(map(place.__getitem__, r)) for r in spoken_of)
