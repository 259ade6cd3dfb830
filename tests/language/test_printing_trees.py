"""Text to tree and back: printing a tree and reading it gives the tree, in either spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.documents import library
from noughts.language import tree as t
from noughts.language.parse import parse, parse_expression, parse_text
from noughts.language.show import laid_out, show, show_definition, show_item
from noughts.language.spelling import Spelling
from noughts.text.document import read_document
from tests.language.trees import DECLARATIONS, DEFINITIONS, EXPRESSIONS, with_v
from tests.library.games import ASKED

pytestmark = pytest.mark.filterwarnings(
    "ignore:Generating overly large repr"
)  # of the strategy, if one fails


(ONE,) = parse_text("/$ one := 1 $/").definitions


@given(EXPRESSIONS.map(with_v))
def test_printing_and_reading_an_expression_is_the_identity(tree: t.Expression):
    assert parse_expression(show(tree)) == tree


@given(EXPRESSIONS.map(with_v))
def test_it_is_so_in_unicode_and_in_lines(tree: t.Expression):
    assert parse_expression(show(tree, Spelling.UNICODE)) == tree
    assert parse_expression(laid_out(tree, width=20)) == tree


@given(
    DEFINITIONS.map(with_v),
    st.sampled_from([Spelling.ASCII, Spelling.UNICODE]),
    st.sampled_from([20, 40, 80]),
)
def test_printing_and_reading_a_definition_is_the_identity(
    definition: t.Definition, spelling: Spelling, width: int
):
    for text in (show_definition(definition, spelling), laid_out(definition, spelling, width)):
        assert parse_text(f"/$ {text} $/").definitions == (definition,)


@given(DECLARATIONS, st.sampled_from([Spelling.ASCII, Spelling.UNICODE]))
def test_printing_and_reading_a_signature_is_the_identity(declaration: t.Declaration, spelling: Spelling):
    text = f"/$ a := 1\n{laid_out(declaration, spelling)}\n{show_definition(ONE, spelling)} $/"
    module = parse_text(text)
    assert module.declarations == (declaration,)
    assert [definition.name for definition in module.definitions] == ["a", "one"]


@pytest.mark.parametrize("name", ASKED)
def test_library_documents_survive_printing(name: str):
    module, problems = parse([read_document(library.path_of(name))])
    assert problems == []
    text = "\n".join([*map(show_item, module.machine), *map(show_definition, module.written)])
    assert parse_text(f"/$ {text} $/").definitions == module.definitions


@pytest.mark.parametrize("text", ["7" * 3999, f"0.{'1234567' * 200}", f"0.({'3' * 1999}4..)"])
def test_long_numerals_survive_printing(text: str):
    tree = parse_expression(text)
    assert parse_expression(show(tree)) == tree


def test_no_more_brackets_than_needed():
    for text in (
        "a & b V c => d",
        "-x^2 * y + 1",
        "A sec B * C",
        "some x in S. ~x in T",
        "{|x| | x in S}",
        "{U[x in S] |x| | y, z in S}",
        "{||a| - b| V c | c, d in S}",
    ):
        assert show(parse_expression(text)) == text.replace("^", " ^ ")


def test_unicode_is_written_where_there_is_a_sign():
    text = "U[x in A sec B] f(x) \\ {} = Pow(S) & ~(a => b V some x in S. floor(x) /= Sum[y in T] -y)"
    wanted = "⋃[x ∈ A ∩ B] f(x) ∖ ∅ = 𝒫(S) ∧ ¬(a ⇒ b ∨ ∃x ∈ S. ⌊x⌋ ≠ ∑[y ∈ T] −y)"
    assert show(parse_expression(text), Spelling.UNICODE) == wanted


LAID_OUT = """
rows :=
    hRows U vRows where
        hRows = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}} &
        vRows = {{1, 4, 7}, {2, 5, 8}, {3, 6, 9}}
"""


def test_a_definition_of_several_lines_has_its_equations_below_each_other():
    [definition] = parse_text(f"/$ {LAID_OUT} $/").definitions
    assert laid_out(definition) == LAID_OUT.strip()
