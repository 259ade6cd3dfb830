"""What ``noughts audit`` answers, and that the match it shows can be replayed."""

from __future__ import annotations

import json
from pathlib import Path

from noughts.cli.game_argument import GameArgument
from noughts.games.record import match_of, read_record, read_records
from tests.cli.conftest import Noughts


def test_a_player_that_never_loses_is_proved_for_both_sides(noughts: Noughts) -> None:
    said = noughts("audit", "mended")
    assert said.returncode == 0
    assert said.stdout.splitlines() == [
        "mended as x: never loses tictactoe. 138 positions were checked: "
        "43 final positions are wins, 6 are draws.",
        "mended as o: never loses tictactoe. 503 positions were checked: "
        "122 final positions are wins, 12 are draws.",
    ]


def test_a_player_that_loses_is_shown_how(noughts: Noughts, tmp_path: Path) -> None:
    path = tmp_path / "lost.match"
    said = noughts("audit", "classic", "--as", "o", "-o", str(path))
    assert said.returncode == 1
    assert (
        said.stdout
        == """\
classic as o: can lose tictactoe, in 7 moves at the earliest:

x 1, o 3, x 2, o 9, x 7, o 4, x 6
            ┌─────────┐
  o's turn  │ restart │
            └─────────┘

      x │ x │ o
     ───┼───┼───
      o │   │ x
     ───┼───┼───
      x │   │ o

x wins (classic gives up)

"""
    )
    record = read_record(path.read_text("utf-8"))
    assert record.players == {"x": "anybody", "o": "classic"}
    match = match_of(record, GameArgument(["tictactoe"]).load())
    assert match.move_texts() == ("1", "3", "2", "9", "7", "4", "6")


def test_the_match_that_is_lost_comes_behind_those_in_the_file(noughts: Noughts, tmp_path: Path) -> None:
    path = tmp_path / "lost.match"
    for side in ("x", "o"):
        noughts("audit", "random", "--as", side, "-o", str(path))
    first, second = read_records(path.read_text("utf-8"))
    assert (first.players["x"], second.players["o"]) == ("random", "random")


def test_programs_are_answered_in_json(noughts: Noughts) -> None:
    said = noughts("audit", "random", "--game", "tests.small_games:Nim", "--json", "--as", "second")
    answer = json.loads(said.stdout)
    assert said.returncode == 1
    (found,) = answer["audits"]
    assert found["safe"] is False
    assert found["outcome"] == "first wins"
    assert len(found["moves"]) == 3


def test_wrong_words_are_told(noughts: Noughts) -> None:
    assert noughts("audit", "mendet").stderr == (
        "error: there is no player `mendet`\n   help: did you mean `mended`?\n"
    )
    assert noughts("audit", "random", "--as", "z").stderr == (
        "error: there is no side `z`\n   help: the sides are `o` and `x`\n"
    )
    assert "nothing can be proved about `person`" in noughts("audit", "person").stderr
    said = noughts("audit", "classic", "--game", "tests.small_games:Nim")
    assert said.returncode == 2
    assert "plays on boards of three by three" in said.stderr


def test_where_a_walk_is_too_long_a_proof_without_one_is_named(noughts: Noughts) -> None:
    said = noughts("audit", "strategy", "--game", "disctru", "--limit", "500")
    assert said.returncode == 2
    assert said.stderr == (
        "error: disctru against `strategy` has more than 500 positions, which is the limit\n"
        "   help: `noughts synthesise --symbolic` proves that its strategy cannot lose, "
        "without listing positions\n"
    )
    said = noughts("audit", "random", "--game", "disctru", "--limit", "500")
    assert said.returncode == 2
    assert "--symbolic" not in said.stderr
