"""``noughts format``: documents with their mathematics laid out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from noughts.cli.app import verb
from noughts.cli.verbs import ExitCode
from noughts.save import save
from noughts.text.document import STANDARD_INPUT, read_document
from noughts.weave.respell import respelt

Paths = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="Documents, or - for standard input to output.")
]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 if a file would change.")]


@verb(
    ("noughts format game.led", "lay out its definitions and claims"),
    ("noughts format --check *.led", "in continuous integration: fail if a file needs formatting"),
)
def format(files: Paths, check: Check = False) -> ExitCode:
    """Lay out the definitions and claims of documents: lines of 80 columns, clauses and equations aligned.

    Each keeps its spelling, displays of LaTeX stay as they are, and the prose stays byte for byte. No file
    is written if one of them has an error of syntax.
    """
    documents = [(path, read_document(path)) for path in files]
    texts = [(path, document.source.text, respelt(document, None)) for path, document in documents]
    changed = [(path, text) for path, before, text in texts if text != before]
    for path, _, text in texts:
        if path == STANDARD_INPUT and not check:
            print(text, end="")
    for path, text in changed:
        if path != STANDARD_INPUT:
            if not check:
                save(path, text)
            print(f"{path}: {'would change' if check else 'laid out'}")
    return ExitCode.NO if check and changed else ExitCode.YES
