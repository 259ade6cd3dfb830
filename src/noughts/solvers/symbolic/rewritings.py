"""Moves as rewritings: which contents a move finds in a few cells, and which it puts there.

A move touches the cells that it changes, those that the new contents depend on, and those of the literals
of its legality.  Each way to fill these gives one rewriting, and a *guard*: the rest of the legality, over
other cells.  Mostly the guard says no more than that the game goes on and whose turn it is: such rewritings
of one side are combined in one diagram.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from noughts.grounding.formula import ALWAYS, NEVER, Formula, bit, bits_in, conjunction, is_literal, negation
from noughts.grounding.grounded import Grounded, GroundMove
from noughts.grounding.walk import bits_of, holds, substituted
from noughts.refusal import Refusal
from noughts.solvers.symbolic.cells import Cells, all_conjuncts
from noughts.solvers.symbolic.engine import Engine, Rewriting, Steps

_MOST_FILLINGS: Final = 4096
"""Ways to fill the touched cells beyond which a move is refused: each would be a rewriting of its own."""


class Entangled(Refusal):
    """A move touches too many cells for rewritings."""

    def __init__(self, rule: GroundMove, cells: int) -> None:
        super().__init__(
            f"what the move {rule.move} does depends on {cells} parts of the position at once",
            "the game may still be explored position by position",
        )


@dataclass(frozen=True, slots=True)
class Turns:
    """Moves of a side that are legal wherever the game goes on, it is to move, and `guard` holds."""

    side: int
    guard: Formula
    steps: Sequence[Steps]


def turns_of(rules: Grounded, cells: Cells, sets: Engine) -> tuple[Turns, ...]:
    """All moves of a game, combined by side and guard."""
    gathered: dict[tuple[int, Formula], list[Rewriting]] = {}
    turns = [Going(side, frozenset(_goes_on(rules, side))) for side in range(len(rules.sides))]
    for rule in rules.moves:
        for going in turns:
            for rewriting, guard in _rewritings(rules, rule, going, cells, sets.look):
                gathered.setdefault((going.side, guard), []).append(rewriting)
    return tuple(Turns(side, guard, sets.steps(rewritings)) for (side, guard), rewritings in gathered.items())


@dataclass(frozen=True, slots=True)
class Going:
    """The conjuncts that hold where the game goes on and a side is to move."""

    side: int
    said: frozenset[Formula]


def _goes_on(rules: Grounded, side: int) -> Iterator[Formula]:
    yield from all_conjuncts(negation(rules.over))
    yield from all_conjuncts(rules.to_move[side])


def _rewritings(
    rules: Grounded, rule: GroundMove, going: Going, cells: Cells, look: Callable[[], None]
) -> Iterator[tuple[Rewriting, Formula]]:
    """The rewritings of a move when a side makes it, each with its guard."""
    legal = frozenset((*all_conjuncts(rule.legal), *all_conjuncts(rules.to_move[going.side])))
    if any(negation(part) in legal for part in legal):
        return
    known = [part for part in legal if is_literal(part)]
    more = legal - going.said - frozenset(known)
    for filling in _touched(rule, known, cells):
        look()
        guard = _guard(legal, going, _known(filling, cells)) if more else ALWAYS
        if guard is not NEVER:
            after = _after(rule, filling, cells)
            yield {cell: (old, after[cell]) for cell, old in filling.items()}, guard


def _guard(legal: frozenset[Formula], going: Going, put: Mapping[Formula, Formula]) -> Formula:
    """The condition on other cells besides that the game goes on; `ALWAYS` if there is none."""
    left, known = substituted([conjunction(legal), conjunction(going.said)], put)
    if left is NEVER:
        return NEVER
    said = set(all_conjuncts(known))
    return conjunction(part for part in all_conjuncts(left) if part not in said)


def _touched(rule: GroundMove, known: Sequence[Formula], cells: Cells) -> Iterator[Mapping[int, int]]:
    """The ways to fill the touched cells that the literals of the legality allow."""
    read = bits_of([*rule.changes.values(), *known]) | sum(1 << index for index in rule.changes)
    touched = cells.cells_of(read)
    possible = [_possible(cell, known, cells) for cell in touched]
    if prod(map(len, possible)) > _MOST_FILLINGS:
        raise Entangled(rule, len(touched))
    for contents in product(*possible):
        yield dict(zip(touched, contents, strict=True))


def _possible(cell: int, known: Sequence[Formula], cells: Cells) -> list[int]:
    """The contents of a cell with which some bits are set and others are not."""
    about = [part for part in known if cells.place[part.lowest][0] == cell]
    codes = [0, *(1 << index for index in cells.bits_of[cell])]
    return [content for content, code in enumerate(codes) if all(holds(part, code) for part in about)]


def _known(filling: Mapping[int, int], cells: Cells) -> dict[Formula, Formula]:
    """The values of the bits of some cells."""
    return {
        bit(index): ALWAYS if content == filling[cell] else NEVER
        for cell in filling
        for content, index in enumerate(cells.bits_of[cell], 1)
    }


def _after(rule: GroundMove, filling: Mapping[int, int], cells: Cells) -> dict[int, int]:
    """The contents of the touched cells after the move."""
    code = sum(1 << cells.bits_of[cell][content - 1] for cell, content in filling.items() if content)
    made = {index: holds(after, code) for index, after in rule.changes.items()}
    result = code & ~sum(1 << index for index in made) | sum(1 << i for i, is_set in made.items() if is_set)
    contents = dict.fromkeys(filling, 0)
    for index in bits_in(result):
        cell, content = cells.place[index]
        assert not contents[cell], "two bits of one cell exclude each other"
        contents[cell] = content
    return contents
