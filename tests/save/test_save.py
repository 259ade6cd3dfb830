"""Files are whole at any moment, locks are kept, and killed writers leave nothing for long."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from noughts.refusal import Refusal
from noughts.save import ENDING, Unwritable, append, locked, replacing, save

HALF = """
import os, sys
from pathlib import Path
from noughts.save import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write(b"half of it")
    file.flush()
    print("at work", flush=True)
    sys.stdin.read()
"""


def writer(path: Path) -> subprocess.Popen[str]:
    """A process that has written half of a file, and goes on when its input ends."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-c", HALF, path], stdin=pipe, stdout=pipe, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "at work\n"
    return process


def test_what_a_killed_writer_left_is_removed_and_what_one_at_work_has_is_not(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("before")
    killed, at_work = writer(path), writer(path)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert path.read_text() == "before"
    assert sum(name.endswith(ENDING) for name in os.listdir(tmp_path)) == 2
    save(path, "after")
    assert sum(name.endswith(ENDING) for name in os.listdir(tmp_path)) == 1
    at_work.communicate()
    assert at_work.returncode == 0
    assert path.read_text() == "half of it"
    assert os.listdir(tmp_path) == ["kept"]


def test_many_at_once_save_whole_files_and_remove_nobody_elses(tmp_path: Path) -> None:
    path, size = tmp_path / "kept", 50_000
    failed: list[Exception] = []

    def saves(letter: bytes) -> None:
        try:
            for _ in range(25):
                save(path, letter * size)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=saves, args=(letter,)) for letter in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        if path.exists():
            content = path.read_bytes()
            assert content == content[:1] * size
    for thread in threads:
        thread.join()
    assert failed == []
    assert os.listdir(tmp_path) == ["kept"]


def test_rights_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "kept", tmp_path / "link"
    path.write_text("before")
    path.chmod(0o640)
    link.symlink_to(path)
    save(link, "after")
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("after", 0o640)


def half_of(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"half")
        raise OSError(28, "No space left on device")


def test_an_error_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("before")
    with pytest.raises(Unwritable, match="kept cannot be written: No space left"):
        half_of(path)
    with pytest.raises(Unwritable, match="cannot be written: No such file or directory"):
        save(tmp_path / "no" / "kept", "after")
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["kept"]


def test_one_at_a_time_appends_and_the_file_that_is_there_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "grows"

    def appends(line: bytes) -> None:
        for number in range(50):
            if number == 25:
                os.replace(path, tmp_path / "moved") if line == b"a" else None
            with locked(path) as handle:
                size = os.fstat(handle).st_size
                append(handle, line)
                append(handle, line + b"\n")
                assert os.fstat(handle).st_size == size + 3

    threads = [threading.Thread(target=appends, args=(letter,)) for letter in (b"a", b"b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = (path.read_bytes() + (tmp_path / "moved").read_bytes()).splitlines()
    assert sorted(lines) == [b"aa"] * 50 + [b"bb"] * 50


def test_who_keeps_a_lock_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "grows"
    monkeypatch.setattr("noughts.save.SECONDS_TO_ANSWER", 0.0)
    with (
        locked(path),
        pytest.raises(Refusal, match=r"another program is using .*grows"),
        locked(path),
    ):
        raise AssertionError("two have it")


def test_nothing_of_what_could_not_be_appended_stays(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "grows"
    path.write_bytes(b"before")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with locked(path) as handle, monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            append(handle, b"after")
    assert path.read_bytes() == b"before"
