"""Games that tasks cannot take have tables too: of every position they say what `solve` says in memory."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from itertools import count, permutations
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.documents.by_rules import GameByRules
from noughts.games.game import CannotGround, Game, Position, TooManyPositions
from noughts.kernels.explore import explore_rules
from noughts.refusal import Refusal
from noughts.solvers.backward import TooManySides, solve
from noughts.solvers.many_sides import ManySided, NeverSettles
from noughts.solvers.solved import Census
from noughts.solvers.tables import asked, in_memory
from noughts.solvers.tables.asked import Ask
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.in_memory import ListedSolution
from noughts.solvers.tables.rows import MANIFEST
from noughts.solvers.tables.solution import open_prospects, open_tables, saved_method, saved_values
from noughts.solvers.tables.solve import explore_tables, solve_tables
from noughts.text.diagnostic import DocumentError
from noughts.workers.engine import Here
from tests.grounding.subjects import DOCUMENTS, subject
from tests.library.games import by_clicks, by_rules
from tests.small_games import GraphGame, Hexapawn, Nim
from tests.solvers.tables.making import Killed, contents, slowly

pytestmark = pytest.mark.long

TRIES = int(os.environ.get("NOUGHTS_FUZZ_TABLES", "4"))
"""How many games are made by dice, and how many files are spoiled."""

THREE = ("a", "b", "c")


def made(game: Game, folder: Path | str, *, limit: int | None = None) -> Folder:
    """The folder of a game, solved there."""
    ask = Ask(game, Folder(str(folder)), limit=limit)
    with slowly():
        solve_tables(ask, Here(), lambda state: None)
    return ask.folder


def graph_game(dice: Random, sides: tuple[str, ...], *, loops: bool = True) -> GraphGame:
    """A game with arrows forward, and back if there are loops."""
    size = dice.randint(2, 30)
    arrows: dict[int, list[int]] = {}
    marks: dict[int, str | None] = {}
    for number in range(size):
        is_over = number == size - 1 or (number > 0 and dice.random() < 0.3)
        ahead = range(0 if loops else number + 1, size)
        arrows[number] = [] if is_over else dice.choices(ahead, k=dice.randint(1, 4))
        marks[number] = dice.choice((*sides, None) if is_over else sides)
    return GraphGame(arrows, marks, sides)


def without_formulas(game: GameByRules) -> GameByRules:
    """The same game, of which no formulas are found."""
    twin = game.twin()
    assert isinstance(twin, GameByRules)

    def refuse(*, soon: bool = False) -> Any:
        raise CannotGround("its formulas would be too large")

    twin.ground = refuse  # type: ignore[method-assign]
    return twin


GAMES: dict[str, Callable[[], Game]] = {
    "Python": Hexapawn,
    "Python, one side": lambda: Nim((1, 2)),
    "a document": lambda: without_formulas(by_rules("mnk", ["m=2", "n=3", "k=3"])),
    "clicks": lambda: by_clicks("mnk", ["m=2", "n=2", "k=2"]),
    "three sides": lambda: by_rules("threenim"),
    "three sides in Python": lambda: GraphGame(
        {0: [1, 2, 3], 1: [4], 2: [], 3: [0], 4: []}, {0: "a", 1: "b", 2: "b", 3: "c", 4: "c"}, THREE
    ),
    "by tasks": lambda: by_rules("nim"),
}
"""Of each kind one, and one that tasks can take; read when it is asked for."""

IN_MEMORY = [kind for kind in GAMES if kind != "by tasks"]


@cache
def of_kind(kind: str) -> Game:
    """The game of a kind."""
    return GAMES[kind]()


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    return of_kind(request.param)


games = pytest.mark.parametrize("game", IN_MEMORY, indirect=True)


def assert_same(game: Game, folder: Folder) -> None:
    """All that tables say is what is found in memory."""
    graph = explore_rules(game)
    if len(game.sides) > 2:
        known, prospects = ManySided(graph), open_prospects(game, folder)
        assert prospects.figures == known.figures
        for position in graph.positions:
            assert prospects.outcomes_at(position) == known.outcomes_at(position)
            assert prospects.by_move(position) == known.by_move(position)
            assert prospects.chosen_at(position) == known.chosen_at(position)
            assert prospects.forced_at(position) == known.forced_at(position)
        return
    solution, found = solve(graph), open_tables(game, folder)
    assert isinstance(found, ListedSolution)
    assert found.figures == solution.figures
    for position in graph.positions:
        assert found.value(position) == solution.value(position)
        assert found.by_move(position) == solution.by_move(position)
        assert found.best(position) == solution.best(position)


def every_answer(game: Game, folder: Folder) -> list[object]:
    """What tables say of all positions of a game."""
    positions = explore_rules(game).positions
    if len(game.sides) > 2:
        prospects = open_prospects(game, folder)
        return [(prospects.outcomes_at(position), prospects.forced_at(position)) for position in positions]
    found = open_tables(game, folder)
    return [found.value(position) for position in positions]


@games
def test_tables_of_every_kind_say_what_memory_says(game: Game, tmp_path: Path) -> None:
    assert_same(game, made(game, tmp_path / "tables"))


@pytest.mark.parametrize("sides", [("a",), ("a", "b"), THREE, (*THREE, "d")], ids=len)
def test_tables_of_games_made_by_dice(sides: tuple[str, ...], tmp_path: Path) -> None:
    dice = Random(os.environ.get("CI") and 1)
    for number in range(TRIES):
        game, place = graph_game(dice, sides, loops=number % 2 == 0), tmp_path / str(number)
        try:
            folder = made(game, place)
        except NeverSettles:
            assert not place.exists()
            continue
        assert_same(game, folder)


@pytest.mark.parametrize("number", range(TRIES))
def test_tables_of_documents_made_by_dice(number: int, tmp_path: Path) -> None:
    known = subject(str(number))
    game = without_formulas(known.game)
    found = open_tables(game, made(game, tmp_path / "tables"))
    assert found.figures == known.solution.figures
    for position in known.exploration.positions:
        assert found.value(position) == known.solution.value(position)


@games
def test_columns_are_those_of_the_manual(game: Game, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    made(game, tmp_path / "tables")
    graph = explore_rules(game)
    texts = [game.position_text(position) for position in graph.positions]
    plies = [ply for ply, size in enumerate(graph.by_ply()) for _ in range(size)]
    (path,) = (tmp_path / "tables").glob("*.parquet")
    rows = parquet.read_table(path).to_pylist()
    assert [row["position"] for row in rows] == sorted(texts)
    known = ManySided(graph) if len(game.sides) > 2 else solve(graph)
    for row in rows:
        number = texts.index(row["position"])
        position = graph.positions[number]
        assert (row["ply"], row["alike"], row["moves"]) == (plies[number], 1, len(graph.moves(number)))
        if isinstance(known, ManySided):
            assert tuple(row["outcomes"]) == known.outcomes_at(position)
            assert row["value"] == (row["outcomes"][0] if len(row["outcomes"]) == 1 else None)
            assert row["keeping"] == len(known.chosen_at(position))
            forced = {
                side: (value.winner or "draw", value.distance)
                for side, value in known.forced_at(position).items()
            }
            assert {s: (row[f"coalition_{s}"], row[f"distance_{s}"]) for s in game.sides} == forced
        else:
            value = known.value(position)
            assert (row["winner"], row["distance"]) == (value.winner, value.distance)
            after = known.by_move(position).values()
            assert row["keeping"] == sum(reached.winner == value.winner for reached in after)


@games
def test_a_finished_folder_is_read_and_not_made_again(game: Game, tmp_path: Path) -> None:
    folder = made(game, tmp_path / "tables")
    before = contents(tmp_path)
    with patch.object(in_memory, "list_positions", side_effect=AssertionError):
        made(game, tmp_path / "tables")
        counted = explore_tables(Ask(game, folder), Here(), lambda state: None)
    assert contents(tmp_path) == before
    graph = explore_rules(game)
    assert (counted.counts(), counted.by_ply()) == (graph.counts(), graph.by_ply())
    assert saved_method(folder, "it is here.").sentence.endswith("That was done in memory, and it is here.")


@games
def test_listing_comes_first_and_is_not_done_again(game: Game, tmp_path: Path) -> None:
    ask = Ask(game, Folder(str(tmp_path / "tables")))

    def explored() -> Census:
        with slowly():
            return explore_tables(ask, Here(), lambda state: None)

    graph, counted = explore_rules(game), explored()
    assert (counted.counts(), counted.by_ply()) == (graph.counts(), graph.by_ply())
    assert explored().counts() == counted.counts()
    with pytest.raises(Refusal, match="not finished"):
        open_prospects(game, ask.folder)
    assert_same(game, made(game, tmp_path / "tables"))
    assert not (tmp_path / "tables" / "work").exists()


@contextmanager
def ended_after(writes: int) -> Iterator[None]:
    """Ends all when so many files have their name."""
    left, replace_file = count(writes, -1), os.replace

    def replaced(old: Any, new: Any) -> None:
        replace_file(old, new)
        if next(left) <= 1:
            raise Killed

    with patch.object(os, "replace", replaced):
        yield


@games
def test_a_run_that_was_ended_anywhere_begins_again(game: Game, tmp_path: Path) -> None:
    made(game, tmp_path / "whole")
    for writes in (1, 2, 3):
        place = tmp_path / str(writes)
        with suppress(Killed), ended_after(writes):
            made(game, place)
        (place / "part-000-0000.parquet.1.part").write_bytes(b"as a killed writer leaves it")
        made(game, place)
        assert contents(place) == contents(tmp_path / "whole")


@games
def test_a_wrong_digit_is_found_and_named(game: Game, tmp_path: Path) -> None:
    dice = Random(os.environ.get("CI") and 1)
    folder = made(game, tmp_path)
    for path in (tmp_path / MANIFEST, tmp_path / "part-000-0000.parquet"):
        content = path.read_bytes()
        for _ in range(TRIES):
            spoiled = bytearray(content)
            spoiled[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
            shorter = content[: dice.randrange(len(content))]
            for wrong in (bytes(spoiled), shorter, content + b"more"):
                path.write_bytes(wrong)
                try:
                    assert_same(game, folder)
                except Refusal as error:
                    assert path.name in error.fact  # noqa: PT017
                else:
                    assert path.name == MANIFEST  # what follows its checksum is not read
        path.write_bytes(content)


@pytest.mark.parametrize("game", ["Python", "by tasks"], indirect=True)
def test_a_run_that_was_killed_before_it_had_a_manifest_leaves_nothing_in_the_way(
    game: Game, tmp_path: Path
) -> None:
    (tmp_path / f"{MANIFEST}.123.part").write_bytes(b"half")
    (tmp_path / "lock").touch()
    made(game, tmp_path)
    assert not list(tmp_path.rglob("*.part"))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "film.part").write_bytes(b"not ours")
    with pytest.raises(Refusal, match="not empty"):
        made(game, tmp_path / "other")
    assert (tmp_path / "other" / "film.part").exists()


def test_tables_of_other_rules_are_refused(tmp_path: Path) -> None:
    for kind in IN_MEMORY:
        made(of_kind(kind), tmp_path / kind)
    for kind, other in permutations(IN_MEMORY, 2):
        for use in (made, lambda game, place: open_prospects(game, Folder(str(place)))):
            with pytest.raises(Refusal, match="another game"):
                use(of_kind(other), tmp_path / kind)
    changed = without_formulas(by_rules("mnk", ["m=2", "n=3", "k=2"]))
    with pytest.raises(Refusal, match="mnk with other rules or constants"):
        saved_values(changed, str(tmp_path / "a document"))
    with pytest.raises(Refusal, match="other rules or constants"):  # by tasks, if it has formulas
        made(by_rules("mnk", ["m=2", "n=3", "k=2"]), tmp_path / "a document")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mine.txt").write_text("mine")
    with pytest.raises(Refusal, match="not empty"):
        made(Hexapawn(), tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("sides", [("a", "b"), THREE], ids=len)
def test_rules_in_python_that_differ_far_from_the_beginning_are_noticed(
    sides: tuple[str, ...], tmp_path: Path
) -> None:
    """A game in Python is known by its first positions; beyond them its tables must agree with its moves."""
    arrows = {n: [n + 1] if n < 9 else [] for n in range(10)}
    game = GraphGame(arrows, {n: sides[n % 2] for n in range(10)}, sides)
    for changed in (
        replace(game, marks={**game.marks, 9: "a"}),
        replace(game, arrows={**arrows, 8: []}),
        replace(game, arrows={**arrows, 9: [10], 10: []}, marks={**game.marks, 10: "b"}),
    ):
        with patch.object(asked, "_PLAYED", 4):
            folder = made(game, tmp_path / "tables")
            with pytest.raises(Refusal, match="a graph with other rules"):
                every_answer(changed, folder)
        if changed.arrows != arrows:
            with pytest.raises(Refusal, match="another game"):
                made(changed, tmp_path / "tables")


def test_the_order_of_moves_does_not_make_another_game(tmp_path: Path) -> None:
    game = of_kind("Python")
    before = asked.beginning_of(game)
    moves = Hexapawn.moves
    with patch.object(Hexapawn, "moves", lambda self, position: moves(self, position)[::-1]):
        assert asked.beginning_of(Hexapawn()) == before


def test_positions_of_the_same_text_are_refused(tmp_path: Path) -> None:
    class Vague(GraphGame):
        def position_text(self, position: Position) -> str:
            return str(position // 2)

    with pytest.raises(Refusal, match="two positions of a graph have the same text, `0`"):
        made(Vague({0: [1], 1: []}, {0: "a", 1: "b"}), tmp_path / "tables")
    assert not (tmp_path / "tables").exists()


def test_too_many_positions_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    for kind in IN_MEMORY:
        with pytest.raises(TooManyPositions):
            made(of_kind(kind), tmp_path / "tables", limit=3)
        assert not (tmp_path / "tables").exists()
    with pytest.raises(Refusal, match="lists in memory"):
        made(by_rules("tictactoe"), tmp_path / "tables", limit=3)
    assert not (tmp_path / "tables").exists()


@pytest.mark.parametrize(("name", "code"), [("breaks", "E305"), ("both", "E503")])
def test_rules_that_break_down_say_so_themselves(name: str, code: str, tmp_path: Path) -> None:
    game = GameArgument([str(DOCUMENTS / f"{name}.led")]).load()
    ask = Ask(game, Folder(str(tmp_path / "tables")))
    for work in (solve_tables, explore_tables):
        with pytest.raises(DocumentError) as caught, slowly():
            work(ask, Here(), lambda state: None)
        assert caught.value.diagnostics[0].code == code
        assert not (tmp_path / "tables").exists()


def test_three_sides_have_no_single_value(tmp_path: Path) -> None:
    game = of_kind("three sides")
    folder = made(game, tmp_path)
    with pytest.raises(TooManySides):
        open_tables(game, folder)


def test_a_position_that_play_does_not_reach_is_none_of_theirs(tmp_path: Path) -> None:
    game = GraphGame({0: [1], 1: [], 2: [1]}, {0: "a", 1: "b", 2: "a"})
    found = open_tables(game, made(game, tmp_path))
    with pytest.raises(KeyError):
        found.value(2)
    with pytest.raises(KeyError):
        found.by_move(2)


@games
def test_a_store_of_objects_is_a_folder(game: Game, tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    assert_same(game, made(game, f"memory://in-memory/{len(game.sides)}/{type(game).__name__}"))


@pytest.mark.skipif(sys.platform == "win32", reason="no limits for the size of files")
@games
def test_a_full_disk_is_one_error(game: Game, tmp_path: Path) -> None:
    from resource import RLIMIT_FSIZE, getrlimit, setrlimit

    before = getrlimit(RLIMIT_FSIZE)
    setrlimit(RLIMIT_FSIZE, (600, before[1]))  # Python does not heed the signal, and writing fails
    try:
        with pytest.raises(Refusal, match="cannot be written: "):
            made(game, tmp_path / "tables")
    finally:
        setrlimit(RLIMIT_FSIZE, before)
    assert not list(tmp_path.rglob("*.part"))
    assert_same(game, made(game, tmp_path / "tables"))
