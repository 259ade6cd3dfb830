"""How long after a key are the errors of a document of 2,000 lines known, and its completions?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

from benchmarks.measuring import Ratio, best_of_each
from noughts.documents.library import path_of
from noughts.editor.analysis import Analyst
from noughts.editor.suggestions import suggestions
from noughts.language.parse import parse
from noughts.text.document import read_document
from noughts.text.source import Source, Span

_LINES = 2_000
_NAMES = 500


def many_games() -> str:
    """A document with the definitions of a game again and again, under other names."""
    document = read_document(path_of("tictactoe"))
    names = "|".join(definition.name for definition in parse([document])[0].written)
    pattern = re.compile(rf"(?<![\w`])({names})\b")
    copies: list[str] = []
    while sum(copy.count("\n") for copy in copies) < _LINES:
        copies.append(pattern.sub(rf"\g<1>_{len(copies)}", document.source.text))
    return "\n".join(copies)


def measure() -> Iterator[Ratio]:
    text = many_games()
    place = text.index("gameOver_4 ")
    analyst, keys = Analyst(), count()

    def key() -> None:
        analyst.analysis(Source("edited.led", text[:place] + " " * (next(keys) % 9) + text[place:]))

    key()
    a_key, opened = best_of_each(key, lambda: Analyst().analysis(Source("edited.led", text)))
    yield Ratio("errors after a key", a_key, "errors of a new document", opened, limit=0.1)

    def offered() -> None:
        source = Source("edited.led", text[:place] + " " * (next(keys) % 9) + text[place:])
        assert len(list(suggestions(analyst.analysis(source), Span(source, place, place), ""))) > _NAMES

    offered()
    a_word, a_key = best_of_each(offered, key)
    yield Ratio("completions after a key", a_word, "its errors", a_key, limit=0.05)
