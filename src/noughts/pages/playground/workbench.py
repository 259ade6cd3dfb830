"""What the playground asks of Python: texts in, JSON out.  It runs in the visitor's browser.

    {"do": "check", "name": "mine.led", "text": …}  →  {"problems": […]}
    {"do": "weave", "name": "mine.led", "text": …}  →  {"page": "<!doctype …", "failures": […], "tests": 3}

A problem has a place, from `start` to `end` in units of UTF-16, as a browser counts.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from noughts.documents.from_document import game_from
from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import parsed_and_checked
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import Verdict, self_test
from noughts.pages.live_game import Json, LiveGame
from noughts.pages.live_page import page_around, page_ids
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.document import Document, split_document
from noughts.text.source import Source, Span
from noughts.text.used import with_used
from noughts.weave.html import page, standing_article
from noughts.weave.paper import Paper, paper

_SECONDS: Final = 2.0
"""For each test of a document: while one writes, nobody waits for more."""


_TOO_DEEP: Final = Diagnostic(
    "E107", "this is nested too deeply for a browser", help="nest it less, or use `noughts check`"
)
"""What is said of a document that takes more stack than a browser has."""


@dataclass(frozen=True)
class Checked:
    """A document without errors."""

    documents: Sequence[Document]
    module: t.Module
    program: c.Program


def respond(asked: str) -> str:
    """The answer to a question, both in JSON."""
    told = json.loads(asked)
    ways = {"check": problems, "weave": woven}
    try:
        found = ways[told["do"]](told["name"], told["text"])
    except RecursionError:
        found = {"problems": [problem_json(_TOO_DEEP)]}
    return json.dumps(found, ensure_ascii=False)


@lru_cache(maxsize=1)  # what was just checked is woven next
def checked(name: str, text: str) -> Checked:
    """A document that is a program; `DocumentError` with all its errors."""
    documents = with_used([split_document(Source(name, text))])
    return Checked(documents, *parsed_and_checked(documents))


def problems(name: str, text: str) -> Json:
    """What is wrong with a document."""
    try:
        checked(name, text)
    except DocumentError as error:
        return {"problems": [problem_json(problem) for problem in error.diagnostics]}
    return {"problems": []}


def woven(name: str, text: str) -> Json:
    """The page of a document in which nothing is wrong, and its tests that fail."""
    found = checked(name, text)
    verdicts = tuple(self_test(found.program, Compiled(found.program, Budget(seconds=_SECONDS))))
    shown = paper(found.documents, found.module, found.program, verdicts)
    failures = [failure_json(verdict) for verdict in verdicts if not verdict.passed]
    return {"page": page_of(shown, found.program), "failures": failures, "tests": len(verdicts)}


def page_of(shown: Paper, program: c.Program) -> str:
    """The page of a paper: with its board if it is a game."""
    article = standing_article(shown, taken=page_ids())
    game = game_of_paper(shown, program, article.title)
    if game is None:
        return page(article.title, f"<main>{article.html}</main>")
    return page_around(article.html, game, is_draft=True)


def game_of_paper(shown: Paper, program: c.Program, title: str) -> LiveGame | None:
    """The game of a paper; ``None`` if it is none.

    It is not searched for positions in which a side cannot lose: that takes longer than a writer waits.
    """
    try:
        game = game_from(program, name=Path(shown.texts[0].source.name).stem)
    except DocumentError:
        return None
    return LiveGame(game, title, shown.texts, waits=False)


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
