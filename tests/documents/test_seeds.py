"""The documents that the project grew from run: one mended, the other with what it lacks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.kernels.explore import explore, explore_rules
from noughts.language.check import read_program
from noughts.language.core import Printed, Program
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import self_test
from noughts.solvers.plan import Plan
from noughts.text.diagnostic import DocumentError
from noughts.text.document import read_document
from tests.library.games import by_rules
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
        timeout=600,
        check=False,
        cwd=tmp_path,
    )
    assert played.returncode == 0, played.stderr
    assert "x: person · o: random" in played.stdout
    assert "o plays" in played.stdout


# 002, a specification in lists

LEFT_OPEN = HERE / "amendment-002.led"
FAULTS = [
    ("E217", 13, r"\mathbf{N} : set of positive integers"),
    ("E202", 25, "ex"),
    ("E202", 25, "oh"),
    ("E202", 25, "draw"),
    ("E213", 37, "turn"),
    ("E217", 39, "0"),
    ("E202", 44, "turn"),
    ("E213", 46, "turn"),
]


def test_the_faults_of_the_machine_are_told_each_at_its_place() -> None:
    with pytest.raises(DocumentError) as raised:
        read_program([seed("002")])
    told = [(d.code, d.span and d.span.line, d.span and d.span.text) for d in raised.value.diagnostics]
    assert told == FAULTS
    meant = [d.help for d in raised.value.diagnostics if d.span and d.span.text == "turn"]
    assert meant == ["did you mean `bTurn`?"] * 3


def test_with_what_it_leaves_open_the_machine_is_disctru() -> None:
    game = game_from(read_program([seed("002"), LEFT_OPEN]), name="machine")
    assert isinstance(game, GameByRules)
    assert all(verdict.passed for verdict in self_test(game.program, Compiled(game.program)))
    counted, way = Plan().count(game)
    assert len(counted) == 24_072_650_378_629_801
    assert way.through == "diagrams"
    known = by_rules("disctru")
    dice = Random(7)
    ours, theirs = game.initial, known.initial
    while (outcome := known.outcome(theirs)) is None:
        place = dice.choice([move[1] for move in known.moves(theirs)])
        assert place in game.moves(ours)
        assert game.to_move(ours) == known.to_move(theirs)
        assert game.outcome(ours) is None
        assert game.value("result", at=ours) == known.value("result", at=theirs)
        theirs = known.after(theirs, (known.value("playerToMove", at=theirs), place))
        ours = game.after(ours, place)
    assert game.outcome(ours) == outcome
