"""Facts that are proved from the formulas of a game; each allows a search a shortcut.

    growing       each move sets a bit that none clears, so no position recurs and matches are bounded
    alternating   the sides move in turn
    lines         a side wins when its stones fill a line, which is a set of cells; that ends the match
    placing       a move puts one stone into an empty cell, or into the next one of a column
    drawn         a match without a winner ends only when no stone can be placed, and is a draw
    even          both sides have the same lines
    stacked       the cells are columns, filled from one end

`proved` returns these facts.  If all but the last hold, it also returns the rules as `Lines`: sets of cells
instead of formulas.  A fact that cannot be proved counts as absent, so facts affect speed, never answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import product
from typing import Final

from msgspec import Struct

from noughts.grounding.deciding import never_holds
from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    Bit,
    Count,
    Formula,
    bit,
    bits_in,
    choices,
    claims,
    negation,
)
from noughts.grounding.grounded import Grounded, GroundMove
from noughts.grounding.state_layout import Element, Meaning, plain_parts
from noughts.grounding.symmetry import Symmetry
from noughts.grounding.walk import bits_of, conjuncts, holds, said_by, substituted
from noughts.values.value import Value

# The most cells of a board whose sides are one word each, with one bit to spare for shifts.
_MOST_CELLS: Final = 63


class Fact(Struct, frozen=True):
    """A fact about a game: whether it is proved, and a sentence that says so."""

    name: str
    holds: bool
    sentence: str


class Lines(Struct, frozen=True):
    """A game of stones and lines.

    * ``bits[side][cell]`` and ``moves[side][cell]`` are the bit and the move of a stone
    * ``lines`` are sets of cells, as masks
    * ``columns`` are the cells, in parts: each part is filled in this order
    """

    bits: tuple[tuple[int, ...], ...]
    moves: tuple[tuple[int, ...], ...]
    lines: tuple[int, ...]
    columns: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.bits[0])

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

    @property
    def is_stacked(self) -> bool:
        """Whether some cells lie on others."""
        return len(self.columns) < self.cells

    @property
    def answers(self) -> int:
        """The cells that a side gets by always answering directly above: every second one from the top."""
        return sum(1 << cell for column in self.columns for cell in column[::-2])


class Facts(Struct, frozen=True):
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


# The facts that make a game one of placing stones in lines.
_STONES: Final = ("alternating", "lines", "placing")
# For each fact: its name, the facts that it presumes, and the sentences for its holding and its absence.
_FACTS: Final = (
    (
        "growing",
        (),
        "each move sets a bit for good: no position comes back",
        "not every move sets a bit for good",
    ),
    ("alternating", (), "the sides take turns", "the sides do not always take turns"),
    (
        "lines",
        ("alternating",),
        "a side wins with its own stones in all cells of a line",
        "a win is not a line of the winner's own stones",
    ),
    (
        "placing",
        ("alternating", "lines"),
        "a move puts one stone into an empty cell, or into the next one of a column",
        "moves are not all of the kind: a stone into an empty cell, or into the next one of a column",
    ),
    (
        "drawn",
        _STONES,
        "a match without a winner goes on as long as a cell may be filled",
        "a match may end without a winner while cells may be filled",
    ),
    ("even", _STONES, "the same lines win for both sides", "the sides have different lines"),
    (
        "stacked",
        _STONES,
        "the cells are columns, filled one after another",
        "the cells are no columns that are filled one after another",
    ),
)


class _Play(Struct, frozen=True):
    """A move and a cell: when it puts a stone of its side there if the cell is empty, and when it changes the
    cell if that is taken."""

    move: int
    if_empty: Formula
    if_taken: Formula


class _Proof:
    """The proofs, one property for each fact; it may be read only if the facts that it presumes hold.

    How the rules are written does not matter: a move may be a cell, a cell and its side, or a column; whose
    turn it is may follow from the stones, or be one more bit of the state.
    """

    def __init__(self, grounded: Grounded) -> None:
        self.grounded = grounded
        self.turns = grounded.to_move
        read = bits_of(self.turns[:1])
        self.turn_bit = read if read.bit_count() == 1 else 0
        """The bit that says whose turn it is, as a mask; 0 if there is none."""
        self.has_two_sides = len(self.turns) == 2 and self.turns[1] is negation(self.turns[0])

    @cached_property
    def growing(self) -> bool:
        """Every move sets a bit that no move clears; or it puts a stone into an empty cell."""
        return self.grounded.added.isdisjoint({0, None}) or (self.alternating and self.placing)

    @cached_property
    def alternating(self) -> bool:
        """There are two sides, and after each move another one is to move."""
        return self.has_two_sides and (
            self.follows_sum or all(self._passes_turn(move) for move in self.grounded.moves)
        )

    def _passes_turn(self, move: GroundMove) -> bool:
        turn, said = self.turns[0], said_by(move.legal)
        (before,) = substituted([turn], said)
        moved: dict[Formula, Formula] = {bit(index): new for index, new in move.changes.items()}
        (after,) = substituted(substituted([turn], moved), said)
        if after is negation(before):
            return True
        return never_holds(before & after) and never_holds(~before & ~after)

    @cached_property
    def follows_sum(self) -> bool:
        """Whose turn it is follows from a sum over the cells, and each stone that is put changes it."""
        turn = self.turns[0]
        if not isinstance(turn, Count) or not self.placing:
            return False
        cells = [1 << one | 1 << other for one, other in zip(*self.bits, strict=True)]
        if any(all(bits_of([part]) & ~cell for cell in cells) for part in turn.parts):
            return False

        def total(stone: int) -> int:
            parts = zip(turn.parts, turn.weights, strict=True)
            return sum(weight for part, weight in parts if holds(part, stone))

        steps = [{total(1 << index) - total(0) for index in bits} for bits in self.bits]
        least, most = (sum(sign * max(0, sign * weight) for weight in turn.weights) for sign in (-1, 1))
        reached, sums = [total(0)], set(turn.sums)
        for before in reached:
            after = {before + step for step in steps[before not in sums] if least <= before + step <= most}
            if any((each in sums) == (before in sums) for each in after):
                return False
            reached += after.difference(reached)
        return True

    def seen(self, side: int, known: Mapping[Formula, Formula], formula: Formula) -> Formula:
        """A formula with some known bits while a side is to move; false if that cannot be."""
        (found,) = substituted([formula], known)
        if found is NEVER:
            return NEVER
        (turn,) = substituted([self.turns[side]], known)
        return NEVER if turn is NEVER else substituted([found], {turn: ALWAYS, ~turn: NEVER})[0]

    @cached_property
    def owners(self) -> dict[int, int]:
        """The only side that may set each bit but the turn's; empty if a bit has none, or is set at first."""
        found: dict[int, int] = {}
        is_empty = not self.grounded.initial & ~self.turn_bit
        if not self.has_two_sides or not is_empty or self.grounded.undefined is not NEVER:
            return found
        for move in self.grounded.moves:
            said = said_by(move.legal)
            for (index, new), side in product(move.changes.items(), (0, 1)):
                if 1 << index == self.turn_bit or said.get(self.turns[side]) is NEVER:
                    continue
                sets = self.seen(side, {**said, bit(index): NEVER}, new)
                if sets is not NEVER and found.setdefault(index, side) != side:
                    return {}
        return found if len(found) + self.turn_bit.bit_count() == len(self.grounded.bits) else {}

    @cached_property
    def bits(self) -> tuple[tuple[int, ...], ...]:
        """The bit of each cell, for each side; empty if bits are no stones.

        The meanings of two bits of one cell differ in parts that all bits of their sides share.  This is a
        guess, and the facts prove that it is right.  Cells are in the order of their coordinates, so lines of
        one direction have the same shape.
        """
        stones: list[dict[tuple[Value, ...], int]] = []
        for side in (0, 1):
            owned = sorted(index for index, owner in self.owners.items() if owner == side)
            parts = [_parts(self.grounded.bits[index]) for index in owned]
            if len({len(each) for each in parts}) != 1:
                return (), ()
            varied = [k for k, values in enumerate(zip(*parts, strict=True)) if len(set(values)) > 1]
            stones.append(
                {tuple(each[k] for k in varied): index for index, each in zip(owned, parts, strict=True)}
            )
        first, second = stones
        if first.keys() != second.keys() or 2 * len(first) != len(self.owners) or len(first) > _MOST_CELLS:
            return (), ()
        number = {part: k for k, part in enumerate(dict.fromkeys(part for cell in first for part in cell))}

        def place(cell: tuple[Value, ...]) -> list[tuple[bool, int]]:
            return [(False, part) if isinstance(part, int) else (True, number[part]) for part in cell]

        cells = sorted(first, key=place)
        return tuple(first[cell] for cell in cells), tuple(second[cell] for cell in cells)

    @property
    def cells(self) -> range:
        """The numbers of the cells."""
        return range(len(self.bits[0]))

    @cached_property
    def filled(self) -> tuple[list[int] | None, ...]:
        """The lines of each side, as masks of cells; ``None`` if its wins are not lines."""
        both = zip(self.grounded.wins, self.bits, reversed(self.bits), strict=True)
        return tuple(_lines(wins, mine, theirs) for wins, mine, theirs in both)

    @cached_property
    def lines(self) -> bool:
        """Every win is a line and ends the match."""
        if not self.cells or None in self.filled:
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
    def legal(self) -> list[Formula]:
        """The condition of each move, given that the game is not over."""
        over = self.grounded.over
        put = {**self.unwon, over: NEVER, ~over: ALWAYS}
        return substituted([move.legal for move in self.grounded.moves], put)

    def made(self, side: int, number: int, known: Mapping[Formula, Formula], new: Formula) -> Formula:
        """The condition for a move of a side's being legal, and `new` true, where some bits are known."""
        new = self.seen(side, {**said_by(self.grounded.moves[number].legal), **known}, new)
        return new if new is NEVER else new & self.seen(side, known, self.legal[number])

    def play(self, side: int, number: int, cell: int) -> _Play:
        """What a move does to a cell."""
        changes, bits = self.grounded.moves[number].changes, [self.bits[k][cell] for k in (side, 1 - side)]
        mine: Formula = bit(bits[0])
        other: Formula = bit(bits[1])
        gets, has = changes.get(bits[0], mine), changes.get(bits[1], other)
        if gets is mine and has is other:
            return _Play(number, NEVER, NEVER)
        made = partial(self.made, side, number)
        taken = made({mine: ALWAYS, other: NEVER}, ~gets | has) | made(
            {mine: NEVER, other: ALWAYS}, gets | ~has
        )
        return _Play(number, made({mine: NEVER, other: NEVER}, gets), taken)

    @cached_property
    def plays(self) -> list[list[_Play]] | None:
        """For each side, its play in each cell; ``None`` unless there is one, and moves do nothing else."""
        found: list[dict[int, _Play]] = [{}, {}]
        for number, side in product(range(len(self.legal)), (0, 1)):
            plays = ((cell, self.play(side, number, cell)) for cell in self.cells)
            new = {
                cell: play for cell, play in plays if not (play.if_empty is NEVER and play.if_taken is NEVER)
            }
            is_idle = not new and self.made(side, number, {}, ALWAYS) is not NEVER
            if is_idle or new.keys() & found[side].keys():
                return None
            found[side] |= new
        if any(len(plays) < len(self.cells) for plays in found):
            return None
        return [[plays[cell] for cell in self.cells] for plays in found]

    def by_taken(self, formula: Formula) -> Formula | None:
        """The formula with bit k for cell k being taken by either side; ``None`` if owners matter.

        If owners do not matter, the second side's bits may be taken as clear.  Bits are renumbered in two
        steps, since the new numbers are also numbers of old bits.
        """
        width = len(self.grounded.bits)
        first, second = self.bits
        read = bits_of([formula])
        if read & self.turn_bit:
            return None
        for x, o in zip(first, second, strict=True):
            if (read >> x | read >> o) & 1 and not _alike(formula, x, o):
                return None
        taken: dict[Formula, Formula] = {bit(o): NEVER for o in second}
        taken |= {bit(x): bit(width + cell) for cell, x in enumerate(first)}
        numbered: dict[Formula, Formula] = {bit(width + cell): bit(cell) for cell in range(len(first))}
        (moved,) = substituted([formula], taken)
        return substituted([moved], numbered)[0]

    @cached_property
    def conditions(self) -> list[list[Formula]] | None:
        """For each cell, over taken cells: when its move fills it if it is empty, and if it is taken, and
        when this move is legal; ``None`` if owners matter, or the sides differ."""
        if self.plays is None:
            return None
        sides = []
        for side, plays in enumerate(self.plays):
            legal = (self.seen(side, {}, self.legal[play.move]) for play in plays)
            parts = zip(plays, legal, strict=True)
            sides.append([[play.if_empty, play.if_taken, may] for play, may in parts])
        found = [[[self.by_taken(each) for each in cell] for cell in cells] for cells in sides]
        if found[0] != found[1] or any(None in cell for cell in found[0]):
            return None
        return found[0]  # type: ignore[return-value]

    @cached_property
    def columns(self) -> list[tuple[int, ...]] | None:
        """The cells, in parts that are each filled in one order; ``None`` if cells have other conditions.

        Cells that are read together are in one part; so are those that one move may fill, since the condition
        of the move is read for each.
        """
        if self.conditions is None:
            return None
        parts: list[int] = []
        for cell, conditions in enumerate(self.conditions):
            joined = 1 << cell | bits_of(conditions)
            for part in [part for part in parts if part & joined]:
                parts.remove(part)
                joined |= part
            parts.append(joined)
        orders = [self.order(part) for part in parts]
        return [order for order in orders if order] if all(orders) else None

    def order(self, column: int) -> tuple[int, ...]:
        """The order in which some cells are filled; empty unless there is always one that is next, until all
        are taken, and the legal move is the one that fills it."""
        assert self.plays is not None
        assert self.conditions is not None
        found: tuple[int, ...] = ()
        taken = 0
        while True:
            fills = [k for k in bits_in(column) if holds(self.conditions[k][taken >> k & 1], taken)]
            legal = [k for k in bits_in(column) if holds(self.conditions[k][2], taken)]
            if any({plays[k].move for k in fills} != {plays[k].move for k in legal} for plays in self.plays):
                return ()
            if taken == column:
                return () if fills else found
            if len(fills) != 1 or taken >> fills[0] & 1:
                return ()
            found += (fills[0],)
            taken |= 1 << fills[0]

    @cached_property
    def placing(self) -> bool:
        """Moves are stones, which are put into empty cells, or into the next cells of columns."""
        return self.lines and self.columns is not None

    @cached_property
    def drawn(self) -> bool:
        """No stone may be placed if the game is over without a winner."""
        stuck = self.by_taken(self.stuck)
        if stuck is None or self.conditions is None:
            return False
        # cells are filled if they are empty, so the formula is simplified by that
        if_empty = (substituted([stuck], {bit(cell): NEVER})[0] for cell in self.cells)
        return all(
            never_holds(rest & parts[0]) for rest, parts in zip(if_empty, self.conditions, strict=True)
        )

    @property
    def stacked(self) -> bool:
        """The cells are columns."""
        return self.found.is_stacked

    @cached_property
    def found(self) -> Lines:
        """The rules as lines, if all facts but the last hold."""
        assert self.filled[0] is not None
        assert self.columns is not None
        assert self.plays is not None
        moves = tuple(tuple(play.move for play in plays) for plays in self.plays)
        return Lines(self.bits, moves, tuple(self.filled[0]), tuple(self.columns))


def _parts(meaning: Meaning) -> tuple[Value, ...]:
    """The numbers and names in the meaning of a bit."""
    last = meaning.value if isinstance(meaning, Element) else meaning.place
    return plain_parts((meaning.path, meaning.keys, last))


def _lines(wins: Formula, mine: Sequence[int], theirs: Sequence[int]) -> list[int] | None:
    """The sets of cells, as masks, of a disjunction of conjunctions of a side's stones; ``None`` for others.

    That the other side has no stone in the same cell goes without saying.
    """
    if wins is NEVER:
        return []
    found = []
    for term in choices(wins) or (wins,):
        parts = conjuncts(term)
        cells = [cell for cell, index in enumerate(mine) if bit(index) in parts]
        said = {bit(mine[cell]) for cell in cells} | {~bit(theirs[cell]) for cell in cells}
        if any(not claims(part) and part not in said for part in parts):
            return None
        found.append(sum(1 << cell for cell in cells))
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
