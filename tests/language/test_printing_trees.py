"""Text to tree and back: printing a tree and reading it gives the tree, in either spelling."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from noughts.documents import library
from noughts.language import tree as t
from noughts.language.parse import Reader, parse, parse_expression, parse_text
from noughts.language.show import show, show_definition, show_module
from noughts.text.document import read_document
from noughts.text.source import Source, Span
from tests.language.test_words import ALTERNATIVES
from tests.language.trees import DEFINITIONS, EXPRESSIONS

pytestmark = pytest.mark.filterwarnings(
    "ignore:Generating overly large repr"
)  # of the strategy, if one fails

OTHER_SPELLINGS = {
    "AND": "∧", "OR": "∨", "NOT": "¬", "IMPLIES": "⇒", "EQUIVALENT": "⇔", "IN": "∈", "SUBSET": "⊆",
    "UNION": "∪", "SEC": "∩", "DIFFERENCE": "∖", "TIMES": "×", "SOME": "∃", "ALL": "∀", "UNEQUAL": "≠",
    "AT_MOST": "≤", "AT_LEAST": "≥", "DEFINE": "≔", "IFF": "≡", "POW": "𝒫", "BIG_SUM": "∑",
    "BIG_PROD": "∏", "BIG_UNION": "⋃", "BIG_SEC": "⋂", "MINUS": "−",
}  # fmt: skip


def respelt(text: str) -> str:
    """The same words as Unicode spells them."""
    words = Reader(Source("", text)).words(Span(Source("", text), 0, len(text)))
    return " ".join(OTHER_SPELLINGS.get(word.type, str(word)) for word in words)


@settings(max_examples=150)
@given(EXPRESSIONS)
def test_printing_and_reading_an_expression_is_the_identity(tree: t.Expression):
    assert parse_expression(show(tree)) == tree


@settings(max_examples=60)
@given(EXPRESSIONS)
def test_it_is_so_in_the_other_spelling(tree: t.Expression):
    assert parse_expression(respelt(show(tree))) == tree


@settings(max_examples=60)
@given(DEFINITIONS)
def test_printing_and_reading_a_definition_is_the_identity(definition: t.Definition):
    text = show_definition(definition)
    assert parse_text(f"/$ {text} $/").definitions == (definition,)
    assert parse_text(f"/$ {respelt(text)} $/").definitions == (definition,)


@pytest.mark.parametrize("name", library.names())
def test_library_documents_survive_printing(name: str):
    module, problems = parse([read_document(library.path_of(name))])
    assert problems == []
    assert parse_text(f"/$ {show_module(module)} $/").definitions == module.definitions


@pytest.mark.parametrize("text", ["7" * 3999, f"0.{'1234567' * 200}", f"0.({'3' * 1999}4..)"])
def test_long_numerals_survive_printing(text: str):
    tree = parse_expression(text)
    assert parse_expression(show(tree)) == tree


def test_no_more_brackets_than_needed():
    for text in ("a & b V c => d", "-x^2 * y + 1", "A sec B * C", "some x in S. ~x in T", "{|x| | x in S}"):
        assert show(parse_expression(text)) == text.replace("^", " ^ ")


def test_every_other_spelling_is_tried():
    assert {ALTERNATIVES[word] for word in ALTERNATIVES if word not in ("U[", "Sec[", "{}")} <= {
        *OTHER_SPELLINGS.values()
    }
