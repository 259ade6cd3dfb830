"""``noughts weave``: write documents as a paper, or as a site."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from noughts.api.load import document_path, documents_of
from noughts.cli.app import verb
from noughts.cli.completion import complete_games
from noughts.cli.game_argument import ByOption, GameArgument, Wins, constants
from noughts.cli.options import Let, Seconds
from noughts.cli.progress import is_shown, progress
from noughts.cli.verbs import ExitCode
from noughts.documents.library import title_in
from noughts.language.spelling import Spelling
from noughts.refusal import Refusal
from noughts.save import refuse_place, save
from noughts.text.diagnostic import DocumentError
from noughts.text.document import read_documents
from noughts.weave.paper import paper_of

if TYPE_CHECKING:
    from noughts.cli.progress import Report
    from noughts.pages.live_game import LiveGame
    from noughts.pages.site.parts import PartReport
    from noughts.weave.paper import Paper

PaperOut = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="OUT", help="The file to write; its suffix says in what form."),
]
Respell = Annotated[
    Literal["ascii", "unicode", "latex"] | None,
    typer.Option(
        "--spelling", help="Only rewrite the mathematics of one document in this spelling; its prose stays."
    ),
]
PaperOnly = Annotated[
    bool, typer.Option("--paper", help="Only the paper: a page without the board of the game.")
]
Offer = Annotated[
    list[str] | None,
    typer.Option(
        "--offer",
        metavar="'N=V ...'",
        help="Let the page be played with these constants, too; may be repeated. "
        "By default what the library suggests.",
    ),
]

Documents = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE...",
        help="Documents, library names, or - for standard input; several files form one program.",
        autocompletion=complete_games,
    ),
]
SiteFolder = Annotated[
    Path | None,
    typer.Option("--site", metavar="DIR", help="Weave the library and the manual into a folder."),
]
WithPlayground = Annotated[
    bool,
    typer.Option(
        "--playground",
        help="Add a playground to the site: a document and its page side by side, edited there.",
    ),
]
PyodidePackage = Annotated[
    Path | None,
    typer.Option(
        "--pyodide",
        metavar="FILE",
        help="The package of Pyodide for the playground; by default it is downloaded once.",
    ),
]


@verb(
    (
        "noughts weave tictactoe -o tictactoe.html",
        "a page to read and to play: one file, for any browser",
    ),
    ("noughts weave mnk --let m=4 --let n=4 -o board.html", "the same on a larger board"),
    ("noughts weave hex --offer n=4 --offer n=5 -o hex.html", "with boards to choose from"),
    ("noughts weave game.led -o game.pdf", "the same in print; .tex is its LaTeX, .md Markdown"),
    ("noughts check game.html", "what is woven is read back"),
    ("noughts weave --spelling ascii paper.tex", "the program of a paper, in plain text"),
    ("noughts weave --site public", "the library and the manual, for any web server"),
    ("noughts weave --site public --playground", "the same, with a page to write documents on"),
)
def weave(
    files: Documents = None,
    output: PaperOut = None,
    spelling: Respell = None,
    site: SiteFolder = None,
    playground: WithPlayground = False,
    pyodide: PyodidePackage = None,
    paper: PaperOnly = False,
    let: Let = None,
    offer: Offer = None,
    by: ByOption = None,
    wins: Wins = None,
    seconds: Seconds = 10,
) -> ExitCode:
    """Weave documents into a paper with numbered definitions and the results of their tests.

    A page of HTML needs nothing but itself: every name leads to its definition, every claim has a tick or
    what is wrong with it, and the documents are in it, so that every verb takes the page in their place.

    If they are a game, its board stands beside the paper, and is played there against the page itself;
    --let, --by and --wins say how it is read, --offer with which other constants it can be played there.

    LaTeX needs amsmath and no more; PDF is made by latexmk, pdflatex or tectonic, whichever is there.
    With --spelling, or into a file .led, a document is respelt: its prose stays byte for byte.

    With --site, a folder of static pages is made: a picture and two facts of each game, a page on which it
    is played, the manual, and a search. It needs no server of ours: put it wherever files are served.
    Several processes weave it, and only what has changed since the last time is woven anew.
    With --playground, documents are written on a page of it: Python runs in the visitor's browser, by
    Pyodide, which is downloaded once.
    """
    board = GameArgument(files or (), let, by, wins)
    refuse_about_playground(
        {"--playground": playground and site is None, "--pyodide": pyodide and not playground}
    )
    if site is not None:
        refuse_with_site(files, output, spelling)
        refuse_reading(board, offer)
        return weave_site(site, seconds, playground=playground, pyodide=pyodide)
    if not files:
        raise Refusal("no document is named", "name one, or a folder for the whole library: `--site DIR`")
    if output is not None and spelling is None and output.suffix.lower() == ".led":
        spelling = "ascii"
    if spelling is not None:
        refuse_reading(board, offer)
        respell(files, output, spelling)
        return ExitCode.YES
    if output is None:
        raise Refusal("`weave` has no file to write", "name one with -o, such as -o game.html")
    if paper or output.suffix.lower() != ".html":
        refuse_reading(board, offer)
        return weave_paper(files, output, seconds, None)
    return weave_paper(files, output, seconds, board, offers(board, offer))


def offers(game: GameArgument, given: list[str] | None) -> Sequence[Mapping[str, int]]:
    """The settings that a page offers: the given ones, else those that the library suggests."""
    from noughts.documents.settings import settings_in, suggested

    if given is None and not (game.let or game.by or game.wins or len(game.words) > 1):
        return suggested(game.words[0])
    return [settings_in(text) for text in given or ()]


def respell(files: list[str], output: Path | None, spelling: str) -> None:
    """Write one document in another spelling, into a file or on standard output."""
    from noughts.weave.respell import respelt

    if len(files) > 1:
        raise Refusal("one document is respelt at a time", "name one file, or leave out --spelling")
    if output is not None and output.suffix.lower() in (".html", ".pdf"):
        raise Refusal(f"`--spelling` and `{output}` cannot be combined", "leave out --spelling")
    if output is not None:
        refuse_place(output)
    document, *_ = read_documents(document_path(files[0]))
    text = respelt(document, Spelling(spelling))
    if output is None:
        print(text, end="")
    else:
        save(output, text)


def board_of(
    game: GameArgument, path: Path, paper: Paper, offers: Sequence[Mapping[str, int]]
) -> LiveGame | None:
    """The game of a paper whose first document is at a path; ``None``, with a remark, if it is not a game."""
    from noughts.pages.live_game import live_game

    let = game.let or ()
    title = ", ".join((title_in(path) or path.stem, *let))
    named: Mapping[str, Any] = {"name": path.stem, "title": title, "folder": path.parent}
    try:
        return live_game(
            paper.texts, **named, constants=constants(let), by=game.by, wins=game.wins, offers=offers
        )
    except DocumentError as error:
        if let or offers or game.by or game.wins:  # these options ask for a board
            raise
        wrong = [each.fact for each in error.diagnostics if each.code != "E501"]  # E501: it is not a game yet
        if wrong:
            print(f"{path}: no board is woven: {wrong[0]}", file=sys.stderr)
        return None


def weave_paper(
    files: list[str],
    output: Path,
    seconds: float,
    board: GameArgument | None,
    offers: Sequence[Mapping[str, int]] = (),
) -> ExitCode:
    """Write a paper; as a page, with the board of its game."""
    from noughts.weave.pdf import form_of

    form = form_of(output)
    refuse_place(output)
    paths = [document_path(file) for file in files]
    with progress("definitions and tests"):
        paper = paper_of(documents_of(paths), seconds)
    with progress("parts of the page"):
        game = None if board is None else board_of(board, paths[0], paper, offers)
        text = form.written(paper) if game is None else live(paper, game)
    save(output, text)
    failures = sum(not verdict.passed for verdict in paper.verdicts)
    count = len(paper.entries)
    print(f"{output}: {count} definition{'' if count == 1 else 's'}", end="")
    print("" if game is None else f" and {game.description}", end="")
    print(f", {failures} of {len(paper.verdicts)} tests fail" if failures else "")
    return ExitCode.NO if failures else ExitCode.YES


def refuse_reading(board: GameArgument, offer: list[str] | None) -> None:
    """Refuse options for reading a game if no board is woven."""
    options = {"--let": board.let, "--offer": offer, "--by": board.by, "--wins": board.wins}
    for option, given in options.items():
        if given:
            raise Refusal(
                f"`{option}` says how a game is read, and only a page has a board",
                "weave a page, `-o game.html`, without --paper",
            )


def refuse_with_site(files: list[str] | None, output: Path | None, spelling: str | None) -> None:
    """Refuse documents and options of a single paper together with ``--site``."""
    for word, given in (*((file, True) for file in files or ()), ("-o", output), ("--spelling", spelling)):
        if given:
            raise Refusal(
                f"`--site` and `{word}` cannot be combined",
                "`--site DIR` weaves the library and the manual; weave documents of your own with `-o`",
            )


def refuse_about_playground(options: Mapping[str, object]) -> None:
    """Refuse options of the playground if none is made."""
    for option, given in options.items():
        if given:
            needed = "--site DIR" if option == "--playground" else "--site DIR --playground"
            raise Refusal(f"`{option}` is of no use without `{needed}`", f"add `{needed}`")


def weave_site(folder: Path, seconds: float, *, playground: bool, pyodide: Path | None) -> ExitCode:
    """Write the site."""
    from noughts.pages.site.folder import refuse_folder
    from noughts.pages.site.parts import PartMaker
    from noughts.pages.site.site import Site
    from noughts.pages.site.start import cards
    from noughts.workers.engine import cores, local_engine

    refuse_folder(folder)
    extra = files_of_playground(pyodide) if playground else {}
    with local_engine(cores()) as engine:
        with progress("games") as report:
            shown = cards(seconds, maker=PartMaker(engine, part_report("game", report)))
        with progress("pages") as report:
            count = Site(shown, extra).write(folder, PartMaker(engine, part_report("page", report)))
    print(f"{folder / 'index.html'}: {count} pages")
    return ExitCode.YES


def part_report(kind: str, report: Report) -> PartReport:
    """Report parts of a site: in the line of the progress; without a terminal, each in a line of its own."""

    def said(name: str, done: int, total: int) -> None:
        report(done)
        if not is_shown() and sys.stderr is not None:
            print(f"{kind} {done} of {total}: {name}", file=sys.stderr, flush=True)

    return said


def files_of_playground(pyodide: Path | None) -> Mapping[str, bytes]:
    """The playground; a note if it will start slowly."""
    from noughts.pages.playground.build import playground

    with progress("files of the playground"):
        made = playground(pyodide)
    if made.lacks_snapshot:
        print(f"The playground will start more slowly, without a snapshot of Python: {made.lacks_snapshot}.")
    return made.files


def live(paper: Paper, game: LiveGame) -> str:
    """The page of a paper and its game."""
    from noughts.pages.live_page import live_page

    return live_page(paper, game)
