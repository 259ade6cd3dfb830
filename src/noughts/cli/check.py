"""``noughts check``: report the errors of documents, then run their tests."""

from __future__ import annotations

from typing import Annotated

import typer

from noughts.api.load import document_path
from noughts.cli.answer import AsJson, columns_left, print_json, print_result
from noughts.cli.app import verb
from noughts.cli.completion import complete_games
from noughts.cli.game_argument import load_program
from noughts.cli.options import Depth, Let, Seconds, depth_wanted
from noughts.cli.progress import progress
from noughts.cli.verbs import ExitCode
from noughts.documents.check_report import INDENT, CheckReport, diagnostics_json, notes_on, results_of
from noughts.meaning.budget import SECONDS_WHILE_WRITING, Budget, reading_within
from noughts.meaning.compile import Compiled
from noughts.text.diagnostic import DocumentError

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Documents, library names, or - for standard input; several files form one program.",
        autocompletion=complete_games,
    ),
]
WhyOfFailures = Annotated[
    bool, typer.Option("--why", help="Show all parts that decide each claim that fails, as a tree.")
]
Strict = Annotated[bool, typer.Option("--strict", help="Treat notes as failures: exit code 1.")]


@verb(
    ("noughts check game.led", "all errors at once, then the document's tests"),
    ("noughts check rules.led screen.tex", "documents that form one program"),
    ("noughts check game.led --why", "why a claim fails, to the bottom"),
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
    wanted = depth_wanted(why, depth)
    paths = [document_path(file) for file in files]
    try:
        with reading_within(seconds):
            program = load_program(paths, let or [])
            meaning = Compiled(program, Budget(seconds=SECONDS_WHILE_WRITING))
            notes, rehearsal = notes_on(program, meaning)
    except DocumentError as error:
        if not as_json:
            raise
        tests = {"passed": 0, "failed": 0}
        errors = diagnostics_json(error.diagnostics)
        print_json({"definitions": 0, "tests": tests, "failures": [], "errors": errors, "notes": []})
        return ExitCode.BAD_INPUT
    columns = columns_left(INDENT)
    with progress("tests", len(program.tests)) as report:
        results = results_of(meaning, seconds, wanted if why else None, columns, report)
    notes += [result.note for result in results if result.note]
    found = CheckReport(" ".join(files), program, results, notes, rehearsal, columns)
    print_result(found, as_json=as_json)
    return ExitCode.NO if found.failures or (strict and notes) else ExitCode.YES
