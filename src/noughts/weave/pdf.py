"""A paper as PDF, by an installed TeX."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct

from noughts.refusal import Refusal, any_of
from noughts.stop import SECONDS_FOR_OTHERS
from noughts.text.tex.displays import is_tex
from noughts.weave.html import woven_html
from noughts.weave.latex import woven_latex
from noughts.weave.markdown import woven_markdown
from noughts.weave.paper import Paper

# TeX programs, the preferred one first, with options that forbid questions and other programs.
_ENGINES = {
    "latexmk": ("-norc", "-pdf", "-interaction=nonstopmode", "-halt-on-error", "-quiet", "-no-shell-escape"),
    "pdflatex": ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape"),
    "tectonic": ("--untrusted",),
}
# Settings with which TeX Live opens only files of the article and of its packages, and runs no program.
_CONFINED: Final = {"openin_any": "p", "openout_any": "p", "shell_escape": "f"}
# The message of TeX Live on a file that it may not open.
_FORBIDDEN: Final = re.compile(r"Not (?:reading from|writing to) (.+?) \(open\w+_any = p\)")
# The programs that rerun TeX by themselves.
_ONCE = {"latexmk", "tectonic"}
# The program that opens any file, so it gets no TeX from a document.
_READS_ALL: Final = "tectonic"
# An error in the log of LaTeX, with the line after it.
_MISTAKE = re.compile(r"^! .*(?:\n.*)?", re.MULTILINE)


def require_tex() -> str:
    """The name of the installed TeX; `Refusal` if there is none."""
    found = next((name for name in _ENGINES if shutil.which(name)), None)
    if found is None:
        raise Refusal(
            "no TeX is installed, which is needed to make a PDF",
            "install TeX Live (Debian: `apt install texlive-latex-recommended`) or tectonic, "
            "or weave to `.html` and print that",
        )
    return found


def woven_pdf(paper: Paper) -> bytes:
    """The typeset article of a paper."""
    if require_tex() == _READS_ALL and any(is_tex(text.source) for text in paper.texts):
        fact = f"{_READS_ALL} is the only TeX here, and would let the article read any file"
        raise Refusal(fact, "install TeX Live, or weave to `.tex` and typeset what you trust")
    return typeset(woven_latex(paper))


def typeset(article: str) -> bytes:
    """The PDF of an article."""
    engine = require_tex()
    with TemporaryDirectory(prefix="noughts-") as name:
        folder = Path(name)
        (folder / "paper.tex").write_text(article, "utf-8")
        for _ in range(1 if engine in _ONCE else 2):
            printed = called([engine, *_ENGINES[engine], "paper.tex"], folder)
        log = folder / "paper.log"
        message = log.read_text("utf-8", "replace") if log.is_file() else printed
        if found := _FORBIDDEN.search(printed) or _FORBIDDEN.search(message):
            fact = f"the article opens `{found[1]}`, which is not beside it"
            raise Refusal(fact, "weave to `.tex`, and typeset what you trust")
        made = folder / "paper.pdf"
        if not made.is_file():
            found = _MISTAKE.search(message)
            why = " ".join(found[0].split()) if found else "it gives no reason"
            raise Refusal(
                f"{engine} could not typeset the article: {why}", "weave to `.tex` to see the article"
            )
        return made.read_bytes()


def called(command: list[str], folder: Path) -> str:
    """The output of a program run in a folder."""
    try:
        ended = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **_CONFINED},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS_FOR_OTHERS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Refusal(
            f"{command[0]} did not end within {SECONDS_FOR_OTHERS:.0f} seconds", "weave to `.tex`"
        ) from None
    return ended.stdout.decode("utf-8", "replace")


# The forms in which a paper can be written, by the suffix of the file.


class Form(Struct, frozen=True):
    """A form of papers: the function that writes it, and the check that refuses if a tool is missing."""

    suffix: str
    written: Callable[[Paper], str | bytes]
    require: Callable[[], object] = lambda: None


# The forms of a woven document, by the endings of their files.
_FORMS = (
    Form(".html", woven_html),
    Form(".tex", woven_latex),
    Form(".pdf", woven_pdf, require_tex),
    Form(".md", woven_markdown),
)


def form_of(path: Path) -> Form:
    """The form for the suffix of a file."""
    found = {form.suffix: form for form in _FORMS}.get(path.suffix.lower())
    if found is None:
        wanted = any_of([f"{path.stem or path.name}{form.suffix}" for form in _FORMS])
        raise Refusal(f"`{path}` does not say which form to weave", f"name it {wanted}")
    found.require()
    return found
