"""The page of a document: nothing gets into it but what Markdown, definitions and claims make."""

from __future__ import annotations

import os
from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

import noughts

PIECES = [
    *("<script>alert(1)</script>", "<i onclick='x'>", "</pre></div>", "&lt;", "<style>", "]]>", "-->"),
    *("[a](javascript:alert(1))", "![a](https://example.org/a.png)", "[b](x \"onclick='y'\")", "<http://a>"),
    *(
        "# ",
        "* ",
        "> ",
        "1. ",
        "    ",
        "\n",
        "\n\n",
        "\t",
        "`",
        "````",
        "~~~",
        "|",
        "a|b\n-|-\n",
        "word ",
        "\\",
    ),
    *("\ue000", "\ue0000\ue001", "<p>\ue0001\ue001</p>", "9\ue001"),
    *(
        "/$ $/",
        '/$ a := "<u>" $/',
        "/? 1 = 1 ?/",
        '/? "<u>" = "</pre>" ?/',
        "/? 1/0 = 1 ?/",
        "/?\n1 = 1;\n 2 = 3 ?/",
    ),
    *('\ncmd:>pp("<u>")\n"<u>"\n', '\n  cmd:>pp(1)\n  "2"'),
]
TAGS = {
    *(
        "div",
        "style",
        "article",
        "h1",
        "h2",
        "p",
        "pre",
        "code",
        "span",
        "b",
        "a",
        "ul",
        "ol",
        "li",
        "hr",
        "em",
        "br",
    ),
    *("blockquote", "table", "thead", "tbody", "tr", "th", "td", "strong", "i", "svg", "path", "wbr"),
    *("math", "mi", "mn", "mo", "mtext", "mrow", "mfrac", "msub", "msup", "munder", "munderover"),
}
VOID = {"hr", "br", "wbr", "path"}
ATTRIBUTES = {
    *("class", "title", "href", "start", "aria-hidden"),
    *("viewbox", "d", "preserveaspectratio", "form", "lspace", "rspace", "stretchy"),
    "tabindex",
}
EXAMPLES = int(os.environ.get("NOUGHTS_FUZZ_PAGES", "10"))


class Page(HTMLParser):
    """A page taken apart: all elements, and those that are open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS, tag
        for name, value in attrs:
            assert name in ATTRIBUTES, name
            assert name != "href" or not (value or "").startswith("javascript"), value
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or tag == self.open.pop()


@settings(max_examples=EXAMPLES)
@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_a_page_is_whole_and_harmless(pieces: list[str]):
    try:
        document = noughts.load_document("".join(["/$ first := 1 $/\n\n", *pieces]))
    except noughts.DocumentError:
        return
    page = Page(document._repr_html_())
    assert page.open == []


def shown(text: str) -> str:
    return noughts.load_document(text)._repr_html_().partition("</style>")[2]


def test_definitions_claims_and_transcripts_stand_where_they_are_written():
    page = shown(
        '# Title\n\n/$ a := 1\n   b(n) := n $/\n\n/? a = 1; a = 2 ?/\ncmd:>pp(b(3))\n"3"\n\nThe end.'
    )
    order = ["<h1>Title", "<mn>1</mn></math></span></div>", 'of">(1)', 'of">(2)', "✓", "✗", "expected: 2"]
    places = [page.index(part) for part in [*order, "pp(b(3))", "The end.", "2 of 3 tests pass"]]
    assert places == sorted(places)


def test_what_stands_where_only_text_can_be_is_text():
    assert 'class="language-/? 1 = 1 ?/"' in shown("/$ a := 1 $/\n\n```\t/? 1 = 1 ?/")


def test_what_stands_in_code_is_shown_as_it_is_typed_and_beneath_it():
    page = shown("/$ a := 1 $/\n\n```\na < b\n/? 1 = 1 ?/\n```")
    assert "<pre><code>a &lt; b\n/? 1 = 1 ?/\n</code></pre>\n<div" in page


def test_what_stands_in_a_line_stays_in_it():
    page = shown("/$ a := 1 $/\n\nIt is /? 1 = 1 ?/, always.")
    assert '<p>It is <span class="noughts-inline"><math>' in page
    assert "<mn>1</mn></math></span> be.</p>" in shown("Let /$ a := 1 $/ be.")
