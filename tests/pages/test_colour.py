"""Code in colour is the same code."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.pages.site.colour import colour_writer

LANGUAGES = ("bash", "console", "data", "led", "python", "tex", "text", "unheard-of", "")
PIECES = (
    ">>> ",
    "... ",
    "$ ",
    "\\\n",
    "\n",
    "/$",
    "$/",
    "<b>",
    "&amp;",
    '"',
    "`x",
    "if 1",
    "# a",
    "(",
    "\t",
    "é",
)


@given(st.sampled_from(LANGUAGES), st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_no_letter_is_lost(language: str, text: str) -> None:
    html = colour_writer()(language, f"{text}\n")
    assert unescape(re.sub(r"<[^>]*>", "", html)) == f"{text}\n"


@pytest.mark.parametrize(
    ("language", "text", "name", "word"),
    [
        ("led", "n := 1 if true", "keyword", "if"),
        ("led", "Prose if any.\n\n/$ n := `x $/", "atom", "`x"),
        ("python", "import noughts", "keyword", "import"),
        ("python", ">>> 1\n1", "prompt", "&gt;&gt;&gt; "),
        ("console", "$ noughts check\nerror", "output", "error\n"),
    ],
)
def test_words_are_coloured_by_their_kind(language: str, text: str, name: str, word: str) -> None:
    assert f'<span class="code-{name}">{word}</span>' in colour_writer()(language, f"{text}\n")


def test_prose_around_definitions_has_no_colour() -> None:
    assert "keyword" not in colour_writer()("led", "Prose if any.\n\n/$ n := 1 $/\n")
