"""Games from documents say why: why a move is not legal, why a click makes none, why a match is over."""

from __future__ import annotations

import random

import pytest

from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.games.game import Because, Reasoned
from noughts.games.match import Match
from noughts.language.check import check_text
from noughts.values.scalars import FALSE, TRUE
from noughts.values.show import show
from tests.library.games import BOARD_GAMES, by_clicks, by_rules
from tests.pages.no_move import why_no_move_at


def line(name: str, *moves: str) -> tuple[Reasoned, Match]:
    """A game of the library, and a match of it."""
    match = Match(by_rules(name))
    for move in moves:
        match = match.play(match.legal_moves[match.legal_texts.index(move)])
    return by_rules(name), match


def told(why: Because | None) -> tuple[str, str]:
    """A fact, and the nearest thing to blame for it."""
    assert why is not None
    return why.fact, why.reasons[0].because


def test_an_occupied_cell() -> None:
    game, match = line("tictactoe", "5", "1")
    wanted = ("5 is not legal", "¬occupied(c) is false, with c = 5")
    assert told(game.why_not_legal(match.position, "5")) == wanted
    assert told(why_no_move_at(match.game, match.positions, 350, 550)) == wanted
    assert game.why_not_legal(match.position, "9") is None
    assert game.why_not_legal(match.position, "10") is None
    assert why_no_move_at(match.game, match.positions, 5, 5) is None
    assert game.why_over(match.position) is None


def test_of_two_cases_the_one_that_fits_is_to_blame() -> None:
    text = """/$ initialState := {2, 8} playerToMove := `a moves := {1..9} gameOver iff false
        legalMove(m) iff m in {1..5} & free(m) V m in {6..9} & free(m) & m /= 9
        free(m) iff ~(m in currentState) outcome(m) := currentState U {m} wins(p) iff false $/"""
    game = game_from(check_text(text, "cases.led"), name="cases")
    assert isinstance(game, GameByRules)
    for move in (2, 8):
        blamed = told(game.why_not_legal(game.initial, str(move)))[1]
        assert blamed == f"¬m ∈ currentState is false, with m = {move}"
    assert told(game.why_not_legal(game.initial, "9"))[1] == "m ≠ 9 is false, with m = 9"


def test_the_end() -> None:
    game, match = line("tictactoe", "5", "1", "4", "3", "6")
    over = game.why_over(match.position)
    assert told(over) == (
        "x has won",
        "∀c ∈ R. occupies(p, c) is true, with p = `x, R = {4, 5, 6} (each of 3)",
    )
    assert over is not None
    assert [reason.lines()[0] for reason in over.reasons] == ["wins(`x): true", "gameOver: true"]
    assert told(game.why_not_legal(match.position, "9"))[1] == "¬gameOver is false"


def test_a_full_column_is_explained_by_the_disc_in_it() -> None:
    game, match = line("four", "1,1")
    (reason,) = game.why_not_legal(match.position, "1,1").reasons  # type: ignore[union-attr]
    assert any("h ∈ taken: true" in each for each in reason.lines())


@pytest.mark.parametrize("name", BOARD_GAMES)
def test_every_candidate_that_is_not_legal_has_a_false_sentence(name: str) -> None:
    game, dice = by_rules(name), random.Random(1)
    match = Match(game)
    while match.outcome is None and len(match.moves) < 6:
        match = match.play(dice.choice(match.legal_moves))
    every = list(game.meaning.budget.each(game.value(game.program.every_move, at=match.position)))
    for move in dice.sample(every, min(len(every), 8)):
        why = game.why_not_legal(match.position, show(move))
        assert (why is None) == (move in match.legal_moves)
        if why is not None and match.outcome is None:
            assert [reason.value for reason in why.reasons] == [FALSE]  # type: ignore[attr-defined]
    while match.outcome is None:
        match = match.play(dice.choice(match.legal_moves))
    over = game.why_over(match.position)
    assert over is not None
    assert {reason.value for reason in over.reasons} == {TRUE}  # type: ignore[attr-defined]


def test_a_puzzle_without_a_way_on_is_over_by_no_relation() -> None:
    game, match = by_rules("frogs"), Match(by_rules("frogs"))
    while match.outcome is None:
        match = match.play(match.legal_moves[0])
    assert game.why_over(match.position) == Because("The game is over: no legal move", ())


def test_a_game_by_clicks_says_why_it_is_over() -> None:
    game, dice = by_clicks("tictactoe"), random.Random(2)
    match = Match(game)
    assert why_no_move_at(game, match.positions, 5, 5) is None
    while match.outcome is None:
        match = match.play(dice.choice(match.legal_moves))
    over = game.why_over(match.position)
    assert over is not None
    assert {reason.value for reason in over.reasons} == {TRUE}  # type: ignore[attr-defined]
