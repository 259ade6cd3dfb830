"""The tests in a document: its claims and its transcripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import process_time

from msgspec import Struct

from noughts.language import core as c
from noughts.language.builtins import OPERATIONS
from noughts.language.generated import Tried
from noughts.meaning.budget import SECONDS_WHILE_WRITING
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import QUIET, Frame
from noughts.meaning.run_error import RunError
from noughts.text.diagnostic import Diagnostic, excerpt, report
from noughts.text.source import Span
from noughts.values.misuse import Misuse, OutOfBudget
from noughts.values.scalars import TRUE
from noughts.values.sets import FiniteSet
from noughts.values.show import show, written_out
from noughts.values.value import Value, kind

# The most values tried in one question; if it fails, the values are tried one by one to find the first.
_VALUES_AT_ONCE = 200
# The most steps from a counterexample to a smaller one.
_MOST_SHRINKS = 1000


class Verdict(Struct, frozen=True):
    """The result of one test; `problem` if it could not be completed.

    A claim has `passed` if and only if its sentence is true; a line of a transcript, if its value prints as
    expected.  `expected` and `got` are for the report only.  For a claim ``for any n in N. p``, `tried` is
    the number of values tried, and `broken_by` the smallest counterexample found.
    """

    span: Span
    passed: bool
    expected: str
    got: str
    problem: Diagnostic | None = None
    tried: int = 0
    broken_by: Value | None = None

    def __str__(self) -> str:
        lines = [f"{self.span}: this test fails", *excerpt(self.span)]
        if self.problem is None:
            return "\n".join([*lines, f"   expected: {self.expected}", f"        got: {self.got}"])
        return "\n".join(
            [*lines, f"   expected: {self.expected}", "        got: an error", report([self.problem])]
        )


def self_test(program: c.Program, meaning: Compiled) -> Iterator[Verdict]:
    """Every test of a program, run in the order of the documents."""
    for test in program.tests:
        try:
            with meaning.budget.running():
                found = verdict(test, meaning)
            yield found
        except RunError as error:
            yield broken(test, error.diagnostic)
        except Misuse as misuse:
            yield broken(test, Diagnostic(misuse.code, misuse.fact, test.span, misuse.hint))


def broken(test: c.Claim | c.Printed, problem: Diagnostic) -> Verdict:
    """The verdict on a test that could not be completed."""
    expected = test.expected if isinstance(test, c.Printed) else "true"
    return Verdict(test.span, False, expected, "", problem)


def verdict(test: c.Claim | c.Printed, meaning: Compiled) -> Verdict:
    """The verdict on one test; `RunError` if something in it has no value."""
    frame = frame_of_test(test, meaning)
    if isinstance(test, c.Printed):
        printed = show(meaning.prepare(test.expression)(frame))
        return Verdict(test.span, printed == test.expected, test.expected, printed)
    if test.tried is not None:
        return tried_verdict(test, test.tried, meaning, frame)
    if meaning.prepare(test.sentence, test.where)(frame) == TRUE:
        return Verdict(test.span, True, "true", "true")
    match test.sentence:
        case c.Operation(builtin, (left, right)) if builtin.key == "=":
            got, expected = distinguished(
                *(meaning.prepare(side, test.where)(frame) for side in (left, right))
            )
            return Verdict(test.span, False, expected, got)
        case _:
            return Verdict(test.span, False, "true", "false")


def tried_verdict(test: c.Claim, values: Tried, meaning: Compiled, frame: Frame) -> Verdict:
    """The verdict on a claim ``for any n in N. p``, tried on values, small ones first.

    If values take too long, larger ones are not tried, and the claim passes.
    """
    ask, deadline, done = (
        meaning.prepare(test.sentence, test.where),
        process_time() + SECONDS_WHILE_WRITING,
        0,
    )

    def holds(*some: Value) -> bool:
        return ask(Frame({**frame.given, c.TRIED: FiniteSet(some)})) == TRUE

    while done < len(values.values):
        # one question for many values is faster than many questions; their number doubles, so small values,
        # which take little time, are tried even if the next batch is too slow
        some = values.values[done : 2 * done + 1][:_VALUES_AT_ONCE]
        try:
            with meaning.budget.within(SECONDS_WHILE_WRITING):
                broken_by = None if holds(*some) else next(each for each in some if not holds(each))
        except RunError as error:
            if not done or not error.diagnostic.code.startswith("E4"):
                raise
            break
        if broken_by is not None:
            with suppress(OutOfBudget), meaning.budget.within(SECONDS_WHILE_WRITING):
                broken_by = smallest(broken_by, values, holds)
            return Verdict(test.span, False, "true", "false", tried=done, broken_by=broken_by)
        done += len(some)
        if process_time() > deadline:
            break
    return Verdict(test.span, True, "true", "true", tried=done)


def smallest(value: Value, values: Tried, holds: Callable[[Value], bool]) -> Value:
    """A counterexample of which no value that is one step smaller is a counterexample."""
    for _ in range(_MOST_SHRINKS):
        less = next((each for each in values.smaller(value) if breaks(each, holds)), None)
        if less is None:
            break
        value = less
    return value


def breaks(value: Value, holds: Callable[[Value], bool]) -> bool:
    """Whether a claim is false for a value; not if it is undefined."""
    try:
        return not holds(value)
    except RunError:
        return False


def frame_of_test(test: c.Claim | c.Printed, meaning: Compiled) -> Frame:
    """The frame in which a test is evaluated: the opening frame with the names that a claim gives values."""
    opening = opening_frame(meaning)
    if isinstance(test, c.Printed):
        return opening
    given = {name: meaning.prepare(value, test.where)(opening) for name, value in test.scene.given.items()}
    return Frame({**opening.given, **given})


def distinguished(left: Value, right: Value) -> tuple[str, str]:
    """The texts of two different values; if they print alike, with their kinds or written out."""
    texts = show(left), show(right)
    if texts[0] != texts[1]:
        return texts
    if kind(left) != kind(right):
        return f"{texts[0]}, {kind(left)}", f"{texts[1]}, {kind(right)}"
    return written_out(left), written_out(right)


def opening_frame(meaning: Compiled) -> Frame:
    """The frame without input, in the initial state if the program has one."""
    given: dict[str, Value] = dict(QUIET)
    initial = meaning.program.definitions.get("initialState")
    if initial is not None and initial.is_constant and not initial.reads_frame:
        given["currentState"] = meaning.value("initialState")
    return Frame(given)


def asks_nothing(claim: c.Claim, meaning: Compiled) -> bool:
    """Whether some part of a true claim is a sentence ``all …`` over an empty set.

    Only the sets are evaluated, which costs little compared with the claim.
    """
    parts = claim.sentence.parts if isinstance(claim.sentence, c.And) else (claim.sentence,)
    every = [part for part in parts if isinstance(part, c.Quantified) and part.quantifier == "all"]
    if not every:
        return False
    with meaning.budget.running():
        frame = frame_of_test(claim, meaning)
        sizes = (c.Operation(OPERATIONS["|…|"], (part.domain,), span=part.domain.span) for part in every)
        return any(meaning.prepare(size, claim.where)(frame) == 0 for size in sizes)
