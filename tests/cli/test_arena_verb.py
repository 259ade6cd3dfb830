"""What ``noughts arena`` answers to people and programs, and what it keeps."""

from __future__ import annotations

import json
from pathlib import Path

from noughts.games.record import match_of, read_records
from tests.cli.conftest import Noughts
from tests.small_games import Nim

GAME = "tests.small_games:Nim"

BEFORE = "# The best of last year.\nnoughts match 1\ngame: chess\nmoves: e4\n"


def test_people_get_a_table(noughts: Noughts) -> None:
    said = noughts("arena", GAME, "random", "perfect", "--games", "50", "--seed", "7")
    assert said.returncode == 0
    lines = said.stdout.splitlines()
    assert lines[0] == "nim: 50 matches, first moves first; seed 7."
    assert lines[2].split() == ["player", "score", "95", "%", "CI", "won", "drawn", "lost", "rating"]
    assert [line.split()[0] for line in lines[3:5]] == ["perfect", "random"]
    assert all(len(line) <= 80 for line in lines)


def test_programs_get_figures_that_the_seed_decides(noughts: Noughts) -> None:
    words = ("arena", GAME, "random", "perfect", "random", "--games", "20", "--json")
    said = noughts(*words)
    answer = json.loads(said.stdout)
    assert answer["matches"] == 60
    assert {each["player"] for each in answer["players"]} == {"random", "perfect", "random (2)"}
    assert sum(each["points"] for each in answer["players"]) == 60
    assert len(answer["pairs"]) == 6
    assert noughts(*words, "--workers", "2").stdout == said.stdout


def test_every_match_is_kept(noughts: Noughts, tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    noughts("arena", GAME, "random", "perfect", "--games", "30", "-o", str(path))
    records = read_records(path.read_text("utf-8"))
    assert len(records) == 30
    assert [record.players["first"] for record in records] == ["random"] * 15 + ["perfect"] * 15
    for record in records:
        assert match_of(record, Nim()).outcome == record.outcome


def test_wrong_words_are_told(noughts: Noughts) -> None:
    assert noughts("arena", GAME, "random").stderr == (
        "error: an arena needs two players or more\n   help: name two or more\n"
    )
    assert noughts("arena", GAME, "random", "rendom").stderr == (
        "error: there is no player `rendom`\n   help: did you mean `random`?\n"
    )


def test_what_was_kept_before_stays_if_nothing_is_played(noughts: Noughts, tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    path.write_text(BEFORE)
    assert noughts("arena", GAME, "random", "rendom", "-o", str(path)).returncode == 2
    assert path.read_text() == BEFORE


def test_matches_of_several_arenas_are_kept_in_one_file(noughts: Noughts, tmp_path: Path) -> None:
    path = tmp_path / "all.match"
    path.write_text(BEFORE)
    for seed in ("1", "2"):
        said = noughts("arena", GAME, "random", "random", "--games", "2", "--seed", seed, "-o", str(path))
        assert said.returncode == 0
    assert path.read_text().startswith(BEFORE)
    assert [record.game for record in read_records(path.read_text())] == ["chess", *["nim"] * 4]
