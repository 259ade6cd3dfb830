"""``noughts kernel`` shows what is run, and why there is nothing to run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Noughts
from tests.library.games import by_rules

COUNTING = """# Up to three hundred

/$
initialState := 1
playerToMove := `x
gameOver iff currentState > 300
wins(p) iff gameOver
moves := {0, 1}
legalMove(m) iff ~gameOver
outcome(m) := 2 * currentState + m
$/
"""
PLACE = "counting.led:10:1: {} E505: `currentState` could be "
PICTURE = "   10 | outcome(m) := 2 * currentState + m\n      | ^^^^^^^\n   help: state a bound"


def test_what_is_printed_is_a_program_that_plays(noughts: Noughts) -> None:
    words: dict[str, object] = {}
    exec(noughts("kernel", "tictactoe").stdout, words)
    game = by_rules("tictactoe")
    grounded = game.ground()
    position, code = game.initial, words["initial"]
    while game.outcome(position) is None:
        legal = words["legal"](code)  # type: ignore[operator]
        every = [k for k in range(len(grounded.moves)) if legal >> k & 1]
        assert [grounded.moves[k].move for k in every] == list(game.moves(position))
        code = words["after"](code, every[-1])  # type: ignore[operator]
        position = game.after(position, game.moves(position)[-1])
        assert grounded.decoded(code) == position
    assert words["over"](code)  # type: ignore[operator]


def test_programs_are_told_the_figures(noughts: Noughts) -> None:
    told = json.loads(noughts("kernel", "mnk", "--let", "m=4", "--json").stdout)
    meanings = told.pop("meanings")
    assert told == {"bits": 24, "moves": 24, "symmetries": 4, "always_grows": True, "always_defined": True}
    assert len(meanings) == 24
    assert meanings[0].endswith(" in currentState")


def test_the_source_for_machine_code_can_be_read(noughts: Noughts) -> None:
    source = noughts("kernel", "mnk", "--let", "m=6", "--let", "n=6", "--machine").stdout
    compile(source, "<machine>", "exec")
    assert "words = 2\n" in source
    assert "def expand(" in source


@pytest.fixture
def counting(tmp_path: Path) -> str:
    path = tmp_path / "counting.led"
    path.write_text(COUNTING, "utf-8")
    return str(path)


def test_a_game_without_a_kernel_is_told_why_and_where(noughts: Noughts, counting: str) -> None:
    said = noughts("kernel", counting)
    assert said.returncode == 2
    assert PLACE.format("error") in said.stderr
    assert PICTURE in said.stderr


def test_exploring_it_says_the_same_as_a_note(noughts: Noughts, counting: str) -> None:
    said = noughts("explore", counting, "--verbose", "--json")
    assert json.loads(said.stdout) == {
        "positions": 601,
        "transitions": 600,
        "terminal": {"x": 301, "draw": 0},
        "through": "compile",
        "plan": [{"method": "list", "budget": 1_000_000, "unit": "positions"}],
    }
    assert PLACE.format("note") in said.stderr
    assert PICTURE in said.stderr


@pytest.mark.parametrize(
    ("game", "fact"),
    [
        ("pong", "help: watch it: `noughts play pong --face browser`"),
        ("tests.small_games:TicTacToe", "error: tic-tac-toe is written in Python"),
        ("tictacto", "help: did you mean `tictactoe`?"),
    ],
)
def test_what_is_no_document_with_rules_is_told(noughts: Noughts, game: str, fact: str) -> None:
    root = Path(__file__).parents[2]
    said = noughts("kernel", game, env={"PYTHONPATH": f"{root / 'src'}:{root}"})
    assert said.returncode == 2
    assert fact in said.stderr


# Solutions in files


def test_a_solution_is_saved_and_read(noughts: Noughts, tmp_path: Path) -> None:
    file = str(tmp_path / "it.solved")
    board = ("mnk", "--let", "m=2", "--let", "n=4")
    first = noughts("solve", *board, "--save", file, "--json")
    again = noughts("solve", *board, "--load", file, "--json", "--verbose")
    assert json.loads(again.stdout) == {**json.loads(first.stdout), "through": "kernel", "plan": []}
    assert again.stderr.endswith(f"were read from {file}.\n")
    at = [
        json.loads(noughts("solve", *board, "--at", "1,2; 2,2", "--json", *load).stdout)
        for load in ([], ["--load", file])
    ]
    assert at[0]["moves"] == at[1]["moves"]
    for load, which in (((), "from here"), (("--load", file), "of the game")):
        assert f"all positions {which} " in noughts("solve", *board, "--at", "1,2", *load).stdout
    played = noughts("play", *board, "--x", f"perfect:{file}", "--o", "random", "--seed", "1")
    assert played.returncode == 0


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (("nim", "--load", "{it}"), "is the solution of another game: hexapawn"),
        (("hexapawn", "--save", "{it}/it.solved"), "error: there is no folder"),
        (("hexapawn", "--save", "{it}", "--load", "{it}"), "error: `--load` and `--save` cannot be combined"),
        (("hexapawn", "--load", "nowhere.solved"), "error: there is no file `nowhere.solved`"),
        (("tests.small_games:TicTacToe", "--save", "{it}.new"), "has no formulas"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(
    noughts: Noughts, tmp_path: Path, words: tuple[str, ...], fact: str
) -> None:
    it = tmp_path / "it.solved"
    assert noughts("solve", "hexapawn", "--save", str(it)).returncode == 0
    root = Path(__file__).parents[2]
    put = [word.replace("{it}", str(it)) for word in words]
    said = noughts("solve", *put, env={"PYTHONPATH": f"{root / 'src'}:{root}"})
    assert said.returncode == 2
    assert fact in said.stderr
    assert list(tmp_path.iterdir()) == [it]


def test_a_folder_hides_no_game_of_the_library(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hexapawn").mkdir()
    monkeypatch.chdir(tmp_path)
    assert json.loads(noughts("kernel", "hexapawn", "--json").stdout)["moves"] > 0


FILLED = """
/$ cells := {1..70}
   initialState := {}
   playerToMove := `x if |currentState| mod 2 = 0; `o otherwise
   moves := cells
   legalMove(c) iff ~(c in currentState)
   outcome(c) := currentState U {c}
   gameOver iff currentState = cells
   wins(p) iff p = `o $/
"""


def test_more_positions_than_a_word_of_the_machine_can_count(noughts: Noughts, tmp_path: Path) -> None:
    path = tmp_path / "filled.led"
    path.write_text(FILLED)
    told = json.loads(noughts("explore", str(path), "--json").stdout)
    assert told == {
        "positions": 2**70,
        "transitions": 70 * 2**69,
        "terminal": {"x": 0, "o": 1, "draw": 0},
    }
    assert noughts("explore", str(path)).stdout.startswith(
        f"filled: {2**70:,} positions, {70 * 2**69:,} trans"
    )
    assert json.loads(noughts("solve", str(path), "--json").stdout)["value"] == "o"
