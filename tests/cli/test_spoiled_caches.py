"""No cache can fail a command: whatever stands where something was stored, the answer is the same."""

from __future__ import annotations

import ctypes
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.games.game import CannotGround
from noughts.grounding import ground, known_failures, known_formulas
from noughts.kernels import explore
from noughts.language import grammar
from noughts.language.check import check_text
from noughts.language.parse import parse_expression
from noughts.pages.playground import build
from noughts.pages.site import start
from noughts.pages.site.parts import PartMaker, SitePart
from tests.cli.conftest import SOURCES, command, environment
from tests.grounding.test_known_failures import ENDLESS
from tests.grounding.test_known_formulas import COUNTERS

pytestmark = pytest.mark.long


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def overwrite(path: Path) -> None:
    path.write_bytes(random.Random(path.name).randbytes(path.stat().st_size))


def flip_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-len(content) // 3] ^= 1
    path.write_bytes(content)


def make_a_folder_of(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "file").write_text("")


def make_a_pipe_of(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def make_a_circle_of(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def forbid(path: Path) -> None:
    path.chmod(0)


SPOILS = [empty, cut, overwrite, flip_a_bit, make_a_folder_of, make_a_pipe_of, make_a_circle_of, forbid]


def spoil_all(home: Path, spoil: Callable[[Path], None]) -> None:
    """Spoil every file of a cache."""
    files = [path for path in home.rglob("*") if path.is_file()]
    assert files
    for path in files:
        spoil(path)


def ask_facts() -> object:
    game = game_from(check_text(COUNTERS, "counters.led"), name="counters")
    assert isinstance(game, GameByRules)
    return start.facts_of(game, COUNTERS)


def ask_formulas() -> object:
    """Of a game that has formulas, and of one that has none; and the positions that rules list."""
    game, endless = (
        game_from(check_text(text, "game.led"), name="game", wins="wins") for text in (COUNTERS, ENDLESS)
    )
    assert isinstance(game, GameByRules)
    assert isinstance(endless, GameByRules)
    with pytest.raises(CannotGround) as refused:
        endless.ground()
    return str(game.ground().over), refused.value.fact, explore.listed_once(game).positions


def ask_machine_code() -> object:
    pytest.importorskip("numba")
    from noughts.kernels import machine
    from noughts.kernels.machine_source import compiled_source
    from tests.kernels import sample_loops

    source = compiled_source(sample_loops)
    sys.modules.pop(machine.module_name(source), None)
    return machine.loaded(source).triple(14)


def ask_tree() -> object:
    grammar.parsing_tables.cache_clear()
    return parse_expression("1 + 2 * 3")


def ask_site() -> object:
    part = SitePart("a part", (str.upper, "made"), ["of this text"])
    return PartMaker().made("page", [part])


ASK: dict[str, Callable[[], object]] = {
    "grammars": ask_tree,
    "grounding": ask_formulas,
    "kernels": ask_machine_code,
    "facts": ask_facts,
    "playground": lambda: build.snapshot_of({}),
    "pyodide": lambda: build.package(None),
    "site": ask_site,
}
"""What is kept, by the name of its folder, and how it is asked for."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, in which everything is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # so that the grammar is kept here
    monkeypatch.setattr(known_formulas, "SECONDS_WORTH_CACHING", 0)
    monkeypatch.setattr(explore, "SECONDS_WORTH_CACHING", 0)
    monkeypatch.setattr(known_failures, "SECONDS_WORTH_CACHING", 0)
    monkeypatch.setattr(ground, "_MOST_VALUES", 8)
    monkeypatch.setattr(build, "snapshot", lambda *_: b"a snapshot")
    monkeypatch.setattr(build, "fetched", lambda: b"a package")
    monkeypatch.setattr(build, "is_right", lambda content: content == b"a package")
    return tmp_path / "noughts"


def test_every_cache_is_asked():
    called = re.compile(r"\bfolder\((?:\"(\w+)\"|_FOLDER)\)")
    named = {
        found[1] or "playground"
        for path in (SOURCES / "noughts").rglob("*.py")
        if "noughts.cache" in (text := path.read_text("utf-8")) or "import cache" in text
        for found in called.finditer(text)
    }
    assert named == set(ASK)


@pytest.mark.parametrize("spoil", SPOILS)
@pytest.mark.parametrize("name", ASK)
def test_the_answer_is_the_same_whatever_happens_to_the_files(
    name: str, spoil: Callable[[Path], None], home: Path
):
    answer = ASK[name]()
    spoil_all(home / name, spoil)
    assert ASK[name]() == answer


@pytest.mark.parametrize("spoil", [empty, cut, overwrite, flip_a_bit])
@pytest.mark.parametrize("name", ASK)
def test_what_is_damaged_is_stored_anew(name: str, spoil: Callable[[Path], None], home: Path):
    ASK[name]()
    before = contents(home / name)
    spoil_all(home / name, spoil)
    damaged = contents(home / name)
    ASK[name]()
    after = contents(home / name)
    assert {path for path in before if after[path] == damaged[path]} <= set(home.glob("kernels/*.py"))


def contents(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}


def without_privileges() -> None:
    """Let permissions hold for the superuser too, in a process that is about to start."""
    if os.geteuid() == 0:
        for capability in (1, 2):  # to write, and to read, whatever the permissions say
            ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


VERBS = (
    ["check", "tictactoe"],
    ["explore", "lgame", "--json"],
)


def run(words: list[str], cache: Path) -> tuple[int, str, str]:
    """A command with this cache, in which permissions hold."""
    ended = subprocess.run(
        command(*words),
        env=environment({"XDG_CACHE_HOME": str(cache), "PYTHONDONTWRITEBYTECODE": "1"}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        preexec_fn=without_privileges,
        check=False,
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, tuple[int, str, str]]]:
    """A cache that some verbs have filled, and what they have said."""
    cache = tmp_path_factory.mktemp("filled")
    said = {" ".join(words): run(words, cache) for words in VERBS}
    assert {code for code, _, _ in said.values()} == {0}
    return cache, said


@pytest.mark.parametrize("spoil", [cut, forbid])
def test_no_command_fails(
    spoil: Callable[[Path], None],
    filled: tuple[Path, dict[str, tuple[int, str, str]]],
    tmp_path: Path,
):
    cache, said = filled
    shutil.copytree(cache, tmp_path, dirs_exist_ok=True)
    spoil_all(tmp_path, spoil)
    assert {" ".join(words): run(words, tmp_path) for words in VERBS} == said


@pytest.mark.parametrize("place", ["", "noughts/grounding"])
def test_no_command_fails_where_a_folder_is_forbidden(place: str, tmp_path: Path):
    (tmp_path / "noughts" / "grammars").mkdir(parents=True)
    (tmp_path / "noughts" / "grounding").mkdir()
    (tmp_path / place).chmod(0)
    assert run(["explore", "lgame", "--json"], tmp_path)[0] == 0
    (tmp_path / place).chmod(0o700)
