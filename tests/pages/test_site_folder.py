"""A site takes the place of an older one, and of nothing else; whatever happens, one of the two is whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from noughts.pages.site.folder import write_folder
from noughts.refusal import Refusal
from noughts.save import Unwritable

FIRST = {"index.html": b"first", "library/nim.html": b"nim"}
SECOND = {"index.html": b"second"}


def contents(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_a_site_replaces_an_older_one_and_leaves_nothing_of_it(tmp_path: Path):
    for files in (FIRST, SECOND):
        write_folder(tmp_path / "public", files)
        assert contents(tmp_path / "public") == files
    assert os.listdir(tmp_path) == ["public"]


def test_an_empty_folder_is_filled(tmp_path: Path):
    (tmp_path / "public").mkdir()
    write_folder(tmp_path / "public", FIRST)
    assert contents(tmp_path / "public") == FIRST


@pytest.mark.parametrize("foreign", ["notes.txt", "library/notes.txt", ".git/config"])
def test_a_folder_with_other_files_stays_as_it_is(tmp_path: Path, foreign: str):
    write_folder(tmp_path / "public", FIRST)
    (tmp_path / "public" / foreign).parent.mkdir(exist_ok=True)
    (tmp_path / "public" / foreign).write_bytes(b"mine")
    with pytest.raises(Refusal, match=r"holds files that are not part of a site.*" + foreign):
        write_folder(tmp_path / "public", SECOND)
    assert (tmp_path / "public" / foreign).read_bytes() == b"mine"
    assert (tmp_path / "public" / "index.html").read_bytes() == b"first"


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path):
    (tmp_path / "file").write_bytes(b"mine")
    for place in (tmp_path / "file", tmp_path / "file" / "public", tmp_path / "nowhere" / "public"):
        with pytest.raises(Refusal):
            write_folder(place, FIRST)
    assert (tmp_path / "file").read_bytes() == b"mine"


@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError])
@pytest.mark.parametrize("step", ["write_bytes", "rename"])
def test_whatever_stops_the_writing_the_older_site_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: type[BaseException], step: str
):
    write_folder(tmp_path / "public", FIRST)
    real, calls = os.rename, 0

    def fails(*arguments: object) -> None:
        raise failure

    def fails_second(*arguments: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:  # the older site is out of the way, and the new one not yet there
            raise failure
        real(*arguments)  # type: ignore[arg-type]

    if step == "rename":
        monkeypatch.setattr(os, "rename", fails_second)
    else:
        monkeypatch.setattr(Path, "write_bytes", fails)
    with pytest.raises(Unwritable if failure is OSError else failure):
        write_folder(tmp_path / "public", SECOND)
    monkeypatch.undo()
    assert contents(tmp_path / "public") == FIRST
    assert os.listdir(tmp_path) == ["public"]
