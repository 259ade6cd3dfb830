"""A table: whose turn it is, going back and forth in a match without losing it, programs in the past."""

from __future__ import annotations

from copy import copy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.cli.game_argument import GameArgument
from noughts.faces.describe import describe
from noughts.faces.table import Table
from noughts.games.game import RulesError
from noughts.games.match import Match
from noughts.games.record import record_of
from tests.faces.commanding import run_command
from tests.faces.sample_games import Breaking, First, PicturedTicTacToe, Subtraction, table_for


def play(table: Table, *texts: str) -> None:
    """Make moves by their text, and let programs answer."""
    for text in texts:
        table.play([choice.text for choice in describe(table).choices].index(text))
        answer(table)


def answer(table: Table) -> None:
    while turn := table.turn:
        assert table.take(turn, turn.decide())


def made(table: Table) -> list[str]:
    return list(table.match.move_texts())


def test_people_take_turns_and_go_back_one_move_at_a_time() -> None:
    table = table_for(PicturedTicTacToe())
    play(table, "5", "1")
    table.undo()
    assert made(table) == ["5"]
    table.undo()
    assert made(table) == []
    assert table.undo_to is None
    table.redo()
    table.redo()
    assert made(table) == ["5", "1"]
    assert table.redo_to is None


def test_against_a_program_one_goes_back_to_ones_own_decision() -> None:
    table = table_for(PicturedTicTacToe(), o=First())
    play(table, "5", "9")
    assert made(table) == ["5", "1", "9", "2"]
    table.undo()
    assert made(table) == ["5", "1"]
    table.undo()
    assert made(table) == []
    table.redo()
    assert made(table) == ["5", "1"]


def test_a_program_that_begins_cannot_be_undone() -> None:
    table = table_for(PicturedTicTacToe(), x=First())
    answer(table)
    assert made(table) == ["1"]
    assert table.undo_to is None


def test_another_move_in_the_past_cuts_the_match_and_the_same_does_not() -> None:
    table = table_for(PicturedTicTacToe(), o=First())
    play(table, "5", "9")
    table.jump(0)
    play(table, "5")
    assert made(table) == ["5", "1"]
    assert table.in_the_past
    table.jump(0)
    play(table, "3")
    assert made(table) == ["3", "1"]
    assert not table.in_the_past


def test_a_program_waits_in_the_past_until_it_is_asked_anew() -> None:
    table = table_for(PicturedTicTacToe(), o=First())
    play(table, "5", "9")
    table.jump(1)
    assert table.turn is None
    assert table.program_waits
    assert "played by a program" in describe(table).message
    table.resume()
    answer(table)
    assert made(table) == ["5", "1"]
    assert not table.in_the_past


@given(st.lists(st.integers(0, 8), max_size=9), st.integers(0, 8), st.integers(0, 8))
def test_in_the_past_a_person_moves_for_either_side(moves: list[int], ply: int, index: int) -> None:
    """After another move than before, the program plays on by itself."""
    table = table_for(PicturedTicTacToe(), o=First())
    for move in moves:
        table.play(move)
        answer(table)
    table.jump(ply)
    if not table.in_the_past:
        return
    whole, here = table.whole, table.match
    assert describe(table).person
    assert table.play(index) == (index < len(here.legal_moves))
    if index >= len(here.legal_moves):
        return
    if here.legal_moves[index] == whole.moves[here.ply]:
        assert table.whole == whole
        return
    assert table.whole == here.play(here.legal_moves[index])
    answer(table)
    assert table.match.outcome or table.match.to_move == "x"


def test_what_was_decided_for_another_position_is_not_played() -> None:
    table = table_for(PicturedTicTacToe(), o=First())
    table.play(4)
    turn = table.turn
    assert turn is not None
    table.undo()
    assert not table.take(turn, turn.decide())
    assert made(table) == []


def test_nobody_moves_for_a_program_or_after_the_end() -> None:
    table = table_for(PicturedTicTacToe(), o=First())
    table.play(4)
    assert not table.play(0)
    over = table_for(PicturedTicTacToe())
    play(over, "1", "4", "2", "5", "3")
    assert over.turn is None
    assert not over.play(0)


def test_programs_alone_play_to_the_end_and_can_be_looked_through() -> None:
    table = table_for(Subtraction(), first=First(), second=First())
    answer(table)
    assert len(table.whole.moves) == 7
    table.undo()
    assert table.ply == 6
    table.jump(2)
    table.redo()
    assert table.ply == 3


WISHES = st.lists(
    st.sampled_from(["play", "undo", "redo", "jump", "resume", "restart", "load", "answer"]).flatmap(
        lambda wish: st.tuples(st.just(wish), st.integers(0, 9))
    ),
    max_size=40,
)


def within_reach(table: Table) -> list[Match]:
    """All matches with moves that undo and redo lead to, in their order."""
    walker = copy(table)
    while walker.can_undo:
        walker.undo()
    found = {walker.number: walker.whole}
    while walker.can_redo:
        walker.redo()
        found[walker.number] = walker.whole
    return [match for match in found.values() if match.moves]


@settings(max_examples=60, deadline=None)
@given(WISHES, st.booleans())
def test_whatever_is_asked_the_match_stays_lawful(wishes: list[tuple[str, int]], alone: bool) -> None:
    game = PicturedTicTacToe()
    table = table_for(game) if alone else table_for(game, o=First())
    for wish, number in wishes:
        before, others = table.whole, within_reach(table)
        match wish:
            case "play":
                table.play(number)
            case "jump":
                table.jump(number)
            case "answer":
                answer(table)
            case "load":
                table.take_up(record_of(Match(game).play(number % 9), {}))
            case _:
                getattr(table, wish)()
        assert 0 <= table.ply <= len(table.whole.moves)
        assert Match(game, table.whole.moves) == table.whole, "replaying the moves gives the same match"
        if wish in ("undo", "redo", "jump"):
            assert within_reach(table) == others, "looking around changes nothing"
        else:
            lost = [match for match in others if match not in within_reach(table)]
            assert lost in ([], [before]), "only a match that goes on otherwise is not there any more"
            assert not lost or wish not in ("restart", "load"), "a match that was left is still there"
        view = describe(table)
        assert (view.outcome == "") == bool(view.choices)
        assert not (table.turn and view.person)
        assert table.can_undo == (table.undo_to is not None or table.number > 0)


def test_undo_leads_back_to_a_match_that_was_left_and_redo_to_the_new_one() -> None:
    table = table_for(PicturedTicTacToe(), o=First())
    play(table, "5")
    table.undo()
    table.restart()
    assert describe(table).message == "A new match. Undo leads back to the one before."
    play(table, "9")
    table.take_up(record_of(Match(table.game), {}))
    table.undo()
    assert (made(table), table.number) == (["9", "1"], 1)
    table.undo()
    table.undo()
    assert (made(table), len(table.whole.moves), table.number) == ([], 2, 0)
    assert not table.can_undo
    table.redo()
    assert made(table) == ["5", "1"]
    table.redo()
    assert (made(table), table.number) == ([], 1)
    table.restart()
    assert table.number == 2
    assert not table.can_redo


@given(st.lists(st.integers(0, 8), max_size=9), st.integers(0, 9))
def test_undo_and_redo_are_each_others_inverse(moves: list[int], ply: int) -> None:
    table = table_for(PicturedTicTacToe())
    for move in moves:
        table.play(move)
    table.jump(ply)
    here = table.ply
    table.undo()
    if table.ply != here:
        table.redo()
    assert table.ply == here


def test_rules_that_break_down_leave_the_match_as_it_was() -> None:
    table = table_for(Breaking())
    assert run_command(table, lambda: table.play(2)).message == ""
    view = run_command(table, lambda: table.play(0))
    assert view.error == "there are no rules for 3"
    assert made(table) == ["take 3"]


def test_rules_that_are_broken_from_the_start_are_an_error() -> None:
    table = table_for(Breaking(initial=(2, 0)))
    with pytest.raises(RulesError):
        run_command(table, table.undo)


def test_an_error_of_a_document_is_told_as_its_report(tmp_path: Path) -> None:
    path = tmp_path / "wrong.led"
    path.write_text(
        "/$\ninitialState := 0\nnewState := currentState + 1 if mouseClicked; currentState otherwise\n"
        "images := {text(1 / (1 - currentState), point(1, 1), 9, color(0, 0, 0))}\n$/\n"
    )
    view = run_command(table := table_for(GameArgument([str(path)]).load()), lambda: None)
    assert view.error == ""
    view = run_command(table, lambda: table.play(0), view)
    assert (table.ply, view.message) == (0, "")
    assert "wrong.led:4:17: error E302: 1/0 has no value\n    4 | images" in view.error
