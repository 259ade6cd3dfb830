"""Facts that are proved from the formulas of a game; each allows a search a shortcut.

    growing       moves only set bits, so no position recurs and the length of matches is bounded
    alternating   the sides move in turn
    placing       a move puts one stone into an empty cell, and each side has one such move for each cell
    drawn         a match without a winner ends only when no stone can be placed, and is a draw
    lines         a side wins when its stones fill a line, which is a set of cells; that ends the match
    supported     whether a cell may be filled depends on which cells are taken, not on the owners of the
                  stones; it is enough that one of certain cells, its supports, is taken
    even          both sides have the same lines
    stacked       the cells are columns, filled from one end

`proved` returns these facts.  If all but the last hold, it also returns the rules as `Lines`: sets of cells
instead of formulas.  A fact that cannot be proved counts as absent, so facts affect speed, never answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from noughts.grounding.deciding import never_holds
from noughts.grounding.formula import ALWAYS, NEVER, Bit, Formula, bit, bits_in, choices, claims, negation
from noughts.grounding.grounded import Grounded
from noughts.grounding.state_layout import Element
from noughts.grounding.symmetry import Symmetry
from noughts.grounding.walk import bits_of, conjuncts, substituted
from noughts.values.value import Value

_MOST_CELLS: Final = 63
"""The most cells of a board whose sides are one word each, with one bit to spare for shifts."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a game: whether it is proved, and a sentence that says so."""

    name: str
    holds: bool
    sentence: str


@dataclass(frozen=True)
class Lines:
    """A game of stones and lines.

    * ``bits[side][cell]`` and ``moves[side][cell]`` are the bit and the move of a stone
    * ``lines`` are sets of cells, as masks
    * ``supports[cell]`` is a mask of cells of which one must be taken before; 0 if there is no such condition
    """

    bits: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[int, ...], ...]
    lines: tuple[int, ...]
    supports: tuple[int, ...]

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.supports)

    def planes(self, position: int) -> tuple[int, ...]:
        """For each side, the cells with its stones."""
        return tuple(
            sum(1 << cell for cell, index in enumerate(bits) if position >> index & 1) for bits in self.bits
        )

    def permutation(self, symmetry: Symmetry) -> tuple[int, ...] | None:
        """The image of each cell; ``None`` if a symmetry moves the stones of both sides differently."""
        found = set()
        for bits in self.bits:
            cell_of = {index: cell for cell, index in enumerate(bits)}
            found.add(tuple(cell_of.get(symmetry.bits[index], -1) for index in bits))
        return None if len(found) > 1 or -1 in (image := found.pop()) else image

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The columns, each as its cells in the order of filling; empty if the cells are no columns.

        They are columns if every cell has at most one support and supports at most one other cell.
        """
        above = {support: cell for cell, support in enumerate(self.supports) if support}
        found = []
        for cell, support in enumerate(self.supports):
            column = [] if support else [cell]
            while column and 1 << column[-1] in above:
                column.append(above[1 << column[-1]])
            found += [tuple(column)] if column else []
        whole = sum(map(len, found)) == self.cells  # otherwise some cell has two supports, or shares its own
        return tuple(found) if whole and above else ()

    @property
    def answers(self) -> int:
        """The cells that a side gets by always answering directly above: every second one from the top."""
        return sum(1 << cell for column in self.columns for cell in column[::-2])


@dataclass(frozen=True)
class Facts:
    """The facts of a game, and its rules as lines if all facts but the last hold."""

    facts: tuple[Fact, ...]
    lines: Lines | None

    def __getitem__(self, name: str) -> bool:
        return any(fact.holds for fact in self.facts if fact.name == name)


def proved(grounded: Grounded) -> Facts:
    """The facts that the formulas of a game prove."""
    proof = _Proof(grounded)
    facts: list[Fact] = []
    for name, needs, sentence, absent in _FACTS:
        holds = all(fact.holds for fact in facts if fact.name in needs) and getattr(proof, name)
        facts.append(Fact(name, holds, sentence if holds else absent))
    return Facts(tuple(facts), proof.found if all(fact.holds for fact in facts[:-1]) else None)


_PLACED: Final = ("growing", "alternating", "placing")
_FACTS: Final = (
    ("growing", (), "moves only set bits: no position comes back", "some move clears bits"),
    ("alternating", (), "the sides take turns", "the sides do not always take turns"),
    (
        "placing",
        ("growing", "alternating"),
        "a move puts one stone into an empty cell",
        "moves are not all of the kind: a stone into an empty cell",
    ),
    (
        "lines",
        _PLACED,
        "a side wins with its own stones in all cells of a line",
        "a win is not a line of the winner's own stones",
    ),
    (
        "supported",
        (*_PLACED, "lines"),
        "whether a cell may be filled depends only on which cells are taken",
        "whether a cell may be filled depends on more than one taken cell",
    ),
    (
        "drawn",
        (*_PLACED, "lines", "supported"),
        "a match without a winner goes on as long as a cell may be filled",
        "a match may end without a winner while cells may be filled",
    ),
    ("even", (*_PLACED, "lines"), "the same lines win for both sides", "the sides have different lines"),
    (
        "stacked",
        (*_PLACED, "lines", "supported"),
        "the cells are columns, filled one after another",
        "the cells are no columns that are filled one after another",
    ),
)
"""For each fact: its name, the facts that it presumes, and the sentences for its holding and its absence."""


class _Proof:
    """The proofs, one property for each fact; it may be read only if the facts that it presumes hold."""

    def __init__(self, grounded: Grounded) -> None:
        self.grounded = grounded

    @cached_property
    def growing(self) -> bool:
        """Every move sets a bit that was clear, and clears none."""
        moves = self.grounded.moves
        return all(move.sets and move.is_constant and not move.clears for move in moves) and all(
            any(implies(move.legal, ~bit(index)) for index in bits_in(move.sets)) for move in moves
        )

    @cached_property
    def alternating(self) -> bool:
        """There are two sides, and after each move another one is to move."""
        turns = self.grounded.to_move
        if len(turns) != 2 or turns[1] is not negation(turns[0]):
            return False
        return all(self._passes_turn(move.legal, move.changes) for move in self.grounded.moves)

    def _passes_turn(self, legal: Formula, changes: Mapping[int, Formula]) -> bool:
        turn = self.grounded.to_move[0]
        known = dict.fromkeys(conjuncts(legal), ALWAYS)
        known |= {negation(claim): NEVER for claim in known}
        literal: dict[Formula, Formula] = {part: new for part, new in known.items() if isinstance(part, Bit)}
        (before,) = substituted([turn], literal)
        moved: dict[Formula, Formula] = {bit(index): new for index, new in changes.items()}
        (after,) = substituted([turn], moved)
        (after,) = substituted([after], literal)
        if after is negation(before):
            return True
        return never_holds(before & after) and never_holds(~before & ~after)

    @cached_property
    def placing(self) -> bool:
        """Each move sets a bit of its own, which is clear initially, and both sides have the same cells."""
        moves = self.grounded.moves
        if any(move.sets.bit_count() != 1 for move in moves):
            return False
        if sorted(move.sets for move in moves) != [1 << k for k in range(len(self.grounded.bits))]:
            return False
        if self.grounded.initial or self.grounded.undefined is not NEVER:
            return False
        first, second = self.stones
        return set(first) == set(second) and 0 < len(first) <= _MOST_CELLS

    @cached_property
    def stones(self) -> tuple[dict[object, tuple[int, int]], ...]:
        """For each side, the bit and the move of its stone in each cell."""
        found: tuple[dict[object, tuple[int, int]], ...] = ({}, {})
        for number, move in enumerate(self.grounded.moves):
            owners = [k for k, turn in enumerate(self.grounded.to_move) if implies(move.legal, turn)]
            index = move.sets.bit_length() - 1
            if len(owners) == 1:
                meaning = self.grounded.bits[index]
                cell = coordinates_of(meaning.value) if isinstance(meaning, Element) else ()
                found[owners[0]][cell] = index, number
        if sum(map(len, found)) < len(self.grounded.moves):
            return {}, {}
        return found

    @cached_property
    def cells(self) -> list[object]:
        """The cells in the order of their coordinates, so lines of one direction have the same shape."""
        return sorted(self.stones[0], key=lambda place: (len(place), place))  # type: ignore[arg-type]

    @cached_property
    def bits(self) -> tuple[tuple[int, ...], ...]:
        """The bit of each cell, for each side."""
        return tuple(tuple(stones[cell][0] for cell in self.cells) for stones in self.stones)

    @cached_property
    def filled(self) -> tuple[list[int] | None, ...]:
        """The lines of each side, as masks of cells; ``None`` if its wins are not lines."""
        found = []
        for bits, wins in zip(self.bits, self.grounded.wins, strict=True):
            found.append(_lines(wins, {index: 1 << cell for cell, index in enumerate(bits)}))
        return tuple(found)

    @cached_property
    def lines(self) -> bool:
        """Every win is a line and ends the match."""
        if None in self.filled:
            return False
        return all(
            substituted([self.grounded.over], {wins: ALWAYS, ~wins: NEVER})[0] is ALWAYS
            for wins in self.grounded.wins
            if wins is not NEVER
        )

    @cached_property
    def even(self) -> bool:
        """Both sides have the same lines."""
        first, second = self.filled
        return first is not None and second is not None and sorted(first) == sorted(second)

    @cached_property
    def unwon(self) -> dict[Formula, Formula]:
        """The substitutions that are valid while no side has won: no line is full."""
        put: dict[Formula, Formula] = {}
        for wins in self.grounded.wins:
            for term in (wins, *(term for term in choices(wins) if not isinstance(term, Bit))):
                put[term], put[~term] = NEVER, ALWAYS
        return put

    @cached_property
    def stuck(self) -> Formula:
        """The formula of the game being over without a winner."""
        return substituted([self.grounded.over], self.unwon)[0]

    @cached_property
    def legal(self) -> tuple[tuple[Formula, ...], ...]:
        """For each side and cell, the condition of a stone there, given that the side is to move and the game
        is not over."""
        over = self.grounded.over
        found = []
        for stones, turn in zip(self.stones, self.grounded.to_move, strict=True):
            known = {**self.unwon, over: NEVER, ~over: ALWAYS, turn: ALWAYS, ~turn: NEVER}
            formulas = [self.grounded.moves[stones[cell][1]].legal for cell in self.cells]
            found.append(tuple(substituted(formulas, known)))
        return tuple(found)

    def by_taken(self, formula: Formula) -> Formula | None:
        """The formula with bit k for cell k being taken by either side; ``None`` if owners matter.

        If owners do not matter, the second side's bits may be taken as clear.  Bits are renumbered in two
        steps, since the new numbers are also numbers of old bits.
        """
        width = len(self.grounded.bits)
        first, second = self.bits
        read = bits_of([formula])
        for x, o in zip(first, second, strict=True):
            if (read >> x | read >> o) & 1 and not _alike(formula, x, o):
                return None
        taken: dict[Formula, Formula] = {bit(o): NEVER for o in second}
        taken |= {bit(x): bit(width + cell) for cell, x in enumerate(first)}
        numbered: dict[Formula, Formula] = {bit(width + cell): bit(cell) for cell in range(len(first))}
        (moved,) = substituted([formula], taken)
        return substituted([moved], numbered)[0]

    @cached_property
    def fillable(self) -> list[Formula] | None:
        """The condition for filling each cell, over taken cells; ``None`` if it depends on owners."""
        found = []
        for mine, theirs in zip(*self.legal, strict=True):
            one, other = self.by_taken(mine), self.by_taken(theirs)
            if one is None or one is not other:
                return None
            found.append(one)
        return found

    @cached_property
    def drawn(self) -> bool:
        """No stone may be placed if the game is over without a winner."""
        stuck = self.by_taken(self.stuck)
        if stuck is None or self.fillable is None:
            return False
        # `fillable` implies that the cell is empty, so the formula is simplified by that
        if_empty = (substituted([stuck], {bit(cell): NEVER})[0] for cell in range(len(self.cells)))
        return all(never_holds(rest & legal) for rest, legal in zip(if_empty, self.fillable, strict=True))

    @cached_property
    def supports(self) -> list[int] | None:
        """The supports of each cell as a mask; ``None`` if some cell has a condition of another form.

        The condition must be false if the cell is taken, true if any of the cells that it reads is taken, and
        false if none of them is.
        """
        if self.fillable is None:
            return None
        found = []
        for cell, legal in enumerate(self.fillable):
            if substituted([legal], {bit(cell): ALWAYS})[0] is not NEVER:
                return None
            (open_,) = substituted([legal], {bit(cell): NEVER})
            read = bits_of([open_])
            if any(substituted([open_], {bit(other): ALWAYS})[0] is not ALWAYS for other in bits_in(read)):
                return None
            if not read and open_ is not ALWAYS:
                return None
            if read and substituted([open_], {bit(k): NEVER for k in bits_in(read)})[0] is not NEVER:
                return None
            found.append(read)
        return found

    @cached_property
    def supported(self) -> bool:
        """Each cell has supports."""
        return self.supports is not None

    @property
    def stacked(self) -> bool:
        """The cells are columns."""
        return bool(self.found.columns)

    @cached_property
    def found(self) -> Lines:
        """The rules as lines, if all facts but the last hold."""
        assert self.filled[0] is not None
        assert self.supports is not None
        moves = tuple(tuple(stones[cell][1] for cell in self.cells) for stones in self.stones)
        return Lines(self.bits, moves, tuple(self.filled[0]), tuple(self.supports))


def coordinates_of(value: Value) -> tuple[int, ...]:
    """The integers in a value, in order: the coordinates of a cell, without symbols.

    They are only a guess at which bits of the two sides belong together; the facts prove that they do.
    """
    if type(value) is int:
        return (value,)
    if isinstance(value, tuple):
        return tuple(number for part in value for number in coordinates_of(part))
    return ()


def implies(formula: Formula, claim: Formula) -> bool:
    """Whether one part of a conjunction implies a claim; false also if only several parts together do."""
    parts = conjuncts(formula)
    if claim in parts:
        return True
    if negation(claim) in parts:
        return False
    read = bits_of([claim])
    return any(never_holds(part & ~claim) for part in parts if bits_of([part]) & read)


def _lines(wins: Formula, cell_of: Mapping[int, int]) -> list[int] | None:
    """The sets of cells, as masks, of a disjunction of conjunctions of bits; ``None`` for other formulas."""
    if wins is NEVER:
        return []
    found = []
    for term in choices(wins) or (wins,):
        cells = [
            cell_of.get(part.index) if isinstance(part, Bit) else None for part in claims(term) or (term,)
        ]
        known = [cell for cell in cells if cell is not None]
        if len(known) < len(cells):
            return None
        found.append(sum(known))
    return _least(found)


def _least(masks: Iterable[int]) -> list[int]:
    """The minimal ones of some sets."""
    distinct = sorted(set(masks), key=int.bit_count)
    return [mask for k, mask in enumerate(distinct) if not any(mask & o == o for o in distinct[:k])]


def _alike(formula: Formula, x: int, o: int) -> bool:
    """Whether a formula is the same with either side's stone in a cell."""
    one, other = (
        substituted([formula], {bit(x): ALWAYS if first else NEVER, bit(o): NEVER if first else ALWAYS})[0]
        for first in (True, False)
    )
    return one is other


def weights(grounded: Grounded) -> Sequence[int]:
    """The weight of each move: the most terms of a side's wins in which its bits occur.

    It is a guess at the worth of a move, by which a search orders moves.
    """
    counts = []
    for wins in grounded.wins:
        terms = [bits_of([term]) for term in (choices(wins) or (wins,))]
        counts.append([sum(mask >> k & 1 for mask in terms) for k in range(len(grounded.bits))])
    return [max(sum(count[k] for k in bits_in(move.sets)) for count in counts) for move in grounded.moves]
