"""A table with a file: every change of a match is in its place there, and nothing else is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.faces.table import RecordedTable
from noughts.games.record import BadRecord, match_of, read_records
from noughts.games.record_file import RecordFile
from noughts.players.levels import RandomPlayer
from noughts.players.player import Person
from noughts.refusal import Refusal
from tests.small_games import TicTacToe


def kept(path: Path) -> list[tuple[str, ...]]:
    return [record.moves for record in read_records(path.read_text("utf-8"))]


def table(file: RecordFile) -> RecordedTable:
    return RecordedTable(TicTacToe(), {"x": Person(), "o": Person()}, file=file)


def test_every_move_is_kept_and_every_match_has_a_page(tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    here = table(RecordFile(path))
    here.play(4)
    assert kept(path) == [("5",)]
    here.play(0)
    here.undo()
    assert kept(path) == [("5", "1")]
    here.play(7)
    assert kept(path) == [("5", "9")]
    here.restart()
    assert kept(path) == [("5", "9")]
    here.play(0)
    assert kept(path) == [("5", "9"), ("1",)]
    (first, _) = read_records(path.read_text("utf-8"))
    assert match_of(first, TicTacToe()).move_texts() == ("5", "9")
    assert first.players == {"x": "person", "o": "person"}


def test_tables_share_a_file_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    table(RecordFile(path)).play(0)
    again = RecordFile(path)
    one, other = table(again), table(again)
    one.play(1)
    other.play(2)
    one.play(3)
    assert kept(path) == [("1",), ("2", "5"), ("3",)]


def test_what_is_cut_off_to_decide_anew_is_cut_off_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    here = RecordedTable(TicTacToe(), {"o": RandomPlayer(seed=1)}, file=RecordFile(path))
    here.play(4)
    assert here.turn is not None
    here.take(here.turn, 0)
    here.jump(1)
    here.resume()
    assert kept(path) == [("5",)]


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann\n")
    with pytest.raises(BadRecord):
        RecordFile(path)
    assert path.read_text() == "Dear Ann\n"


def test_a_file_counts_what_was_in_the_file_too(tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    table(RecordFile(path)).play(0)
    again = RecordFile(path)
    here = table(again)
    assert again.count == 1
    here.play(1)
    assert again.count == 2


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    here = table(RecordFile(folder / "all.match"))
    folder.rmdir()
    with pytest.raises(Refusal, match=r"all\.match cannot be written: "):
        here.play(4)
