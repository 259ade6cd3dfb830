"""What somebody who checks a saved answer is told, in which words, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path
from zlib import crc32

import pytest

from tests.cli.conftest import Noughts


def test_a_strategy_of_an_automaton(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "x.data"
    noughts("synthesise", "nim", "--for", "x", "-o", str(file))
    done = noughts("verify", str(file), "--game", "nim")
    assert (done.returncode, done.stdout) == (
        0,
        f"{file}: the most permissive strategy of x in nim is right.\n\nAll 51 positions were checked.\n",
    )
    file.write_text(file.read_text(encoding="utf-8").replace("!U", "", 1), encoding="utf-8")
    wrong = noughts("verify", str(file), "--game", "nim", "--json")
    said = json.loads(wrong.stdout)
    assert (wrong.returncode, said["right"], said["kind"], said["side"]) == (1, False, "strategy", "x")
    assert "must be urgent, since o makes it" in said["fault"]
    assert said["position"].startswith("(`o, ")


def test_a_game_that_need_not_end(noughts: Noughts, tmp_path: Path) -> None:
    """Every position of the strategy of such a game is safe, and the others are not there."""
    file = tmp_path / "hounds.data"
    noughts("synthesise", "hare", "--for", "hounds", "-o", str(file))
    said = json.loads(noughts("verify", str(file), "--game", "hare", "--some-moves", "--json").stdout)
    assert said["right"], said["fault"]


def test_a_strategy_of_diagrams(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "x.strategy"
    noughts("synthesise", "mnk", "--let", "m=4", "--for", "x", "--symbolic", "-o", str(file))
    words = ("verify", str(file), "--let", "m=4", "--positions", "300", "--json")
    said = json.loads(noughts(*words).stdout)
    assert (said["right"], said["checked"], said["game"]) == (True, 300, "mnk")
    assert said["of"] > 10_000
    other = noughts("verify", str(file))
    assert other.returncode == 2
    assert "is about mnk with other rules or constants" in other.stderr


def test_a_solution_and_a_changed_value(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "nim.solved"
    noughts("solve", "nim", "--save", str(file))
    done = noughts("verify", str(file))
    assert (done.returncode, done.stdout) == (
        0,
        f"{file}: the solution of nim is right.\n\nAll 232 positions were checked.\n",
    )
    wrong = bytearray(file.read_bytes())
    wrong[-4 - 100 * 4] ^= 2
    file.write_bytes(wrong)
    spoiled = noughts("verify", str(file))
    assert spoiled.returncode == 1
    assert "not as it was written" in spoiled.stdout
    wrong[-4:] = crc32(wrong[:-4]).to_bytes(4, "little")
    file.write_bytes(wrong)
    refused = noughts("verify", str(file))
    assert refused.returncode == 1
    assert "the answer says" in refused.stdout


def test_tables(noughts: Noughts, tmp_path: Path) -> None:
    folder = tmp_path / "nim"
    noughts("solve", "nim", "--tables", str(folder))
    done = noughts("verify", str(folder))
    assert (done.returncode, done.stdout) == (
        0,
        f"{folder}: the table of nim is right.\n\nAll 232 positions were checked.\n",
    )
    some = noughts("verify", str(folder), "--positions", "20")
    assert "20 of 232 positions were checked." in some.stdout


@pytest.mark.parametrize(
    ("words", "checked"),
    [
        (["nim", "~gameOver"], "All 4 positions of its line were checked; its line of play proves it."),
        (
            ["nim", "--can", "gameOver"],
            "All 4 positions of its line were checked; its line of play proves it.",
        ),
        (["nim", "--forces", "x", "wins(`x)"], "All 232 positions were checked."),
        (["nim", "--forces", "o", "wins(`o)"], "All 232 positions were checked."),
        (["nim", "~(wins(`x) & wins(`o))"], "All 232 positions were checked."),
        (["mnk", "--let", "m=2", "--let", "k=2", "--can", "1 = 2"], "All 129 positions were checked."),
    ],
)
def test_proofs(words: list[str], checked: str, noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    noughts("prove", *words, "-o", str(file))
    done = noughts("verify", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
    assert checked in done.stdout
    read = json.loads(file.read_text(encoding="utf-8"))
    for change in ({"holds": not read["holds"]}, {"line": (read["line"] or ["1-1"])[1:]}):
        file.write_text(json.dumps({**read, **change}), encoding="utf-8")
        if read["question"] != "forced" or "holds" in change:
            assert noughts("verify", str(file)).returncode == 1, change


def test_what_is_no_answer_is_refused(noughts: Noughts, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Rank and file", encoding="utf-8")
    (tmp_path / "cut.json").write_text('{"noughts": "proof 1", "game": "nim"', encoding="utf-8")
    (tmp_path / "empty").mkdir()
    for name, fact in [
        ("notes.txt", "is no answer that can be verified"),
        ("cut.json", "is no proof, or is cut off"),
        ("empty", "there are no tables in"),
        ("nothing", "there is no file"),
    ]:
        done = noughts("verify", str(tmp_path / name))
        assert done.returncode == 2
        assert fact in done.stderr
    some = noughts("verify", str(tmp_path / "notes.txt"), "--positions", "few")
    assert some.returncode == 2
    assert "is not a number of positions" in some.stderr


def test_an_automaton_needs_its_game(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "o.data"
    noughts("synthesise", "nim", "--for", "x", "-o", str(file))
    done = noughts("verify", str(file))
    assert done.returncode == 2
    assert "the file does not say of which game it is" in done.stderr
    other = noughts("verify", str(file), "--game", "tictactoe")
    assert other.returncode == 1
    assert "is not the first position" in other.stdout
