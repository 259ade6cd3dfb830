"""A paper as PDF, by an installed TeX."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.refusal import Refusal
from noughts.weave.latex import woven_latex
from noughts.weave.paper import Paper

_ENGINES = {
    "latexmk": ("-pdf", "-interaction=nonstopmode", "-halt-on-error", "-quiet"),
    "pdflatex": ("-interaction=nonstopmode", "-halt-on-error"),
    "tectonic": ("--untrusted",),
}
"""TeX programs, the best first, with options that forbid questions and other programs."""
_ONCE = {"latexmk", "tectonic"}
"""Those that rerun TeX by themselves."""
_SECONDS = 120
"""Longer than any article takes; tectonic may have to fetch packages."""
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
    return typeset(woven_latex(paper))


def typeset(article: str) -> bytes:
    """The PDF of an article."""
    engine = require_tex()
    with TemporaryDirectory(prefix="noughts-") as name:
        folder = Path(name)
        (folder / "paper.tex").write_text(article, "utf-8")
        for _ in range(1 if engine in _ONCE else 2):
            printed = called([engine, *_ENGINES[engine], "paper.tex"], folder)
        made = folder / "paper.pdf"
        if not made.exists():
            log = folder / "paper.log"
            message = log.read_text("utf-8", "replace") if log.exists() else printed
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
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Refusal(f"{command[0]} did not end within {_SECONDS} seconds", "weave to `.tex`") from None
    return ended.stdout.decode("utf-8", "replace")
