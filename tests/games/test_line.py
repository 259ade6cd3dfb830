"""A line of play is read as it is written, and a move that is not legal is named with those that are."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.games.game import Game
from noughts.games.line import UnreadableLine, read_line
from noughts.games.match import Match
from tests.small_games import GraphGame, Hexapawn, Nim, TicTacToe


@pytest.mark.parametrize("text", ["1 5 3", "1, 5, 3", "1,5,3", " 1;5 ;3;", "1\n5\n3", "1, ,5 3,"])
def test_moves_stand_between_blanks_commas_or_semicolons(text: str) -> None:
    assert read_line(Match(TicTacToe()), text).moves == (0, 4, 2)


@pytest.mark.parametrize("text", ["", "  ", ";", ", "])
def test_nothing_is_the_empty_line(text: str) -> None:
    assert read_line(Match(TicTacToe()), text).moves == ()


def test_an_empty_line_asks_for_no_name_of_a_move():
    """To name the moves of a game, its board may have to be derived."""

    class Nameless(TicTacToe):
        def move_text(self, position, move):
            raise AssertionError(move)

    assert read_line(Match(Nameless()), "").moves == ()


def test_the_line_goes_on_from_the_match() -> None:
    begun = Match(TicTacToe(), (0,))
    assert read_line(begun, "5").moves == (0, 4)


def test_a_move_may_be_written_with_blanks() -> None:
    assert read_line(Match(Nim((12, 3))), "1 from 1 2  from 1, 3 from 2").moves == ((0, 1), (0, 2), (1, 3))


@dataclass(frozen=True)
class Coordinates(TicTacToe):
    def move_text(self, position: str, move: int) -> str:
        return f"({move // 3}, {move % 3})"


def test_a_move_may_be_written_with_commas() -> None:
    assert read_line(Match(Coordinates()), "(0, 0), (1, 1) (0, 2)").moves == (0, 4, 2)


@dataclass(frozen=True)
class OneOrOneTwo(GraphGame):
    def move_text(self, position: int, move: int) -> str:
        return ("1", "1 2", "2")[move]


def test_the_longest_move_is_meant_and_a_semicolon_ends_it() -> None:
    game = OneOrOneTwo({0: [1, 1, 1], 1: [0, 0, 0]}, {0: "a", 1: "b"})
    assert read_line(Match(game), "1 2").moves == (1,)
    assert read_line(Match(game), "1; 2").moves == (0, 2)


def test_what_is_not_legal_is_named_with_what_is() -> None:
    with pytest.raises(UnreadableLine) as caught:
        read_line(Match(TicTacToe()), "1 5 3 5 9")
    assert str(caught.value) == "move 4, `5`, is not legal for `o`; legal: 2; 4; 6; 7; 8; 9"
    assert caught.value.match.moves == (0, 4, 2)
    with pytest.raises(
        UnreadableLine, match=r"^move 2, `9 from 1`, is not legal for `second`; legal: 1 from 1"
    ):
        read_line(Match(Nim((2, 2))), "1 from 1; 9 from 1; 1 from 2")
    with pytest.raises(UnreadableLine, match=r"^move 1, `11`, is not legal"):
        read_line(Match(TicTacToe()), "11")


def test_nothing_follows_the_end() -> None:
    with pytest.raises(UnreadableLine) as caught:
        read_line(Match(TicTacToe()), "1 4 2 5 3 6")
    assert str(caught.value) == "move 6, `6`, comes too late; the match is over: three in a row, x wins"


@given(st.sampled_from([TicTacToe(), Hexapawn(), Nim((3, 2)), Coordinates()]), st.data())
def test_what_a_match_writes_is_read_back(game: Game, data: st.DataObject) -> None:
    match = Match(game)
    while match.outcome is None:
        match = match.play(data.draw(st.sampled_from(list(match.legal_moves))))
    for between in (" ", ", ", "; "):
        assert read_line(Match(game), between.join(match.move_texts())) == match
