"""What was explored, for networkx, pandas and Arrow."""

from __future__ import annotations

import sys
from collections import namedtuple
from pathlib import Path

import networkx
import pytest

import noughts
from tests.adapters.games import GAMES
from tests.small_games.graph import GraphGame

EXTRA = "a table for another library is an extra: pip install 'noughts[tables]'"
COLUMNS = ["position", "side", "move", "after"]


@pytest.fixture(scope="module")
def explored() -> noughts.Exploration:
    return noughts.load("mnk", m=3, n=2, k=2).explore()


def test_networkx_has_the_whole_graph(explored: noughts.Exploration):
    graph = explored.to_networkx()
    counts = explored.counts()
    assert (len(graph), graph.number_of_edges()) == (counts.positions, counts.transitions)
    first = explored.game.rules.position_text(explored.game.rules.initial)
    assert next(iter(graph)) == first
    assert networkx.is_directed_acyclic_graph(graph)
    assert len(networkx.descendants(graph, first)) == len(graph) - 1
    depths = networkx.single_source_shortest_path_length(graph, first)
    assert [list(depths.values()).count(ply) for ply in range(6)] == explored.by_ply()
    ends = [winner for _, (over, winner) in both(graph) if over]
    named = {"x": ends.count("x"), "o": ends.count("o"), "draw": ends.count(None)}
    assert named == counts.terminal
    assert all((graph.out_degree(node) == 0) == over for node, (over, _) in both(graph))
    sides = {
        ply % 2: side for node, ply in depths.items() for _, _, side in graph.out_edges(node, data="side")
    }
    assert sides == {0: "x", 1: "o"}


def both(graph: networkx.MultiDiGraph) -> list[tuple[str, tuple[bool, str | None]]]:
    return [(node, (known["over"], known["winner"])) for node, known in graph.nodes(data=True)]


def test_two_moves_to_one_position_are_two_edges():
    explored = noughts.Game(GraphGame({0: [1, 1, 0], 1: []}, {0: "a", 1: "b"})).explore()
    graph = explored.to_networkx()
    edges = [("0", "1", "arrow 1"), ("0", "1", "arrow 2"), ("0", "0", "arrow 3")]
    assert sorted(graph.edges(data="move")) == sorted(edges)
    assert graph.nodes["1"] == {"over": True, "winner": "b"}


def test_a_match_is_a_path(explored: noughts.Exploration):
    graph, match = explored.to_networkx(), noughts.Match(explored.game, "1,1 3,1 2,1")
    texts = [explored.game.rules.position_text(each.played.position) for each in match]
    for before, after, move in zip(texts, texts[1:], match.moves, strict=False):
        assert [each["move"] for each in graph[before][after].values()] == [move]


def test_pandas_has_a_row_for_each_transition(explored: noughts.Exploration):
    pytest.importorskip("pandas", reason=EXTRA)
    frame = explored.to_pandas()
    assert list(frame.columns) == COLUMNS
    assert frame.to_dict("records") == explored.rows()
    assert frame.groupby("side").size().to_dict() == {
        side: sum(row["side"] == side for row in explored.rows()) for side in ("x", "o")
    }


def test_arrow_has_the_same(explored: noughts.Exploration):
    pytest.importorskip("pyarrow", reason=EXTRA)
    table = explored.to_arrow()
    assert (table.column_names, table.to_pylist()) == (COLUMNS, explored.rows())


def test_a_game_that_is_over_at_once_has_the_columns():
    explored = noughts.Game(GraphGame({0: []}, {0: None})).explore()
    assert list(explored.to_networkx().nodes(data=True)) == [("0", {"over": True, "winner": None})]
    pytest.importorskip("pandas", reason=EXTRA)
    pytest.importorskip("pyarrow", reason=EXTRA)
    assert (list(explored.to_pandas().columns), len(explored.to_pandas())) == (COLUMNS, 0)
    assert (explored.to_arrow().column_names, explored.to_arrow().num_rows) == (COLUMNS, 0)


def test_a_graph_is_made_of_what_was_explored_up_to_symmetry():
    graph = noughts.load("tictactoe").explore().to_networkx()
    assert (len(graph), graph.number_of_edges()) == (5478, 16167)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "tictactoe"])  # mnk is as good, and small
def test_moves_are_written_as_in_a_match(name: str):
    explored = GAMES[name]().explore()
    rules, graph = explored.game.rules, explored.graph
    asked = [
        (
            rules.to_move(position),
            rules.move_text(position, move),
            rules.position_text(rules.after(position, move)),
        )
        for position in graph.positions
        for move in rules.moves(position)
    ]
    assert [(row["side"], row["move"], row["after"]) for row in explored.rows()] == asked


@pytest.mark.parametrize("package", ["networkx", "pandas", "pyarrow"])
def test_a_missing_package_is_said_with_the_command(package: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, package, None)
    explored = noughts.load("mnk", m=2, n=2, k=2).explore()
    make = {
        "networkx": explored.to_networkx,
        "pandas": explored.to_pandas,
        "pyarrow": explored.to_arrow,
    }[package]
    with pytest.raises(
        noughts.Refusal, match=rf"{package} is not installed; `pip install 'noughts\[tables\]'`"
    ):
        make()


@pytest.mark.parametrize("name", ["tictactoe", "nim", "hanoi", "endgame", "hexapawn"])
def test_a_row_has_what_the_solution_says_about_its_position(name: str):
    pytest.importorskip("pyarrow", reason=EXTRA)
    game = noughts.load(name)
    solution, graph = game.solve(), game.explore().graph
    rows = solution.to_arrow().to_pylist()
    assert len(rows) == len(graph)
    for position, row in list(zip(graph.positions, rows, strict=True))[:: max(1, len(rows) // 200)]:
        assert row["position"] == game.rules.position_text(position)
        outcome = game.rules.outcome(position)
        assert row["over"] == (outcome is not None)
        assert row["to_move"] == (None if outcome else game.rules.to_move(position))
        assert row["moves"] == len(game.rules.moves(position))
        for asked in (row, row["position"], position, game.shown(position)):
            assert solution.value(asked) == noughts.Value(row["winner"], row["distance"])
            assert solution.best(asked) == tuple(row["best"])
    plies = [row["ply"] for row in rows]
    assert [plies.count(ply) for ply in range(max(plies) + 1)] == game.explore().by_ply()


def test_a_table_by_machine_has_a_row_for_each_position_too():
    pytest.importorskip("pyarrow", reason=EXTRA)
    game = noughts.load("four", columns=4, rows=4)
    solution = game.solve()
    winners = solution.to_arrow().column("winner").to_pylist()
    assert {
        "x": winners.count("x"),
        "o": winners.count("o"),
        "draw": winners.count(None),
    } == solution.counts()


def test_a_solution_takes_the_rows_of_tables_on_disk_and_of_pandas(tmp_path: Path):
    dataset = pytest.importorskip("pyarrow.dataset", reason=EXTRA)
    game = noughts.load("mnk", m=3, n=2, k=2)
    solution = game.solve()
    game.solve(tables=tmp_path)
    stored = dataset.dataset(tmp_path, format="parquet", exclude_invalid_files=True).to_table().to_pylist()
    for row in stored:
        assert solution.value(row) == noughts.Value(row["winner"], row["distance"])
    Row = namedtuple("Row", ["position", "winner"])  # as `itertuples` makes them
    for each in solution.to_arrow().to_pylist():
        assert solution.value(Row(each["position"], "")).winner == each["winner"]


def test_every_question_takes_a_position_in_any_form():
    game = noughts.load("tictactoe")
    match = game.match("5 1 9")
    text = game.rules.position_text(match.played.position)
    for asked in (match, match.position, text, {"position": text}):
        assert game.read(asked) == match.played.position
    assert game.search(text) == game.search(match)
    assert game.outcomes(text) == game.outcomes(match)
    for wrong in ("5 1", "{(`x, 77)}", {"position": "{(`x, 77)}"}):
        with pytest.raises(noughts.Refusal):
            game.solve().value(wrong)


def test_a_library_that_reads_arrow_takes_an_answer(explored: noughts.Exploration):
    pyarrow = pytest.importorskip("pyarrow", reason=EXTRA)
    assert pyarrow.table(explored).to_pylist() == explored.rows()
