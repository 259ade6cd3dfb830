"""Many writers of one file of matches: what was saved is there, whoever writes, whatever is cut short."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.games.game import Outcome
from noughts.games.record import Record, load_records, read_records, write_record
from noughts.games.record_file import RecordFile
from noughts.games.record_text import complete_lines
from tests.games.killed_writers import KINDS, kill

KILLS = int(os.environ.get("NOUGHTS_FUZZ_KILLS", "10"))
BEFORE = "# Ann's\nnoughts match 1\ngame: nim\nmoves: 7\n"


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_is_killed_loses_nothing_that_was_saved(tmp_path: Path, kind: str) -> None:
    """More of them: NOUGHTS_FUZZ_KILLS=1000."""
    kill(kind, tmp_path, KILLS)


@dataclass
class Written:
    """A file, its writers, and what must be in it after each of them has said that it is saved."""

    path: Path
    writers: list[RecordFile]
    matches: dict[str, Record] = field(default_factory=dict)
    sizes: list[tuple[int, dict[str, Record]]] = field(default_factory=list)

    def write(self, writer: int, number: int, what: str, times: int) -> None:
        """Let a writer put down a match that goes on, or goes on otherwise, or is there whole at once."""
        file, match = self.writers[writer], f"{number:016x}"
        before = self.matches.get(match, Record("nim", (), {"x": "Ann"}, match=match))
        moves = before.moves[: len(before.moves) // 2] if what == "otherwise" else before.moves
        moves += tuple(f"{what} {len(moves) + k}" for k in range(times))
        ended = Outcome("x", "none left") if what == "ends" else None
        record = Record("nim", moves, {"x": "Ann"}, ended, "2026-11-20", match=match)
        if what == "at once":
            file.append([record])
            match = f"at once {len(self.sizes)}"
        else:
            file.save_match(record)
        self.matches[match] = record
        self.sizes.append((self.path.stat().st_size, dict(self.matches)))


WRITING = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.integers(0, 2),
        st.sampled_from(["goes on", "goes on", "otherwise", "ends", "at once"]),
        st.integers(1, 15),
    ),
    min_size=1,
    max_size=8,
)


def written(folder: str, writing: list[tuple[int, int, str, int]], before: str) -> Written:
    path = Path(folder) / "all.match"
    if before:
        path.write_text(before)
    found = Written(path, [RecordFile(path), RecordFile(path)])
    for each in writing:
        found.write(*each)
    return found


@settings(max_examples=25, deadline=None)
@given(WRITING, st.sampled_from(["", BEFORE, BEFORE.rstrip()]))
def test_every_match_has_its_place_and_the_last_of_it_counts(writing, before: str) -> None:
    with TemporaryDirectory() as folder:
        file = written(folder, writing, before)
        first, count = ([Record("nim", ("7",))], 1) if before else ([], 0)
        found = load_records(file.path)
        assert found == [*first, *file.matches.values()]
        assert found[count:] == list(file.matches.values())
        assert os.listdir(folder) == ["all.match"]
        assert file.path.read_text().startswith(before)


@settings(max_examples=15, deadline=None)
@given(WRITING, st.sampled_from(["", BEFORE]), st.data())
def test_wherever_it_is_cut_short_what_was_saved_is_there(writing, before: str, data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        file = written(folder, writing, before)
        content = file.path.read_bytes()
        ends_of_lines = [k for k in range(len(before), len(content) + 1) if content[k - 1 : k] == b"\n"]
        for cut in ends_of_lines:
            check_there(read(content[:cut]), before, file, cut)
        cut = data.draw(st.integers(len(before), len(content)) | st.sampled_from(ends_of_lines))
        check_there(read(content[:cut]), before, file, cut)
        file.path.write_bytes(content[:cut])
        RecordFile(file.path).save_match(Record("nim", ("9",), match="f" * 16))
        *found, last = load_records(file.path)
        check_there(found, before, file, cut)
        assert last.moves == ("9",)
        RecordFile(file.path).append([Record("nim", ("8",))])
        assert [record.moves for record in load_records(file.path)[-2:]] == [("9",), ("8",)]


def read(content: bytes) -> list[Record]:
    """The matches of a text; none if the first of them was cut short."""
    text = content.decode()
    return read_records(text) if complete_lines(text).strip() else []


def check_there(found: list[Record], before: str, file: Written, cut: int) -> None:
    """Each match that was saved in that much of the file is as it was then, or some of what came next is
    behind it."""
    done = sum(size <= cut for size, _ in file.sizes)
    saved = file.sizes[done - 1][1] if done else {}
    coming = file.sizes[done][1] if done < len(file.sizes) else saved
    if before:
        assert found[0].moves == ("7",)
        found = found[1:]
    assert len(saved) <= len(found) <= len(coming)
    for (match, record), there in zip(saved.items(), found, strict=False):
        more = coming[match].moves
        grown = there.moves == more[: len(there.moves)] and len(there.moves) >= len(record.moves)
        assert there.moves in (record.moves, more) or (grown and more[: len(record.moves)] == record.moves)


def test_what_was_written_without_remarks_is_taken_as_it_is(tmp_path: Path) -> None:
    """Two of the same are two, and what ends without an end of line is whole, if it was written by hand."""
    record = Record("nim", ("1", "2"))
    path = tmp_path / "all.match"
    path.write_text((write_record(record) * 2).rstrip())
    RecordFile(path).append([record])
    assert load_records(path) == [record] * 3


def test_a_file_that_was_changed_or_removed_meanwhile_is_taken_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    file = RecordFile(path)
    record = Record("nim", ("1",), match="0" * 16)
    file.save_match(record)
    path.unlink()
    file.save_match(record)
    assert load_records(path) == [record]
    path.write_text(f"# {'-' * 300}\n" + write_record(Record("nim", ("3",))))
    file.save_match(Record("nim", ("1", "2"), match="0" * 16))
    assert [each.moves for each in load_records(path)] == [("3",), ("1", "2")]


def test_a_match_that_grows_costs_what_it_grows_by(tmp_path: Path) -> None:
    path, moves = tmp_path / "all.match", 400
    file = RecordFile(path)
    for number in range(moves):
        file.save_match(Record("nim", ("1",) * (number + 1), match="0" * 16))
    assert path.stat().st_size < moves * len("moves: 1\n") + 100
    assert load_records(path)[0].moves == ("1",) * moves
