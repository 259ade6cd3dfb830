"""Blocks of code in colour, by the lexers of Pygments: HTML in which each coloured word has a class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from pygments.lexers import get_lexer_by_name
from pygments.token import Generic, Text, string_to_tokentype
from pygments.util import ClassNotFound

from noughts.editor.lexer import LedLexer

if TYPE_CHECKING:
    from noughts.weave.prose import CodeWriter

# The class of a word by its kind in Pygments: the first kind that fits counts.
_CLASSES: Final = {
    "String.Symbol": "atom",
    "String": "string",
    "Number": "number",
    "Comment": "comment",
    "Keyword": "keyword",
    "Operator.Word": "keyword",
    "Name.Function": "name",
    "Generic.Heading": "heading",
    "Generic.Prompt": "prompt",
    "Generic.Output": "output",
    "Generic.Traceback": "output",
}


def colour_writer(target: Callable[[str], str] = lambda name: "") -> CodeWriter:
    """The writer of code in colour, in which a name with a target is a link."""

    def write(language: str, text: str) -> str:
        return "".join(
            f'<a href="{escape(target(word))}">{escape(word)}</a>'
            if target(word)
            else f'<span class="code-{name}">{escape(word)}</span>'
            if (name := class_of(kind))
            else escape(word)
            for kind, word in lexed_words(language, text)
        )

    return write


@cache
def class_of(kind: Any) -> str:
    """The class of a kind of word; empty if it has no colour."""
    return next((name for general, name in _CLASSES.items() if kind in string_to_tokentype(general)), "")


def lexed_words(language: str, text: str) -> Iterator[tuple[Any, str]]:
    """The words of a block of code, each with its kind."""
    if language == "console":
        yield from session_words(text)
    elif language == "led":
        is_document = "/$" in text or "/?" in text
        lexed = LedLexer().get_tokens_unprocessed(text, ("root" if is_document else "formula",))
        yield from ((kind, word) for _, kind, word in lexed)
    else:
        name = "pycon" if text.startswith(">>>") else language
        try:
            lexer = get_lexer_by_name(name, stripnl=False, ensurenl=False)
        except ClassNotFound:
            yield Text, text
        else:
            yield from lexer.get_tokens(text)


def session_words(text: str) -> Iterator[tuple[Any, str]]:
    """The same of a session on the command line: a command follows ``$``, and goes on after a backslash."""
    goes_on = False
    for line in text.splitlines(keepends=True):
        if line.startswith("$ "):
            yield Generic.Prompt, "$ "
        if goes_on or line.startswith("$ "):
            yield from lexed_words("bash", line.removeprefix("$ "))
            goes_on = line.endswith("\\\n")
        else:
            yield Generic.Output, line
