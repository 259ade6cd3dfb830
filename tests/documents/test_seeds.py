"""The documents that the project grew from run: one mended, the other with what it lacks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.kernels.explore import explore, explore_rules
from noughts.language.check import read_program
from noughts.language.core import Printed, Program
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import self_test
from noughts.text.diagnostic import DocumentError
from noughts.text.document import read_document
from tests.seeds import seed

HERE = Path(__file__).parent
MENDED = HERE / "seed001-mended.led"
AMENDMENT = HERE / "amendment.led"
RULES = HERE / "amendment-rules.led"
FIGURES = {"positions": 5478, "transitions": 16167, "terminal": {"x": 626, "o": 316, "draw": 16}}


def results(program: Program) -> list[tuple[str, str]]:
    """What the transcript of a program asks for and what it expects."""
    return [(test.expression.span.text, test.expected) for test in program.tests if isinstance(test, Printed)]


def test_the_published_results_come_out_to_the_letter() -> None:
    program = read_program([MENDED])
    verdicts = list(self_test(program, Compiled(program)))
    assert len(verdicts) == 21
    assert [str(verdict) for verdict in verdicts if not verdict.passed] == []


def test_they_are_the_results_that_were_published() -> None:
    published = [(t.expression.text, t.expected) for t in read_document(seed("001")).transcripts]
    assert results(read_program([MENDED])) == published


def test_the_mended_document_is_a_game_by_its_clicks() -> None:
    game = game_from(read_program([MENDED]), name="mended", wins="threeInRow")
    assert isinstance(game, GameByClicks)
    assert explore_rules(game).counts() == FIGURES


def test_a_paper_says_what_it_lacks() -> None:
    with pytest.raises(DocumentError) as caught:
        read_program([seed("000")])
    found = [(d.code, d.fact, d.span and d.span.text) for d in caught.value.diagnostics]
    assert found == [
        ("E202", f"nothing defines `{name}`", name) for name in ("restart", "gameBoard", "movesMade")
    ]


def test_a_paper_with_three_aliases_is_a_game() -> None:
    program = read_program([seed("000"), AMENDMENT])
    assert all(verdict.passed for verdict in self_test(program, Compiled(program)))
    game = game_from(program, name="both", wins="threeInRow")
    assert isinstance(game, GameByClicks)
    assert explore_rules(game).counts() == FIGURES


def test_a_paper_with_the_names_of_a_game_is_one_by_its_rules_too() -> None:
    game = game_from(read_program([seed("000"), AMENDMENT, RULES]), name="both")
    assert isinstance(game, GameByRules)
    assert game.ground()
    assert explore(game).counts() == FIGURES


def test_a_paper_is_played(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noughts", "play", str(seed("000")), str(AMENDMENT), str(RULES)]
    played = subprocess.run(
        [*command, "--x", "person", "--o", "random"],
        input="1\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
    )
    assert played.returncode == 0, played.stderr
    assert "x: person · o: random" in played.stdout
    assert "o plays" in played.stdout
