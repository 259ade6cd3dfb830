"""Errors of evaluation, with their places in the document."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from noughts.language.core import Program
from noughts.meaning.frame import Frame
from noughts.text.diagnostic import Diagnostic, DocumentError, Note
from noughts.text.source import Span
from noughts.values.misuse import LeftRange, Misuse, NoSolution
from noughts.values.show import summary
from noughts.values.value import Value

MOST_CALLS = 6
"""The most calls that an error lists: more would scroll its place off the screen."""
NO_CASE = "no condition of these clauses holds"
NO_CLAUSE_HELP = "add a last clause `… otherwise`"
TOO_DEEP_HELP = "let these calls reach a clause that ends the recursion"
NO_ROOM = "definitions call one another too deeply for the stack"
NO_MEMORY = "this needs more memory than there is"


def too_deep(name: str, depth: int) -> str:
    """The fact that calls are nested more deeply than allowed."""
    return f"`{name}` is reached by more than {depth:,} nested calls"


class CallMade(Struct, frozen=True):
    """A call: the definition, its arguments, and the place of the call."""

    name: str
    arguments: tuple[Value, ...]
    span: Span

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        return f"{self.name}({', '.join(summary(argument, 30) for argument in self.arguments)})"


class RunError(DocumentError):
    """A failed evaluation, as a diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__([diagnostic])
        self.diagnostic = diagnostic


def run_error(
    program: Program,
    misuse: Misuse,
    span: Span | None,
    calls: Sequence[CallMade],
    frame: Frame,
    *,
    further: int = 0,
) -> RunError:
    """The error for a misuse at a place in a frame.

    `calls` are the calls around it, the innermost first; `further` is the number of those not listed.
    """
    notes = [Note(f"in {call}", call.span) for call in calls]
    if isinstance(misuse, LeftRange) and calls:
        notes[0] = Note("it is declared here", span)
        span = calls[0].span
    if further:
        notes.append(Note(f"and {further} outer calls"))
    if any("currentState" in program.definitions[call.name].given for call in calls):
        notes.append(Note(f"with {state_text(program, frame.given['currentState'])}"))
    return RunError(Diagnostic(misuse.code, misuse.fact, span, misuse.hint, tuple(notes)))


def state_text(program: Program, state: Value) -> str:
    """The state, or the variables that make it up."""
    if program.variables and isinstance(state, tuple) and len(state) == len(program.variables):
        parts = zip(program.variables, state, strict=True)
        return ", ".join(f"{name} = {summary(value, 100)}" for name, value in parts)
    return f"currentState = {summary(state, 200)}"


def not_one_solution(count: int) -> NoSolution:
    """The error of a `where` that does not have exactly one solution."""
    hint = "each of its names must have exactly one value"
    if count:
        return NoSolution(f"this `where` has {count} solutions, not one", hint)
    return NoSolution("this `where` has no solution", f"{hint}; for one clause, write `(a where …)`")


def left_range(name: str, range: str, value: Value) -> LeftRange:
    """The error of a variable of a machine whose primed definition gives it a value outside its range."""
    variable = name.removesuffix("'")
    fact = f"`{variable}` would be {summary(value)}, and its range is `{variable} {range}`"
    return LeftRange(fact, "widen the range, or let a guard say where the action may happen")


def no_clause(name: str, arguments: Sequence[Value]) -> str:
    """The fact that no clause of a definition applies."""
    applied = f"{name}({', '.join(summary(argument, 30) for argument in arguments)})" if arguments else name
    return f"no clause of `{name}` applies to {applied}" if arguments else f"no clause of `{name}` applies"
