"""Claims about the positions of a game: sentences of its language, asked of one position or of all at once.

A claim may hold vacuously: ``p => q`` is true wherever p is false, so it says nothing if p is false
everywhere. So each claim has *premises*, the parts that must be true somewhere for the claim to be tested:

    premises of  p => q             p, and the premises of q
                 ~(p & q)           p, and q
                 ~p V q             p, and the premises of q
                 p & q              those of p and those of q
                 all x in S. p      ``some x in S. r`` for each premise r of p
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final

from msgspec import Struct

from noughts.documents.documented import as_value
from noughts.documents.sided import Sided
from noughts.games.game import CannotGround, Position
from noughts.grounding.formula import NEVER, Formula
from noughts.grounding.grounded import Groundable
from noughts.language import core as c
from noughts.language.checked import asked_ahead
from noughts.language.dependence import reads
from noughts.language.solutions import fresh_names
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import Frame, frame_of
from noughts.refusal import Refusal
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.values.scalars import FALSE, TRUE
from noughts.values.show import summary
from noughts.values.value import Value, kind

# The source name of a claim in diagnostics.
_NAME: Final = "<claim>"


class NoClaim(Refusal):
    """An expression that is neither true nor false."""


class PositionClaim(Struct, frozen=True, eq=False, dict=True):
    """A sentence about positions of a game."""

    game: Sided
    core: c.Core
    text: str
    ahead: c.Program | None = None
    """The program of which it is asked, if it looks ahead and needs more definitions than the game."""

    def __repr__(self) -> str:
        return f"<claim {self.text}>"

    def holds(self, position: Position) -> bool:
        """Whether it is true of a position; an error of the document if it has no value there."""
        frame = self.game.quiet(position) if self.ahead is None else frame_of(as_value(position))
        value = self.game.ask(lambda: self._answer(frame))
        if value != TRUE and value != FALSE:
            raise NoClaim(
                f"`{self.text}` is {summary(value)}, {kind(value)}, which is neither true nor false"
            )
        return value == TRUE

    def by_reference(self, position: Position) -> bool:
        """The same by the reference evaluator."""
        return self.game.ask(lambda: self._by_reference(frame_of(as_value(position)))) == TRUE

    @cached_property
    def _by_reference(self) -> Callable[[Frame | None], Value]:
        return Evaluator(self.program).prepare(self.core)

    @cached_property
    def _answer(self) -> Callable[[Frame | None], Value]:
        return self.meaning.prepare(self.core)

    @property
    def program(self) -> c.Program:
        """The program of which it is asked."""
        return self.game.program if self.ahead is None else self.ahead

    @cached_property
    def meaning(self) -> Compiled:
        """The meaning that answers it."""
        return self.game.meaning if self.ahead is None else Compiled(self.ahead, self.game.meaning.budget)

    @cached_property
    def formula(self) -> Formula:
        """Where it is true, over the bits of the game; `CannotGround` if there is no such formula."""
        from noughts.grounding.symbolic_evaluation import SymbolicEvaluator

        if not isinstance(self.game, Groundable):
            raise CannotGround(f"{self.game.name} is known by its clicks, not by rules")
        evaluator = SymbolicEvaluator(self.program, self.meaning, self.game.ground().state)
        with self.meaning.budget.running():
            formula, undefined = evaluator.apart(lambda: evaluator.sentence(self.core, {}))
        if undefined is not NEVER:
            raise CannotGround(f"`{self.text}` may have no value in some position")
        return formula

    @cached_property
    def speaks_of_positions(self) -> bool:
        """Whether it can be true of one position and false of another."""
        return bool(reads(self.core, self.program))

    @cached_property
    def premises(self) -> tuple[PositionClaim, ...]:
        """The conditions that must hold somewhere for the claim to be tested."""
        return tuple(
            PositionClaim(self.game, core, text, self.ahead) for core, text in premises_of(self.core)
        )


def claim_about(game: Sided, text: str) -> PositionClaim:
    """The claim that a text makes; `DocumentError` if it is wrong or speaks of the mouse."""
    program, core = asked_ahead(game.program, text, _NAME)
    if others := reads(core, program) - {"currentState"}:
        names = " and ".join(f"`{name}`" for name in sorted(others))
        fact = f"a claim is about positions, but this depends on {names}"
        raise DocumentError([Diagnostic("E502", fact, core.span, "use only `currentState`")])
    ahead = None if program is game.program else program
    return PositionClaim(game, core, " ".join(text.split()), ahead)


def premises_of(core: c.Core) -> Iterator[tuple[c.Core, str]]:
    """The premises of a sentence, each as it is written."""
    match core:
        case c.Implies(premises, conclusion):
            yield from ((premise, written(premise)) for premise in premises)
            yield from premises_of(conclusion)
        case c.Not(c.And(parts)):
            yield from ((part, written(part)) for part in parts)
        case c.Or(parts):
            denied = [part.operand for part in parts if isinstance(part, c.Not)]
            yield from ((part, written(part)) for part in denied)
            for part in parts:
                if not isinstance(part, c.Not):
                    yield from premises_of(part)
        case c.And(parts):
            for part in parts:
                yield from premises_of(part)
        case c.Quantified("all", pattern, domain, body):
            names = " and ".join(map(spoken, fresh_names(pattern)))
            for premise, text in premises_of(body):
                anywhere = c.Quantified("some", pattern, domain, premise, span=core.span)
                yield anywhere, f"{text} for any {names}"
        case _:
            return


def written(core: c.Core) -> str:
    """A part of a claim as it is written."""
    span = core.span
    return " ".join(span.source.text[span.start : span.end].split())


def spoken(name: str) -> str:
    """The name of a local without the number that makes it unique."""
    return name.rpartition("_")[0] or name
