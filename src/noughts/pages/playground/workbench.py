"""The playground's questions to Python: texts in, JSON out.  It runs in the visitor's browser.

    {"do": "check", "name": "mine.led", "text": …}  →  {"problems": […]}
    {"do": "weave", "name": "mine.led", "text": …}  →  {"page": "<!doctype …", "failures": […], "tests": 3}
                                of a game           →  {"draft": {…}, "isWhole": false, and the same}
    {"do": "finish", "name": "mine.led", "text": …} →  {"draft": {…}}
    {"do": "page", "name": "mine.led", "text": …}   →  {"page": "<!doctype …"}
    {"do": "colour", "name": "mine.led", "text": …} →  {"colours": [[start, end, kind], …]}
    {"do": "complete", "name": "mine.led", "text": …, "at": 12}
                                                    →  {"words": [{"word", "kind", "detail", "prose"}, …]}

A draft is what `play/draft.js` is sent: first as much of a game as its first picture needs, then all.
A problem has a place, from `start` to `end`.  All places count in units of UTF-16, as a browser does.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from noughts.documents.from_document import game_from
from noughts.editor.analysis import Analysis, Analyst, colours
from noughts.editor.suggestions import line_before, suggestions
from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import parsed_and_checked
from noughts.meaning.budget import SECONDS_WHILE_WRITING, Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import Verdict, self_test
from noughts.page.scripts import page_ids
from noughts.pages.live_game import FirstPaint, Json, LiveGame
from noughts.pages.live_page import page_around
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.document import Document, split_document
from noughts.text.source import Source, Span
from noughts.text.used import with_used
from noughts.weave.html import Article, page, standing_article
from noughts.weave.paper import Paper, paper

# The message about a document that takes more stack than a browser has.
_TOO_DEEP: Final = Diagnostic(
    "E107", "this is nested too deeply for a browser", help="nest it less, or use `noughts check`"
)


class Checked(Struct, frozen=True):
    """A document without errors."""

    documents: Sequence[Document]
    module: t.Module
    program: c.Program


def respond(asked: str) -> str:
    """The answer to a question, both in JSON."""
    told = json.loads(asked)
    ways: Mapping[str, Callable[..., Json]] = {
        "check": problems,
        "weave": woven,
        "finish": finished,
        "page": whole_page,
        "colour": coloured,
        "complete": completed,
    }
    try:
        found = ways[told["do"]](*(told[each] for each in ("name", "text", "at") if each in told))
    except RecursionError:
        found = {"problems": [problem_json(_TOO_DEEP)]}
    return json.dumps(found, ensure_ascii=False)


@lru_cache(maxsize=1)  # what was just checked is woven next
def checked(name: str, text: str) -> Checked:
    """A document that is a program; `DocumentError` with all its errors."""
    documents = with_used([split_document(Source(name, text))])
    return Checked(documents, *parsed_and_checked(documents))


def problems(name: str, text: str) -> Json:
    """The faults of a document."""
    try:
        checked(name, text)
    except DocumentError as error:
        return {"problems": [problem_json(problem) for problem in error.diagnostics]}
    return {"problems": []}


class Draft(Struct, frozen=True):
    """A document in which nothing is wrong, as its page shows it; `game` is ``None`` if it is none."""

    article: Article
    verdicts: Sequence[Verdict]
    game: LiveGame | None


@lru_cache(maxsize=1)  # what was just shown is finished next
def draft(name: str, text: str) -> Draft:
    """The draft of a document, compiled once for its tests, its constants and its game."""
    found = checked(name, text)
    meaning = Compiled(found.program, Budget(seconds=SECONDS_WHILE_WRITING))
    verdicts = tuple(self_test(found.program, meaning))
    shown = paper(found.documents, found.module, found.program, verdicts, meaning)
    article = standing_article(shown, taken=page_ids())
    return Draft(article, verdicts, game_of_paper(shown, found.program, article.title, meaning))


def woven(name: str, text: str) -> Json:
    """The page of a document in which nothing is wrong, and its tests that fail."""
    made = draft(name, text)
    failures = [failure_json(verdict) for verdict in made.verdicts if not verdict.passed]
    return {**first_look(made), "failures": failures, "tests": len(made.verdicts)}


def first_look(made: Draft) -> Json:
    """The first picture of a draft."""
    article, game = made.article, made.game
    if game is None:
        return {"page": page(article.title, f"<main>{article.html}</main>")}
    is_whole = _LAST.is_known(game)
    look = game if is_whole else FirstPaint(game.game, game.title, game.texts, waits=False)
    return {
        "draft": {"article": article.html, "title": article.title, **told_of(look)},
        "isWhole": is_whole or game.kind == "film",
    }


def finished(name: str, text: str) -> Json:
    """All of a game that is seen."""
    game = draft(name, text).game
    assert game is not None
    told = told_of(game)
    _LAST.game = game
    return {"draft": told}


def told_of(game: LiveGame) -> Json:
    """The data of a game for a page of drafts."""
    return {"game": game.data | {"home": ""}, "script": game.script}


class Last(Struct):
    """The last game of which all was found: an edit of the prose changes nothing of that."""

    game: LiveGame | None = None

    def is_known(self, game: LiveGame) -> bool:
        """Whether all is known of a game, which learns it then."""
        if self.game is None or meanings(self.game) != meanings(game):
            return False
        game.learn(self.game)
        return True


_LAST: Final = Last()


def meanings(game: LiveGame) -> Mapping[str, object]:
    """The definitions of a game, wherever they stand."""
    return {
        each.name: (each.parameters, each.relation, each.clauses, each.where, each.range)
        for each in game.game.program.definitions.values()
    }


def whole_page(name: str, text: str) -> Json:
    """The page of a document as a file."""
    made = draft(name, text)
    if made.game is None:
        return first_look(made)
    return {"page": page_around(made.article.html, made.game)}


def game_of_paper(shown: Paper, program: c.Program, title: str, meaning: Compiled) -> LiveGame | None:
    """The game of a paper; ``None`` if it is none.

    It is not searched for positions in which a side cannot lose: that takes longer than a writer waits.
    """
    name = Path(shown.texts[0].source.name).stem
    try:
        game = game_from(program, name=name, meaning=meaning.twin())
    except DocumentError:
        return None
    return LiveGame(game, title, shown.texts, waits=False)


# The colours and completions of a document, which may have errors: by the analysis of the language server.

_ANALYST: Final = Analyst()


@lru_cache(maxsize=1)  # what was coloured is completed next
def analysed(name: str, text: str) -> Analysis:
    """The analysis of a document."""
    return _ANALYST.analysis(Source(name, text))


def coloured(name: str, text: str) -> Json:
    """The colours of a document."""
    count = counts(text)
    found = colours(analysed(name, text))
    return {"colours": [[count[start], count[end], kind] for start, end, kind in found]}


def completed(name: str, text: str, at: int) -> Json:
    """The completions at a place."""
    found = analysed(name, text)
    offset = bisect_left(counts(text), at)
    place = Span(found.documents[0].source, offset, offset)
    return {"words": [asdict(each) for each in suggestions(found, place, line_before(place))]}


def counts(text: str) -> Sequence[int]:
    """The length of each beginning of a text in units of UTF-16, the empty one first."""
    if text.isascii():
        return range(len(text) + 1)
    return list(accumulate(map(units, text), initial=0))


def problem_json(problem: Diagnostic) -> Json:
    """A problem with its place, the beginning of the text if it has none."""
    place = {"line": 1, "start": 0, "end": 0} if problem.span is None else place_json(problem.span)
    return {"code": problem.code, "fact": problem.fact, "help": problem.help, **place}


def failure_json(verdict: Verdict) -> Json:
    """A test that fails, told like a problem."""
    if verdict.problem is not None:
        return problem_json(verdict.problem)
    fact = f"this test fails: expected {verdict.expected}, got {verdict.got}"
    return {"code": "", "fact": fact, "help": "", **place_json(verdict.span)}


def place_json(span: Span) -> Json:
    """A place as a browser counts: in units of UTF-16."""
    text = span.source.text
    start = units(text[: span.start])
    return {"line": span.line, "start": start, "end": start + units(text[span.start : span.end])}


def units(text: str) -> int:
    """The length of a text in units of UTF-16."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
