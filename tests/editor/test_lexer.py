"""The colours of documents, in Pygments and in the grammar of editors."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pygments.token import Error, Name

from noughts.documents import library
from noughts.editor.lexer import LedLexer
from noughts.language.parse import parse
from noughts.text.document import read_document
from record import COLOURS, ROOT, coloured

GRAMMAR = ROOT / "editors" / "vscode" / "syntaxes" / "led.tmLanguage.json"


@pytest.mark.parametrize("name", ["tictactoe", "nim", "hexapawn", "mnk", "disctru", "wythoff"])
def test_definitions_are_coloured_where_they_are_and_nothing_is_lost(name: str):
    document = read_document(library.path_of(name))
    found = list(LedLexer(stripnl=False, ensurenl=False).get_tokens(document.source.text))
    assert "".join(text for _, text in found) == document.source.text
    assert Error not in {kind for kind, _ in found}
    defined = [each.name for each in parse([document])[0].written]
    assert [text for kind, text in found if kind is Name.Function] == defined


def test_the_grammar_of_editors_has_the_same_words():
    patterns = json.loads(GRAMMAR.read_text("utf-8"))["repository"]["formula"]["patterns"]
    by_name = {pattern["name"]: pattern["match"] for pattern in patterns}
    for word in ("otherwise", "where", "uses", "automatic", "variables", "ledGame"):
        assert re.search(by_name["keyword.control.led"], word)
        assert word in (Path(GRAMMAR).parents[2] / "vim" / "syntax" / "led.vim").read_text("utf-8")
    for word in ("in", "sub", "mod", "Sum", "U", "V"):
        assert re.search(by_name["keyword.operator.word.led"], f"{word} ")
    for path in COLOURS:
        assert coloured(path.read_text("utf-8")) == path.read_text("utf-8")
