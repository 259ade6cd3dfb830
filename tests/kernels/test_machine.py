"""Generated modules load whatever happens to the files with their machine code, which are a cache."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("numba")

from noughts import cache
from noughts.kernels import machine
from noughts.kernels.machine_source import compiled_source
from tests.kernels import sample_loops

SOURCE = compiled_source(sample_loops)
NAME = machine.module_name(SOURCE)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, in which nothing of this process has been loaded."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    sys.modules.pop(NAME, None)
    yield tmp_path / "noughts" / "kernels"
    sys.modules.pop(NAME, None)


def files(home: Path) -> set[str]:
    return {path.suffix for path in home.rglob("*.*")}


def test_code_is_compiled_once_for_all_runs(home: Path) -> None:
    assert not machine.is_compiled(SOURCE, "triple")
    assert machine.loaded(SOURCE).triple(14) == 42
    assert files(home) == {".py", ".nbi", ".nbc"}
    del sys.modules[NAME]
    assert machine.is_compiled(SOURCE, "triple")
    again = machine.loaded(SOURCE).triple
    assert again(14) == 42
    assert again.stats.cache_hits


def delete_the_folder(home: Path) -> None:
    shutil.rmtree(home)


def delete_the_source(home: Path) -> None:
    (home / f"{NAME}.py").unlink()


def put_a_file_in_the_place_of_the_folder(home: Path) -> None:
    shutil.rmtree(home / "__pycache__", ignore_errors=True)
    (home / "__pycache__").write_text("")


DISASTERS = [delete_the_folder, delete_the_source, put_a_file_in_the_place_of_the_folder]


@pytest.mark.parametrize("disaster", DISASTERS)
def test_what_happens_to_the_files_before_code_is_compiled_does_not_matter(
    home: Path, disaster: Callable[[Path], None]
) -> None:
    module = machine.loaded(SOURCE)
    disaster(home)
    assert module.triple(14) == 42


@pytest.mark.parametrize("disaster", DISASTERS)
def test_what_happens_to_the_files_while_a_module_is_loaded_does_not_matter(
    home: Path, disaster: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = machine.source_file

    def kept_for_a_moment(name: str, source: str) -> Path | None:
        path = kept(name, source)
        disaster(home)
        return path

    monkeypatch.setattr(machine, "source_file", kept_for_a_moment)
    assert machine.loaded(SOURCE).triple(14) == 42


def test_without_a_cache_code_is_compiled_for_this_run(
    home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert cache.folder("kernels") is None
    assert machine.loaded(SOURCE).triple(14) == 42


def test_the_game_that_was_used_last_is_never_deleted(home: Path) -> None:
    for number in range(60):
        machine.source_file(f"kernel_{number}", "")
        machine.source_file("kernel_first", "")
    left = sorted(home.glob("kernel_*.py"), key=lambda path: path.stat().st_atime_ns)
    assert [path.stem for path in left[-2:]] == ["kernel_59", "kernel_first"]
    assert len(left) < 50


def test_when_a_game_was_used_does_not_change_when_it_was_written(home: Path) -> None:
    path = machine.source_file("kernel_first", "")
    assert path is not None
    os.utime(path, ns=(0, 10**18))
    machine.source_file("kernel_first", "")
    assert path.stat().st_mtime_ns == 10**18
    assert path.stat().st_atime_ns > 10**18
