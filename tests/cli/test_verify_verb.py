"""What somebody who checks a saved answer is told, in which words, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path
from zlib import crc32

import pytest

from noughts.api.proof import ProvedClaim
from noughts.cli.game_argument import NO_GAME, GameArgument
from noughts.cli.verified import FileQuestion, Verified, extent_of, save_proof, verified
from noughts.documents.claim import claim_about
from noughts.documents.sided import Sided
from noughts.refusal import Refusal
from noughts.solvers.proof import ClaimQuery, QuestionKind, prove_quickest
from tests.cli.conftest import Noughts

LET = "heaps=(1,2,2)"
"""A nim of 28 positions: the reference evaluator is asked about each, and has 232 otherwise."""
NIM = ("nim", "--let", LET)


def test_a_strategy_of_an_automaton(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "x.data"
    noughts("synthesise", *NIM, "--for", "x", "-o", str(file))
    done = noughts("verify", str(file), "--game", *NIM)
    assert (done.returncode, done.stdout) == (
        0,
        f"{file}: the most permissive strategy of x in nim is right.\n\nAll 10 positions were checked.\n",
    )
    file.write_text(file.read_text(encoding="utf-8").replace("!U", "", 1), encoding="utf-8")
    wrong = noughts("verify", str(file), "--game", *NIM, "--json")
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
    noughts("solve", *NIM, "--save", str(file))
    done = noughts("verify", str(file), "--let", LET)
    assert (done.returncode, done.stdout) == (
        0,
        f"{file}: the solution of nim is right.\n\nAll 28 positions were checked.\n",
    )
    wrong = bytearray(file.read_bytes())
    wrong[-4 - 10 * 4] ^= 2
    file.write_bytes(wrong)
    spoiled = noughts("verify", str(file), "--let", LET)
    assert spoiled.returncode == 1
    assert "not as it was written" in spoiled.stdout
    wrong[-4:] = crc32(wrong[:-4]).to_bytes(4, "little")
    file.write_bytes(wrong)
    refused = noughts("verify", str(file), "--let", LET)
    assert refused.returncode == 1
    assert "the answer says" in refused.stdout


def test_tables(noughts: Noughts, tmp_path: Path) -> None:
    folder = tmp_path / "nim"
    noughts("solve", *NIM, "--tables", str(folder))
    done = noughts("verify", str(folder), "--let", LET)
    assert (done.returncode, done.stdout) == (
        0,
        f"{folder}: the table of nim is right.\n\nAll 28 positions were checked.\n",
    )
    some = noughts("verify", str(folder), "--let", LET, "--positions", "20")
    assert "20 of 28 positions were checked." in some.stdout


@pytest.mark.parametrize(
    ("words", "checked"),
    [
        ([*NIM, "~gameOver"], "All 4 positions of its line were checked; its line of play proves it."),
        (
            [*NIM, "--can", "gameOver"],
            "All 4 positions of its line were checked; its line of play proves it.",
        ),
        ([*NIM, "--forces", "x", "wins(`x)"], "All 28 positions were checked."),
        ([*NIM, "--forces", "o", "wins(`o)"], "All 28 positions were checked."),
        ([*NIM, "~(wins(`x) & wins(`o))"], "All 28 positions were checked."),
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
    noughts("synthesise", *NIM, "--for", "x", "-o", str(file))
    done = noughts("verify", str(file))
    assert done.returncode == 2
    assert "the file does not say of which game it is" in done.stderr
    other = noughts("verify", str(file), "--game", "mnk", "--let", "m=2", "--let", "k=2")
    assert other.returncode == 1
    assert "is not the first position" in other.stdout


def proof_about_nim(place: Path, text: str, question: QuestionKind, side: str | None = None) -> Path:
    """A proof about nim, saved."""
    named = GameArgument(["nim"], let=(LET,))
    game = named.load()
    assert isinstance(game, Sided)
    claim = claim_about(game, text)
    asked = ClaimQuery(question, claim, side)
    save_proof(place / "proof.json", named, ProvedClaim(asked, claim, prove_quickest(game, asked)))
    return place / "proof.json"


def altered(file: Path, **change: object) -> None:
    """Write a proof again with some parts changed."""
    file.write_text(json.dumps({**json.loads(file.read_text(encoding="utf-8")), **change}), encoding="utf-8")


def found_in(file: Path, positions: str | None = None) -> Verified:
    return verified(str(file), FileQuestion(NO_GAME, None, extent_of(positions), some_moves=False))


@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("is_true", [True, False])
def test_what_is_forced_is_refused_where_play_reaches_too_many_positions(side, is_true, noughts, tmp_path):
    file = proof_about_nim(tmp_path, f"wins(`{side})", "forced", side)
    if not is_true:
        altered(file, holds=side == "o", line=None, position=None, within=None)
    done = noughts("verify", str(file), "--positions", "10")
    assert (done.returncode, done.stdout) == (2, "")
    assert "play reaches more than 10 positions" in done.stderr
    assert "--positions all" in done.stderr
    assert found_in(file, "all").checked.is_right == is_true


def test_a_total_that_was_not_counted_is_not_told(noughts, tmp_path):
    file = proof_about_nim(tmp_path, "~(wins(`x) & wins(`o))", "always")
    altered(file, positions=1_000_000)
    done = noughts("verify", str(file), "--positions", "10")
    assert "10 of more than 10 positions were checked; matches were played at random" in done.stdout
    assert "1,000,000" not in done.stdout
    said = json.loads(noughts("verify", str(file), "--positions", "10", "--json").stdout)
    assert (said["checked"], said["of"]) == (10, None)
    altered(file, positions=7)
    few = noughts("verify", str(file), "--positions", "10")
    assert few.returncode == 1
    assert "Play reaches more than 10 positions, and the proof counts 7." in few.stdout
    assert few.stdout.endswith("No position was checked.\n")


WRONG_TYPES: tuple[object, ...] = ("x", 5, 2.5, None, True, [], {}, [7], ["x"], {"x": 1})


@pytest.mark.parametrize("question", ["always", "sometimes", "forced"])
def test_a_proof_with_a_part_of_any_other_type_is_refused_or_wrong(question, tmp_path):
    """Nothing but a clear answer, whatever a part is replaced by; and right only if it is the same."""
    file = proof_about_nim(tmp_path, "wins(`x)", question, "x" if question == "forced" else None)
    right = json.loads(file.read_text(encoding="utf-8"))
    for part in right:
        for other in WRONG_TYPES:
            if other == right[part] and type(other) is type(right[part]):
                continue
            file.write_text(json.dumps({**right, part: other}), encoding="utf-8")
            try:
                is_right = found_in(file).checked.is_right
            except Refusal:
                is_right = False
            allowed = UNCHECKED.get(part, lambda other: False)
            assert not is_right or allowed(other), (part, other)
        file.write_text(json.dumps({key: right[key] for key in right if key != part}), encoding="utf-8")
        with pytest.raises(Refusal):
            found_in(file)


UNCHECKED = {
    "warnings": lambda other: other in ([], ["x"]),
    "positions": lambda other: other == 5,
}
"""What is allowed to be otherwise: warnings, and among how many positions a line was found."""


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        ({"within": 1}, "is 1, and 5 is right"),
        ({"within": -5}, "is -5, and 5 is right"),
        ({"within": None}, "is nothing, and 5 is right"),
        ({"within": 6}, "is 6, and 5 is right"),
        ({"positions": 17}, "play reaches 28 positions, and the proof counts 17"),
        ({"position": "(`x, (0, 0, 0))"}, "its line ends at (`o, (0, 0, 0)), and not at (`x, (0, 0, 0))"),
        ({"position": None}, "its line ends at (`o, (0, 0, 0)), and not at nothing"),
        ({"through": "diagrams"}, "is 5, and nothing is right"),
        ({"game": "tictactoe"}, "names the documents of nim"),
        ({"side": "z"}, "there is no side `z`"),
        ({"side": None}, "is no proof, or is cut off"),
        ({"question": "sdf"}, "is no proof, or is cut off"),
        ({"line": 5}, "is no proof, or is cut off"),
        ({"let": 7}, "is no proof, or is cut off"),
        ({"positions": "x"}, "is no proof, or is cut off"),
        ({"unknown": 1}, "is no proof, or is cut off"),
    ],
)
def test_each_statement_of_a_proof_is_checked(change, fact, tmp_path):
    file = proof_about_nim(tmp_path, "wins(`x)", "forced", "x")
    assert found_in(file).checked.is_right
    altered(file, **change)
    try:
        said = str(found_in(file).checked.fault)
    except Refusal as refusal:
        said = str(refusal)
    assert fact in said


def test_a_line_among_fewer_positions_than_it_has_or_more_than_there_are_is_wrong(tmp_path):
    file = proof_about_nim(tmp_path, "gameOver", "sometimes")
    assert found_in(file).checked.is_right
    for positions in (-1, 3, 29, 10**9):
        altered(file, positions=positions)
        assert "the proof counts" in str(found_in(file).checked.fault)


def test_the_nodes_of_a_search_are_not_vouched_for(tmp_path):
    file = proof_about_nim(tmp_path, "wins(`x)", "forced", "x")
    altered(file, through="search", positions=99)
    said = found_in(file).checked
    assert (said.is_right, said.remark) == (True, "how many nodes its search had was not checked")
    altered(file, within=4)
    assert not found_in(file).checked.is_right


def test_a_counterexample_to_what_is_said_to_hold_is_not_sampled_away(tmp_path):
    """A line that refutes the verdict beside it is not taken as a proof of it."""
    file = proof_about_nim(tmp_path, "~gameOver", "always")
    altered(file, holds=True)
    assert "it has a line of play, although" in str(found_in(file, "5").checked.fault)


def test_a_claim_that_is_no_truth_value_is_refused(tmp_path):
    file = proof_about_nim(tmp_path, "wins(`x) & wins(`o)", "sometimes")
    altered(file, claim="1 + 1")
    with pytest.raises(Refusal, match="neither true nor false"):
        found_in(file)


def test_of_a_spoiled_file_no_position_is_checked(noughts, tmp_path):
    file = tmp_path / "nim.solved"
    noughts("solve", *NIM, "--save", str(file))
    wrong = bytearray(file.read_bytes())
    wrong[-40] ^= 2
    file.write_bytes(wrong)
    done = noughts("verify", str(file), "--let", LET)
    assert "not as it was written" in done.stdout
    assert done.stdout.endswith("No position was checked.\n")


def test_no_code_that_a_proof_names_is_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "theirs.py").write_text("raise AssertionError('run')")
    file = proof_about_nim(tmp_path, "wins(`x)", "always")
    altered(file, documents=["theirs:game"])
    with pytest.raises(Refusal, match="the proof names code in Python, `theirs:game`"):
        found_in(file)
