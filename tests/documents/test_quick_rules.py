"""The quick code of a game gives what its definitions give, in the same order, and the same errors."""

from __future__ import annotations

import pytest

from noughts.documents import by_rules
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.games.game import RulesError
from noughts.kernels.explore import explore_rules
from noughts.language.check import check_text
from noughts.language.core import Program
from tests.library.games import program_of

GAMES = ("chomp", "dodgem", "hexapawn", "mutorere", "nim", "notakto", "ponghauki", "river", "sprouts")


def test_code_is_made_at_the_first_of_many_questions():
    for many in (False, True):
        game = game_from(program_of("nim"), name="nim", by="rules")
        assert isinstance(game, GameByRules)
        if many:
            game.expect_many_questions()
        game.moves(game.initial)
        assert (game._quick.code is not None) == many


def explored(
    program: Program, monkeypatch: pytest.MonkeyPatch, before: int
) -> tuple[GameByRules, list[object]]:
    """The graph of a game whose quick code is made after some questions."""
    monkeypatch.setattr(by_rules, "_QUESTIONS_BEFORE", before)
    game = game_from(program, name="game", by="rules")
    assert isinstance(game, GameByRules)
    graph = explore_rules(game)
    texts = [game.position_text(position) for position in graph.positions]
    return game, [texts, str(graph.positions), graph.every_move, *map(list, (graph.targets, graph.winners))]


@pytest.mark.parametrize("name", GAMES)
def test_all_of_a_game_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch):
    quick, found = explored(program_of(name), monkeypatch, 0)
    assert quick._quick.code is not None
    slow, expected = explored(program_of(name), monkeypatch, 10**9)
    assert slow._quick.code is None
    assert found == expected


GROWING = """/$
    initialState := (`a, {})
    playerToMove := currentState[1]
    moves := {1..4} * {1..3}
    legalMove(m) iff x < 4 & ~(m in currentState[2]) & 12 / (4 - x) > y where (x, y) = m
    next := `b if playerToMove = `a; `a otherwise
    outcome(m) := (next, currentState[2] U {m})
    gameOver iff |currentState[2]| = 2
    wins(p) iff gameOver & p = playerToMove
$/"""


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("x < 4", "x < 5", "E302"),
        ("currentState[2] U {m}", "currentState[2] U m", "E301"),
        ("|currentState[2]| = 2", "currentState[3] = 2 V |currentState[2]| = 2", "E303"),
    ],
)
def test_an_error_is_the_same(old: str, new: str, code: str, monkeypatch: pytest.MonkeyPatch):
    program = check_text(GROWING.replace(old, new), "growing.led")
    errors = []
    for before in (0, 10**9):
        with pytest.raises(RulesError) as caught:
            explored(program, monkeypatch, before)
        errors.append(str(caught.value))
    assert errors[0] == errors[1]
    assert code in errors[0]
    explored(check_text(GROWING, "growing.led"), monkeypatch, 0)


FENCED = """/$
    initialState := (`a, {}, {1..3} U {`c})
    playerToMove := currentState[1]
    lines := {{1, 2, 3}, {2, 4, 3}, {4, `c}}
    moves := {(x, y, z) | y in {1..4} & z in {1..3} & x in {`c, 1, 4}}
    full(S) iff some L in lines. all x in L. (x in S V x = `c & (some y in {1, 3}. y in S))
    clear(y, S) iff some L in lines. (y in L & ~(L sub S))
    opens(x, y) iff clear(y, (currentState[3] \\ {x}) U {y})
    legalMove(m) iff ~(y in currentState[2]) & opens(x, y) & z <= y where (x, y, z) = m
    next := `b if playerToMove = `a; `a otherwise
    outcome(m) := (next, currentState[2] U {m[2]}, (currentState[3] \\ {m[1]}) U {m[3]})
    gameOver iff full(currentState[2]) V (all m in moves. ~legalMove(m))
    wins(p) iff gameOver & p /= playerToMove
$/"""
"""Sentences about each element of known sets, one inside another, and sets that gain and lose an element."""


def test_sets_that_change_by_one_element_are_the_same_in_the_same_order(monkeypatch: pytest.MonkeyPatch):
    program = check_text(FENCED, "fenced.led")
    quick, found = explored(program, monkeypatch, 0)
    assert quick._quick.code is not None
    assert quick._quick.failures == 0
    assert found == explored(program, monkeypatch, 10**9)[1]


@pytest.mark.parametrize("left", ["{1..3}", "{1, 2} * {3}", "{4, 2}", "{}", "{m - 1}"])
@pytest.mark.parametrize("operation", ["U", "\\"])
def test_one_element_more_or_less_of_any_set(left: str, operation: str, monkeypatch: pytest.MonkeyPatch):
    document = f"""/$
        initialState := {{}}
        playerToMove := `a
        moves := {{1, 2, 5}}
        legalMove(m) iff true
        outcome(m) := ({left}) {operation} {{m}}
        gameOver iff currentState /= {{}}
        wins(p) iff gameOver & p = playerToMove
    $/"""
    program = check_text(document, "one.led")
    quick, found = explored(program, monkeypatch, 0)
    assert quick._quick.failures == 0
    assert found == explored(program, monkeypatch, 10**9)[1]


def test_equal_sets_in_different_order_stay_apart(monkeypatch: pytest.MonkeyPatch):
    document = """/$
        up := {1, 2, 3}
        down := {3, 2, 1}
        initialState := ({}, {})
        playerToMove := `a
        moves := {1, 2}
        legalMove(m) iff m in up sec down
        outcome(m) := ({1, 2, 3}, {3, 2, 1}) if m = 1; (up U {4}, down U {4}) otherwise
        gameOver iff currentState[1] /= {}
        wins(p) iff gameOver & p = playerToMove
    $/"""
    program = check_text(document, "orders.led")
    quick, found = explored(program, monkeypatch, 0)
    assert quick._quick.failures == 0
    assert found == explored(program, monkeypatch, 10**9)[1]


LEGAL = "legalMove(m) iff x < 4 & ~(m in currentState[2]) & 12 / (4 - x) > y where (x, y) = m"


@pytest.mark.parametrize(
    "legal",
    [
        LEGAL,
        LEGAL.replace("~(m in currentState[2])", "free(m)") + "\nfree(m) iff ~(m in currentState[2])",
        # its names are those of the question and of the tuple's parts
        "legalMove(m) iff (some x in {1..3}. x = m[1]) & free(m)"
        "\nfree(a) iff ~(a in currentState[2]) & all m in {1..2}. (x /= m V y /= m) where (x, y) = a",
        "legalMove(m) iff left(m) V m = (2, 3)\nleft(m) iff x = y where (x, y) = m",
        "legalMove(m) iff m[1] < 2 if currentState[2] = {}; m[2] < 2 otherwise",
        "legalMove(m) iff x < z & ~(m in currentState[2]) where (x, y) = m & z = y + 1",
    ],
)
def test_a_condition_may_be_written_in_any_way(legal: str, monkeypatch: pytest.MonkeyPatch):
    program = check_text(GROWING.replace(LEGAL, legal), "growing.led")
    assert LEGAL in GROWING
    quick, found = explored(program, monkeypatch, 0)
    assert quick._quick.code is not None
    assert found == explored(program, monkeypatch, 10**9)[1]


def test_what_a_definition_says_of_a_part_of_the_moves_is_asked_once_for_each(
    monkeypatch: pytest.MonkeyPatch,
):
    text = GROWING.replace("{1..4} * {1..3}", "{(x, y, z) | x in {1..30} & y in {1..30} & z in {1..30}}")
    text = text.replace(LEGAL, "legalMove(m) iff costs(x) = 1 & y = 1 & z < 3 where (x, y, z) = m")
    program = check_text(text.replace("next :=", "costs(x) := |{1..x}|\n    next :="), "growing.led")
    quick, _ = explored(program, monkeypatch, 0)
    assert quick._quick.code is not None
    question = quick._quick.code.source.partition("def every_legal_move")[2].partition("\n\n\n")[0]
    first, second, third = question.split(" for ")[1:]
    assert [part in loop for part, loop in (("costs", first), ("== 1", second), ("< 3", third))] == [True] * 3
