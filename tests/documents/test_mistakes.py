"""Mistakes of newcomers, and how well they are answered, as a teacher would grade it.

0 nothing is told, or only elsewhere · 1 something is wrong · 2 where and why · 3 the mend as well
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from noughts.documents.rehearsal import rehearsed
from noughts.language.check import check_text
from noughts.language.notes import review
from noughts.meaning.compile import Compiled
from noughts.meaning.run_error import RunError
from noughts.text.diagnostic import Diagnostic, DocumentError

MISTAKES = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text("utf-8"))["mistake"]
_LEAST_MEAN = 2.6


def document(mistake: Mapping[str, str]) -> tuple[str, str]:
    """The text of a document with a mistake, and its name."""
    if "latex" in mistake:
        return rf"\begin{{document}}{mistake['text']}\end{{document}}", "mistake.tex"
    return f"/$ {mistake['text']} $/", "mistake.led"


def answers(mistake: Mapping[str, str]) -> Iterator[Diagnostic]:
    """What is told of a mistake: errors, else notes, else what evaluation runs into."""
    try:
        program = check_text(*document(mistake))
    except DocumentError as error:
        yield from error.diagnostics
        return
    errors, notes = review(program)
    yield from errors or [*notes, *rehearsed(program)[0]]
    if not errors and not notes and "v" in program.definitions:
        try:
            Compiled(program).value("v")
        except RunError as error:
            yield error.diagnostic


def grade(mistake: Mapping[str, str]) -> int:
    """The best grade among the answers to a mistake."""
    return max((graded(answer, mistake) for answer in answers(mistake)), default=0)


def graded(answer: Diagnostic, mistake: Mapping[str, str]) -> int:
    """The grade of an answer: the right place is that of the mistake, the mend has the teacher's words."""
    if answer.span is None or not answer.span.text:
        return 1
    if mistake["at"] not in answer.span.text and answer.span.text not in mistake["at"]:
        return 1
    mend = f"{answer.help} {' '.join(text for _, text in answer.fix)}"
    return 3 if mistake["says"] in mend else 2


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["text"])
def test_a_mistake_is_told_where_it_is(mistake: dict[str, str]):
    assert grade(mistake) >= 2, [(a.code, a.fact, a.help) for a in answers(mistake)]


def test_a_hundred_mistakes_are_answered_as_a_teacher_would():
    grades = [grade(mistake) for mistake in MISTAKES]
    assert len(grades) >= 100
    assert sum(grades) / len(grades) >= _LEAST_MEAN
