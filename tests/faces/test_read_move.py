"""From what is typed to a move: whole, in part, by number; three ways to be unclear."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.faces.console.play import AmbiguousMove, UnknownMove, read_move

MOVES = ["(`x,1)", "(`x,10)", "(`o,2)", "a2-a3", "a2-b3", "take 1", "take 12"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("(`x,1)", "(`x,1)"),
        ("  (x, 1) ", "(`x,1)"),
        ("X,1", "(`x,1)"),
        ("10", "(`x,10)"),
        ("2", "(`o,2)"),
        ("A2-A3", "a2-a3"),
        ("TAKE  1", "take 1"),
        ("take 12", "take 12"),
        ("b3", "a2-b3"),
        ("#1", "(`x,1)"),
        (" # 7", "take 12"),
    ],
)
def test_what_is_meant(typed: str, meant: str) -> None:
    moves = [*MOVES] if typed != "2" else ["(`o,2)", "(`x,1)"]
    assert moves[read_move(typed, moves)] == meant


def test_a_number_is_no_part_of_a_longer_one() -> None:
    with pytest.raises(UnknownMove):
        read_move("1", ["10", "12"])
    assert read_move("1", ["10", "1"]) == 1


def test_the_whole_text_wins_over_parts() -> None:
    assert read_move("a", ["a b", "a", "b a"]) == 1


def test_what_is_unclear_is_told_with_what_would_help() -> None:
    with pytest.raises(AmbiguousMove, match="“a2” may be a2-a3 or a2-b3"):
        read_move("a2", MOVES)
    with pytest.raises(UnknownMove, match="Did you mean take 1 or take 12"):
        read_move("takes 1", MOVES)
    with pytest.raises(UnknownMove, match="You may play 1, 2 or 3"):
        read_move("x", ["1", "2", "3"])
    with pytest.raises(UnknownMove, match=r"You may play 0, 1, .* or 88 more"):
        read_move("x", [str(n) for n in range(100)])
    with pytest.raises(UnknownMove, match="from #1 to #2"):
        read_move("#3", ["a", "b"])


@given(st.lists(st.text(min_size=1).map(str.strip).filter(bool), min_size=1, unique=True), st.data())
def test_every_move_can_be_typed_as_it_is_written(moves: list[str], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(moves) - 1))
    assert read_move(moves[number], moves) == number


@given(st.text())
def test_nothing_that_is_typed_is_too_strange(typed: str) -> None:
    with suppress(UnknownMove, AmbiguousMove):
        assert 0 <= read_move(typed, MOVES) < len(MOVES)
