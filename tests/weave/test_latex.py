"""The article of a paper: a real TeX sets it without a complaint, and PDF is made of it or refused."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path

import pytest

import record
from noughts.documents import library
from noughts.refusal import Refusal
from noughts.text.document import read_document, split_document
from noughts.text.source import Source
from noughts.weave import latex_prose
from noughts.weave.latex import woven_latex
from noughts.weave.markdown import woven_markdown
from noughts.weave.paper import Paper, paper_of
from noughts.weave.pdf import require_tex, typeset, woven_pdf

DOCUMENTS = [
    *(library.path_of(name) for name in ("planets", "tictactoe")),
    *(library.path_of(name) for name in library.names() if name not in ("planets", "tictactoe")),
    record.ROOT / "docs" / "language.md",
]
SET = int(os.environ.get("NOUGHTS_FUZZ_PAPERS", "2"))
"""How many documents are set in the tests: a second for each."""
COMPLAINT = re.compile(r"^! .*|^.*\bundefined\b.*|^Missing character.*", re.MULTILINE)
OVERFULL = re.compile(r"^Overfull \\hbox \(([\d.]+)pt too wide\).*", re.MULTILINE)
WIDEST = 10
"""Points by which a line may be too long, as printers let it pass."""


def paper(text: str, name: str = "a.led") -> Paper:
    return paper_of([split_document(Source(name, text))])


def log_of(article: str, folder: Path) -> str:
    """What pdflatex has to say of an article, set once."""
    (folder / "paper.tex").write_text(article, "utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "paper.tex"]
    subprocess.run(command, cwd=folder, capture_output=True, timeout=600, check=False)
    return (folder / "paper.log").read_text("latin-1")


def complaints(log: str) -> list[str]:
    """What a log says of errors, of undefined things, and of lines that are much too long."""
    wide = [found[0] for found in OVERFULL.finditer(log) if float(found[1]) > WIDEST]
    return [*COMPLAINT.findall(log), *wide]


@pytest.mark.parametrize("path", DOCUMENTS[:SET], ids=lambda path: path.name)
def test_tex_sets_an_article_without_a_complaint(path: Path, tmp_path: Path):
    assert complaints(log_of(woven_latex(paper_of([read_document(path)])), tmp_path)) == []


AWKWARD = r"""# Costs: 5 % of $3 & #1 {braces} ~ ^ _ \ ≤ ∀ 木

Text with `code_with $ & % # { } ~ ^ \`, *emphasis*, **strength**, "quotes" and [a link](https://a.b/c%20d#e_f).

1. one
2. two

* > a quotation

| a | b \| c |
|---|---|
| `x & y` | ≤ % |

```
\end{verbatim} ∈ %
```

/$ P_1(x') := x' $/
""".replace("x'", "x")


def test_any_character_of_prose_is_set(tmp_path: Path):
    signs = " ".join(latex_prose._UNICODE)  # each by a command that the preamble has
    assert complaints(log_of(woven_latex(paper(f"{AWKWARD}\n{signs}\n")), tmp_path)) == []


def test_a_claim_that_fails_is_told(tmp_path: Path):
    article = woven_latex(paper('/$ a := "x" $/\n\n/? 1 = 1; a = "y" ?/\n\ncmd:>pp(a)\n"z"\n'))
    assert r"\claim /? $1 = 1$ ?/" in article
    assert r"\failing /? $" in article
    assert "expected: y\n     got: x" in article
    assert 'cmd:>pp(a)\n"z"' in article
    assert complaints(log_of(article, tmp_path)) == []


def test_a_definition_has_its_number_and_names_are_links():
    article = woven_latex(paper("/$ S := {1..3}\n   n := |S| $/"))
    assert "\\[\n\\hypertarget{def.1}{\\mathit{S}} := \\{1..3\\} \\tag{1}\n\\]" in article
    assert (
        r"\hypertarget{def.2}{\mathit{n}} := \lvert \hyperlink{def.1}{\mathit{S}} \rvert \tag{2}" in article
    )


def test_a_pdf_is_made():
    assert typeset(woven_latex(paper("/$ a := 1 $/"))).startswith(b"%PDF-")


def tex_article(body: str, folder: Path) -> Paper:
    """The paper of a document that is an article, and what it says."""
    path = folder / "a.tex"
    path.write_text(
        "\\documentclass{article}\n\\usepackage{verbatim,amsmath,graphicx}\n"
        f"\\begin{{document}}\n{body}\n\\begin{{equation}} a := 1 \\end{{equation}}\n\\end{{document}}\n"
    )
    return paper_of([read_document(path)])


OPENS = [
    r"\verbatiminput{FOLDER/secret}",
    r"\input{FOLDER/secret}",
    r"\input{../secret}",
    r"\newread\f \openin\f=FOLDER/secret \read\f to\l \l",
    r"\csname @@input\endcsname FOLDER/secret ",
    r"\newwrite\f \immediate\openout\f=FOLDER/made \immediate\write\f{x}",
    r"\newwrite\f \immediate\openout\f=../made \immediate\write\f{x}",
]


@pytest.mark.parametrize("opens", OPENS)
def test_an_article_opens_only_its_own_files(opens: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "secret").write_text("secret")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(
        Refusal, match=r"the article opens `.*`, which is not beside it|I can't write on file"
    ):
        woven_pdf(tex_article(opens.replace("FOLDER", str(tmp_path)), tmp_path))
    assert not (tmp_path / "made").exists()


def test_an_article_runs_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("shell_escape", "t")
    assert woven_pdf(tex_article(rf"\immediate\write18{{touch {tmp_path}/made}}", tmp_path))
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("engine", ["latexmk", "pdflatex", "tectonic"])
def test_each_tex_is_called_with_what_confines_it(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    program = tmp_path / "bin" / engine
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "$@" $openin_any$openout_any$shell_escape >> paper.pdf\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}")
    options = {"tectonic": "--untrusted"}.get(engine, "-no-shell-escape")
    said = woven_pdf(paper("/$ a := 1 $/")).decode()
    assert options in said
    assert said.rstrip().endswith("paper.tex ppf")
    if engine == "tectonic":
        with pytest.raises(Refusal, match="would let the article read any file"):
            woven_pdf(tex_article("", tmp_path))
    else:
        assert woven_pdf(tex_article("", tmp_path))


def test_what_tex_says_is_told():
    with pytest.raises(Refusal, match="Undefined control sequence"):
        typeset(r"\documentclass{article}\begin{document}\unknown\end{document}")


def test_without_a_tex_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Refusal, match="no TeX is installed, which is needed to make a PDF") as refusal:
        require_tex()
    assert "texlive-latex-recommended" in refusal.value.hint


@pytest.mark.parametrize("path", DOCUMENTS[:3], ids=lambda path: path.name)
def test_markdown_leaves_prose_as_it_is(path: Path):
    text = path.read_text("utf-8")
    woven = woven_markdown(paper_of([read_document(path)]))
    prose = re.sub(r"/\$.*?\$/|/\?.*?\?/", "", text, flags=re.DOTALL).split()
    left = re.sub(
        r"^\$\$$.*?^\$\$$|- /\?[^\n]*$|/\?.*?\?/ ✓|<!-- .* -->", "", woven, flags=re.DOTALL | re.MULTILINE
    )
    assert len(prose) > 100
    assert left.split() == prose


def test_code_in_markdown_is_as_it_is_typed():
    text = "```led\n/$ a := 1 $/\n```\n\n/$ b := a $/\n\nSo /? b = 1 ?/ holds."
    assert woven_markdown(paper(text)) == (
        "```led\n/$ a := 1 $/\n```\n\n$$\nb := a \\tag{2}\n$$\n\nSo /? $b = 1$ ?/ ✓ holds."
    )
