"""The regions of the screen in which clicks behave alike: right for each pixel, found by few questions."""

from __future__ import annotations

from itertools import groupby
from random import Random

import pytest

from noughts.documents.clicks import Clicks
from noughts.easel import HEIGHT, WIDTH
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import QUIET, Frame
from noughts.values.scalars import TRUE
from noughts.values.value import Value
from tests.led import program

TERMS = {
    "floor(mouseX / 400)": 3,
    "floor(mouseY / 40)": 20,
    "ceil((mouseX - 5) / 333)": 4,
    "floor(-mouseX / 250)": 5,
    "floor(mouseX * 3 / 1000)": 3,
    "floor(400 / (mouseX + 1))": 39,
    "(floor(mouseX / 500), floor(mouseY / 400))": 4,
    "{floor(mouseX / 500)} U {floor(mouseX / 400)}": 4,
    "(mouseX mod 500 < 250)": 4,
    "(true if mouseX / 2 < 100; false otherwise)": 2,
    "(true if (mouseX + 1) ^ -1 < 1/10; false otherwise)": 2,
    "floor(mouseX * mouseX / 100000)": 10,
    "floor((mouseX + mouseY) / 1799)": 2,
    "(mouseX if mouseX < 20; 0 otherwise)": 20,
    "({mouseX ^ 2} if mouseX < 20; {} otherwise)": 20,
    "point(mouseX mod 4, 0)": 1000,
}
"""What a click makes of the pixel, and into how many parts it cuts one side of the screen, or both."""


@pytest.mark.parametrize("term", TERMS)
def test_the_screen_is_cut_where_what_is_said_changes(term: str) -> None:
    """Each part costs a question and at most as many cuts as halving the side of the screen takes."""
    document = program(f"newState := {term}  initialState := 0")
    meaning, reference = Compiled(document), Evaluator(document)
    asked, answer = 0, meaning.value

    def counted(name: str, *arguments: Value, frame: Frame | None = None) -> Value:
        nonlocal asked
        asked += 1
        return answer(name, *arguments, frame=frame)

    clicks = Clicks(meaning)
    meaning.value = counted  # type: ignore[method-assign]
    found = clicks.successors(0)
    along = 2 if "mouseX + mouseY" in term else 1  # a slanted border is cut on each row
    assert asked <= 2 * TERMS[term] * 10 * (HEIGHT if along == 2 else 1)
    assert sum((a.right - a.left + 1) * (a.top - a.bottom + 1) for each in found.values() for a in each) == (
        WIDTH * HEIGHT
    )
    dice = Random(0)
    for state, areas in found.items():
        for area in dice.sample(areas, min(3, len(areas))):
            for x, y in [(area.left, area.top), (area.right, area.bottom)]:
                given = {**QUIET, "mouseClicked": TRUE, "mouseX": x, "mouseY": y}
                assert reference.value("newState", frame=Frame(given)) == state


def test_cuts_by_division_are_those_by_comparison() -> None:
    """One question for each column, however the columns are written."""

    def columns(term: str) -> list[list[tuple[int, int]]]:
        clicks = Clicks(Compiled(program(f"newState := {term}  initialState := 0")))
        found = clicks.successors(0).values()
        return sorted([(area.left, area.right) for area in areas] for areas in found)

    whole = [x // 400 for x in range(WIDTH)]
    ends = [[*pixels] for _, pixels in groupby(range(WIDTH), key=lambda x: whole[x])]
    assert columns("floor(mouseX / 400)") == [[(each[0], each[-1])] for each in ends]
    assert columns("floor(mouseX / 400)") == columns("(0 if mouseX < 400; 1 if mouseX < 800; 2 otherwise)")
