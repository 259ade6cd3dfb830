"""What is read piece by piece while one types is what is read at once: the same module, the same errors."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.documents import library
from noughts.editor.analysis import Analyst
from noughts.language.check import check_documents
from noughts.language.parse import parse
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.document import split_document
from noughts.text.source import Source
from record import BAD

EDITED = int(os.environ.get("NOUGHTS_FUZZ_TYPED", "8"))
PAPER = r"""\newcommand{\both}[2]{#1 \cap #2}
Two sets
\[ A := \{1..9\} \]
\begin{align} f(x) &:= x + 1 \\ both &:= \both{A}{\{2, f(2)\}} \end{align}
and a claim /? $\both{A}{A} = A$ ?/ /$ b := |both| $/

cmd:>pp(b)
"2"
"""
TEXTS = {
    **{path.name: path.read_text("utf-8") for path in sorted(BAD.glob("*.led")) if "E101" not in path.name},
    **{name: library.path_of(name).read_text("utf-8") for name in ("mnk", "nim", "hexapawn", "wythoff")},
    "paper.tex": PAPER,
    "brace.tex": PAPER.replace("\\\\both{A}{A} =", "\\\\both{A}{A ="),
}
SIGNS = [
    "", "x", "V", "U", '"', "`", "(", ")", "{", "|",
    ":=", "iff", "$/", "/$", "/?", "?/", "$", "\\", ";", "&", "0",
]  # fmt: skip
TYPED = [*SIGNS, "\n", "\n\n", " ", "a := 1", "\nb(x) := x\n", " where y = 1", "\nU := 2", "variable z in S "]


def at_once(text: str, name: str) -> list[Diagnostic]:
    """What `noughts check` finds in a document."""
    try:
        return list(check_documents([split_document(Source(name, text))]).notes)
    except DocumentError as error:
        return [each for each in error.diagnostics if each.code != "E108"]


def in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return sorted(found, key=lambda each: (each.place(), each.code, each.fact))


def agree(analyst: Analyst, name: str, text: str) -> None:
    analysis = analyst.analysis(Source(name, text))
    module, _ = parse([split_document(Source(name, text))])
    assert analysis.module.definitions == module.definitions
    assert in_order(analysis.diagnostics) == in_order(at_once(text, name))
    heads = [place.span.text for place in analysis.occurrences.all]
    assert heads == [place.meaning.name for place in analysis.occurrences.all]


@pytest.mark.parametrize("name", TEXTS)
def test_a_document_is_read_in_pieces_as_at_once(name: str):
    analyst = Analyst()
    agree(analyst, name, TEXTS[name])
    agree(analyst, name, "\n" + TEXTS[name])


@settings(max_examples=EDITED)
@given(st.sampled_from(sorted(TEXTS)), st.data())
def test_after_every_edit_the_same_is_found_as_in_a_new_document(name: str, data: st.DataObject):
    text, analyst = TEXTS[name], Analyst()
    analyst.analysis(Source(name, text))
    for _ in range(3):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.sampled_from([0, 0, 0, 1, 2, 10, 200])))
        text = text[:start] + data.draw(st.sampled_from(["", *TYPED])) + text[end:]
        agree(analyst, name, text)
