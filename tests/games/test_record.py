"""A match that is written down is the same match when it is read; anything else is refused with a reason."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from noughts.cli.game_argument import GameArgument
from noughts.games.game import Game, Outcome
from noughts.games.match import Match
from noughts.games.record import (
    BadRecord,
    Record,
    UnfitRecord,
    fingerprint_of,
    match_of,
    outcome_from,
    read_record,
    read_records,
    record_of,
    write_record,
)
from noughts.refusal import Refusal
from tests.small_games import Hexapawn, Nim, TicTacToe

GAMES: list[Game] = [TicTacToe(), Hexapawn(), Nim((2, 3))]

SAMPLE = """\
noughts match 1
game: tic-tac-toe
date: 2026-11-20
player x: Ann
player o: perfect
moves: 5; 1; 9; 3; 2; 8; 4; 6; 7
outcome: draw; the board is full
"""


def random_match(game: Game, dice: Random, plies: int = 40) -> Match:
    match = Match(game)
    while match.legal_moves and len(match.moves) < plies:
        match = match.play(dice.choice(match.legal_moves))
    return match


@given(st.sampled_from(GAMES), st.randoms(use_true_random=False), st.integers(0, 12), st.text(), st.text())
def test_writing_and_reading_give_the_match_back(game, dice, plies, ann, day) -> None:
    match = random_match(game, dice, plies)
    record = record_of(match, {game.sides[0]: ann, game.sides[1]: "random"})
    read = read_record(write_record(record))
    assert match_of(read, game) == match
    assert (read.game, read.moves, read.outcome, read.rules) == (
        record.game,
        record.moves,
        record.outcome,
        record.rules,
    )
    assert read.players[game.sides[1]] == "random"
    assert write_record(read) == write_record(read_record(write_record(read)))


def test_it_is_written_as_the_documentation_says() -> None:
    record = read_record(SAMPLE)
    assert record.players == {"x": "Ann", "o": "perfect"}
    assert record.outcome == Outcome(None, "the board is full")
    assert write_record(record) == SAMPLE
    assert match_of(record, TicTacToe()).outcome == record.outcome


def test_many_matches_are_one_text() -> None:
    dice = Random(1)
    records = [record_of(random_match(Nim((9, 9, 9, 9)), dice), {}) for _ in range(20)]
    text = "\n".join(map(write_record, records))
    assert max(map(len, text.splitlines())) <= 110
    assert read_records(text) == records
    assert read_records(text.replace("\n", "\r\n")) == records
    with pytest.raises(BadRecord, match="there are 20 matches in it"):
        read_record(text)


@pytest.mark.parametrize(
    ("wrong", "fact"),
    [
        ("", "it contains no match"),
        ("1 2\n", "line 1: this is not the record of a match"),
        (SAMPLE.replace("date", "dete"), "line 3: a record has no `dete`; did you mean `date`?"),
        (SAMPLE.replace("player x", "player"), "line 4: a record has no `player`"),
        (SAMPLE.replace("draw", "cat"), "`cat; the board is full` is not an outcome"),
        (SAMPLE.replace("game: tic-tac-toe\n", ""), "the record that ends in line 6 does not say which game"),
        (SAMPLE + "outcome: draw\n", "line 8: a second `outcome`"),
        (SAMPLE + "whatever\n", "line 8: a record has no `whatever`"),
    ],
)
def test_what_is_no_record_is_told_by_line(wrong: str, fact: str) -> None:
    with pytest.raises(BadRecord) as caught:
        read_records(wrong)
    assert str(caught.value).startswith(fact)


@pytest.mark.parametrize(
    ("moves", "outcome", "fact"),
    [
        ("5 1", None, "move 1, `5 1`, is not legal for `x`; legal: 1; 2; 3; 4; 5; 6; 7; 8; 9"),
        ("5; 5", None, "move 2, `5`, is not legal for `o`; legal: 1; 2; 3; 4; 6; 7; 8; 9"),
        ("1; 4; 2; 5; 3; 6", None, "move 6, `6`, comes too late: x wins"),
        ("1; 4; 2; 5; 3", "o wins", "its outcome is `o wins`, but by the rules it is `x wins`"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_with_the_move_that_is_wrong(moves, outcome, fact) -> None:
    text = f"noughts match 1\ngame: tic-tac-toe\nmoves: {moves}\n" + (
        f"outcome: {outcome}" if outcome else ""
    )
    with pytest.raises(UnfitRecord) as caught:
        match_of(read_record(text), TicTacToe())
    assert str(caught.value) == f"the record does not fit: {fact}"


def test_a_record_of_another_game_or_other_rules_is_refused() -> None:
    """Also where all moves are legal: it may have meant others."""
    with pytest.raises(UnfitRecord, match="it is a match of `chess`, not of `tic-tac-toe`"):
        match_of(Record("chess", ("5",)), TicTacToe())
    with pytest.raises(UnfitRecord, match=r"it was played by other rules of tic-tac-toe, .* 0123"):
        match_of(Record("tic-tac-toe", ("5",), rules="0123"), TicTacToe())
    with pytest.raises(UnfitRecord, match="`w` is not a side"):
        match_of(Record("tic-tac-toe", players={"w": "Ann"}), TicTacToe())


RELATIVES = (("tictactoe", ()), ("mnk", ()), ("mnk", ("m=4",)), ("mnk", ("k=2",)), ("nim", ()))


@given(st.sampled_from(RELATIVES), st.sampled_from(RELATIVES), st.booleans())
def test_a_record_fits_the_game_and_the_rules_that_it_names(recorded, asked, named: bool) -> None:
    """Without a fingerprint any rules of that name will do, as long as they allow the moves."""
    played = relative(*recorded)
    record = record_of(Match(played).play(played.moves(played.initial)[0]), {})
    if not named:
        record = replace(record, rules="")
    if recorded == asked or (not named and recorded[0] == asked[0]):
        assert match_of(record, relative(*asked)).move_texts() == record.moves
    else:
        with pytest.raises(UnfitRecord, match=r"it is a match of|it was played by other rules"):
            match_of(record, relative(*asked))


@cache
def relative(name: str, let: tuple[str, ...]) -> Game:
    return GameArgument([name], let=list(let)).load()


def test_a_record_without_fingerprint_says_nothing_of_rules() -> None:
    """What rules it was played by nobody knows; the moves that are legal are told instead."""
    game = GameArgument(["nim"]).load()
    assert fingerprint_of(game)
    with pytest.raises(UnfitRecord, match=r"move 1, `none`, is not legal for .*; legal: "):
        match_of(Record("nim", ("none",)), game)


def test_a_match_may_end_as_the_rules_do_not_say() -> None:
    given_up = record_of(Match(TicTacToe()), {}, outcome=Outcome("o", "x gives up"))
    assert read_record(write_record(given_up)).outcome == Outcome("o", "x gives up")
    assert match_of(given_up, TicTacToe()).moves == ()


def test_the_fingerprint_is_that_of_the_rules_alone(tmp_path) -> None:
    def game(text: str, *let: str) -> Game:
        path = tmp_path / "game.led"
        path.write_text(text, encoding="utf-8")
        return GameArgument([str(path)], let=let).load()

    rules = """
/$ size := 3
   initialState := (`x, size)
   playerToMove := currentState[1]
   moves := {1..2}
   legalMove(n) iff n <= currentState[2]
   outcome(n) := (`o if playerToMove = `x; `x otherwise, 1) $/
"""
    rules = rules.replace("(`o if playerToMove = `x; `x otherwise, 1)", "(other, currentState[2] - n)")
    rules += "\n/$ other := `o if playerToMove = `x; `x otherwise $/\n"
    rules += (
        "\n/$ gameOver iff currentState[2] = 0\n wins(p) iff gameOver & p = playerToMove\n idle := 1 $/\n"
    )
    first = fingerprint_of(game(rules))
    assert len(first) == 16
    assert fingerprint_of(game("Prose.\n" + rules.replace("idle := 1", "idle := 2"))) == first
    assert fingerprint_of(game(rules.replace("moves := ", "moves :=\n      "))) == first
    assert fingerprint_of(game(rules.replace("{1..2}", "{1..3}"))) != first
    assert fingerprint_of(game(rules.replace("p = player", "p /= player"))) != first
    assert fingerprint_of(game(rules, "size=4")) not in (first, "")
    assert fingerprint_of(TicTacToe()) == ""


@given(
    st.text() | st.text().map(lambda text: SAMPLE + text) | st.text().map(lambda t: SAMPLE.replace("5", t))
)
def test_no_text_is_more_than_refused(text: str) -> None:
    with suppress(Refusal):
        for record in read_records(text):
            match_of(record, TicTacToe())


@pytest.mark.parametrize("side", ["x", "you", "hounds", "hare", "white men", "boss"])
def test_the_winner_is_read_back_whichever_verb_its_name_takes(side: str) -> None:
    outcome = Outcome(side, "by the rules")
    assert outcome_from(f"{outcome}; by the rules") == outcome == outcome_from(f"{side} wins; by the rules")
