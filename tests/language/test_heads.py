"""Tuples of names as parameters, and as what is defined: they say what names alone say at greater length."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.cli.game_argument import load_program
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.editor.analysis import Analyst
from noughts.kernels.explore import explore_rules
from noughts.kernels.kernel import kernel_of
from noughts.language.check import check_text
from noughts.language.head import by_itself
from noughts.language.notes import review
from noughts.language.parse import parse_text
from noughts.language.spelling import Spelling
from noughts.meaning.compile import Compiled
from noughts.text.document import split_document
from noughts.text.source import Source
from noughts.values.show import show
from noughts.weave.respell import respelt
from tests.led import codes, wrong

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


TOGETHER = """(a, (b, c)) := (1, (2, 3))
(d, e) := (a, 5) if b = 2; (0, 0) otherwise
(f, g) := (k, k + c) where k = 7"""
APART = """a := (1, (2, 3))[1] b := (1, (2, 3))[2][1] c := (1, (2, 3))[2][2]
    d := ((a, 5) if b = 2; (0, 0) otherwise)[1] e := ((a, 5) if b = 2; (0, 0) otherwise)[2]
    f := (k, k + c)[1] where k = 7 g := (k, k + c)[2] where k = 7"""


def test_a_tuple_of_names_defines_each_of_them() -> None:
    together, apart = (parse_text(f"/$ {text} $/") for text in (TOGETHER, APART))
    assert [by_itself(each) for each in together.definitions] == list(apart.definitions)
    values = Compiled(check_text(f"/$ {APART} v := (a, b, c, d, e, f, g) $/", "apart.led"))
    assert show(values.value("v")) == "(1, 2, 3, 1, 5, 7, 10)"


@pytest.mark.parametrize("spelling", [None, *Spelling])
def test_a_tuple_of_names_is_respelt(spelling: Spelling | None) -> None:
    text = f"One\n\n/$ x := 2\n{TOGETHER} $/\n"
    again = respelt(split_document(Source("x.led", text)), spelling)
    assert respelt(split_document(Source("x.led", again)), spelling) == again
    if spelling is not Spelling.LATEX:
        assert "(a, (b, c)) " in again


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("(a, 1) := (1, 2)", "E105", "write a name for each part"),
        ("(a, a) := (1, 2)", "E201", "rename"),
        ("(a, b) := (1, 2, 3)", "E306", "the same shape"),
        ("(a, b, c) := (1, 2)", "E306", "the same shape"),
        ("((a, b), c) := ((1, 2, 3), 4)", "E306", "the same shape"),
        ("(a, b) := 5", "E306", "the same shape"),
        ("a, b := (1, 2)", "E106", "`(a, b) := t`"),
        ("x := 1\na, b := (1, 2)", "E105", "`(a, b) := t`"),
        ("(a, b) := (1, 2", "E105", "add `)`"),
    ],
)
def test_what_a_tuple_cannot_define_is_told_once(text: str, code: str, says: str) -> None:
    document = f"/$ {text} $/"
    found = wrong(document) or review(check_text(document, "x.led"))[0]
    assert [each.code for each in found] == [code]
    assert says in found[0].help
