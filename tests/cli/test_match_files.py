"""Matches that are loaded, gone on with and saved, whatever the face."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.games.record import read_records
from tests.cli.conftest import Noughts

BEGUN = "noughts match 1\ngame: tictactoe\nmoves: 5; 1\n"


def test_a_match_goes_on_from_a_file_into_a_file(noughts: Noughts, tmp_path: Path) -> None:
    begun, done = tmp_path / "begun.match", tmp_path / "done.match"
    begun.write_text(BEGUN)
    said = noughts("play", "--load", str(begun), "--save", str(done), "--x", "trained", "--o", "mended")
    assert (said.returncode, said.stderr) == (0, "")
    assert "\nDraw.\n\nTo play yourself: " in said.stdout
    (record,) = read_records(done.read_text("utf-8"))
    assert record.moves[:2] == ("5", "1")
    assert record.players == {"x": "trained", "o": "mended"}
    again = noughts("play", "--load", str(done))
    assert "\nDraw.\n" in again.stdout


@pytest.mark.parametrize(
    ("content", "words", "fact"),
    [
        (BEGUN.replace("1\n", "5\n").replace("match 5", "match 1"), [], "move 2, `5`, is not legal for `o`"),
        (BEGUN * 2, [], "holds 2 matches\n   help: choose one: `--which 1` is the first"),
        (BEGUN, ["--which", "2"], "holds 1 match, not 2"),
        (BEGUN.replace("tictactoe", "chess"), [], "there is no `chess` in the library"),
        ("1 1\n", [], "line 1: this is not the record of a match"),
    ],
)
def test_what_cannot_be_gone_on_with_is_told(noughts: Noughts, tmp_path: Path, content, words, fact) -> None:
    path = tmp_path / "a.match"
    path.write_text(content)
    for face in ("console", "browser", "window"):
        said = noughts("play", "--load", str(path), "--face", face, *words)
        assert (said.returncode, said.stdout) == (2, "")
        assert fact in said.stderr
        assert "Traceback" not in said.stderr


OTHER = {
    "another game": (["mnk"], "it is a match of `tictactoe`, not of `mnk`"),
    "other rules": (
        ["tictactoe"],
        "it was played by other rules of tictactoe, with the fingerprint 0123",
    ),
}


@pytest.mark.parametrize("other", OTHER)
@pytest.mark.parametrize("face", ["console", "browser", "window"])
def test_a_record_of_something_else_is_refused(
    noughts: Noughts, tmp_path: Path, other: str, face: str
) -> None:
    path, kept = tmp_path / "a.match", tmp_path / "b.match"
    path.write_text(BEGUN.replace("moves:", "rules: 0123\nmoves:"))
    words, fact = OTHER[other]
    said = noughts("play", *words, "--load", str(path), "--save", str(kept), "--face", face)
    assert (said.returncode, said.stdout) == (2, "")
    assert f"error: the record does not fit: {fact}" in said.stderr
    assert not kept.exists()


def test_a_number_alone_says_nothing(noughts: Noughts) -> None:
    assert "`--which` chooses a match of a file" in noughts("play", "tictactoe", "--which", "1").stderr


KEEPING = [
    ["play", "tictactoe", "--x", "random", "--o", "random", "--save"],
    ["console", "-o"],
    ["arena", "tictactoe", "random", "random", "--games", "2", "-o"],
    ["audit", "random", "-o"],
]


@pytest.mark.parametrize("words", KEEPING, ids=lambda words: words[0])
def test_a_file_of_something_else_is_refused_and_left_alone(noughts: Noughts, tmp_path: Path, words) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann\n")
    said = noughts(*words, str(letter))
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == (
        f"error: {letter}: line 1: this is not the record of a match\n"
        "   help: the first line is `noughts match 1`\n"
    )
    assert letter.read_text() == "Dear Ann\n"


MAKING = [
    *KEEPING,
    ["solve", "tictactoe", "--save"],
    ["synthesise", "tictactoe", "--for", "o", "-o"],
    ["train", "tictactoe", "-o"],
]


@pytest.mark.parametrize("words", MAKING, ids=lambda words: words[0])
def test_no_folder_is_made_for_a_file(noughts: Noughts, tmp_path: Path, words) -> None:
    said = noughts(*words, str(tmp_path / "typo" / "a.data"))
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == (
        f"error: there is no folder `{tmp_path / 'typo'}`\n   help: create it, or name another place\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", KEEPING, ids=lambda words: words[0])
def test_a_folder_is_no_file_of_matches(noughts: Noughts, tmp_path: Path, words) -> None:
    said = noughts(*words, str(tmp_path))
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == f"error: `{tmp_path}` is a folder\n   help: name a file in it\n"
    assert list(tmp_path.iterdir()) == []
