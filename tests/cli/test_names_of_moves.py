"""What a verb or a method of the library prints as a move, `match()`, ``--at`` and saved matches read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from subprocess import CompletedProcess
from typing import Any

import pytest

import noughts as api
from noughts.games.record import load_records, match_of
from tests.documents.any_values import game_of_any_values

Json = Any
Noughts = Callable[..., CompletedProcess[str]]
BOARD = str(Path(__file__).parents[1] / "documents" / "boards" / "breakthrough.led")
OTHERS = ("chomp", "euclid", "hare", "hexapawn", "kayles", "mutorere", "river")
AT_LENGTH = os.environ.get("NOUGHTS_FUZZ_LIBRARY") is not None
SMALL = ("nim", "ponghauki", "tictactoe", BOARD, *(OTHERS if AT_LENGTH else ()))
MANY = ("threenim",)


@pytest.mark.parametrize("name", SMALL)
def test_a_table_of_transitions_has_the_names_of_legal_moves(name: str) -> None:
    """In each position of some matches, and no others."""
    game = api.load(name)
    rows = game.explore().rows()
    moves: dict[str, set[str]] = {}
    for row in rows:
        moves.setdefault(row["position"], set()).add(row["move"])
    for seed in range(3):
        dice, match = Random(seed), game.match()
        while match.outcome is None and len(match.moves) < 30:
            assert moves[game.rules.position_text(match.played.position)] == set(match.legal_moves)
            match = match.play(dice.choice(match.legal_moves))
        assert game.match(match.text) == match == game.match("; ".join(match.moves))


@pytest.mark.parametrize("seed", range(8))
def test_so_has_one_of_a_game_with_moves_of_any_kind(seed: int, tmp_path: Path) -> None:
    game = api.Game(game_of_any_values(seed).game)  # type: ignore[arg-type]
    dice, match = Random(seed), game.match()
    rows = game.explore().rows()
    solution = game.solve()
    while match.outcome is None:
        here = game.rules.position_text(match.played.position)
        assert {row["move"] for row in rows if row["position"] == here} == set(match.legal_moves)
        assert set(solution.best(match)) <= set(solution.by_move(match)) == set(match.legal_moves)
        match = match.play(dice.choice(match.legal_moves))
    assert game.match(match.text) == match
    match.save(tmp_path / "matches")
    [record] = load_records(tmp_path / "matches")
    assert match_of(record, game.rules).moves == match.played.moves


def printed_lines(answer: Json) -> Iterator[list[str]]:
    """Every line of play in an answer, from the beginning."""
    if not isinstance(answer, dict):
        return
    for key, value in answer.items():
        is_line = isinstance(value, list) and all(isinstance(each, str) for each in value)
        if key in ("at", "line", "lost", "left") or (key == "moves" and is_line):
            yield value or []
        elif key in ("best", "moves") and isinstance(value, list | dict):
            yield from ([*answer.get("at", ()), move] for move in value if isinstance(move, str))
        else:
            yield from printed_lines(value)


@pytest.mark.parametrize("name", [*SMALL, *MANY])
def test_what_a_verb_prints_is_read(noughts: Noughts, name: str) -> None:
    game = api.load(name)
    side = game.sides[-1]
    begun = game.match().legal_moves[0]
    asked = [("solve", name), ("solve", name, "--at", begun)]
    if name not in MANY:
        asked += [("synthesise", name, "--for", side)]
        asked += [("synthesise", name, "--for", each, "--why", begun) for each in game.sides]
        asked += [("audit", "random", "--game", name, "--as", side), ("prove", name, "~gameOver")]
        asked += [("prove", name, "--can", "gameOver")]
    if AT_LENGTH or name == "nim":  # it is compiled for each game
        asked += [("solve", name, "--through", "search")]
    found = 0
    for words in asked:
        answer = noughts(*words, "--json")
        assert answer.returncode in (0, 1, 2), answer.stderr
        if answer.returncode == 2:
            continue  # such as a search of a game whose positions come back
        for line in printed_lines(json.loads(answer.stdout)):
            match = game.match("; ".join(line))
            assert len(match.moves) == len(line)
            found += bool(line)
    assert found >= 3


def test_a_line_of_play_may_say_who_moves() -> None:
    game = api.load("tictactoe")
    assert game.match("x 5, o 1, x 9").moves == game.match("5 1 9").moves == ("5", "1", "9")
    with pytest.raises(api.Refusal, match="is not legal for `o`"):
        game.match("x 5, x 1")


def test_two_moves_that_are_written_like_another_one_stay_two() -> None:
    game = api.load(STEPS, every={"1", "2", "1,2"})
    match = game.match("1; 2")
    assert match.moves == ("1", "2")
    assert game.match(match.text) == match
    assert game.match("1,2").moves == ("1,2",)


STEPS = """/$
every := {}
initialState := 0
playerToMove := (`x if currentState mod 2 = 0; `o otherwise)
moves := every
legalMove(m) iff currentState < 3
outcome(m) := currentState + 1
gameOver iff currentState = 3
wins(p) iff gameOver & p = `x
$/"""
