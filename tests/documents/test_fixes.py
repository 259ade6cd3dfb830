"""A fix is a replacement: where it is made, the document has one mistake less."""

from __future__ import annotations

import pytest

from noughts.language.check import check_documents
from noughts.language.notes import review
from noughts.text.diagnostic import Diagnostic, DocumentError, mended
from noughts.text.document import split_document
from noughts.text.source import Source
from record import BAD
from tests.documents.test_mistakes import MISTAKES, document


def diagnosed(text: str, name: str) -> tuple[Diagnostic, ...]:
    """The errors of a document, with the notes on one that can be read."""
    try:
        errors, notes = review(check_documents([split_document(Source(name, text))]))
    except DocumentError as error:
        return error.diagnostics
    return (*errors, *notes)


TEXTS = {
    path.name: path.read_text("utf-8")
    for path in sorted(BAD.glob("*.led"))
    if not path.name.startswith("E101")  # these are not text
}
TEXTS |= {mistake["text"]: document(mistake)[0] for mistake in MISTAKES}


@pytest.mark.parametrize("name", TEXTS)
def test_a_document_has_fewer_mistakes_once_a_fix_is_made(name: str):
    before = diagnosed(TEXTS[name], name)
    for diagnostic in before:
        if diagnostic.fix:
            after = diagnosed(mended(TEXTS[name], diagnostic.fix), name)
            assert len(after) < len(before), (diagnostic, after)


def test_what_is_suggested_is_a_fix_in_every_place():
    text = "/$ cells := {1..9} a := cels U cels $/"
    (found,) = diagnosed(text, "<text>")
    assert mended(text, found.fix) == "/$ cells := {1..9} a := cells U cells $/"
