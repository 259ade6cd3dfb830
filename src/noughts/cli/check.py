"""``noughts check``: report the errors of documents, then run their tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import AsJson, Json, console, print_json
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.exit_code import ExitCode
from noughts.cli.options import Let, Seconds

if TYPE_CHECKING:
    from noughts.language.core import Program
    from noughts.meaning.self_test import Verdict
    from noughts.text.diagnostic import Diagnostic

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Documents, library names, or - for standard input; several files form one program.",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Treat notes as failures: exit code 1.")]


@app.command(
    rich_help_panel=HelpSection.WRITE,
    epilog=examples(
        ("noughts check game.led", "all errors at once, then the document's tests"),
        ("noughts check rules.led screen.tex", "documents that form one program"),
    ),
)
def check(
    files: Files, as_json: AsJson = False, let: Let = None, seconds: Seconds = 10, strict: Strict = False
) -> ExitCode:
    """Report the errors of documents, then run their claims and transcripts."""
    from noughts.api.load import document_path
    from noughts.cli.game_argument import load_program
    from noughts.text.diagnostic import DocumentError

    paths = [document_path(file) for file in files]
    try:
        program = load_program(paths, let or [])
    except DocumentError as error:
        if not as_json:
            raise
        tests = {"passed": 0, "failed": 0}
        errors = diagnostics_json(error.diagnostics)
        print_json({"definitions": 0, "tests": tests, "failures": [], "errors": errors, "notes": []})
        return ExitCode.BAD_INPUT
    verdicts = test(program, seconds)
    failures = [verdict for verdict in verdicts if not verdict.passed]
    if as_json:
        print_json(_figures(program, verdicts))
    else:
        _show(program, verdicts, " ".join(files))
    return ExitCode.NO if failures or (strict and program.notes) else ExitCode.YES


def test(program: Program, seconds: float) -> list[Verdict]:
    """Run the tests of a program."""
    if not program.tests:
        return []
    from noughts.cli.progress import progress
    from noughts.meaning.budget import Budget
    from noughts.meaning.compile import Compiled
    from noughts.meaning.self_test import self_test

    verdicts: list[Verdict] = []
    meaning = Compiled(program, Budget(seconds=seconds))
    with progress("tests", len(program.tests)) as report:
        for verdict in self_test(program, meaning):
            verdicts.append(verdict)
            report(len(verdicts))
    return verdicts


def _show(program: Program, verdicts: list[Verdict], name: str) -> None:
    """Print notes and failures, then a summary line."""
    from noughts.text.report import draw

    for note in program.notes:
        console().print(draw(note, called="note"), markup=False, highlight=False, soft_wrap=True)
        console().print()
    failures = [verdict for verdict in verdicts if not verdict.passed]
    for verdict in failures:
        console().print(str(verdict), markup=False, highlight=False, soft_wrap=True)
        console().print()
    count, tests = len(program.written), passed(len(verdicts))
    if failures:
        tests = f"{len(verdicts) - len(failures)} of {len(verdicts)} tests pass"
    summary = f"{name}: {count} definition{'' if count == 1 else 's'}, {tests}"
    style = "red" if failures else "green"
    console().print(summary, style=style, markup=False, highlight=False, soft_wrap=True)


def passed(count: int) -> str:
    """The part of the summary that says that all tests pass."""
    return "no tests" if not count else "its one test passes" if count == 1 else f"all {count} tests pass"


def _figures(program: Program, verdicts: list[Verdict]) -> dict[str, Json]:
    """The answer as JSON."""
    failures = [verdict for verdict in verdicts if not verdict.passed]
    return {
        "definitions": len(program.written),
        "tests": {"passed": len(verdicts) - len(failures), "failed": len(failures)},
        "failures": [
            {
                "file": failure.span.source.name,
                "line": failure.span.line,
                "test": failure.span.text,
                "expected": failure.expected,
                "got": failure.got,
                "error": diagnostics_json([failure.problem])[0] if failure.problem else None,
            }
            for failure in failures
        ],
        "errors": [],
        "notes": diagnostics_json(program.notes),
    }


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
