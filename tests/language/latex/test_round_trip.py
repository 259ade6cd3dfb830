"""Definitions in LaTeX and back: writing a tree and reading it gives the tree."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.documents import library
from noughts.language import tree as t
from noughts.language.parse import parse, parse_text
from noughts.language.show import laid_out
from noughts.language.spelling import Spelling
from noughts.text.document import read_document
from tests.language.trees import DEFINITIONS, EXPRESSIONS, with_v
from tests.library.games import ASKED

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
EXAMPLES = int(os.environ.get("NOUGHTS_FUZZ_LATEX", "10"))


def read(text: str) -> t.Module:
    return parse_text(rf"\begin{{document}} {text} \end{{document}}")


@settings(max_examples=EXAMPLES)
@given(DEFINITIONS.map(with_v), st.sampled_from([20, 64, 1000]))
def test_a_definition_is_read_back(definition: t.Definition, width: int):
    text = laid_out(definition, Spelling.LATEX, width)
    assert read(text).definitions == (definition,), text


@settings(max_examples=EXAMPLES)
@given(EXPRESSIONS.map(with_v))
def test_a_claim_is_read_back(tree: t.Expression):
    text = laid_out(tree, Spelling.LATEX, 1000)
    [claim] = read(f"/? ${text}$ ?/").tests
    assert isinstance(claim, t.Claim)
    assert claim.sentence == tree, text


@pytest.mark.parametrize("name", ASKED)
def test_library_documents_are_read_back(name: str):
    module, problems = parse([read_document(library.path_of(name))])
    assert problems == []
    text = "\n".join(laid_out(each, Spelling.LATEX) for each in module.written)
    assert read(text).definitions == module.written
