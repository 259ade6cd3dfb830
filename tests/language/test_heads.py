"""Tuples of names as parameters: what they say is what a name and an equation in `where` say."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.cli.game_argument import load_program
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.editor.analysis import Analyst
from noughts.kernels.explore import explore_rules
from noughts.kernels.kernel import kernel_of
from noughts.text.source import Source
from tests.led import codes

GAME = """/$
cells := {1..2} * {1..3}
initialState := (`x, {})
playerToMove := currentState[1]
taken := currentState[2]
other(p) := `o if p = `x; `x otherwise
moves := cells
$RULES
near := {(c, d) | c in cells & d in cells & touch(c, d)}
wins(p) iff p /= playerToMove & (some (c, d) in near. {c, d} sub taken)
gameOver iff wins(`x) V wins(`o)
$/"""
BY_TUPLES = """
touch((i, j), (k, l)) iff |i - k| + |j - l| = 1
legalMove((i, j)) iff ~(i, j) in taken
outcome((i, j)) := (other(playerToMove), taken U {(i, j)})
"""
BY_PARTS = """
touch(c, d) iff |c[1] - d[1]| + |c[2] - d[2]| = 1
legalMove(c) iff ~c in taken
outcome(c) := (other(playerToMove), taken U {c})
"""


def test_rules_in_tuples_make_the_same_game(tmp_path: Path) -> None:
    games = []
    for number, rules in enumerate((BY_TUPLES, BY_PARTS)):
        path = tmp_path / f"game{number}.led"
        path.write_text(GAME.replace("$RULES", rules))
        game = game_from(load_program([path]), name="game")
        assert isinstance(game, GameByRules)
        kernel_of(game)  # formulas are found
        games.append(explore_rules(game))
    assert set(games[0].positions) == set(games[1].positions)
    assert games[0].by_ply() == games[1].by_ply()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("f((a, a)) := a", "E204"),
        ("f((a, b), a) := a", "E204"),
        ("x := 1 f((x, b)) := b", "E205"),
        ("f((mouseX, b)) := b", "E205"),
        ("f((a, 1)) := a", "E105"),
        ("f(()) := 1", "E105"),
        ("f((a, ())) := a", "E105"),
        ("f((a, {b})) := a", "E105"),
    ],
)
def test_what_is_no_tuple_of_new_names_is_told(text: str, code: str) -> None:
    assert codes(text) == [code]


def test_a_tuple_none_of_whose_names_is_used_is_noted_once() -> None:
    found = Analyst().analysis(Source("x.led", "/$ f((a, b)) := 3 g((a, b), c) := a + c $/")).diagnostics
    assert [(each.code, each.fact) for each in found] == [("N207", "`f` never uses its parameter `(a, b)`")]


def test_names_in_a_tuple_are_parameters() -> None:
    text = "/$ f((i, j), k) := i + j + k g((a, b)) := a if some b in {1}. b = a; 2 otherwise $/"
    analysis = Analyst().analysis(Source("x.led", text))
    bound = [each for each in analysis.occurrences.all if each.binds and each.meaning.bound is not None]
    assert [each.span.text for each in bound] == ["i", "j", "k", "a", "b", "b"]
    assert [each.meaning.bound and each.meaning.bound.what for each in bound[:5]] == ["a parameter"] * 5
    (hides,) = analysis.diagnostics
    assert [note.text for note in hides.notes] == ["the other `b` is a parameter"]
