"""Files of matches: nothing that was in one is lost, whatever is written behind it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from noughts.games.record import BadRecord, Record, load_records
from noughts.games.record_file import RecordFile
from noughts.refusal import Refusal

FIRST, SECOND, THIRD = (Record("nim", (move,)) for move in "123")


def test_matches_come_behind_those_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    RecordFile(path).append([FIRST])
    again = RecordFile(path)
    assert again.count == 1
    again.append([SECOND])
    again.append([THIRD])
    assert again.count == 3
    assert load_records(path) == [FIRST, SECOND, THIRD]


def test_remarks_and_letters_of_another_encoding_stay(tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    before = b"# Andr\xe9 played\r\nnoughts match 1\r\ngame: nim\r\nmoves: 1"
    path.write_bytes(before)
    RecordFile(path).append([SECOND])
    assert path.read_bytes() == before + b"\n\nnoughts match 1\n# 2 lines\ngame: nim\nmoves: 2\n"
    assert load_records(path) == [FIRST, SECOND]


def test_a_blank_file_holds_no_matches(tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    path.write_text("\n")
    RecordFile(path).append([FIRST])
    assert load_records(path) == [FIRST]


def test_what_is_no_file_of_matches_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann\n")
    with pytest.raises(BadRecord, match="line 1: this is not the record of a match"):
        RecordFile(tmp_path / "letter.txt")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refusal, match="is not a regular file"):
        RecordFile(tmp_path / "pipe")
    with pytest.raises(Refusal, match="there is no folder"):
        RecordFile(tmp_path / "typo" / "all.match")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["letter.txt", "pipe"]
