"""The tests that a document brings with it: its claims and its transcripts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from noughts.language import core as c
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import QUIET, Frame
from noughts.meaning.run_error import RunError
from noughts.text.diagnostic import Diagnostic
from noughts.text.report import excerpt, report
from noughts.text.source import Span
from noughts.values.misuse import Misuse
from noughts.values.show import show, written_out
from noughts.values.truth import TRUE
from noughts.values.value import Value, kind


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of one test; `problem` if it could not be completed.

    A claim has `passed` if and only if its sentence is true, a line of a transcript if the value prints
    as expected; `expected` and `got` are for the report only.
    """

    span: Span
    passed: bool
    expected: str
    got: str
    problem: Diagnostic | None = None

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


def frame_of_test(test: c.Claim | c.Printed, meaning: Compiled) -> Frame:
    """The frame in which a test is read: the opening one, but for what a claim gives other values."""
    opening = opening_frame(meaning)
    if isinstance(test, c.Printed):
        return opening
    given = {name: meaning.prepare(value, test.where)(opening) for name, value in test.scene.given.items()}
    return Frame({**opening.given, **given})


def distinguished(left: Value, right: Value) -> tuple[str, str]:
    """The texts of two different values, with their kinds or written out if they print alike."""
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
