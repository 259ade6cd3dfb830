"""``noughts weave``: documents as a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from noughts.cli.app import HelpSection, app, examples
from noughts.cli.check import Files
from noughts.cli.exit_code import ExitCode
from noughts.cli.options import Seconds

Out = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="OUT", help="The file to write; its suffix says in what form."),
]


@app.command(
    rich_help_panel=HelpSection.WRITE,
    epilog=examples(
        ("noughts weave game.led -o game.html", "a page: one file, for any browser"),
        ("noughts weave game.led -o game.pdf", "the same in print; .tex is its LaTeX, .md Markdown"),
        ("noughts check game.html", "what is woven is read back"),
    ),
)
def weave(files: Files, output: Out, seconds: Seconds = 10) -> ExitCode:
    """Weave documents into a paper with numbered definitions and the results of their tests.

    A page of HTML needs nothing but itself: every name leads to its definition, every claim has a tick or
    what is wrong with it, and the documents are in it, so that every verb takes the page in their place.
    LaTeX needs amsmath and no more; PDF is made by latexmk, pdflatex or tectonic, whichever is there.
    """
    from noughts.api.load import document_path, documents_of
    from noughts.save import refuse_place, save
    from noughts.weave.form import form_of
    from noughts.weave.paper import paper_of

    form = form_of(output)
    refuse_place(output)
    paper = paper_of(documents_of([document_path(file) for file in files]), seconds)
    save(output, form.written(paper))
    failures = sum(not verdict.passed for verdict in paper.verdicts)
    count = len(paper.entries)
    print(f"{output}: {count} definition{'' if count == 1 else 's'}", end="")
    print(f", {failures} of {len(paper.verdicts)} tests fail" if failures else "")
    return ExitCode.NO if failures else ExitCode.YES
