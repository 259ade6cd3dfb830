"""Growing games, in which every move adds something that stays; no position of them recurs."""

from __future__ import annotations

from noughts.grounding.formula import ALWAYS, NEVER, Formula, bit, claims
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import cofactor


def growing_bits(grounded: Grounded) -> int:
    """A mask of bits of which every legal move sets the same number and clears none; 0 if there is none.

    The number of these bits that are set determines the number of moves made.  So positions at different
    depths differ, and play is finite.
    """
    growing = (1 << len(grounded.bits)) - 1
    for move in grounded.moves:
        for index, after in move.changes.items():
            if after is not ALWAYS:
                growing &= ~(1 << index)
    added = {added_by_move(grounded, number, growing) for number in range(len(grounded.moves))}
    return growing if len(added) == 1 and added.isdisjoint({0, None}) else 0


def added_by_move(grounded: Grounded, number: int, growing: int) -> int | None:
    """The number of growing bits that a move sets; ``None`` if one of them may be set already."""
    move = grounded.moves[number]
    added = 0
    for index in move.changes:
        if growing >> index & 1:
            if not is_clear_where(index, move.legal):
                return None
            added += 1
    return added


def says(formula: Formula, part: Formula) -> bool:
    """Whether a conjunction has a part, at any depth."""
    return formula is part or any(says(claim, part) for claim in claims(formula))


def is_clear_where(index: int, legal: Formula) -> bool:
    """Whether a formula implies that a bit is clear: by its literals if possible, else by substitution."""
    return says(legal, ~bit(index)) or cofactor([legal], 1 << index, 1 << index) == [NEVER]
