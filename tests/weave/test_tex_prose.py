"""Papers in TeX: prose is shown as prose, displays as definitions, and nothing of them is lost."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.language.check import parsed_and_checked
from noughts.text.document import read_document, split_document
from noughts.text.source import Source
from noughts.weave import tex_prose
from noughts.weave.html import woven_html
from noughts.weave.latex import woven_latex
from noughts.weave.markdown import woven_markdown
from noughts.weave.paper import Paper, paper_of
from noughts.weave.prose import NUMBER
from tests.seeds import seed
from tests.weave.pages import Page
from tests.weave.test_latex import complaints, log_of

ARTICLE = r"""\documentclass{article}
\newcommand{\defun}[2]{$$ #1\ :=\ #2$$}
\title{Dice}
\usepackage{hyperref}
\begin{document}
\maketitle
\begin{abstract}
How dice fall, in short. % not said
\end{abstract}
\section{What a {\it die} is}
A {\it die} shows a number $n$ in $\{1..6\}$, 50\% of them \textbf{even}---at
`least' ``three'', $n \hookrightarrow n$.
\defun{die}{\{1..6\}}
\begin{itemize}
\item one, \texttt{a\_b} * 2
\item two, \href{https://example.org}{there}
\end{itemize}
\begin{tabular}{|c|c|} $1$ & 2 \\ \hline 3 & 4 \end{tabular}
\[ 1 + 1 \]
/$ twice(n) := 2 * n $/
So /? $|die| = 6$ ?/ holds, and

/? twice(2) = 4 ?/
\begin{verbatim}
cmd:>pp(twice(3))
"6"
\end{verbatim}
\end{document}
Behind the end: /? 6 in die ?/
"""


def paper(text: str) -> Paper:
    return paper_of([split_document(Source("dice.tex", text))])


@pytest.fixture(params=["ours", "pandoc"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to read TeX; the second where pandoc is installed."""
    if request.param == "pandoc" and shutil.which("pandoc") is None:
        pytest.skip("pandoc is not installed")
    if request.param == "ours":
        monkeypatch.setattr(tex_prose, "by_pandoc", tex_prose.by_ourselves)
    return request.param


def test_an_article_becomes_a_page(way: str):
    page = woven_html(paper(ARTICLE))
    assert Page(page).open == []
    article = page.partition("<article>")[2].partition("</article>")[0]
    shown = re.sub(r"<[^>]*>", "", article)
    assert '<h1 id="dice">Dice</h1>' in article
    assert "What a <em>die</em> is</h2>" in article
    assert "<strong>even</strong>" in article
    assert "<li>" in article
    assert "in short." in shown
    assert "not said" not in shown
    assert "1..6}, 50% of them" in shown.replace("‥", "..")
    assert "die≔{1‥6}(1)" in shown
    assert "twice(n)≔2⋅n" in shown
    assert shown.count("✓") == 4
    assert "a_b" in shown
    assert "\\" not in shown


def test_a_name_in_a_display_is_told_as_it_would_be_typed():
    assert 'title="die := {1..6}\n(1) constant, a set: {1, 2, 3, 4, 5, 6}"' in woven_html(paper(ARTICLE))


@pytest.mark.parametrize("woven", [woven_latex, woven_markdown])
def test_it_is_read_back(way: str, woven: Callable[[Paper], str]):
    name = "a.tex" if woven is woven_latex else "a.md"
    before = paper(ARTICLE).module
    after, _ = parsed_and_checked([split_document(Source(name, woven(paper(ARTICLE))))])
    assert after.definitions == before.definitions
    assert after.tests == before.tests


def test_an_article_stays_one(tmp_path: Path):
    woven = woven_latex(paper(ARTICLE))
    assert r"\defun{die}{\{1..6\}}" in woven
    assert woven.count(r"\begin{document}") == 1
    assert complaints(log_of(woven, tmp_path)) == []


def test_other_documents_come_at_the_end_of_an_article(tmp_path: Path):
    other = split_document(Source("b.md", "# More ≤\n\n/$ thrice(n) := 3 * n $/"))
    woven = woven_latex(paper_of([split_document(Source("dice.tex", ARTICLE)), other]))
    assert woven.index("thrice") < woven.index(r"\end{document}")
    assert complaints(log_of(woven, tmp_path)) == []


def test_the_paper_on_tic_tac_toe_is_woven_whole(way: str):
    amendment = Path(__file__).parents[1] / "documents" / "amendment.led"
    woven = paper_of([read_document(seed("000")), read_document(amendment)])
    page = Page(woven_html(woven))
    assert {f"def-{name}" for name in woven.entries} <= set(page.anchors)
    after, _ = parsed_and_checked([split_document(Source("a.tex", woven_latex(woven)))])
    assert set(after.definitions) == set(woven.module.definitions)


EXAMPLES = int(os.environ.get("NOUGHTS_FUZZ_TEX", "20"))
PIECES = [
    *("word ", "\n\n", "\\", "{", "}", "$", "%", "`", "'", "*", "_", "~", "&", "\\\\", "---", "\\item "),
    *("\\begin{itemize}", "\\end{itemize}", "\\begin{verbatim}", "\\end{verbatim}", "\\emph{", "{\\it "),
    *("\\begin{tabular}{c}", "\\end{tabular}", "\\[", "\\]", "\\begin{document}", "\\end{document}"),
    *("\ue0000\ue001", "\n\n\ue0001\ue001\n\n", "\\title{T}", "\\(", "\\)", "#", "<b>", "[", "]", "|"),
    *("\\x{y}", "\\section{A}", "\\verb|x|"),
]


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_no_part_is_lost_whatever_the_prose_is(text: str):
    with pytest.MonkeyPatch.context() as scene:
        if EXAMPLES <= 100:  # pandoc takes a tenth of a second to start
            scene.setattr(tex_prose, "by_pandoc", tex_prose.by_ourselves)
        assert set(NUMBER.findall(tex_prose.markdown_of(text))) >= set(NUMBER.findall(text))
