"""Changes that the editor is to make: other names, repairs, and the layout of definitions."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import normalize

from lark import TextSlice

from noughts.editor.analysis import Analysis
from noughts.editor.occurrences import Occurrence
from noughts.language.builtins import FRAME, FUNCTIONS
from noughts.language.grammar import grammar
from noughts.refusal import Refusal
from noughts.text.document import Document
from noughts.text.source import Span
from noughts.weave.respell import changes

Replacement = tuple[Span, str]


def renamed(analyses: Sequence[Analysis], found: Occurrence, name: str) -> Sequence[Replacement]:
    """All places of a name with another one in them; `Refusal` if that name has a meaning already.

    The first analysis is that of the document with the name, the others those of its readers.
    """
    name = normalize("NFC", name.strip())
    if [token.type for token in grammar().lex(TextSlice.cast_from(name))] != ["NAME"]:
        raise Refusal(f"`{name}` is not a name", "a name is a letter, and then letters, digits and `_`")
    taken = name in FRAME or name in FUNCTIONS or any(name in each.taken_names for each in analyses)
    if taken and name != found.meaning.name:
        raise Refusal(f"`{name}` has a meaning already", "choose another name")
    shared = analyses[:1] if found.meaning.is_local else analyses
    places = [each for analysis in shared for each in analysis.occurrences.of(found.meaning)]
    own = analyses[0].documents[0].source.name
    if any(each.span.source.name != own and each.binds for each in places):
        raise Refusal(f"`{found.meaning.name}` is defined in another document", "open that one")
    return list(dict.fromkeys((each.span, name) for each in places))


def laid_out_again(document: Document) -> Sequence[Replacement]:
    """The definitions and claims of a document that `noughts format` would lay out differently."""
    source = document.source
    found = [(Span(source, each.start, each.end), each.text) for each in changes(document, None)]
    return [(span, text) for span, text in found if span.text != text]
