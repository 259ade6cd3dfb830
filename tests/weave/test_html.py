"""The page of a paper: one whole file, from which the documents are read back as they were."""

from __future__ import annotations

import os
import re
import sys
from base64 import b64decode
from functools import cache
from html import escape, unescape
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

import record
from noughts.documents import library
from noughts.text.document import MARK, carried, carried_in, read_document, read_documents, split_document
from noughts.text.source import Source
from noughts.weave.html import woven_html
from noughts.weave.paper import Paper, paper_of
from noughts.weave.prose import ProseStyle, prose_html
from noughts.weave.typefaces import FORMULAS, TEXT, cut, signs_of, typefaces_for, whole_file
from tests.library.games import ASKED
from tests.weave.pages import Page

EXAMPLES = int(os.environ.get("NOUGHTS_FUZZ_PAGES", "8"))
LANGUAGE = record.ROOT / "docs" / "language.md"
DOCUMENTS = [*map(library.path_of, ASKED), LANGUAGE]


@cache
def paper(path: Path) -> Paper:
    return paper_of([read_document(path)])


@cache
def woven(path: Path) -> str:
    return woven_html(paper(path))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_page_is_whole_and_needs_nothing_from_elsewhere(path: Path):
    text = woven(path)
    page = Page(text)
    assert page.open == []
    assert not page.tags & {"script", "link"}
    assert len(set(page.anchors)) == len(page.anchors)
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.anchors)
    assert [link for link in page.wanted if not link.startswith("data:")] == []
    assert re.findall(r"url\((?!data:)|@import", text.partition("</style>")[0]) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_page_is_read_as_the_document_that_it_was_woven_from(path: Path, tmp_path: Path):
    (tmp_path / "page.html").write_text(woven(path), "utf-8")
    again = read_documents(tmp_path / "page.html")[0]  # those that it uses follow
    assert again.source.text == path.read_text("utf-8")
    assert again.source.name == f"{tmp_path / 'page.html'}:{path.name}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_definition_has_a_place_a_number_and_a_line_in_the_index(path: Path):
    text, entries = woven(path), paper(path).entries
    assert entries
    for entry in entries.values():
        assert text.count(f'id="def-{entry.name}"') == 1
        title = escape(entry.summary)
        assert f'<a href="#def-{entry.name}" title="{title}">' in text
        assert f'<a href="#def-{entry.name}">({entry.number})</a>' in text
        assert f"<span>({entry.number})</span></li>" in text.partition("Index of names")[2]


def test_a_page_has_the_signs_that_it_shows():
    assert signs_by_style("<p>a and b</p>") == {"400": " abdn"}
    assert signs_by_style("<p>a ~ b, <em>c</em></p>") == {"400": " ,ab~", "italic": "c"}
    assert signs_by_style("<p><b>a</b> ça<code>never</code></p>") == {"400": " aç", "700": "a"}
    assert signs_by_style("<math><mo>∪</mo><mi>∅</mi></math>") == {"400": "∅∪"}
    for sign in map(ord, "a{çā"):
        known = [each.signs for each in TEXT if each.look == "bold"]
        assert sum(first <= sign <= last for signs in known for first, last in signs) == 1


def test_signs_grow_if_they_may():
    [fixed, free] = (
        font
        for stretchy in (' stretchy="false"', "")
        for _, font in fonts_in(typefaces_for(f"<math><mo{stretchy}>⌊</mo></math>"))
    )
    assert not fixed["MATH"].table.MathVariants.VertGlyphCount
    assert free["MATH"].table.MathVariants.VertGlyphCount == 1
    assert fixed["MATH"].table.MathConstants.AxisHeight.Value > 0


def test_typefaces_stay_whole_without_fonttools(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "fontTools.subset", None)
    assert cut(FORMULAS.file, "∪") == whole_file(FORMULAS.file)


def test_every_sign_of_a_page_is_in_its_typefaces():
    page = woven(library.path_of("mutorere"))
    signs, _ = signs_of(page)
    have = set().union(*signs_by_style(page).values())
    assert "ā" in have
    for face in (*TEXT, FORMULAS):
        assert not set(filter(face.has, signs.get(face.look, ()))) - have


def signs_by_style(html: str) -> dict[str, str]:
    """The signs in the typefaces for a page, by the weight or the style that these have in it."""
    found: dict[str, set[str]] = {}
    for style, font in fonts_in(html if "@font-face" in html else typefaces_for(html)):
        found.setdefault(style, set()).update(map(chr, font.getBestCmap()))
    return {style: "".join(sorted(signs)) for style, signs in found.items()}


def fonts_in(page: str) -> list[tuple[str, TTFont]]:
    """The typefaces in a page, each with its weight or its style."""
    rules = re.findall(r"@font-face \{[^}]*?font-(?:weight|style): (\w+);[^}]*?base64,([^)]*)\)", page)
    return [(style, TTFont(BytesIO(b64decode(data)))) for style, data in rules]


def written(prose: str) -> str:
    """The page of a document with that prose."""
    return woven_html(paper_of([split_document(Source("a.led", f"/* {prose} */ c := 1"))]))


@settings(max_examples=EXAMPLES)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\0")), st.text(min_size=1))
def test_any_text_is_carried_as_it_is(text: str, name: str):
    page = Source("page", f"<!doctype html>\n{MARK}\n{carried(Source(name, text))}\n<p>")
    assert [(each.name, each.text) for each in carried_in(page)] == [(f"page:{name}", text)]


def shown(text: str) -> str:
    """The article of a document, without the tags."""
    page = woven_html(paper_of([split_document(Source("a.led", text))]))
    article = page.partition("<article>")[2].partition("</article>")[0]
    return unescape(re.sub(r"<[^>]*>", "", article))


@pytest.mark.parametrize(
    ("definition", "page"),
    [
        ("mid(a, b) := (a + b) / 2", "mid(a,b)≔a+b2"),
        ("f(a, b) := a - (b - 1)", "f(a,b)≔a−(b−1)"),
        ("f(c) := 100 * ((c - 1) mod 3)", "f(c)≔100⋅((c−1)mod3)"),
        ("f(c) := floor((c - 1) / 3)", "f(c)≔⌊c−13⌋"),
        ("r(S) iff ~(0 < |S|) & ~(1 in S)", "r(S)iff¬(0<|S|)∧1∉S"),
        ("r(S) iff some x, y in S. (x = y V x < y)", "r(S)iff∃x,y∈S.(x=y∨x<y)"),
        ("f(S) := (Sum[x in S] x) * 2", "f(S)≔(∑x∈Sx)⋅2"),
        ("f(S) := Sum[x in S] (x * 2)", "f(S)≔∑x∈Sx⋅2"),
        ("f(n) := Sum[i in {1..n}] i ^ 2", "f(n)≔∑i=1ni2"),
        ("f(t) := (t[1])[2] + t[1..2][1]", "f(t)≔(t1)2+(t1‥2)1"),
        ("f(S) := {(x, `a) | x in S} \\ {} U Pow(S)", "f(S)≔{(x,a)|x∈S}∖∅∪𝒫(S)"),
    ],
)
def test_a_definition_is_written_as_mathematicians_do(definition: str, page: str):
    assert page in shown(f"/$ {definition} $/")


def test_a_single_clause_needs_no_brace():
    for definition, braces in (("f(n) := n if n > 0", 0), ("f(n) := n if n > 0; 0 otherwise", 1)):
        text = woven_html(paper_of([split_document(Source("text", f"/$ {definition} $/"))]))
        assert text.count('class="noughts-brace"') == braces


def test_a_claim_that_fails_says_what_is_wrong():
    page = shown("/$ a := 1 $/\n\n/? a = 1; a = 2 ?/")
    assert "✓a=1✗a=2expected: 2\n     got: 1" in page


def test_a_name_tells_its_first_line_kind_and_value():
    page = woven_html(paper_of([split_document(Source("a.led", "/$ S := {1..3}\n   n := |S| $/"))]))
    assert 'href="#def-S" title="S := {1..3}\n(1) constant, a set: {1, 2, 3}"' in page
    assert "used by" in page


def test_prose_alone_is_a_paper():
    assert shown("# Title\n\nOnly *prose*.") == "Title\nOnly prose.\n"


def test_the_text_of_a_picture_keeps_its_words_apart_where_its_line_breaks():
    assert "<i>any more</i>" in prose_html("![any\nmore](a.png)", (), ProseStyle()).html


def test_html_in_prose_is_text():
    assert "<script>" not in woven_html(
        paper_of([split_document(Source("a.md", "<script>alert(1)</script>"))])
    )


def test_what_is_wider_than_a_phone_can_be_scrolled_with_keys() -> None:
    prose = "    short\n\ntext\n\n    " + "long " * 9 + "\n\n| a | |\n|---|---|\n| 1 | 2 |\n"
    html = prose_html(prose, (), ProseStyle()).html
    assert html.count('<pre tabindex="0"><code>long') == html.count("<pre") - 1 == 1
    assert '<table tabindex="0">' in html
    assert "<td></td>" in html  # axe-core: a header says something
    assert "<th></th>" not in html
