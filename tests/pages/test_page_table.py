"""The model of what a page plays: no line of a match is lost, and records say all of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from noughts.games.game import Game
from noughts.games.record import read_records
from tests.faces.sample_games import PicturedTicTacToe, Subtraction
from tests.faces.test_table import made, play, within_reach
from tests.pages.page_table import PageTable, page_view


def table_for(game: Game) -> PageTable:
    return PageTable(game, {})


def test_what_was_played_before_another_move_is_a_variation_to_come_back_to() -> None:
    table = table_for(PicturedTicTacToe())
    play(table, "5", "1", "9")
    table.jump(1)
    play(table, "2")
    assert made(table) == ["5", "2"]
    assert lines(table) == [(1, ["1", "9"])]
    table.jump(1)
    play(table, "1")
    assert lines(table) == [(2, ["9"]), (1, ["2"])]
    table.vary(1, 2)
    assert made(table) == ["5", "2"]
    table.restart()
    assert lines(table) == []
    table.undo()
    assert (1, ["1", "9"]) in lines(table)


def lines(table: PageTable) -> list[tuple[int, list[str]]]:
    found = page_view(table)["variations"]
    return [(each["ply"], [move["text"] for move in each["line"]]) for each in found]


def test_clicks_make_moves_restart_or_mean_nothing() -> None:
    table = table_for(PicturedTicTacToe())
    assert table.click(250, 550)
    assert made(table) == ["5"]
    assert not table.click(250, 550)
    assert not table.click(900, 100)
    assert table.click(450, 750)
    assert (made(table), len(table.whole.moves)) == ([], 0)
    assert not table_for(Subtraction()).click(250, 550)


def test_a_table_is_as_its_records_say() -> None:
    table = table_for(PicturedTicTacToe())
    play(table, "5")
    first = table.record()
    table.restart()
    play(table, "1", "2")
    restored = table_for(PicturedTicTacToe())
    restored.restore([[first], [table.record()]], table.number, 1)
    assert within_reach(restored) == within_reach(table)
    assert (restored.ply, restored.number) == (1, 1)
    assert restored.identity == table.identity


@given(st.lists(st.integers(0, 8), max_size=9), st.integers(0, 9), st.integers(0, 8))
def test_what_is_written_of_a_table_has_its_variations(moves: list[int], ply: int, other: int) -> None:
    table, restored = table_for(PicturedTicTacToe()), table_for(PicturedTicTacToe())
    for move in moves:
        table.play(move)
    table.jump(ply)
    table.play(other)
    restored.restore([read_records(table.written())], 0, table.ply)
    assert page_view(restored) == page_view(table)
