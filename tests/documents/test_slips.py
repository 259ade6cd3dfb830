"""Mistakes by one slip in right documents: what `noughts check` tells of them, as a teacher would grade it.

0 nothing is told · 1 something is told, elsewhere · 2 the place · 3 the place, the reason and the mend
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from noughts.documents.check_report import notes_on, results_of
from noughts.language.check import check_text
from noughts.meaning.compile import Compiled
from noughts.text.diagnostic import Diagnostic, DocumentError

Mistake: TypeAlias = dict[str, Any]

_TABLE = tomllib.loads((Path(__file__).parent / "slips.toml").read_text("utf-8"))
RIGHT: dict[str, str] = _TABLE["right"]
MISTAKES: list[Mistake] = _TABLE["mistake"]
_LEAST_MEAN = 1.55


def name_of(mistake: Mistake) -> str:
    """A mistake, for a person."""
    return f"{mistake['of']}: {mistake['slip'][-1][1] or 'left out'}"


def text_of(mistake: Mistake) -> str:
    """The definitions with the slip."""
    text = RIGHT[mistake["of"]]
    for old, new in mistake["slip"]:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def told(definitions: str) -> Iterator[tuple[int, int, str, str]]:
    """What `noughts check` tells: beginning and end of each place, its reason and its help."""
    try:
        program = check_text(f"/$ {definitions} $/", "slip.led")
        found: list[Diagnostic] = notes_on(program)[0]
    except DocumentError as error:
        found = list(error.diagnostics)
    else:
        for result in results_of(Compiled(program), 10, None, None, lambda done: None):
            found += [result.note] if result.note else []
            if not result.verdict.passed:
                span = result.verdict.span
                yield span.start, span.end, " ".join(["false", *result.witness, str(result.verdict)]), ""
    for each in found:
        assert each.span is not None
        yield each.span.start, each.span.end, each.fact, each.help


def grade(mistake: Mistake) -> int:
    """The best grade among what is told of a mistake."""
    definitions = text_of(mistake)
    text = f"/$ {definitions} $/"
    assert all(at in text for at in mistake["at"])
    places = [found.span() for at in mistake["at"] for found in re.finditer(re.escape(at), text)]
    return max(
        (
            1
            if not any(start < last and first < end for first, last in places)
            else 3
            if says(fact, mistake["reason"]) and says(help, mistake["mend"])
            else 2
            for start, end, fact, help in told(definitions)
        ),
        default=0,
    )


def says(text: str, words: list[str]) -> bool:
    """Whether a text has one of some words; a table without words asks for none."""
    return not words or any(word in text for word in words)


@pytest.mark.parametrize("name", RIGHT)
def test_of_a_right_document_nothing_is_told(name: str):
    assert list(told(RIGHT[name])) == []


def test_slips_are_answered_as_a_teacher_would():
    grades = {name_of(mistake): grade(mistake) for mistake in MISTAKES}
    assert len(grades) >= 40
    assert sum(grades.values()) / len(grades) >= _LEAST_MEAN, grades
