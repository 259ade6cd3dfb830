"""A game as formulas: a position as bits, every rule as a formula over them.

    grounded = game.ground()
    grounded.initial                   the bits of the initial state, as one number
    grounded.over                      a formula: when `gameOver` holds
    grounded.moves[k].legal            a formula: when move k is legal, which it never is in a finished game
    grounded.moves[k].changes[i]       a formula over the bits before the move: when bit i is set after it

This module does not depend on the language: `noughts.grounding.ground` makes such games from documents.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from functools import cached_property
from hashlib import sha256
from typing import Protocol, runtime_checkable

from msgspec import Struct, field

from noughts.games.game import CannotGround, Game, Side
from noughts.grounding.formula import ALWAYS, NEVER, Bit, Constant, Count, Formula, bit, negation
from noughts.grounding.state_layout import Meaning, StateLayout, decoded, encoded, meanings, symbolic_state
from noughts.grounding.symbolic_value import Symbolic, value_in, with_dependents
from noughts.grounding.walk import cofactor, conjuncts, direct_parts, holds, substituted, walk
from noughts.values.show import summary
from noughts.values.value import Value


class TooLate(CannotGround):
    """The formulas of a game were not found within their budget, for the given number of times so far."""

    def __init__(self, fact: str, help: str, times: int = 1) -> None:
        self.times = times
        super().__init__(fact, help)


class NoDocument(CannotGround):
    """A game is written in Python, so its rules cannot become formulas."""


class GroundMove(Struct, frozen=True, eq=False):
    """A move that some position may allow.

    `legal` is the condition under which it is legal; it is false if the game is over.  `changes` has the bits
    that the move can change.  The new value of each is a formula over the old bits, valid if the move is
    legal.  All other bits keep their values.
    """

    move: Value
    legal: Formula
    changes: Mapping[int, Formula]

    def __repr__(self) -> str:
        return f"<move {summary(self.move)}>"

    @property
    def sets(self) -> int:
        """The bits that are certainly set after the move, as a mask."""
        return sum(1 << index for index, after in self.changes.items() if after is ALWAYS)

    @property
    def clears(self) -> int:
        """The bits that are certainly clear after the move, as a mask."""
        return sum(1 << index for index, after in self.changes.items() if after is NEVER)

    def may_clear(self, k: int) -> bool:
        """Whether the move may clear bit k, as far as the formulas of both tell."""
        after = self.changes[k]
        if not isinstance(after, Constant):
            (after,) = substituted([after], {bit(k): ALWAYS})
        return after is not ALWAYS and ~bit(k) not in conjuncts(self.legal)

    def added(self, bits: Collection[int]) -> int | None:
        """How many of some bits it sets, all of which are clear before; ``None`` if that is not known.

        Of two bits it may set the one or the other, as a stone of the side whose turn it is.
        """
        parts = conjuncts(self.legal)
        known: dict[Formula, Formula] = {}
        for k in bits:
            if ~bit(k) not in parts and cofactor([self.legal], 1 << k, 1 << k) != [NEVER]:
                return None
            known[bit(k)] = NEVER
        sets = [new for new in substituted([self.changes[k] for k in bits], known) if new is not NEVER]
        depends = [new for new in sets if new is not ALWAYS]
        is_either = len(depends) == 2 and depends[0] is negation(depends[1])
        return len(sets) - len(depends) // 2 if is_either or not depends else None


class Grounded(Struct, frozen=True, eq=False, dict=True):
    """A game as formulas over the bits of a position.

    * ``bits[i]`` is the meaning of bit i; a position is an integer, whose bit i is ``position >> i & 1``
    * ``moves`` are in the game's order of moves
    * ``to_move[k]`` holds if ``sides[k]`` is to move; ``wins[k]``, in terminal positions, if it has won
    * ``over`` holds if `gameOver` does; a position is terminal if it holds or no move is legal
    * ``dependents[k]`` is the value of part k of the state if it follows from other parts and has no bits
    * ``undefined`` holds if the rules may have no value (mostly `NEVER`); only the definitions can tell then
    * ``codes`` are all positions that play can reach, if they were listed to find the formulas

    The formulas are right for positions that play can reach; other codes are meaningless.  If two sides win
    at once, the rules are inconsistent, and evaluating the definitions reports the error.
    """

    game: Game
    layout: StateLayout
    initial: int
    sides: tuple[Side, ...]
    to_move: tuple[Formula, ...]
    over: Formula
    wins: tuple[Formula, ...]
    moves: tuple[GroundMove, ...]
    undefined: Formula
    dependents: Mapping[int, Symbolic] = field(default_factory=dict)
    codes: frozenset[int] | None = None

    def __repr__(self) -> str:
        return f"<{self.game.name}: {len(self.bits)} bits, {len(self.moves)} moves>"

    @cached_property
    def bits(self) -> tuple[Meaning, ...]:
        """The meaning of each bit."""
        return tuple(meanings(self.layout))

    @cached_property
    def added(self) -> Set[int | None]:
        """How many bits that no move clears each move sets; ``None`` among them if that is not known."""
        cleared = {k for move in self.moves for k in move.changes if move.may_clear(k)}
        return {move.added(move.changes.keys() - cleared) for move in self.moves}

    @property
    def is_growing(self) -> bool:
        """Whether each legal move sets the same number of bits that no move clears, so no position recurs.

        The number of these bits that are set determines the number of moves made, so play is finite.
        """
        return len(self.added) == 1 and self.added.isdisjoint({0, None})

    def encoded(self, position: Value) -> int:
        """The bits of a position; `KeyError` if it has none, so play cannot reach it."""
        if not self.dependents:
            code = encoded(self.layout, position)
            if self.codes is not None and code not in self.codes:
                raise KeyError(position)
            return code
        if not isinstance(position, tuple) or not isinstance(self.game.initial, tuple):
            raise KeyError(position)
        parts = zip(position, self.game.initial, strict=True)
        known = (first if k in self.dependents else part for k, (part, first) in enumerate(parts))
        code = encoded(self.layout, tuple(known))
        if self.decoded(code) != position:
            raise KeyError(position)
        return code

    def decoded(self, code: int) -> Value:
        """The position with these bits; equal to the game's own, sets in the order of `bits`."""
        position = decoded(self.layout, code)
        if not self.dependents:
            return position
        assert isinstance(position, tuple)
        parts = enumerate(position)
        return tuple(value_in(self.dependents[k], code) if k in self.dependents else p for k, p in parts)

    @property
    def state(self) -> Symbolic:
        """The unknown state, as a symbolic value."""
        return with_dependents(symbolic_state(self.layout), self.dependents)

    def after(self, code: int, move: GroundMove) -> int:
        """The bits after a legal move: the short, slow definition against which kernels are tested."""
        changed = {index: holds(after, code) for index, after in move.changes.items()}
        return sum((changed.get(i, bool(code >> i & 1))) << i for i in range(len(self.bits)))

    def legal_moves(self, code: int) -> list[GroundMove]:
        """The legal moves, in order."""
        return [move for move in self.moves if holds(move.legal, code)]


@runtime_checkable
class Groundable(Protocol):
    """A game that may have formulas."""

    def ground(self, *, soon: bool = False) -> Grounded:
        """The game as formulas; `CannotGround` with the reason if it has none, or they are not worth it."""


def grounded_of(game: Game, *, soon: bool = False) -> Grounded:
    """The formulas of a game; `CannotGround` with the reason if there are none.

    `soon` is for callers that can do without formulas: a game of few positions is listed instead if that is
    faster.
    """
    if not isinstance(game, Groundable):
        raise NoDocument(f"{game.name} is written in Python, and only documents become formulas")
    return game.ground(soon=soon)


# Fingerprints of grounded games: equal for two games if and only if their formulas are equal.


def fingerprint(grounded: Grounded) -> str:
    """A digest of the sides, the bits with their meanings, the first position, and all rules.

    It does not depend on the order of parts in formulas.
    """
    moves = [(move.legal, *move.changes.values()) for move in grounded.moves]
    roots = [grounded.over, *grounded.to_move, *grounded.wins, grounded.undefined]
    prints: dict[Formula, str] = {}
    for formula in walk([*roots, *(formula for parts in moves for formula in parts)]):
        prints[formula] = digest(kind_of(formula), *inside(formula, prints))
    texts = [*grounded.sides, *map(str, grounded.bits), str(grounded.initial)]
    texts += [prints[formula] for formula in roots]
    for move in grounded.moves:
        changed = sorted((index, prints[after]) for index, after in move.changes.items())
        texts += [str(move.move), prints[move.legal], str(changed)]
    return digest(*texts)


def inside(formula: Formula, prints: dict[Formula, str]) -> list[str]:
    """The fingerprints of the parts of a formula, sorted."""
    if isinstance(formula, Count):
        weighted = zip(formula.parts, formula.weights, strict=True)
        return sorted(f"{prints[part]} {weight}" for part, weight in weighted)
    return sorted(prints[part] for part in direct_parts(formula))


def kind_of(formula: Formula) -> str:
    """The kind of a formula, without its parts."""
    match formula:
        case Constant(holds=constant):
            return str(constant)
        case Bit(index=index):
            return str(index)
        case Count(least=least, allowed=allowed):
            return f"{least} {allowed}"
        case _:
            return type(formula).__name__


def digest(*texts: str) -> str:
    """A hash of several texts."""
    return sha256("\0".join(texts).encode()).hexdigest()[:32]
