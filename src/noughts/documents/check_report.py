"""The findings of a check of documents: notes, the verdicts on their tests, and why a test fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from noughts.documents.from_document import missing
from noughts.documents.rehearsal import Rehearsal, rehearsed
from noughts.documents.static_laws import wrong_lines
from noughts.games.result import Json, ResultRow, TextLine
from noughts.language import core as c
from noughts.language.conventions import RULES
from noughts.language.core import Claim, Printed
from noughts.language.dependence import reads
from noughts.language.notes import not_allowed, review
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.explanation import Explanation
from noughts.meaning.self_test import Verdict, asks_nothing, self_test
from noughts.meaning.small_models import constants_of, unlikely_conditions
from noughts.text.diagnostic import Diagnostic, DocumentError, draw, few_of_each
from noughts.values.misuse import Misuse
from noughts.values.sets import FiniteSet

INDENT = 13
"""Columns in front of an explanation."""


def notes_on(program: c.Program, meaning: Compiled | None = None) -> tuple[list[Diagnostic], Rehearsal]:
    """The notes on a program, and the matches that were played to find them; `DocumentError` with errors."""
    errors, notes = review(program)
    if errors:
        raise DocumentError(errors)
    more, rehearsal = notes_by_trying(program, notes, meaning)
    return notes + more, rehearsal


def notes_by_trying(
    program: c.Program, told: Sequence[Diagnostic], meaning: Compiled | None = None
) -> tuple[list[Diagnostic], Rehearsal]:
    """The notes on conditions, tried on a few values, and on rules, tried in a few matches, with the matches.

    Matches evaluate the constants of a game; those of other documents are evaluated for themselves.
    """
    found = unlikely_conditions(program)
    if missing(program, RULES):
        values, failed = constants_of(program, told)
        sets = {name: tuple(value) for name, value in values.items() if isinstance(value, FiniteSet)}
        found += [*failed, *wrong_lines(program, program.definitions.values(), sets, {})]
    found = not_allowed(found)
    places = {(note.code, note.span) for note in found}
    of_rules, rehearsal = rehearsed(program, meaning)
    return found + [note for note in of_rules if (note.code, note.span) not in places], rehearsal


class TestResult(Struct, frozen=True):
    """The verdict on a test; if it fails, why: a witness of a few lines, or if wanted the whole tree.

    A test that passes only because some set is empty has a note instead.
    """

    verdict: Verdict
    witness: tuple[str, ...] = ()
    why: Explanation | None = None
    note: Diagnostic | None = None

    def as_json(self) -> dict[str, Json]:
        """A test that fails, what was expected, and why."""
        failure = self.verdict
        told: dict[str, Json] = {
            **place_of_test(failure),
            "expected": failure.expected,
            "got": failure.got,
            "error": diagnostics_json([failure.problem])[0] if failure.problem else None,
        }
        return told if self.why is None else {**told, "why": self.why.as_json()}

    def rows(self, columns: int | None) -> Iterator[ResultRow]:
        """A test that fails, and why, cut to so many columns."""
        yield str(self.verdict)
        lines = self.witness if self.why is None else self.why.lines(columns)
        yield from (f"{'' if place else '        why: ':{INDENT}}{line}" for place, line in enumerate(lines))
        yield ""


def place_of_test(verdict: Verdict) -> dict[str, Json]:
    """The file and the line of a test, and its text."""
    span = verdict.span
    return {"file": span.source.name, "line": span.line, "test": span.text}


def diagnostics_json(diagnostics: Sequence[Diagnostic]) -> list[Json]:
    """Diagnostics as JSON."""
    return [
        {
            "code": diagnostic.code,
            "file": diagnostic.span.source.name if diagnostic.span else None,
            "line": diagnostic.span.line if diagnostic.span else None,
            "column": diagnostic.span.column if diagnostic.span else None,
            "fact": diagnostic.fact,
            "help": diagnostic.help,
        }
        for diagnostic in diagnostics
    ]


class CheckReport(Struct, frozen=True):
    """The notes on a program, the matches that were played to find them, and the results of its tests, under
    the `name` of its documents.

    Texts are cut to so many columns; ``None`` cuts nothing.
    """

    name: str
    program: c.Program
    results: Sequence[TestResult]
    notes: Sequence[Diagnostic]
    rehearsal: Rehearsal
    columns: int | None = None

    @property
    def failures(self) -> list[TestResult]:
        """The tests that fail."""
        return [result for result in self.results if not result.verdict.passed]

    @property
    def tried(self) -> list[Verdict]:
        """The claims that hold, as far as they were tried on generated values."""
        verdicts = (result.verdict for result in self.results)
        return [verdict for verdict in verdicts if verdict.passed and verdict.tried]

    def as_json(self) -> dict[str, Json]:
        """The figures, and what was found; ``tried`` only if some claims were, ``matches`` only of a game."""
        failed = len(self.failures)
        tried: list[Json] = [{**place_of_test(each), "values": each.tried} for each in self.tried]
        return {
            "definitions": len(self.program.written),
            "tests": {"passed": len(self.results) - failed, "failed": failed},
            "failures": [failure.as_json() for failure in self.failures],
            "errors": [],
            "notes": diagnostics_json(self.notes),
            **({"tried": tried} if tried else {}),
            **({"matches": matches} if (matches := self.rehearsal.as_json()) else {}),
        }

    def rows(self) -> Iterator[ResultRow]:
        """Notes and failures, then how the matches went, and a summary."""
        for note in few_of_each(self.notes):
            yield from (draw(note, called="note"), "")
        failures, tests = self.failures, len(self.results)
        for failure in failures:
            yield from failure.rows(self.columns)
        if how_matches_went := str(self.rehearsal):
            yield TextLine([(how_matches_went, "dim")])
        count, passing = len(self.program.written), f"all {tests} tests pass"
        if failures:
            passing = f"{tests - len(failures)} of {tests} tests pass"
        elif tests < 2:
            passing = "its one test passes" if tests else "no tests"
        kind = "" if self.program.has_players else "; it is a system without players"
        counted = f"{count} definition{'' if count == 1 else 's'}"
        summary = f"{self.name}: {counted}, {passing}{self.tried_text()}{kind}"
        yield TextLine([(summary, "red" if failures else "green")])

    def tried_text(self) -> str:
        """The part of the summary about claims ``for any``: they were tried, on so many values."""
        tried = [verdict.tried for verdict in self.tried]
        if not tried:
            return ""
        some = "it was" if len(tried) == len(self.results) == 1 else f"{len(tried)} of them"
        least = f"{min(tried):,}" if min(tried) == max(tried) else f"{min(tried):,} to {max(tried):,}"
        return f"; {some} tried on {least} values, not proved"


def results_of(
    meaning: Compiled,
    seconds: float,
    depth: int | None,
    columns: int | None,
    progress: Callable[[int], None],
) -> list[TestResult]:
    """Run the tests of a program; with a `depth`, explain them.  Nothing is compiled again."""
    program, own = meaning.program, meaning.twin(Budget(seconds=seconds))
    results: list[TestResult] = []
    if not program.tests:
        return results
    for each, verdict in zip(program.tests, self_test(program, own), strict=True):
        results.append(explained(each, verdict, own, depth, columns))
        progress(len(results))
    return results


def explained(
    test: c.Claim | c.Printed, verdict: Verdict, meaning: Compiled, depth: int | None, columns: int | None
) -> TestResult:
    """A verdict with its explanation: a witness, or with a `depth` a tree."""
    if verdict.broken_by is not None and isinstance(test, Claim):
        test = test.on([verdict.broken_by])
    if depth is None and verdict.passed:
        return TestResult(verdict, note=passes_for_nothing(test, meaning))
    if depth is None:
        lines = () if verdict.problem else tuple(witness_lines(test, meaning, columns))
        return TestResult(verdict, witness=lines)
    why = why_of_test(test, meaning, depth)
    if not verdict.passed:
        return TestResult(verdict, why=why)
    return TestResult(verdict, note=rests_on_nothing(test, why, meaning.program))


def why_of_test(test: c.Claim | c.Printed, meaning: Compiled, depth: int) -> Explanation | None:
    """Why a test has its result; ``None`` if its frame or the time does not allow to say."""
    from noughts.meaning.explain import explain_test

    try:
        return explain_test(test, meaning, depth=depth)
    except (DocumentError, Misuse):
        return None


def witness_lines(test: c.Claim | c.Printed, meaning: Compiled, columns: int | None) -> list[str]:
    """Why a claim is false, in a few lines; none for a transcript, whose two texts say it."""
    if isinstance(test, Printed):
        return []
    from noughts.meaning.witness import witness

    try:
        found = witness(test, meaning)
    except (DocumentError, Misuse):
        return []
    note, parts = [found.note] if found.note else [], found.parts
    if test.is_equation:  # the report shows the values of both sides, but not where they come from
        parts = tuple(part for part in parts if part.parts and not note)
    return [*note, *(line for part in parts for line in part.lines(columns))]


def passes_for_nothing(test: c.Claim | c.Printed, meaning: Compiled) -> Diagnostic | None:
    """The note on a claim that is true because one of its sets is empty, if that is so."""
    try:
        if isinstance(test, Printed) or not asks_nothing(test, meaning):
            return None
    except (DocumentError, Misuse):
        return None
    return rests_on_nothing(test, why_of_test(test, meaning, 0), meaning.program)


def rests_on_nothing(
    test: c.Claim | c.Printed, why: Explanation | None, program: c.Program
) -> Diagnostic | None:
    """The note on a claim that is true only because a set is empty; none if it is about the runs of a system,
    at whose start many sets are empty."""
    if why is None or not why.rests_on_nothing:
        return None
    is_of_runs = isinstance(test, Claim) and not program.has_players and not test.scene.given
    if is_of_runs and any(reads(tree, program) for tree in c.trees_of(test)):
        return None
    empty = next(node for node in why.nodes() if node.vacuous)
    fact = f"this holds because nothing is asked: `{empty.text}` is about no element"
    help = "let the set have elements, for example with `where currentState = …`"
    return Diagnostic("N601", fact, test.span, help)
