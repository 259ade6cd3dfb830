"""Documents with one side, two or three, some of which only move and some only win; and an oracle for them.

The oracle walks the positions of a document by the reference evaluator, and knows nothing of the project but
that evaluator.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from noughts.language.check import check_text
from noughts.language.checked import question
from noughts.language.core import Program
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import frame_of
from noughts.values.scalars import TRUE, Atom
from noughts.values.value import Value

MOVES = (1, 2, 3)


@dataclass(frozen=True)
class SidedDocument:
    """A document, and the sides that it was made with."""

    text: str
    movers: tuple[str, ...]
    winners: set[str]

    @property
    def sides(self) -> set[str]:
        """All sides."""
        return {*self.movers, *self.winners}

    @cached_property
    def program(self) -> Program:
        """The document, checked."""
        return check_text(self.text, "sides.led")


def cases(name: str, parameter: str, values: Mapping[Any, object], otherwise: object) -> str:
    """A definition by cases."""
    clauses = "; ".join(f"{value} if {parameter} = {key}" for key, value in values.items())
    return f"{name}({parameter}) := {clauses}; {otherwise} otherwise"


def winning(random: Random, ends: Sequence[int], sides: Sequence[str]) -> tuple[str, set[str]]:
    """Who wins at which ends, in one of the ways in which people write that, and whom it names."""
    owner = {end: random.choice([*sides, None]) for end in ends}
    sets = {side: f"{{{', '.join(str(end) for end in ends if owner[end] == side)}}}" for side in sides}
    owners = {end: f"`{side}" for end, side in owner.items() if side is not None} or {-1: "`none"}
    marker = random.choice(["`none", "`going"])
    together = " V ".join(f"p = `{side} & n in {sets[side]}" for side in sides)
    swapped = " V ".join(f"n in {sets[side]} & q = `{side}" for side in sides)
    every = ", ".join(f"`{side}" for side in sides)
    some = {side for side in owner.values() if side is not None}
    return random.choice(
        [
            (f"wins(p) iff gameOver & ({together})", {*sides}),
            (f"wins(p) iff gameOver & won(p) won(q) iff {swapped}", {*sides}),
            (
                "wins(p) iff n in goals(p) "
                + cases("goals", "q", {f"`{side}": sets[side] for side in sides}, "{}"),
                {*sides},
            ),
            (
                f"wins(p) iff gameOver & p in {{{every}}} & p = owner(n) "
                + cases("owner", "k", owners, marker),
                {*sides},
            ),
            (
                f"wins(p) iff gameOver & p = winner winner := owner(n) {cases('owner', 'k', owners, marker)}",
                some,
            ),
            (f"wins(p) iff gameOver & owner(n) = p {cases('owner', 'k', owners, marker)}", some),
        ]
    )


def random_document(seed: int, *, loops: bool = False) -> SidedDocument:
    """A document: tokens go from number to number, and the number says whose turn it is."""
    random = Random(seed)
    movers = ["a", "b", "c"][: random.choice((1, 2, 3))]
    only_win = ["house", "d"][: random.choice((0, 0, 1, 2))]
    size = random.randint(3, 9)
    ends = sorted({size - 1, *random.sample(range(1, size), random.randint(0, size - 2))})
    turn = {n: f"`{random.choice(movers)}" for n in range(size)} | dict(enumerate(f"`{m}" for m in movers))
    to = {
        f"({n}, {m})": random.randrange(0 if loops else n + 1, size)
        for n in range(size - 1)
        for m in MOVES
        if m == 1 or random.random() < 0.7
    }
    winners = [*random.sample(movers, random.randint(0, len(movers))), *only_win] or movers[:1]
    relation, named = winning(random, ends, winners)
    lines = [
        f"initialState := ({turn[0]}, 0)",
        "(playerToMove, n) := currentState",
        cases("turn", "k", turn, turn[0]),
        cases("to", "k", to, -1),
        "moves := {1..3}",
        "legalMove(m) iff to((n, m)) >= 0",
        "outcome(m) := (turn(to((n, m))), to((n, m)))",
        f"gameOver iff n in {{{', '.join(map(str, ends))}}}",
        relation,
    ]
    return SidedDocument("\n".join(["/$", *lines, "$/"]), tuple(movers), named)


class Oracle:
    """All positions of a document, and what is true of them, by the reference evaluator alone."""

    def __init__(self, document: SidedDocument) -> None:
        self.document = document
        self.evaluator = Evaluator(document.program)
        self.initial = self.evaluator.value("initialState")
        self.after: dict[Value, tuple[Value, ...]] = {}
        waiting = [self.initial]
        for position in waiting:
            if position not in self.after:
                self.after[position] = () if self.holds("gameOver", position) else self.following(position)
                waiting += self.after[position]

    def holds(self, name: str, position: Value, *arguments: Value) -> bool:
        """Whether a relation holds in a position."""
        return self.evaluator.holds(name, *arguments, frame=frame_of(position))

    def following(self, position: Value) -> tuple[Value, ...]:
        """The positions after each legal move."""
        frame = frame_of(position)
        legal = [m for m in MOVES if self.evaluator.holds("legalMove", m, frame=frame)]
        return tuple(self.evaluator.value("outcome", m, frame=frame) for m in legal)

    def mover(self, position: Value) -> str:
        """Who is to move."""
        value = self.evaluator.value("playerToMove", frame=frame_of(position))
        assert isinstance(value, Atom)
        return value.name

    def winner(self, position: Value) -> str | None:
        """Who has won at an end, whoever that is."""
        found = [side for side in self.document.sides if self.holds("wins", position, Atom(side))]
        assert len(found) <= 1
        return found[0] if found else None

    @cached_property
    def ends(self) -> dict[str | None, int]:
        """How many ends each side has won, and how many nobody has."""
        winners = [self.winner(position) for position, after in self.after.items() if not after]
        return {side: winners.count(side) for side in (*self.document.sides, None)}

    def true_at(self, claim: str) -> set[Value]:
        """The positions at which a claim is true."""
        answer = self.evaluator.prepare(question(self.document.program, claim))
        return {position for position in self.after if answer(frame_of(position)) == TRUE}

    def forced(self, sides: Collection[str], goal: Callable[[Value], bool]) -> bool:
        """Whether some sides together can force a position for which `goal` holds, against all others."""
        found = {position for position in self.after if goal(position)}
        while True:
            more = found | {
                p
                for p, after in self.after.items()
                if after and (any if self.mover(p) in sides else all)(q in found for q in after)
            }
            if more == found:
                return self.initial in found
            found = more

    def won_by(self, sides: Collection[str]) -> Callable[[Value], bool]:
        """The positions that are over, and won by one of some sides."""
        return lambda position: not self.after[position] and self.winner(position) in sides
