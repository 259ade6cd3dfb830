"""What a board lets happen, and how it is drawn: compared whole, at every scale."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.framework import BLANK, Board, InvalidStep, RuleSet

DRAWN = {
    1: """\
 --- --- ---
| o |   |   |
 --- --- ---
|   | x |   |
 --- --- ---
|   |   | x |
 --- --- ---
""",
    2: """\
 ------- ------- -------
|       |       |       |
|  ooo  |       |       |
|       |       |       |
 ------- ------- -------
|       |       |       |
|       |  xxx  |       |
|       |       |       |
 ------- ------- -------
|       |       |       |
|       |       |  xxx  |
|       |       |       |
 ------- ------- -------
""",
    3: """\
 ----------- ----------- -----------
|           |           |           |
|   ooooo   |           |           |
|   ooooo   |           |           |
|   ooooo   |           |           |
|           |           |           |
 ----------- ----------- -----------
|           |           |           |
|           |   xxxxx   |           |
|           |   xxxxx   |           |
|           |   xxxxx   |           |
|           |           |           |
 ----------- ----------- -----------
|           |           |           |
|           |           |   xxxxx   |
|           |           |   xxxxx   |
|           |           |   xxxxx   |
|           |           |           |
 ----------- ----------- -----------
""",
}

NUMBERED = {
    1: """\
 --- --- ---
| 1 | 2 | 3 |
 --- --- ---
| 4 | 5 | 6 |
 --- --- ---
| 7 | 8 | 9 |
 --- --- ---
""",
    2: """\
 ------- ------- -------
|       |       |       |
|   1   |   2   |   3   |
|       |       |       |
 ------- ------- -------
|       |       |       |
|   4   |   5   |   6   |
|       |       |       |
 ------- ------- -------
|       |       |       |
|   7   |   8   |   9   |
|       |       |       |
 ------- ------- -------
""",
    3: """\
 ----------- ----------- -----------
|           |           |           |
|           |           |           |
|     1     |     2     |     3     |
|           |           |           |
|           |           |           |
 ----------- ----------- -----------
|           |           |           |
|           |           |           |
|     4     |     5     |     6     |
|           |           |           |
|           |           |           |
 ----------- ----------- -----------
|           |           |           |
|           |           |           |
|     7     |     8     |     9     |
|           |           |           |
|           |           |           |
 ----------- ----------- -----------
""",
}

SIZES = st.tuples(st.integers(1, 6), st.integers(1, 6))


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_it_is_drawn_at_every_scale(scale: int) -> None:
    board = Board(3, 3, scale=scale)
    for x, y, p_index in ((1, 1, 0), (0, 0, 1), (2, 2, 0)):
        board.go(x, y, p_index)
    assert board.show() == DRAWN[scale]
    assert board.show_indexes() == NUMBERED[scale]


def test_margins_borders_and_signs_may_be_chosen() -> None:
    board = Board(2, 1)
    board.horizontal_unit_side_length, board.vertical_unit_side_length = 4, 2
    board.horizontal_border, board.vertical_border = "=", "!"
    board.go(1, 0, 1)
    assert board.show(lambda p: ".#@"[p + 1], 1, 0) == " ==== ====\n! .. ! @@ !\n! .. ! @@ !\n ==== ====\n"


def test_numbers_of_two_digits_keep_the_columns_straight() -> None:
    drawn = Board(4, 3).show_indexes()
    assert "| 9 | 10| 11| 12|" in drawn
    narrow = Board(4, 3)
    narrow.horizontal_unit_side_length = 1
    assert len({len(line) for line in narrow.show_indexes().splitlines() if line[0] == "|"}) == 1


@given(SIZES, st.integers(1, 4))
def test_every_line_of_a_drawing_is_as_long_as_its_like(size: tuple[int, int], scale: int) -> None:
    board = Board(*size, scale=scale)
    for drawn in (board.show(), board.show_indexes()):
        borders = [line for line in drawn.splitlines() if line.startswith(" ")]
        cells = [line for line in drawn.splitlines() if line.startswith("|")]
        assert len(borders) == board.height + 1
        assert len(cells) == board.height * board.vertical_unit_side_length
        assert len({*map(len, cells)}) == len({*borders}) == 1
        assert len(cells[0]) == len(borders[0]) + 1


@given(SIZES)
def test_one_index_and_two_mean_the_same_cell(size: tuple[int, int]) -> None:
    board = Board(*size)
    cells = [board.revert_index(k) for k in range(board.size)]
    assert cells == board.blanks()
    assert [board.convert_index(*cell) for cell in cells] == list(range(board.size))
    for wrong in (-1, board.size):
        with pytest.raises(InvalidStep):
            board.revert_index(wrong)


@given(SIZES, st.integers(-3, 8), st.integers(-3, 8), st.integers(-2, 3))
def test_only_a_blank_on_the_board_takes_a_piece_that_there_is(size, x, y, p_index) -> None:
    board = Board(*size)
    fits = 0 <= x < board.width and 0 <= y < board.height and p_index in (0, 1)
    if fits:
        board.go(x, y, p_index)
        assert (board[x][y], board.get_round_counter()) == (p_index, 1)
        with pytest.raises(InvalidStep):
            board.go(x, y, p_index)
        board.go(x, y, 1 - p_index, True)
        assert board[x][y] == 1 - p_index
    else:
        with pytest.raises(InvalidStep):
            board.go(x, y, p_index)
        assert board.get_round_counter() == 0
        assert len(board.blanks()) == board.size


def test_lines_are_what_one_sees() -> None:
    board = Board(3, 3)
    for x, y, p_index in ((0, 0, 0), (1, 0, 1), (2, 0, 0), (1, 1, 1), (0, 2, 0)):
        board.go(x, y, p_index)
    assert board.row(0) == (0, 1, 0)
    assert board.column(1) == (1, 1, BLANK)
    assert board.diagonal(1) == (0, 1, BLANK)
    assert board.diagonal(2) == (0, 1, 0)
    assert len(list(board.lines())) == 8
    assert len(list(Board(4, 3).lines())) == 7


def test_no_line_is_counted_from_the_far_end() -> None:
    board = Board(3, 2)
    for ask in (
        lambda: board.row(-1),
        lambda: board.row(2),
        lambda: board.column(-1),
        lambda: board.column(3),
        lambda: board[-1],
        lambda: board.convert_index(-1, 0),
        lambda: board.diagonal(0),
        lambda: board.diagonal(-1),
    ):
        with pytest.raises(InvalidStep):
            ask()


def test_a_copy_goes_its_own_way() -> None:
    board = Board(2, 2)
    for other in (board.copy(), copy.copy(board)):
        other.go(0, 0, 0)
        assert other.rule_set.board is other
    assert board.blanks() == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert board.rule_set.board is board


@pytest.mark.parametrize(("width", "height", "scale"), [(0, 3, 1), (3, 0, 1), (3, 3, 0)])
def test_nothing_cannot_be_drawn(width: int, height: int, scale: int) -> None:
    with pytest.raises(ValueError, match=r"at least one cell|a scale is 1 or more"):
        Board(width, height, scale=scale)


def test_rules_are_asked_before_and_told_after() -> None:
    class Curious(RuleSet):
        def on_piece_down(self, x: int, y: int, p_index: int) -> None:
            asked.append((self.board[x][y], self.board.get_round_counter()))

        def post_piece_down(self, x: int, y: int, p_index: int) -> None:
            asked.append((self.board[x][y], self.board.get_round_counter()))

    asked: list[tuple[int, int]] = []
    Board(3, 3, Curious()).go(2, 1, 1)
    assert asked == [(BLANK, 0), (1, 1)]
