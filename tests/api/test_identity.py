"""What is equal, and what survives a copy, a pickle and another process."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import noughts
from noughts.adapters import pettingzoo
from noughts.documents import library
from tests.small_games.graph import GraphGame

GRAPH = GraphGame({0: [1, 2], 1: [2], 2: []}, {0: "a", 1: "b", 2: "a"})


@pytest.mark.parametrize("name", noughts.game_names())
def test_a_game_is_equal_to_itself_wherever_it_comes_from(name: str) -> None:
    game = noughts.load(name)
    again = noughts.load(library.path_of(name))
    pickled = pickle.loads(pickle.dumps(game))
    assert game == again == pickled == copy.deepcopy(game)
    assert len({game, again, pickled}) == 1
    first = game.match()
    assert {first: 1}[pickled.match()] == 1
    assert pickled.rules.moves(pickled.rules.initial) == game.rules.moves(game.rules.initial)


@pytest.mark.parametrize("name", ["tictactoe", "disctru", "hex", "mutorere", "nim", "hanoi"])
def test_its_moves_have_the_same_names(name: str) -> None:
    """By the document, by clicks, and by a board that each game derives anew."""
    game = noughts.load(name)
    assert pickle.loads(pickle.dumps(game)).match().legal_moves[:] == game.match().legal_moves[:]


def test_constants_and_rules_tell_games_apart() -> None:
    default, same, larger = noughts.load("mnk"), noughts.load("mnk", m=3), noughts.load("mnk", m=4)
    assert default == same
    assert len({default, same, larger}) == 2
    assert noughts.load("disctru", by="rules") != noughts.load("disctru", by="clicks")
    assert noughts.Game(GRAPH) == noughts.Game(GRAPH) != default


@pytest.mark.parametrize("name", ["tictactoe", "nim", "disctru", "hanoi"])
def test_all_of_a_game_can_be_sent(name: str) -> None:
    game = noughts.load(name)
    match = game.match().play(game.match().legal_moves[0])
    solution, explored, document = game.solve(), game.explore(), noughts.load_document(name)
    for thing in (game, match, match.position, document):
        assert pickle.loads(pickle.dumps(thing)) == thing == copy.copy(thing) == copy.deepcopy(thing)
        assert hash(pickle.loads(pickle.dumps(thing))) == hash(thing)
    if name == "disctru":  # solved by diagrams
        with pytest.raises(TypeError, match="send the game, and solve it where the solution is needed"):
            pickle.dumps(solution)
        return
    sent = pickle.loads(pickle.dumps(solution))
    assert sent.by_move(match) == solution.by_move(match)
    assert sent.counts() == solution.counts()
    assert pickle.loads(pickle.dumps(explored)).rows() == explored.rows()
    assert pickle.loads(pickle.dumps(document)).eval("initialState") == document.eval("initialState")


def test_a_table_by_machine_and_one_read_from_a_file_can_be_sent(tmp_path: Path) -> None:
    game = noughts.load("mnk", m=4, n=3)
    game.solve().save(tmp_path / "mnk.solved")
    in_tables = game.solve(tables=tmp_path / "tables")
    for table in (game.solve(), in_tables, noughts.load_solution(game, tmp_path / "mnk.solved")):
        sent = pickle.loads(pickle.dumps(table))
        assert sent.by_move() == table.by_move()
        assert sent.game == game


@pytest.mark.parametrize("game", [noughts.load("tictactoe"), noughts.Game(GRAPH)], ids=repr)
def test_an_environment_goes_on_where_it_was_pickled(game: noughts.Game) -> None:
    environment = pettingzoo.raw_env(game)
    environment.reset()
    environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
    for other in (pickle.loads(pickle.dumps(environment)), copy.deepcopy(environment)):
        assert (other.state() == environment.state()).all()
        assert other.encoding.game == environment.encoding.game
        other.step(int(other.observe(other.agent_selection)["action_mask"].argmax()))
        assert (other.state() != environment.state()).any()


def value_and_moves(match: noughts.Match, solution: noughts.Solution) -> tuple[noughts.Value, int]:
    """In another process: the value of a position, and the number of legal moves."""
    return solution.value(match), len(match.legal_moves)


def test_a_pool_takes_matches_and_solutions() -> None:
    game = noughts.load("tictactoe")
    solution = game.solve()
    matches = [game.match(text) for text in ("", "5", "5 1", "1 4 2 5 3")]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(value_and_moves, matches, [solution] * len(matches)))
    assert found == [(solution.value(match), len(match.legal_moves)) for match in matches]


def test_a_saved_match_is_loaded(tmp_path: Path) -> None:
    game, file = noughts.load("tictactoe"), tmp_path / "matches.txt"
    saved = [game.match("1 5"), game.match("1 5 9"), game.match("1 4 2 5 3")]
    saved[0].save(file)
    assert noughts.Match.load(game, file) == saved[0]
    for match in saved[1:]:
        match.save(file)
    assert [noughts.Match.load(game, file, which) for which in (1, 2, 3)] == saved
    with pytest.raises(noughts.Refusal, match="holds 3 matches; choose one: `which=1`"):
        noughts.Match.load(game, file)
    with pytest.raises(noughts.Refusal, match="holds 3 matches, not 4"):
        noughts.Match.load(game, file, 4)
    with pytest.raises(noughts.Refusal, match="it is a match of `tictactoe`"):
        noughts.Match.load(noughts.load("nim"), file, 1)


def test_documents_with_the_same_definitions_are_equal() -> None:
    texts = "/$ a := 1 $/", "Prose. /$  a := 1 $/", "/$ a := 2 $/"
    first, second, third = map(noughts.load_document, texts)
    assert first == second != third
    assert len({first, second, third}) == 2
