"""``noughts check``: report the errors of documents, then run their tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import AsJson, console, print_json
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.exit_code import ExitCode
from noughts.cli.explained import (
    depth_wanted,
    explained_lines,
    passes_for_nothing,
    rests_on_nothing,
    why_of_test,
    witness_lines,
)
from noughts.cli.options import Depth, Let, Seconds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from noughts.games.result import Json
    from noughts.language.core import Claim, Printed, Program
    from noughts.meaning.compile import Compiled
    from noughts.meaning.explanation import Explanation
    from noughts.meaning.self_test import Verdict
    from noughts.text.diagnostic import Diagnostic

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Documents, library names, or - for standard input; several files form one program.",
    ),
]
WhyOfFailures = Annotated[
    bool, typer.Option("--why", help="Show all parts that decide each claim that fails, as a tree.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Treat notes as failures: exit code 1.")]


@app.command(
    rich_help_panel=HelpSection.WRITE,
    epilog=examples(
        ("noughts check game.led", "all errors at once, then the document's tests"),
        ("noughts check rules.led screen.tex", "documents that form one program"),
        ("noughts check game.led --why", "why a claim fails, to the bottom"),
    ),
)
def check(
    files: Files,
    why: WhyOfFailures = False,
    depth: Depth = None,
    as_json: AsJson = False,
    let: Let = None,
    seconds: Seconds = 10,
    strict: Strict = False,
) -> ExitCode:
    """Report the errors of documents, then run their claims and transcripts."""
    from noughts.api.load import document_path
    from noughts.text.diagnostic import DocumentError

    wanted = depth_wanted(why, depth)
    paths = [document_path(file) for file in files]
    try:
        program, notes = _checked(paths, let or [], seconds)
    except DocumentError as error:
        if not as_json:
            raise
        tests = {"passed": 0, "failed": 0}
        errors = diagnostics_json(error.diagnostics)
        print_json({"definitions": 0, "tests": tests, "failures": [], "errors": errors, "notes": []})
        return ExitCode.BAD_INPUT
    results = test(program, seconds, wanted if why else None)
    notes += [result.note for result in results if result.note]
    if as_json:
        print_json(_figures(program, results, notes))
    else:
        _show(program, results, notes, " ".join(files))
    failed = any(not result.verdict.passed for result in results)
    return ExitCode.NO if failed or (strict and notes) else ExitCode.YES


def _checked(paths: Sequence[Path], let: Sequence[str], seconds: float) -> tuple[Program, list[Diagnostic]]:
    """The program of documents and the notes on it; `DocumentError` with what is surely wrong."""
    from noughts.cli.game_argument import load_program
    from noughts.documents.rehearsal import rehearsed
    from noughts.language.lints.review import review
    from noughts.meaning.budget import reading_within
    from noughts.text.diagnostic import DocumentError

    with reading_within(seconds):
        program = load_program(paths, let)
        errors, notes = review(program)
    if errors:
        raise DocumentError(errors)
    return program, [*notes, *rehearsed(program)]


@dataclass(frozen=True)
class TestResult:
    """The verdict on a test; if it fails, why in a few lines, or if wanted to the bottom; or that it passes
    only for want of elements."""

    verdict: Verdict
    witness: tuple[str, ...] = ()
    why: Explanation | None = None
    note: Diagnostic | None = None


def test(program: Program, seconds: float, depth: int | None) -> list[TestResult]:
    """Run the tests of a program; with a `depth`, explain them."""
    if not program.tests:
        return []
    from noughts.cli.progress import progress
    from noughts.meaning.budget import Budget
    from noughts.meaning.compile import Compiled
    from noughts.meaning.self_test import self_test

    results: list[TestResult] = []
    meaning = Compiled(program, Budget(seconds=seconds))
    with progress("tests", len(program.tests)) as report:
        for each, verdict in zip(program.tests, self_test(program, meaning), strict=True):
            results.append(_explained(each, verdict, meaning, depth))
            report(len(results))
    return results


def _explained(test: Claim | Printed, verdict: Verdict, meaning: Compiled, depth: int | None) -> TestResult:
    """A verdict with its explanation: a witness, or with a `depth` a tree."""
    from noughts.language.core import Claim

    if verdict.broken_by is not None and isinstance(test, Claim):
        test = test.on([verdict.broken_by])
    if depth is None and verdict.passed:
        return TestResult(verdict, note=passes_for_nothing(test, meaning))
    if depth is None:
        lines = () if verdict.problem else tuple(witness_lines(test, meaning))
        return TestResult(verdict, witness=lines)
    why = why_of_test(test, meaning, depth)
    if not verdict.passed:
        return TestResult(verdict, why=why)
    return TestResult(verdict, note=rests_on_nothing(test, why) if why and why.rests_on_nothing else None)


def _show(program: Program, results: list[TestResult], notes: list[Diagnostic], name: str) -> None:
    """Print notes and failures, then a summary line."""
    from noughts.text.report import draw

    for note in notes:
        _print(f"{draw(note, called='note')}\n")
    failures = [result for result in results if not result.verdict.passed]
    for failure in failures:
        _print(str(failure.verdict))
        if lines := failure.witness if failure.why is None else explained_lines(failure.why, 13):
            _print("\n".join(_after("        why: ", lines)))
        _print("")
    count, tests = len(program.written), passed(len(results))
    if failures:
        tests = f"{len(results) - len(failures)} of {len(results)} tests pass"
    summary = f"{name}: {count} definition{'' if count == 1 else 's'}, {tests}{tried_text(results)}"
    _print(summary, "red" if failures else "green")


def _print(text: str, style: str | None = None) -> None:
    """Print a text as it is."""
    console().print(text, style=style, markup=False, highlight=False, soft_wrap=True)


def _after(word: str, lines: Sequence[str]) -> list[str]:
    """The lines behind a word, below each other."""
    return [
        f"{'' if place else word}{' ' * len(word) if place else ''}{line}" for place, line in enumerate(lines)
    ]


def tried_text(results: Sequence[TestResult]) -> str:
    """The part of the summary about claims ``for any``: they were tried, on so many values."""
    tried = [result.verdict.tried for result in results if result.verdict.passed and result.verdict.tried]
    if not tried:
        return ""
    some = "it was" if len(tried) == len(results) == 1 else f"{len(tried)} of them"
    least = f"{min(tried):,}" if min(tried) == max(tried) else f"{min(tried):,} to {max(tried):,}"
    return f"; {some} tried on {least} values, not proved"


def passed(count: int) -> str:
    """The part of the summary that says that all tests pass."""
    return "no tests" if not count else "its one test passes" if count == 1 else f"all {count} tests pass"


def _figures(program: Program, results: list[TestResult], notes: list[Diagnostic]) -> dict[str, Json]:
    """The answer as JSON."""
    failures = [result for result in results if not result.verdict.passed]
    return {
        "definitions": len(program.written),
        "tests": {"passed": len(results) - len(failures), "failed": len(failures)},
        "failures": [_failure_json(failure) for failure in failures],
        "errors": [],
        "notes": diagnostics_json(notes),
        **_tried_json(results),
    }


def _tried_json(results: Sequence[TestResult]) -> dict[str, Json]:
    """The claims that were tried on generated values, if there are any."""
    tried = [result.verdict for result in results if result.verdict.passed and result.verdict.tried]
    if not tried:
        return {}
    return {
        "tried": [
            {
                "file": each.span.source.name,
                "line": each.span.line,
                "test": each.span.text,
                "values": each.tried,
            }
            for each in tried
        ]
    }


def _failure_json(result: TestResult) -> dict[str, Json]:
    """A test that fails as JSON."""
    failure = result.verdict
    told: dict[str, Json] = {
        "file": failure.span.source.name,
        "line": failure.span.line,
        "test": failure.span.text,
        "expected": failure.expected,
        "got": failure.got,
        "error": diagnostics_json([failure.problem])[0] if failure.problem else None,
    }
    return told if result.why is None else {**told, "why": result.why.as_json()}


def diagnostics_json(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> list[Json]:
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
