"""What ``noughts puzzles`` answers, to programs and to people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from noughts.cli.main import obey
from noughts.games.record import load_records


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the verb prints."""
    assert obey(["puzzles", *words]) == 0
    return capsys.readouterr().out


def test_solutions_are_printed_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    asked = said(capsys, "tictactoe", "--kind", "saves", "--count", "1")
    assert asked.startswith("tictactoe: 1 puzzle, easiest first.\n")
    assert "1. o to move: find the one move that saves the draw." in asked
    assert "8 of 8 moves look equally good one move ahead" in asked
    assert "o's turn" in asked
    assert asked.endswith("`--solutions` prints the solutions, too.\n")
    solved = said(capsys, "tictactoe", "--kind", "saves", "--count", "1", "--solutions")
    assert solved.splitlines()[-1].split() == ["1.", "5", "5"]


def test_programs_are_given_the_solutions(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("tictactoe", "--json", "--kind", "wins", "--count", "3", "--seed", "2")
    found = json.loads(said(capsys, *words))
    assert found == json.loads(said(capsys, *words))
    assert found["game"] == "tictactoe"
    assert len(found["puzzles"]) == 3
    for puzzle in found["puzzles"]:
        assert (puzzle["kind"], puzzle["difficulty"]["moves"]) == ("wins", (len(puzzle["solution"]) + 1) // 2)
    assert found != json.loads(said(capsys, *words[:-1], "3"))


def test_puzzles_are_played_on_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.match"
    for first in (1, 3):
        assert obey(["puzzles", "hexapawn", "--count", "2", "--json", "-o", str(file)]) == 0
        out, remark = capsys.readouterr()
        assert f"`noughts play --load {file} --which {first}`" in remark
    lines = [puzzle["at"] for puzzle in json.loads(out)["puzzles"]]
    assert [list(record.moves) for record in load_records(file)] == [*lines, *lines]
    chosen = ["play", "--load", str(file), "--which", "1", "--player", "x=random", "--player", "o=random"]
    assert obey(chosen) == 0


@pytest.mark.parametrize(
    ("words", "fact", "hint"),
    [
        (["river"], "river is a puzzle itself: it has one side", "play it with `noughts play`"),
        (["four"], "four has more than 150,000 positions", "make the game smaller with `--let`"),
        (["nim", "--kind", "saves"], "nim has no such puzzle", "ask for another kind, or leave out `--kind`"),
        (["nim", "--let", "heaps=(1,1)"], "nim has no such puzzle", "make the game larger with `--let`"),
    ],
)
def test_what_has_no_puzzles_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], fact: str, hint: str
) -> None:
    assert obey(["puzzles", *words]) == 2
    complaint = capsys.readouterr().err
    assert fact in complaint
    assert hint in complaint
