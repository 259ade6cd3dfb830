"""``noughts weave``: documents as a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from noughts.cli.app import HelpSection, app, examples
from noughts.cli.check import Files
from noughts.cli.exit_code import ExitCode
from noughts.cli.options import Seconds
from noughts.refusal import Refusal

Out = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="OUT", help="The file to write; its suffix says in what form."),
]
Respell = Annotated[
    Literal["ascii", "unicode", "latex"] | None,
    typer.Option(
        "--spelling", help="Only write the mathematics of one document anew, in this spelling; prose stays."
    ),
]


@app.command(
    rich_help_panel=HelpSection.WRITE,
    epilog=examples(
        ("noughts weave game.led -o game.html", "a page: one file, for any browser"),
        ("noughts weave game.led -o game.pdf", "the same in print; .tex is its LaTeX, .md Markdown"),
        ("noughts check game.html", "what is woven is read back"),
        ("noughts weave --spelling ascii paper.tex", "the program of a paper, in plain text"),
    ),
)
def weave(files: Files, output: Out = None, spelling: Respell = None, seconds: Seconds = 10) -> ExitCode:
    """Weave documents into a paper with numbered definitions and the results of their tests.

    A page of HTML needs nothing but itself: every name leads to its definition, every claim has a tick or
    what is wrong with it, and the documents are in it, so that every verb takes the page in their place.
    LaTeX needs amsmath and no more; PDF is made by latexmk, pdflatex or tectonic, whichever is there.
    With --spelling, or into a file .led, a document is respelt: its prose stays byte for byte.
    """
    if output is not None and spelling is None and output.suffix.lower() == ".led":
        spelling = "ascii"
    if spelling is not None:
        respell(files, output, spelling)
        return ExitCode.YES
    if output is None:
        raise Refusal("`weave` has no file to write", "name one with -o, such as -o game.html")
    return weave_paper(files, output, seconds)


def respell(files: list[str], output: Path | None, spelling: str) -> None:
    """Write one document in another spelling, into a file or on standard output."""
    from noughts.api.load import document_path, documents_of
    from noughts.language.spelling import Spelling
    from noughts.save import refuse_place, save
    from noughts.weave.respell import respelt

    if len(files) > 1:
        raise Refusal("one document is respelt at a time", "name one file, or leave out --spelling")
    if output is not None and output.suffix.lower() in (".html", ".pdf"):
        raise Refusal(f"`--spelling` and `{output}` cannot be combined", "leave out --spelling")
    if output is not None:
        refuse_place(output)
    [document] = documents_of([document_path(files[0])])
    text = respelt(document, Spelling(spelling))
    if output is None:
        print(text, end="")
    else:
        save(output, text)


def weave_paper(files: list[str], output: Path, seconds: float) -> ExitCode:
    """Write a paper."""
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
