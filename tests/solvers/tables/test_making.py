"""What tables in a folder say is what was found without them, wherever a run was ended."""

from __future__ import annotations

import errno
import math
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from noughts.games.game import Game
from noughts.grounding.grounded import grounded_of
from noughts.refusal import Refusal
from noughts.solvers import size
from noughts.solvers.size import AtLeast, size_of
from noughts.solvers.tables import estimate
from noughts.solvers.tables.estimate import Expected, expected, refuse_small_disk
from noughts.solvers.tables.folder import Folder, NoRoom
from noughts.solvers.tables.rows import MANIFEST, read_note
from noughts.solvers.tables.solution import open_tables, saved_values
from tests.grounding.subjects import EVERY, WIDE, subject
from tests.library.games import by_rules
from tests.solvers.tables.making import EndsAfter, Killed, contents, make_tables

pytestmark = pytest.mark.long

SUBJECTS = ["chase", "coins", "lamps", "sowing", "mnk 2 3 2", *WIDE, "3", "7"]
"""With and without symmetries, of one word and of two, growing and not, for one side and for two."""

SPOILS = int(os.environ.get("NOUGHTS_FUZZ_TABLES", "4"))
"""How many files are spoiled, one at a time."""

AT_LENGTH = SPOILS > 12
"""Whether every game is asked, and a larger one is spoiled."""


ONE_BY_ONE = ("coins", "lamps", "mnk 2 3 2", "a wide board")
"""Those that are tabled without their symmetries, too; another is, where moves are counted."""

TABLED = {
    "symmetric": EVERY if AT_LENGTH else SUBJECTS,
    "one by one": EVERY if AT_LENGTH else ONE_BY_ONE,
}


@pytest.mark.parametrize(
    ("title", "symmetric"),
    [
        pytest.param(title, how == "symmetric", id=f"{how}-{title}")
        for how, titles in TABLED.items()
        for title in titles
    ],
)
def test_tables_say_what_was_found_without_them(title: str, symmetric: bool, tmp_path: Path) -> None:
    known = subject(title)
    found = make_tables(known.game, tmp_path, rows=17, symmetric=symmetric)
    assert found.figures == known.solution.figures
    for position in known.exploration.positions:
        assert found.value(position) == known.solution.value(position)
        assert found.best(position) == known.solution.best(position)


def test_a_column_says_how_many_moves_keep_the_value(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    known = subject("drop")
    found = make_tables(known.game, tmp_path, symmetric=False)
    counted = 0
    for path in tmp_path.glob("*.parquet"):
        for row in parquet.read_table(path).to_pylist():
            position = found.kernel.grounded.decoded(row["word_0"])
            value, moves = known.solution.value(position), known.solution.by_move(position).values()
            assert (row["winner"], row["distance"]) == (value.winner, value.distance)
            assert row["moves"] == len(moves)
            assert row["keeping"] == sum(after.winner == value.winner for after in moves)
            counted += row["alike"]
    assert counted == len(known.exploration)


LAYERS, DISTANCES = "mnk", "mutorere" if AT_LENGTH else "chase"


@pytest.fixture(scope="module", params=[LAYERS, DISTANCES], ids=["layers", "distances"])
def game(request: pytest.FixtureRequest) -> Game:
    """A game in which no position comes back, and one in which they do, with wins, losses and draws."""
    if request.param == "chase":
        return subject("chase").game
    return by_rules(request.param, ["m=2", "n=3", "k=3"] if request.param == LAYERS else [])


@pytest.fixture(scope="module")
def whole(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its tables, made in one run."""
    folder = tmp_path_factory.mktemp("whole")
    make_tables(game, folder)
    return folder


def ended_everywhere(game: Game, folder: Path) -> Iterator[int]:
    """Runs that each end some calls later, until one ends by itself."""
    for calls in count(1, 3):
        try:
            make_tables(game, folder, engine=EndsAfter(calls))
        except Killed:
            yield calls
        else:
            return


def test_a_run_that_was_ended_anywhere_goes_on(game: Game, whole: Path, tmp_path: Path) -> None:
    half = tmp_path / "part-000-0000.parquet.1.part"
    assert (
        sum(half.write_bytes(b"as a killed writer leaves it") > 0 for _ in ended_everywhere(game, tmp_path))
        > 3
    )
    assert contents(tmp_path) == contents(whole)


def test_a_run_that_was_ended_when_all_was_done_leaves_nothing_behind(
    game: Game, whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(whole, folder)
    (folder / "work").mkdir()
    (folder / "work" / "says-000-0000").write_bytes(b"not removed yet")
    make_tables(game, folder)
    assert contents(folder) == contents(whole)


def test_all_is_on_the_disk_before_what_it_was_made_from_is_removed(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced, force = set(), os.fsync

    def noted(handle: int) -> None:
        force(handle)
        if (tmp_path / "work").exists():
            forced.add(os.fstat(handle).st_ino)

    monkeypatch.setattr(os, "fsync", noted)
    make_tables(game, tmp_path)
    kept = [tmp_path, tmp_path / MANIFEST, *tmp_path.glob("*.parquet")]
    assert forced >= {path.stat().st_ino for path in kept}


def test_a_wrong_digit_is_found_or_does_no_harm(game: Game, whole: Path, tmp_path: Path) -> None:
    dice = Random(os.environ.get("CI") and 1)
    for number in range(SPOILS):
        folder = tmp_path / str(number)
        with suppress(Killed):
            make_tables(game, folder, engine=EndsAfter(dice.randrange(60)))
        path = dice.choice(
            sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "lock")
        )
        content = bytearray(path.read_bytes())
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        path.write_bytes(content)
        try:
            found = make_tables(game, folder)
            assert found.value(game.initial) == open_tables(game, Folder(str(whole))).value(game.initial)
            assert [file["name"] for file in found.files] == sorted(p.name for p in folder.glob("*.parquet"))
        except Refusal as error:
            assert path.name in error.fact  # noqa: PT017
        shutil.rmtree(folder)


def test_a_store_of_objects_is_a_folder(game: Game, whole: Path) -> None:
    pytest.importorskip("fsspec")
    url = f"memory://tables/{game.name}"
    found = make_tables(game, url)
    assert found.value(game.initial) == open_tables(game, Folder(str(whole))).value(game.initial)
    assert read_note(Folder(url), MANIFEST) == read_note(Folder(str(whole)), MANIFEST)


def test_tables_of_other_rules_are_refused(game: Game, whole: Path, tmp_path: Path) -> None:
    other = by_rules("nim")
    before = contents(whole)
    for use in (lambda: make_tables(other, whole), lambda: saved_values(other, str(whole))):
        with pytest.raises(Refusal, match="another game"):
            use()
    assert contents(whole) == before
    with pytest.raises(Refusal, match="no tables"):
        saved_values(game, str(tmp_path))
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(Refusal, match="not empty"):
        make_tables(game, tmp_path)
    with suppress(Killed):
        make_tables(game, tmp_path / "half", engine=EndsAfter(3))
    with pytest.raises(Refusal, match="not finished"):
        saved_values(game, str(tmp_path / "half"))


@pytest.mark.skipif(sys.platform == "win32", reason="no limits for the size of files")
def test_a_full_disk_is_one_error_and_what_was_done_stays(game: Game, whole: Path, tmp_path: Path) -> None:
    from resource import RLIMIT_FSIZE, getrlimit, setrlimit

    before = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (1000, before[1]))  # Python does not heed the signal, and writing fails
    try:
        with pytest.raises(Refusal, match="cannot be written: "):
            make_tables(game, tmp_path)
    finally:
        setrlimit(RLIMIT_FSIZE, before)
    assert not list(tmp_path.rglob("*.part"))
    make_tables(game, tmp_path)
    assert contents(tmp_path) == contents(whole)


def test_positions_are_counted_only_where_a_bound_is_too_large_for_the_disk() -> None:
    grounded = grounded_of(by_rules("mnk", ["m=4", "n=4", "k=4"]))
    bound = expected(grounded, 1, room=math.inf)
    counted = expected(grounded, 1, room=0)
    assert bound is not None
    assert counted is not None
    assert (bound.is_bound, counted.is_bound) == (True, False)
    assert bound.positions > counted.positions == 9_722_011
    assert bound.disk > counted.disk
    assert expected(grounded_of(by_rules("tictactoe")), 1, room=0) is None
    with pytest.raises(Refusal, match="positions take about"):
        refuse_small_disk(Folder("."), replace(counted, disk=10**17))
    refuse_small_disk(Folder("."), replace(bound, disk=10**17))


def test_what_cannot_be_counted_is_refused_if_its_likely_size_is_many_times_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grounded = grounded_of(by_rules("mnk", ["m=4", "n=4", "k=4"]))
    monkeypatch.setattr(size, "CENSUS_NODES", 1500)  # enough for the layers, and for some of the positions
    monkeypatch.setattr(estimate, "_SMALL", 1000)
    found = size_of(grounded, limit=1000)
    assert isinstance(found, AtLeast)
    assert found.likely is not None
    assert 0 < found.number < 9_722_011 <= found.likely <= 10_165_779
    told: list[int] = []
    likely = expected(grounded, 1, 100_000_000, lambda known, waiting: told.append(known))
    assert likely is not None
    assert (likely.positions, likely.is_bound) == (found.likely, False)
    assert told == sorted(told)
    assert told[-1] == found.number
    maybe = expected(grounded, 1, likely.disk / 2)
    assert maybe is not None
    assert maybe.is_bound
    least = expected(grounded, 1, 100)
    assert least is not None
    assert (least.positions, least.is_bound) == (found.number, False)


def test_a_disk_that_is_too_small_is_refused_before_any_work(tmp_path: Path) -> None:
    wanted = Expected(10**15, 10**15, 10**17, 1e9)
    with pytest.raises(Refusal, match=r"take about 100,000,000\.0 GB"):
        refuse_small_disk(Folder(str(tmp_path)), wanted)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("s3n0://bucket/x", "the protocol `s3n0://` is not known"),
        ("gs://bucket/x", "pip install gcsfs"),
    ],
)
def test_a_store_that_cannot_be_opened_is_one_error(url: str, says: str) -> None:
    if url.startswith("gs") and find_spec("gcsfs"):
        pytest.skip("gcsfs is installed")
    with pytest.raises(Refusal) as caught:
        Folder(url).read("tables.json")
    assert says in str(caught.value)


def test_a_folder_of_other_files_is_left_as_it_was(game: Game, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(Refusal, match="is not empty"):
        make_tables(game, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_full_disk_is_called_so() -> None:
    told = NoRoom("tables", OSError(errno.ENOSPC, "No space left on device"))
    assert told.fact == "the disk is full: `tables`"
    assert "continues where it stopped" in told.hint
