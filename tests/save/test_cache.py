"""The cache: a folder is used only if nobody else can write in it, and a file only as it was stored."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest

from noughts import cache

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there each user has a folder of their own")

ANOTHER = 12345
"""The number of another user."""


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for caches that no folder above it protects."""
    place = Path(mkdtemp(prefix="noughts-home-"))
    place.chmod(0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    yield place
    shutil.rmtree(place)


def by_another(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a folder to another user, or be another user than its owner."""
    if os.geteuid() == 0:
        os.chown(path, ANOTHER, ANOTHER)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: ANOTHER)


def test_folders_are_for_this_user_alone(home: Path):
    before = os.umask(0)
    try:
        assert cache.folder("some") == home / "noughts" / "some"
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in (home / "noughts", home / "noughts" / "some")} == {0o700}


@pytest.mark.parametrize("mode", [0o777, 0o757, 0o775, 0o1777])
@pytest.mark.parametrize("place", ["", "noughts", "noughts/some"])
def test_no_folder_is_used_in_which_others_can_write(home: Path, place: str, mode: int):
    assert cache.folder("some") is not None
    (home / place).chmod(mode)
    is_sticky_above = mode == 0o1777 and place != "noughts/some"
    assert (cache.folder("some") is not None) == is_sticky_above


@pytest.mark.parametrize("place", ["", "noughts", "noughts/some"])
def test_no_folder_of_another_user_is_used(home: Path, place: str, monkeypatch: pytest.MonkeyPatch):
    assert cache.folder("some") is not None
    by_another(home / place, monkeypatch)
    assert cache.folder("some") is None


def test_a_link_counts_as_where_it_leads(home: Path, monkeypatch: pytest.MonkeyPatch):
    open_to_all = home / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    (home / "noughts").symlink_to(open_to_all)
    assert cache.folder("some") is None
    open_to_all.chmod(0o755)
    assert cache.folder("some") == open_to_all / "some"


def test_the_group_of_one_user_is_that_user(home: Path, monkeypatch: pytest.MonkeyPatch):
    found = os.stat_result((0o40775, 0, 0, 0, 1000, 1000, 0, 0, 0, 0))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert cache.is_only_ours(found)
    assert not cache.is_only_ours(os.stat_result((0o40777, 0, 0, 0, 1000, 1000, 0, 0, 0, 0)))
    assert not cache.is_only_ours(os.stat_result((0o40775, 0, 0, 0, 1000, 50, 0, 0, 0, 0)))


def test_a_relative_place_is_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.folder("some") == tmp_path / "home" / ".cache" / "noughts" / "some"
    monkeypatch.setenv("HOME", "there")
    assert cache.folder("some") is None
    assert os.listdir(tmp_path) == ["home"]


def test_a_file_is_read_only_as_it_was_stored(home: Path, monkeypatch: pytest.MonkeyPatch):
    place = home / "file"
    assert cache.stored(place) is None
    cache.store(place, b"content\n")
    assert cache.stored(place) == b"content\n"
    cache.store(place, b"")
    assert cache.stored(place) == b""
    place.chmod(0o666)
    assert cache.stored(place) is None
    place.chmod(0o644)
    by_another(place, monkeypatch)
    assert cache.stored(place) is None


def test_one_that_cannot_be_deleted_does_not_keep_the_others(home: Path):
    for number in range(5):
        (home / f"{number}.old").mkdir() if number == 1 else (home / f"{number}.old").write_text("")
        os.utime(home / f"{number}.old", (number, number))
    cache.forget_oldest(home, "*.old", 2)
    assert sorted(path.name for path in home.iterdir()) == ["1.old", "3.old", "4.old"]


PLANT = """
import os, pickle, sys
from pathlib import Path
class Evil:
    def __reduce__(self):
        return os.mkdir, (sys.argv[1],)
for place in map(Path, sys.argv[2:]):
    place.write_bytes(pickle.dumps(Evil()) + pickle.dumps(Evil()))
"""

ASK = """
from noughts.kernels import machine
from noughts.kernels.machine_source import compiled_source
from tests.kernels import sample_loops
assert machine.loaded(compiled_source(sample_loops)).triple(14) == 42
"""


@pytest.mark.parametrize("where", ["nothing can be stored", "others can write", "a setting leads there"])
def test_no_code_runs_from_the_working_folder(home: Path, tmp_path: Path, where: str):
    pytest.importorskip("numba")
    root = Path(__file__).parents[2]

    def ask(**more: str) -> None:
        around = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": f"{root / 'src'}:{root}"}
        python = [sys.executable, "-c", ASK]
        subprocess.run(python, cwd=tmp_path, env=around | more, check=True, timeout=600)

    planted = tmp_path / "planted"
    ask(XDG_CACHE_HOME=str(tmp_path))
    made = list(tmp_path.rglob("*.nb?"))
    assert {path.suffix for path in made} == {".nbi", ".nbc"}
    (tmp_path / "__pycache__").mkdir()
    places = [*made, *(tmp_path / "__pycache__" / path.name for path in made)]
    subprocess.run([sys.executable, "-c", PLANT, str(planted), *map(str, places)], check=True, timeout=600)
    source = next(tmp_path.rglob("kernel_*.py"))
    (tmp_path / source.name).write_bytes(source.read_bytes())
    if where == "nothing can be stored":
        (home / "file").write_text("")
        ask(XDG_CACHE_HOME=str(home / "file"))
    elif where == "others can write":
        made[0].parent.parent.chmod(0o777)
        ask(XDG_CACHE_HOME=str(tmp_path))
    else:
        (tmp_path / ".numba_config.yaml").write_text("cache_dir: .\n")
        ask(NUMBA_CACHE_DIR=str(tmp_path))
    assert not planted.exists()


def test_a_system_without_owners_of_files_has_a_cache(home: Path, monkeypatch: pytest.MonkeyPatch):
    """As in a browser, where Python has no `os.geteuid`."""
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.delattr(os, "geteuid")
    place = cache.folder("some")
    assert place == home / "noughts" / "some"
    cache.store(place / "one", b"content")
    assert cache.stored(place / "one") == b"content"
