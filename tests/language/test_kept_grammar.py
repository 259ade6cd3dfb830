"""The tables of the grammar are kept from one run to the next, and nothing that happens to them does harm."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

READ = """
import sys, lark
made = []
whole = lark.Lark.__init__
lark.Lark.__init__ = lambda self, *a, **k: (made.append(1), whole(self, *a, **k))[1]
from noughts.language.parse import parse_text
from noughts.text.diagnostic import DocumentError
assert len(parse_text("/$ a := {x + 1 | x in {1, 2}} b iff a = {2} $/").definitions) == 2
try:
    parse_text("/$ a := (1 $/")
except DocumentError as error:
    print(error)
print("made" if made else "read")
"""


def read(home: Path, bytecode: Path | None = None) -> list[str]:
    """What a process prints whose bytecode stands there; without bytecode, tables are in the cache."""
    beside = {"PYTHONPYCACHEPREFIX": str(bytecode)} if bytecode else {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", READ],
        capture_output=True,
        text=True,
        timeout=600,
        env={"PYTHONPATH": "src", "HOME": str(home), **beside},
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


SAYS = "[E105] `(` is opened here and never closed"


def tables_in(home: Path) -> Path:
    (tables,) = (home / ".cache" / "noughts" / "grammars").iterdir()
    return tables


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which the tables are kept, once they were made there."""
    home = tmp_path_factory.mktemp("home")
    assert read(home) == [SAYS, "made"]
    return home


@pytest.fixture
def tables(made: Path, tmp_path: Path) -> Path:
    """The tables in a home of their own."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tables_in(tmp_path)


def test_tables_are_made_once(made: Path):
    assert read(made) == [SAYS, "read"]
    assert tables_in(made).stat().st_size > 10_000


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x80\x05K\x01."])
def test_damaged_tables_are_made_again(tables: Path, tmp_path: Path, damage: bytes):
    tables.write_bytes(damage)
    assert read(tmp_path) == [SAYS, "made"]
    assert read(tmp_path) == [SAYS, "read"]


def test_half_a_file_is_damaged_too(tables: Path, tmp_path: Path):
    tables.write_bytes(tables.read_bytes()[:5000])
    assert read(tmp_path) == [SAYS, "made"]
    assert read(tmp_path) == [SAYS, "read"]


def test_where_nothing_can_be_kept_nothing_is(tmp_path: Path):
    (tmp_path / ".cache").write_text("a file where a folder should be")
    assert read(tmp_path) == [SAYS, "made"]
    assert os.listdir(tmp_path) == [".cache"]


def test_tables_stand_beside_the_bytecode(tmp_path: Path):
    home, bytecode = tmp_path / "home", tmp_path / "bytecode"
    home.mkdir()
    assert read(home, bytecode) == [SAYS, "made"]
    assert read(home, bytecode) == [SAYS, "read"]
    assert [path.parent.name for path in bytecode.rglob("*.tables")] == ["language"]
    assert list(home.rglob("*.tables")) == []


def test_a_folder_of_bytecode_that_cannot_be_made_is_none(tmp_path: Path):
    home, bytecode = tmp_path / "home", tmp_path / "bytecode"
    home.mkdir()
    bytecode.write_text("a file where a folder should be")
    assert read(home, bytecode) == [SAYS, "made"]
    assert tables_in(home).stat().st_size > 10_000
