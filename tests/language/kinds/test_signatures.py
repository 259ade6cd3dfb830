"""Signatures are checked against what is inferred, and change nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.language import tree as t
from noughts.language.check import check_text
from noughts.language.dependence import fingerprint
from noughts.language.kinds.findings import mistakes_of_kind
from noughts.language.parse import parse
from noughts.language.show import laid_out
from noughts.language.spelling import Spelling
from noughts.text.diagnostic import DocumentError
from noughts.text.document import split_document
from noughts.text.source import Source
from noughts.weave.html import woven_html
from noughts.weave.latex import woven_latex
from noughts.weave.markdown import woven_markdown
from noughts.weave.paper import Paper, paper_of
from noughts.weave.respell import respelt
from tests.language.trees import DECLARATIONS

RULES = "Cell := {1..3}\nf(a, b) := a - b\nisCell(c) iff c in Cell\nmoves := {1, 2}\nlegalMove(m) iff m = m"


def wrong(signature: str, rules: str = RULES) -> list[tuple[str, str]]:
    """The errors of a document: their codes, and where they stand."""
    try:
        errors, _ = mistakes_of_kind(check_text(f"/$ {signature}\n{rules} $/"))
    except DocumentError as error:
        errors = list(error.diagnostics)
    return [(each.code, each.span.text) for each in errors if each.span is not None]


@pytest.mark.parametrize(
    ("signature", "found"),
    [
        ("f : N * Q -> Z", []),
        ("isCell : Cell -> Bool", []),
        ("legalMove : Cell -> Bool", []),
        ("Cell : Pow(Q)", []),
        ("f : N * N -> Bool", [("E308", "a - b")]),
        ("f : N * String -> Z", [("E301", "a - b")]),
        ("isCell : Cell -> N", [("E308", "c in Cell")]),
        ("legalMove : Cell * Cell -> Bool", [("E308", "legalMove")]),
        ("Cell : Pow(N * N)", [("E308", "{1..3}")]),
        ("f : N -> N", [("E219", "f : N -> N")]),
        ("Cell : N -> N", [("E219", "Cell : N -> N")]),
        ("Celk : N", [("E219", "Celk")]),
        ("isCell : Dice -> Bool", [("E202", "Dice")]),
        ("isCell : f -> Bool", [("E203", "f")]),
    ],
)
def test_a_signature_is_compared_with_its_definition(signature: str, found: list[tuple[str, str]]):
    assert wrong(signature) == found


def test_a_call_is_compared_with_a_signature():
    assert wrong("f : N * N -> N", 'f(a, b) := a\ng := f(1, "x")\nh(x) := f(x, 2)') == [("E308", '"x"')]


@pytest.mark.parametrize("text", ["a := 1\nx : N = 2", "f(x : N) := x", "a := {x : x in {1}}", "a := 1 → 2"])
def test_a_colon_or_an_arrow_elsewhere_is_explained_as_before(text: str):
    with pytest.raises(DocumentError) as caught:
        check_text(f"/$ {text} $/")
    assert [each.code for each in caught.value.diagnostics] == ["E104"]


def test_it_is_no_part_of_the_rules():
    plain, signed = (check_text(f"/$ {head}{RULES} $/") for head in ("", "isCell : Cell -> Bool\n"))
    assert fingerprint(plain, ["isCell", "f"]) == fingerprint(signed, ["isCell", "f"])


@settings(max_examples=30)
@given(DECLARATIONS, st.sampled_from([None, *Spelling]))
def test_it_is_the_same_in_every_spelling(declaration: t.Declaration, spelling: Spelling | None):
    text = f"A paper.\n\n/$ {laid_out(declaration)}\n   f(x) := x $/\n"
    again = split_document(Source("a.md", respelt(split_document(Source("a.md", text)), spelling)))
    assert parse([again])[0].declarations == (declaration,)


@pytest.mark.parametrize(("name", "woven"), [("a.tex", woven_latex), ("a.md", woven_markdown)])
def test_it_is_woven_and_read_back(name: str, woven: Callable[[Paper], str]):
    text = f"/$ isCell : Cell -> Bool\n{RULES}\nf : N * seq(Q) -> Pow(Cell) $/ and /$ Cell : Pow(N) $/ here."
    document = split_document(Source("a.led", text))
    again = split_document(Source(name, woven(paper_of([document]))))
    assert parse([again])[0].declarations == parse([document])[0].declarations


def test_its_names_are_links_on_a_page():
    document = split_document(Source("a.led", f"/$ isCell : Cell -> Bool\n{RULES} $/"))
    page = woven_html(paper_of([document]))
    signature = page.partition('<div class="noughts-machine">')[2].partition("</div>")[0]
    assert [part.partition('"')[0] for part in signature.split('href="')[1:]] == ["#def-isCell", "#def-Cell"]
    assert "→" in signature


def test_a_formula_of_the_prose_is_none():
    text = r"$$g \colon \mathbb{R}^n \to X$$ $$h : X \to Y$$ $$a := 1$$"
    module, problems = parse([split_document(Source("a.md", text))])
    assert problems == []
    assert [each.name for each in module.definitions] == ["a"]
    assert check_text(text, "a.md").declared == {}


PAPER = r"""
\documentclass{article}
\begin{document}
A move is a cell, $Cell$, and %s says whether it may be made.
\[ Cell := \{1..3\} \]
\[ legalMove(m) \iff m \in Cell \]
\end{document}
"""


@pytest.mark.parametrize(
    "signature",
    [
        r"$legalMove: Cell \rightarrow Bool$",
        r"\(legalMove \colon \mathbb{Z} \to Bool\)",
        "$legalMove : N -> Bool$",
    ],
)
def test_a_paper_has_signatures_within_its_lines(signature: str):
    program = check_text(PAPER % signature, "paper.tex")
    assert list(program.declared) == ["legalMove"]
    assert mistakes_of_kind(program)[0] == []


def test_one_within_a_line_is_checked_too():
    errors, _ = mistakes_of_kind(check_text(PAPER % r"$legalMove: Cell \to \mathbb{N}$", "paper.tex"))
    assert [each.code for each in errors] == ["E308"]
    with pytest.raises(DocumentError) as caught:
        check_text(PAPER % r"$legalMove: Bool$", "paper.tex")
    assert [each.code for each in caught.value.diagnostics] == ["E219"]


@pytest.mark.parametrize(
    "prose",
    [
        r"$legalMove: move \rightarrow Bool$",  # `move` is a word of the paper
        r"$f: Cell \to Bool$",
        r"$legalMove: m \mapsto \frac12$",
        r"$legalMove: Cell \to$",
        r"$legalMove:$",
    ],
)
def test_other_mathematics_within_a_line_is_prose(prose: str):
    program = check_text(PAPER % prose, "paper.tex")
    assert program.declared == {}


def test_a_signature_within_a_line_gives_way_to_another():
    region = (
        "A $isCell: Cell \\to Bool$ and $isCell: N \\to Bool$.\n\n/$ isCell : Z -> Bool\n" + RULES + " $/"
    )
    program = check_text(region, "rules.md")
    assert [str(program.declared["isCell"].span.text)] == ["isCell : Z -> Bool"]
