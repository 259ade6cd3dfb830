"""What ``noughts check`` says of documents."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Noughts
from tests.seeds import seed


def document(folder: Path, text: str) -> str:
    path = folder / "game.led"
    path.write_text(text, "utf-8")
    return str(path)


def test_all_is_well(noughts: Noughts, tmp_path: Path) -> None:
    said = noughts("check", document(tmp_path, "/$ a := 3 $/ so /? a = 3; a > 2 ?/"))
    assert said.returncode == 0
    assert said.stdout.endswith("game.led: 1 definition, all 2 tests pass\n")


def test_a_test_that_fails_is_1_with_expected_and_got(noughts: Noughts, tmp_path: Path) -> None:
    path = document(tmp_path, "/$ rows := {{1,2},{3,4}} $/\n/? |rows| = 3 ?/\n")
    said = noughts("check", path)
    assert said.returncode == 1
    assert said.stdout == (
        f"{path}:2:4: this test fails\n"
        "    2 | /? |rows| = 3 ?/\n"
        "      |    ^^^^^^^^^^\n"
        "   expected: 3\n"
        "        got: 2\n"
        "        why: |rows|: 2\n"
        "             └─ rows: {{1, 2}, {3, 4}}\n"
        "\n"
        f"{path}: 1 definition, 0 of 1 tests pass\n"
    )


def test_a_name_that_is_solved_for_shows_the_condition(noughts: Noughts, tmp_path: Path) -> None:
    path = document(
        tmp_path, "/$ least(S) := x where x in S & all y in S. x >= y $/\n/? least({3, 1}) = 1 ?/\n"
    )
    said = noughts("check", path).stdout
    assert "all y in S. x >= y: true, with S = {3, 1}, x = 3 (each of 2)" in said


def test_a_transcript_is_a_test(noughts: Noughts, tmp_path: Path) -> None:
    text = '/$ rows := {{1,2,3},{4,5,6}} $/\ncmd:>pp(rows)\n"{{1, 2, 3}, {4, 5, 6}}"\ncmd:>pp(|rows_|)\n"3"\n'
    said = noughts("check", document(tmp_path, text))
    assert said.returncode == 1
    assert "expected: 3\n        got: 2\n" in said.stdout
    assert said.stdout.endswith("1 definition, 1 of 2 tests pass\n")


def test_all_mistakes_at_once_are_2(noughts: Noughts, tmp_path: Path) -> None:
    path = document(
        tmp_path, "/$ a := Cels b := (1 + c := {x | x > 1} $/\n/$ Cells := {1..9} Cells := 1 $/\n"
    )
    said = noughts("check", path)
    assert (said.returncode, said.stdout) == (2, "")
    places = [line.split(": ")[:2] for line in said.stderr.splitlines() if line.startswith(path)]
    assert places == [
        [f"{path}:1:9", "error E202"],
        [f"{path}:1:19", "error E105"],
        [f"{path}:1:34", "error E208"],
        [f"{path}:2:20", "error E201"],
    ]
    assert "did you mean `Cells`?" in said.stderr


def test_programs_get_json(noughts: Noughts, tmp_path: Path) -> None:
    path = document(tmp_path, "/$ a := 3 $/ /? a = 3; a = 4 ?/")
    said = noughts("check", path, "--json")
    told = json.loads(said.stdout)
    assert said.returncode == 1
    assert told["tests"] == {"passed": 1, "failed": 1}
    assert told["failures"] == [
        {"file": path, "line": 1, "test": "a = 4", "expected": "4", "got": "3", "error": None}
    ]
    wrong = noughts("check", document(tmp_path, "/$ a := b $/"), "--json")
    assert wrong.returncode == 2
    assert json.loads(wrong.stdout).keys() == told.keys()
    assert json.loads(wrong.stdout)["errors"] == [
        {
            "code": "E202",
            "file": path,
            "line": 1,
            "column": 9,
            "fact": "nothing defines `b`",
            "help": "define it: `b := …`",
        }
    ]


def test_the_transcript_of_seed_001_holds_for_the_library(noughts: Noughts, tmp_path: Path) -> None:
    """The transcript alone: the displays of the paper define the same names again."""
    text = seed("001").read_text("utf-8")
    transcript = tmp_path / "transcript.txt"
    transcript.write_text(text[text.index("cmd:>") :], "utf-8")
    alone = noughts("check", "tictactoe", "--json")
    both = noughts("check", "tictactoe", str(transcript), "--json")
    assert (alone.returncode, both.returncode) == (0, 0)
    counts = [json.loads(said.stdout)["tests"] for said in (alone, both)]
    assert counts[1]["passed"] - counts[0]["passed"] == 21
    assert counts[1]["failed"] == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\x01\x02",
        b"\xff\xfe/$ a := 1 $/",
        random.Random(1).randbytes(100_000),
        b"/$ " + b"(" * 100_000,
        b"/$ a := " + b"(" * 5_000 + b"1" + b")" * 5_000 + b" $/",
        b"/$ a := " + b"-" * 30_000 + b"1 $/",
        b"/$ a := " + b"~" * 30_000 + b"true $/",
        b"/$ " * 10_000,
        b"cmd:>pp(" * 1_000,
        b"/$" + b"a " * 60_000 + b"$/",
        "/$ a := ≔≡∅∪∩×∑∏⋃ $/".encode(),
        b"x" * 17_000_000,
    ],
    ids=range(13),
)
def test_any_file_whatever_gets_an_answer(noughts: Noughts, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "any.led"
    path.write_bytes(content)
    said = noughts("check", str(path))
    assert said.returncode == 2, said.stderr[-2000:]
    assert "error" in said.stderr
    assert "Traceback" not in said.stderr


def test_a_sum_of_any_length_is_in_order(noughts: Noughts, tmp_path: Path) -> None:
    said = noughts("check", document(tmp_path, "/$ a := 1" + " + 1" * 10_000 + " $/"))
    assert (said.returncode, said.stderr) == (0, "")


def test_a_folder_and_a_missing_file(noughts: Noughts, tmp_path: Path) -> None:
    assert "is a directory" in noughts("check", str(tmp_path)).stderr
    missing = noughts("check", str(tmp_path / "none.led"))
    assert missing.returncode == 2
    assert "there is no file" in missing.stderr


def test_a_document_on_standard_input(noughts: Noughts) -> None:
    said = noughts("check", "-", typed="/$ v := 1 $/ /? v = 2 ?/")
    assert (said.returncode, said.stderr) == (1, "")
    assert said.stdout.startswith("standard input:1:17: this test fails\n")


def test_notes_change_the_exit_code_only_if_asked(noughts: Noughts, tmp_path: Path) -> None:
    path = document(tmp_path, "/$ f(x) iff some x in {1}. x = 1 $/")
    said = noughts("check", path)
    assert said.returncode == 0
    assert "note N201: this `x` hides another one" in said.stdout
    assert noughts("check", "--strict", path).returncode == 1
    assert [note["code"] for note in json.loads(noughts("check", "--json", path).stdout)["notes"]] == ["N201"]


def test_why_a_claim_fails_or_holds_for_want_of_elements(noughts: Noughts, tmp_path: Path) -> None:
    path = document(
        tmp_path, "/$ rows := {1, 2} $/ /? some r in rows. r > 2; all r in rows \\ {1..9}. r > 2 ?/"
    )
    said = noughts("check", path, "--why")
    assert "        why: some r in rows. r > 2: false (none of 2)\n" in said.stdout
    assert "note N601: " in said.stdout
    told = json.loads(noughts("check", path, "--why", "--json").stdout)
    (failure,) = told["failures"]
    assert failure["why"]["note"] == "none of 2"
    assert [note["code"] for note in told["notes"]] == ["N601"]


def test_a_claim_that_fails_shows_a_witness_without_being_asked(noughts: Noughts, tmp_path: Path) -> None:
    claims = (
        "all r in rows. even(r)",
        "some r in rows. r > 3",
        "some r in rows. (r > 1 & even(r) & r < 2)",
        "{r | r in rows & even(r)} = {2, 3}",
        "1 in rows & even(3)",
        "all r in rows \\ {1..9}. even(r)",
    )
    document_text = f"/$ rows := {{1..3}} even(n) iff n mod 2 = 0 $/ /? {'; '.join(claims)} ?/"
    said = noughts("check", document(tmp_path, document_text)).stdout
    witnesses = re.findall(r"why: (.*)(?:\n +(.*))?", said)
    assert witnesses == [
        ("even(r): false, with r = 1", "└─ n mod 2 = 0: false, with n = 1"),
        ("none of 3", ""),
        ("none of 3; the nearest is this", "r > 1 & even(r) & r < 2: false, with r = 2"),
        ("only on the right: {3}", ""),
        ("even(3): false", "└─ n mod 2 = 0: false, with n = 3"),
    ]
    assert "note N601: " in said


def test_what_was_only_tried_is_not_called_proved(noughts: Noughts, tmp_path: Path) -> None:
    path = document(tmp_path, "/$ a := 3 $/ /? for any x in Z. x + a = a + x; a = 3 ?/")
    assert "all 2 tests pass; 1 of them tried on" in noughts("check", path).stdout
    answer = json.loads(noughts("check", path, "--json").stdout)
    assert [each["test"] for each in answer["tried"]] == ["for any x in Z. x + a = a + x"]
    said = noughts("check", document(tmp_path, "/$ a := 3 $/ /? for any x in N. x < a ?/"))
    assert said.returncode == 1
    assert "x < a: false, with x = 3" in said.stdout


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e9", "0", "-1"])
def test_a_time_limit_is_credible(noughts: Noughts, tmp_path: Path, seconds: str) -> None:
    said = noughts("check", document(tmp_path, "/$ a := 3 $/"), "--seconds", seconds)
    assert said.returncode == 2
    assert "is not in the range" in said.stderr


def test_a_path_with_a_line_break_names_a_file(noughts: Noughts, tmp_path: Path) -> None:
    (tmp_path / "two\nlines.led").write_text("/$ a := 3 $/", "utf-8")
    said = noughts("solve", str(tmp_path / "two\nlines.led"))
    assert "bug" not in said.stderr
    assert "lines.led" in said.stderr


def test_a_check_says_how_random_matches_of_a_game_went(noughts: Noughts) -> None:
    figures, summary = noughts("check", "nim").stdout.splitlines()
    assert figures == "12 random matches of 4 to 8 moves, 12 choices at first: x wins 6, o wins 6"
    assert summary == "nim: 46 definitions, all 17 tests pass"
    assert json.loads(noughts("check", "nim", "--json").stdout)["matches"] == {
        "count": 12,
        "moves": {"least": 4, "most": 8},
        "choices": 12,
        "ends": {"x wins": 6, "o wins": 6},
    }


def test_a_puzzle_is_solved_or_not(noughts: Noughts) -> None:
    assert ": solved " in noughts("check", "river").stdout
    assert noughts("check", "frogs").stdout.splitlines()[0].endswith(": not solved 12")


def test_of_a_game_with_long_rules_the_beginning_of_a_match_is_told(noughts: Noughts) -> None:
    figures = noughts("check", "ultimate").stdout.splitlines()[0]
    assert re.fullmatch(r"1 random match of \d+ moves, 81 choices at first: not over 1", figures)
