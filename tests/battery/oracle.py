"""Games by the reference evaluator alone: walked position by position, and solved by the definitions."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from operator import eq, ne

from noughts.games.result import Value as GameValue
from noughts.language.core import Program
from noughts.meaning.budget import Budget
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import frame_of
from noughts.values.scalars import Atom
from noughts.values.sets import FiniteSet, Set
from noughts.values.value import Value

MOST = 400 if "NOUGHTS_FUZZ_BATTERY" in os.environ else 100
"""Positions of a game that is walked: each takes some milliseconds, on each route."""


class TooLarge(Exception):
    """A game has more positions than are walked."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the rules say of a position."""

    mover: Value
    moves: tuple[tuple[Value, Value], ...]
    """Each legal move with the position after it; none where the game is over."""
    over: bool
    winners: tuple[Value, ...]


class Oracle:
    """The positions of a game, in the order of discovery; `RunError` where the rules have no value."""

    def __init__(self, program: Program, sides: Sequence[str]) -> None:
        self.program = program
        self.evaluator = Evaluator(program, Budget())
        self.sides: tuple[Value, ...] = tuple(Atom(side.removeprefix("`")) for side in sides)
        self.initial = self.evaluator.value("initialState")
        self.seen: dict[Value, Seen] = {}
        waiting = [self.initial]
        for position in waiting:
            if position not in self.seen:
                if len(self.seen) == MOST:
                    raise TooLarge
                self.seen[position] = seen = self.look(position)
                waiting += [after for _, after in seen.moves]

    def look(self, position: Value) -> Seen:
        """What the rules say of a position."""
        frame = frame_of(position)

        def holds(name: str, *arguments: Value) -> bool:
            return self.evaluator.holds(name, *arguments, frame=frame)

        over = holds("gameOver")
        moves = FiniteSet(()) if over else self.evaluator.value(self.program.every_move, frame=frame)
        assert isinstance(moves, Set)
        legal = [move for move in moves if holds("legalMove", move)]
        made = tuple((move, self.evaluator.value("outcome", move, frame=frame)) for move in legal)
        ends = not made
        mover = self.evaluator.value("playerToMove", frame=frame)
        return Seen(mover, made, over, tuple(s for s in self.sides if ends and holds("wins", s)))

    @cached_property
    def wins_are_clear(self) -> bool:
        """Whether at most one side wins in each position."""
        return all(len(seen.winners) < 2 for seen in self.seen.values())

    def winner(self, position: Value) -> Value | None:
        """Who has won in a position that ends the game."""
        return next(iter(self.seen[position].winners), None)

    def ends(self) -> list[Value]:
        """The positions without a move."""
        return [position for position, seen in self.seen.items() if not seen.moves]

    def attractor(self, own: Callable[[Value], bool], goals: Collection[Value]) -> dict[Value, int]:
        """Where the sides that are `own` force one of the positions, and in how many moves at most."""
        found = dict.fromkeys(goals, 0)
        while new := {
            position: distance
            for position, seen in self.seen.items()
            if position not in found and (distance := forced_in(seen, found, own(seen.mover))) is not None
        }:
            least = min(new.values())
            found |= {position: distance for position, distance in new.items() if distance == least}
        return found

    def won(self, side: Value) -> dict[Value, int]:
        """Where a side forces a win of its own, and in how many moves at most."""
        return self.attractor(partial(eq, side), [p for p in self.ends() if self.winner(p) == side])

    def lost(self, side: Value) -> dict[Value, int]:
        """Where the others together force a win of one of them, and in how many moves at most."""
        goals = [p for p in self.ends() if self.winner(p) not in (None, side)]
        return self.attractor(partial(ne, side), goals)

    @cached_property
    def shares(self) -> dict[Value | None, Fraction] | None:
        """The chance of each winner if every legal move has the same; ``None`` if play may go on for ever."""
        left = {position: len(seen.moves) for position, seen in self.seen.items()}
        before: dict[Value, list[Value]] = {position: [] for position in self.seen}
        for position, seen in self.seen.items():
            for _, after in seen.moves:
                before[after].append(position)
        chances: dict[Value, dict[Value | None, Fraction]] = {}
        for position in (waiting := self.ends()):
            made = [chances[reached] for _, reached in self.seen[position].moves]
            made = made or [{self.winner(position): Fraction(1)}]
            chances[position] = dict.fromkeys(chain.from_iterable(made), Fraction(0))
            for each in made:
                for winner, chance in each.items():
                    chances[position][winner] += chance / len(made)
            for source in before[position]:
                left[source] -= 1
                if not left[source]:
                    waiting.append(source)
        return chances[self.initial] if len(chances) == len(self.seen) else None

    @cached_property
    def values(self) -> dict[Value, GameValue]:
        """The value of every position of a game of two sides, with distances."""
        found = dict.fromkeys(self.seen, GameValue(None, None))
        for side in self.sides:
            found |= {position: GameValue(named(side), n) for position, n in self.won(side).items()}
        return found


def forced_in(seen: Seen, found: dict[Value, int], own: bool) -> int | None:
    """The distance of a position from goals, by those of the positions after it that are known."""
    after = [found.get(position) for _, position in seen.moves]
    known = [distance for distance in after if distance is not None]
    if own:
        return 1 + min(known) if known else None
    return 1 + max(known) if known and len(known) == len(after) else None


def named(side: Value | None) -> str | None:
    """The name of a side."""
    assert side is None or isinstance(side, Atom)
    return None if side is None else side.name
