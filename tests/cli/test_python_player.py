"""A player in Python sits wherever a word names one; what is wrong with it is said in one error."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Noughts

CODE = """
import random

class First:
    def choose(self, match): return match.legal_moves[0]
def last(match): return match.legal_moves[-1]
def wrong(match): return "99"
def number(match): return 5
def breaks(match): return {}["no"]
def dicey(match): return random.choice(match.legal_moves)
def leaves(match): raise SystemExit(3)
class Needs:
    def __init__(self, level): pass
five = 5
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the module of the author."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "theirs.py").write_text(CODE)
    return tmp_path


def test_it_plays_and_is_audited_and_compared(noughts: Noughts) -> None:
    played = noughts("play", "tictactoe", "--x", "theirs:First", "--o", "theirs:last")
    assert (played.returncode, "x wins" in played.stdout) == (0, True)
    audit = noughts("audit", "theirs:First", "--as", "o")
    assert (audit.returncode, audit.stdout.splitlines()[0]) == (
        1,
        "theirs:First as o: can lose tictactoe, in 5 moves at the earliest:",
    )
    arena = noughts("arena", "tictactoe", "theirs:last", "random", "--games", "10")
    assert (arena.returncode, "\ntheirs:last  " in arena.stdout) == (0, True)


@pytest.mark.parametrize(
    ("player", "error"),
    [
        ("absent:First", "there is no module `absent`\n   help: Python looked for it in"),
        ("theirs:Fist", "there is no object in `theirs` called `Fist`\n   help: did you mean `First`?"),
        ("theirs:five", "`theirs:five` is no player\n   help: a player has a method `choose(match)`"),
        ("theirs:Needs", "`theirs:Needs` makes no player without arguments: it needs `level`"),
        (
            "theirs:wrong",
            "theirs:wrong, who plays x, chose `99`, which is not legal (at the start)\n   help: a",
        ),
        ("theirs:number", "theirs:number, who plays x, chose 5, which is no text (at the start)\n   help: a"),
        ("theirs:breaks", "`theirs:breaks` raises in `breaks` KeyError: 'no' ("),
        ("theirs:leaves", "`theirs:leaves` raises in `leaves` SystemExit: 3 ("),
    ],
)
@pytest.mark.parametrize(
    "verb", ["play tictactoe --o random --x", "audit --as x", "arena tictactoe --games 1"]
)
def test_what_is_wrong_is_said_once_and_without_a_traceback(
    noughts: Noughts, verb: str, player: str, error: str
) -> None:
    said = noughts(*verb.split(), player, *(["random"] if verb.startswith("arena") else []))
    assert said.returncode == 2
    assert said.stderr.startswith(f"error: {error}")
    assert said.stderr.count("error:") == 1
    assert "Traceback" not in said.stderr


def test_one_that_raises_is_told_with_the_line(noughts: Noughts, folder: Path) -> None:
    said = noughts("audit", "theirs:breaks")
    line = CODE.splitlines().index('def breaks(match): return {}["no"]') + 1
    assert f'({folder}/theirs.py, line {line}: `def breaks(match): return {{}}["no"]`)' in said.stderr


def test_an_audit_of_chance_is_no_proof(noughts: Noughts) -> None:
    said = noughts("audit", "theirs:dicey", "--as", "o")
    assert said.returncode == 2
    assert "chose two moves\n   help: give it a method `choices(match)`" in said.stderr
