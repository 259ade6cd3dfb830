"""What is woven into LaTeX and Markdown is read back: the same definitions, claims and transcripts."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings

import record
from noughts.documents import library
from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import parsed_and_checked
from noughts.language.parse import parse_text
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import self_test
from noughts.text.document import read_document, split_document
from noughts.text.source import Source
from noughts.weave.latex import LinkedWriter, woven_latex
from noughts.weave.markdown import display, woven_markdown
from noughts.weave.paper import Entry, Paper, paper_of
from tests.language.trees import DEFINITIONS
from tests.library.games import ASKED

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")
DOCUMENTS = [*map(library.path_of, ASKED), record.ROOT / "docs" / "language.md"]
EXAMPLES = int(os.environ.get("NOUGHTS_FUZZ_WOVEN", "8"))


@cache
def paper_at(path: Path) -> Paper:
    return paper_of([read_document(path)])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
@pytest.mark.parametrize(("name", "woven"), [("a.tex", woven_latex), ("a.md", woven_markdown)])
def test_a_document_is_read_back(path: Path, name: str, woven: Callable[[Paper], str]):
    paper = paper_at(path)
    module, program = parsed_and_checked([split_document(Source(name, woven(paper)))])
    assert module.definitions == paper.module.definitions
    assert module.machine == paper.module.machine
    assert module.tests == paper.module.tests
    assert module.is_game == paper.module.is_game
    passed = [verdict.passed for verdict in self_test(program, Compiled(program))]
    assert passed == [verdict.passed for verdict in paper.verdicts]


def entry_of(definition: t.Definition) -> tuple[Entry, Paper]:
    """A definition as the only one of a paper."""
    nothing = c.Definition(
        *(definition.name, (), False, (), None, frozenset(), frozenset(), False),
        *(definition.span, definition.span),
        bound={},
    )
    entry = Entry(1, definition, nothing, (), "")
    return entry, Paper((), t.Module((definition,), ()), {definition.name: entry}, ())


@settings(max_examples=EXAMPLES, deadline=None)
@given(DEFINITIONS)
def test_any_definition_is_read_back(definition: t.Definition):
    entry, paper = entry_of(definition)
    assert parse_text(LinkedWriter(paper).numbered(entry), "a.tex").definitions == (definition,)
    assert parse_text(display(entry), "a.md").definitions == (definition,)


ESCAPED = re.compile(r"\\[{}]")
SUBSCRIPTS = re.compile(r"\}_\{[^{}]*\}_\{")


@settings(max_examples=EXAMPLES, deadline=None)
@given(DEFINITIONS)
def test_any_definition_can_be_set(definition: t.Definition):
    """TeX breaks no line within braces, and knows no subscript of a subscript."""
    entry, paper = entry_of(definition)
    rows = ESCAPED.sub("", LinkedWriter(paper).numbered(entry)).split("\\\\\n")
    assert [row for row in rows if row.count("{") != row.count("}")] == []
    assert not SUBSCRIPTS.search("".join(rows))


def test_a_display_behind_a_region_in_a_block_of_code_is_read():
    text = "```led\n/$ a := 1 $/\n```\n\n$$ b := 2 $$\n\n```\n$$ c := 3 $$\n```\n\n$$ d := 4 $$\n"
    assert [definition.name for definition in parse_text(text, "a.md").definitions] == ["a", "b", "d"]
