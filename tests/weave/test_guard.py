"""The guard: whatever is written is read back, and refused if it says anything else."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import record
from noughts.cli.format import format as format_files
from noughts.cli.weave import weave
from noughts.documents import library
from noughts.editor.offers import laid_out_again
from noughts.language import tree as t
from noughts.language.head import by_itself
from noughts.language.latex_writer import LatexWriter
from noughts.language.layout import Text
from noughts.language.parse import parse, parse_expression, parse_text
from noughts.language.show import laid_out, show, show_definition
from noughts.language.spelling import Spelling
from noughts.language.writer import Writer
from noughts.meaning.self_test import Verdict
from noughts.pages.site.leaf import leaves
from noughts.pages.site.site import Site
from noughts.refusal import Refusal
from noughts.text.document import Document, read_document, split_document
from noughts.text.source import Source
from noughts.weave.guard import ShownMathematics, head_shown, latex_shown, sentence_shown
from noughts.weave.html import woven_html
from noughts.weave.latex import sentence_of, woven_latex
from noughts.weave.markdown import between_dollars, woven_markdown
from noughts.weave.mathml import MathWriter
from noughts.weave.paper import Paper, paper_of
from noughts.weave.respell import respelt
from tests.language.trees import DEFINITIONS, EXPRESSIONS, NOWHERE, with_v
from tests.library.games import ASKED
from tests.weave.test_round_trips import entry_of

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
EXAMPLES = int(os.environ.get("NOUGHTS_FUZZ_SHOWN", "15"))


# What a page shows


@settings(max_examples=EXAMPLES, deadline=None)
@given(EXPRESSIONS.map(with_v))
def test_any_expression_on_a_page_is_read_back(tree: t.Expression):
    html = MathWriter().html(tree)
    assert sentence_shown(html) == tree, latex_shown(html)


@settings(max_examples=EXAMPLES, deadline=None)
@given(DEFINITIONS.map(with_v))
def test_any_head_on_a_page_is_read_back(definition: t.Definition):
    found = head_shown(MathWriter().head(definition))
    assert found is not None
    assert (found.name, found.parameters) == (definition.name, definition.parameters)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("-(Prod[a in {1..3}] a) * 5", r"(-\prod_{a=1}^{3}a)\cdot5"),
        ("-Prod[a in {1..3}] (a * 5)", r"-\prod_{a=1}^{3}a\cdot5"),
        ("{(Sum[a in S] a) |-> 2 * 5}", r"\{\sum_{a∈S}a↦2\cdot5\}"),
        ("some (a |-> b) |-> c in S. a = c", "∃(a↦b)↦c∈S.a=c"),
        ("2 ^ (a + b) ^ c", "2^{(a+b)^{c}}"),
        ("S sec (a / b / c)", r"S∩(\frac{a}{b}/c)"),
        ("(a - b) / c", r"\frac{a−b}{c}"),
    ],
)
def test_a_page_shows_the_brackets_that_are_needed(text: str, latex: str):
    shown = latex_shown(MathWriter().html(parse_expression(text)))
    assert "".join(shown.replace("−", "-").split()) == latex.replace("−", "-")


# Whole documents

PROSE = st.sampled_from([
    "Prose, $x$ and *more*.", "# Rules", "- one\n- two", "A price of 5 % & `code_x` in #1.", "$$ x + y $$",
    "| a | b |\n|---|---|\n| 1 | $a_1$ |", "It is $\\sum_{i=1}^{n} i$ of them.", "```\n$$ no := 1 $$\n```",
    "It is $5, not $6. A map $f : N \\to N$ and $\\foo{x}$.", "---", "$$ a := 1 $$",
])  # fmt: skip
SPELLINGS = st.sampled_from([Spelling.ASCII, Spelling.UNICODE])
CLAIMS = st.builds(t.Claim, EXPRESSIONS, st.none() | EXPRESSIONS, span=st.just(NOWHERE))
PARTS = st.one_of(
    PROSE,
    st.tuples(DEFINITIONS.map(with_v), SPELLINGS).map(lambda pair: f"/$ {laid_out(*pair)} $/"),
    st.lists(DEFINITIONS, min_size=1, max_size=3).map(
        lambda several: "/$ " + "\n   ".join(map(show_definition, several)) + " $/"
    ),
    DEFINITIONS.map(between_dollars),
    DEFINITIONS.map(lambda one: f"In a line `/$ {show_definition(one)} $/` it stands."),
    st.tuples(CLAIMS, SPELLINGS).map(lambda pair: f"/? {show(*pair)} ?/"),
    CLAIMS.map(lambda claim: f"/? ${sentence_of(claim, LatexWriter())}$ ?/"),
    EXPRESSIONS.map(lambda tree: f"In a line /? {show(tree)} ?/ it stands."),
    EXPRESSIONS.map(lambda tree: f"- pp({show(tree)});\n1"),
)


def paper_unchecked(document: Document) -> Paper:
    """The paper of a document whose names need no meaning."""
    module, problems = parse([document])
    assume(not problems)  # such as a string in which a region ends
    entries = {
        each.name: replace(entry_of(by_itself(each))[0], number=number)
        for number, each in enumerate(module.definitions, 1)
    }
    assume(len(entries) == len(module.definitions))
    verdicts = (Verdict(each.span, True, "true", "true") for each in module.tests)
    return Paper((document,), module, entries, tuple(verdicts))


@settings(max_examples=EXAMPLES, deadline=None)
@example(["$$ a := 1 $$", "/$ a := () $/"])
@example(["$$ a := 1 $$", "In a line `/$ a := () $/` it stands."])
@given(st.lists(PARTS, min_size=1, max_size=6))
def test_any_document_is_written_in_every_form(parts: list[str]):
    document = split_document(Source("a.md", "\n\n".join(parts)))
    paper = paper_unchecked(document)
    for woven in (woven_latex, woven_markdown, woven_html):
        woven(paper)
    for spelling in (None, *Spelling):
        respelt(document, spelling)


# What is refused

GAME = """/$ moves := {1, 2}
   initialState := 3
   playerToMove := `a
   legalMove(m) iff m <= currentState & ~gameOver
   outcome(m) := (currentState - m) * (1 + 0)
   gameOver iff currentState = 0
   wins(p) iff gameOver $/
/? (1 + 2) * 3 = 9 ?/
"""


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writers that lose all parentheses."""

    def at(self: Writer, tree: t.Expression, level: int) -> Text:
        return self.written(tree)

    monkeypatch.setattr(Writer, "at", at)
    monkeypatch.setattr(MathWriter, "at", at)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.led"
    path.write_text(GAME, "utf-8")
    return path


def woven(*options: str) -> Callable[[Path], object]:
    def write(game: Path) -> object:
        suffix, *others = options
        return weave([str(game)], game.parent / f"out{suffix}", paper="--paper" in others)

    return write


def respelt_in(spelling: str) -> Callable[[Path], object]:
    return lambda game: weave([str(game)], game.parent / "out.led", spelling=spelling)  # type: ignore[arg-type]


FORMS: dict[str, Callable[[Path], object]] = {
    "page": woven(".html"),
    "paper": woven(".html", "--paper"),
    "article": woven(".tex"),
    "print": woven(".pdf"),
    "Markdown": woven(".md"),
    "program": woven(".led"),
    "ascii": respelt_in("ascii"),
    "unicode": respelt_in("unicode"),
    "latex": respelt_in("latex"),
    "format": lambda game: format_files([game]),
    "editor": lambda game: laid_out_again(read_document(game)),
    "site": lambda game: Site([]).weaver.woven(
        next(leaf for leaf in leaves() if leaf.name == "docs/language.md")
    ),
}


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("form", FORMS)
def test_no_form_writes_a_false_formula(form: str, game: Path):
    with pytest.raises(Refusal, match=r"cannot be written in this form without changing its meaning"):
        FORMS[form](game)
    assert game.read_text("utf-8") == GAME
    assert list(game.parent.iterdir()) == [game]


def test_the_same_is_written_by_writers_that_are_whole(game: Path):
    for form in ("article", "Markdown", "program", "paper", "latex"):
        FORMS[form](game)
    assert {path.suffix for path in game.parent.iterdir()} == {".led", ".tex", ".md", ".html"}


# A whole page, read by what it shows and not by the source that it carries


class Page(ShownMathematics):
    """Reads the definitions of a page, each as a display of LaTeX."""

    def __init__(self) -> None:
        super().__init__()
        self.displays: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "br", "hr", "img"):
            super().handle_starttag(tag, attributes)

    def in_latex(self, tag: str, kind: str, parts: Sequence[str]) -> str:
        text = super().in_latex(tag, kind, parts)
        match kind:
            case "noughts-word" if tag == "span":
                return rf"\text{{ {text} }}"
            case "noughts-clause":
                return f"{text} ; "
            case "noughts-right" | "noughts-both":
                return f"{text} , "
            case "noughts-number-of" | "noughts-uses" | "noughts-brace":
                return ""
            case "noughts-definition":
                self.displays.append(text.replace(r";  \text{ where }", r"\text{ where }"))
        return text


@pytest.mark.parametrize("path", [*map(library.path_of, ASKED), record.ROOT / "docs" / "language.md"])
def test_the_definitions_of_a_page_are_what_it_shows(path: Path):
    paper = paper_of([read_document(path)])
    page = Page()
    page.feed(woven_html(paper))
    displays = " ".join(rf"\[ {text} \]" for text in page.displays)
    found = parse_text(rf"\begin{{document}} {displays} \end{{document}}")
    assert found.definitions == tuple(map(by_itself, paper.module.written))
