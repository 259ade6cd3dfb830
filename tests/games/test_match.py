"""A match: what it keeps, and that it asks the rules no question twice."""

from __future__ import annotations

import pickle
import tracemalloc
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import ClassVar

import pytest

from noughts.games.game import Move, Outcome, Position
from noughts.games.match import IllegalMove, Match
from tests.small_games import TicTacToe


class Counted(TicTacToe):
    """Tic-tac-toe that counts what it is asked."""

    questions: ClassVar[Counter[tuple[str, Position]]] = Counter()

    def to_move(self, position: str) -> str:
        self.questions["to_move", position] += 1
        return super().to_move(position)

    def outcome(self, position: str) -> Outcome | None:
        self.questions["outcome", position] += 1
        return super().outcome(position)

    def move_text(self, position: str, move: Move) -> str:
        self.questions["move_text", (position, move)] += 1
        return super().move_text(position, move)


@pytest.fixture
def game() -> Counted:
    Counted.questions.clear()
    return Counted()


def played(game: TicTacToe, *moves: int) -> Match:
    match = Match(game)
    for move in moves:
        match = match.play(move)
    return match


def test_every_ply_is_the_match_of_that_time(game: Counted) -> None:
    match = played(game, 4, 0, 8)
    assert [ply.moves for ply in match.plies()] == [(), (4,), (4, 0), (4, 0, 8)]
    assert [match.at(ply).position for ply in range(4)] == list(match.positions)
    assert match.at(9) is match
    assert match.at(1).play(0).play(8) == match


def test_nothing_is_asked_twice_however_often_one_looks_back(game: Counted) -> None:
    match = played(game, 4, 0, 8, 2)
    asked = set()
    for _ in range(3):
        for ply in match.plies():
            assert (ply.to_move, ply.outcome) == (game.sides[len(ply.moves) % 2], None)
        assert match.move_texts() == ("5", "1", "9", "3")
        assert match.at(3).legal_texts == ("2", "3", "4", "6", "7", "8")
        asked.add(game.questions.total())
    assert len(asked) == 1, "to look again asks nothing"


def test_a_match_given_as_positions_is_the_same(game: Counted) -> None:
    match = played(game, 4, 0, 8)
    given = Match(game, match.moves, match.positions)
    assert given == match
    assert hash(given) == hash(match)
    assert [ply.moves for ply in given.plies()] == [ply.moves for ply in match.plies()]
    assert given.move_texts() == match.move_texts() == ("5", "1", "9")


def test_a_long_match_is_written_and_looked_back_on_without_deep_recursion() -> None:
    match = Match(TicTacToe(), tuple(range(5000)), ("." * 9,) * 5001)
    assert len(match.move_texts()) == 5000
    assert len(match.plies()) == 5001


def test_a_match_can_be_pickled_without_its_past(game: Counted) -> None:
    match = played(TicTacToe(), 4, 0)
    assert pickle.loads(pickle.dumps(match)) == match


def test_an_illegal_move_is_refused(game: Counted) -> None:
    with pytest.raises(IllegalMove):
        played(game, 4, 4)


class Round:
    """A game that goes round for ever."""

    name = "round"
    sides = ("x", "o")
    initial = 0

    def to_move(self, position: int) -> str:
        return self.sides[position % 2]

    def moves(self, position: int) -> tuple[int, ...]:
        return (1, 2)

    def after(self, position: int, move: int) -> int:
        return (position + move) % 3

    def outcome(self, position: int) -> None:
        return None

    def move_text(self, position: int, move: int) -> str:
        return str(move)

    def position_text(self, position: int) -> str:
        return str(position)


def test_a_match_takes_room_for_its_moves_and_not_for_the_square_of_their_number() -> None:
    tracemalloc.start()
    match = Match(Round())
    for ply in range(4000):
        match = match.play(1 + ply % 2)
    assert match.at(1).play(1).moves == (1, 1)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used < 4000 * 10_000  # a match of its own needs less than a thousand bytes
    assert match.moves[:4] == (1, 2, 1, 2)


def test_matches_that_leave_one_line_do_not_meet() -> None:
    begun = Match(Round()).play(1)
    one, other = begun.play(1), begun.play(2)
    assert [each.moves for each in (one, other, one.play(2), other.play(1), begun)] == [
        (1, 1),
        (1, 2),
        (1, 1, 2),
        (1, 2, 1),
        (1,),
    ]
    assert one.before is begun
    assert other.at(1).before is begun.before


def test_threads_that_go_on_with_one_match_have_a_line_each() -> None:
    begun = Match(Round()).play(1)
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda number: begun.play(1 + number % 2).play(2), range(400)))
    assert [match.moves for match in made] == [(1, 1 + number % 2, 2) for number in range(400)]
    assert all(match.at(match.ply) is match for match in made)


def test_a_match_cannot_be_changed(game: Counted) -> None:
    with pytest.raises(AttributeError, match="immutable"):
        played(game, 4).position = "x"
