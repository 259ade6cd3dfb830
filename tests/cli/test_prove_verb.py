"""What somebody who claims something is told, in which words, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Noughts


def test_a_claim_that_holds(noughts: Noughts) -> None:
    done = noughts("prove", "tictactoe", "~(threeInRow(`x) & threeInRow(`o))")
    assert done.returncode == 0
    assert done.stdout == (
        "tictactoe: the claim holds in all 5,478 reachable positions, checked one by one.\n\n"
    )


def test_a_claim_that_is_broken_is_answered_with_a_board(noughts: Noughts) -> None:
    done = noughts("prove", "tictactoe", "|currentState| < 7", "--through", "positions")
    assert done.returncode == 1
    first, _, line, *board = done.stdout.splitlines()
    assert first == (
        "tictactoe: the claim is false after 7 moves; no shorter line of play refutes it. "
        "Found among 3,871 positions, checked one by one."
    )
    assert len(line.split("; ")) == 7
    assert sum("┼" in row for row in board) == 2
    assert "x won" in done.stdout


def test_the_game_that_no_list_can_hold(noughts: Noughts) -> None:
    done = noughts("prove", "disctru", "~(everyFamily(`x) & everyFamily(`o))")
    assert done.returncode == 0
    assert done.stdout == (
        "disctru: the claim holds in all 24,072,650,378,629,801 reachable positions, checked as sets "
        "(decision diagrams).\n\n"
    )


def test_whether_it_can_come_to_something(noughts: Noughts) -> None:
    done = noughts("prove", "tictactoe", "--can", "wins(`o)", "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert (answer["question"], answer["holds"], len(answer["line"])) == ("sometimes", True, 6)
    never = noughts("prove", "tictactoe", "--can", "wins(`o) & |currentState| = 5")
    assert never.returncode == 1
    assert never.stdout.startswith("tictactoe: the claim is never true: it is false in all 5,478 ")


def test_what_a_side_can_see_to(noughts: Noughts) -> None:
    done = noughts("prove", "hexapawn", "--forces", "o", "wins(`o)", "--json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert (answer["question"], answer["side"], answer["holds"]) == ("forced", "o", True)
    told = noughts("prove", "nim", "--forces", "x", "wins(`x)")
    assert told.stdout.startswith(
        "nim: x can force it within 11 moves. "
        "This covers all 232 reachable positions, checked one by one. For example:\n"
    )
    at_once = noughts("prove", "nim", "--forces", "o", "~wins(`x)", env={"COLUMNS": "200"})
    assert at_once.stdout.startswith(
        "nim: o can force it, as it is true in the initial position. This covers "
    )
    assert "warning: it is true in the initial position, so o need not do anything" in at_once.stdout
    not_done = noughts("prove", "hexapawn", "--forces", "x", "wins(`x)")
    assert not_done.returncode == 1
    assert not_done.stdout.startswith("hexapawn: x cannot force it.")


def test_json_has_all_there_is_to_know(noughts: Noughts) -> None:
    done = noughts("prove", "tictactoe", "occupied(1)", "--json")
    assert json.loads(done.stdout) == {
        "question": "always",
        "claim": "occupied(1)",
        "holds": False,
        "positions": 1,
        "through": "positions",
        "line": [],
        "position": "{}",
        "within": None,
        "warnings": [],
    }


NEVER_TRIED = "warning: `{}` is true in no position, so the claim holds vacuously"
OVER_AT_ONCE = """# Nothing to do
/$
initialState := {}
moves := {1}
playerToMove := `x
gameOver iff true
wins(p) iff p = `o
legalMove(m) iff true
outcome(m) := {m}
$/
"""


@pytest.mark.parametrize(
    ("claim", "warning"),
    [
        ("|currentState| > 9 => boardFull", NEVER_TRIED.format("|currentState| > 9")),
        ("1 = 1", "warning: the claim does not depend on the position, so it says nothing about the game"),
    ],
)
def test_a_claim_that_says_nothing_is_told(noughts: Noughts, claim: str, warning: str) -> None:
    done = noughts("prove", "tictactoe", claim, env={"COLUMNS": "200"})
    assert done.returncode == 0
    assert warning in done.stdout.splitlines()


def test_a_claim_that_was_put_to_the_test_is_not_warned_of(noughts: Noughts) -> None:
    assert "warning" not in noughts("prove", "tictactoe", "~(boardFull & |currentState| = 8)").stdout


def test_a_game_without_moves_or_winners_is_told(noughts: Noughts, tmp_path: Path) -> None:
    document = tmp_path / "nothing.led"
    document.write_text(OVER_AT_ONCE, "utf-8")
    done = noughts("prove", str(document), "|currentState| < 5", env={"COLUMNS": "200"})
    assert done.returncode == 0
    assert "warning: the game is over in its initial position: no move is ever possible" in done.stdout
    assert "warning: x wins in no reachable position" in done.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("tictactoe",), "error: no claim is given"),
        (("tictactoe", "threInRow(`x)"), "help: did you mean `threeInRow`?"),
        (("tictactoe", "3"), "error: `3` is 3, a number, which is neither true nor false"),
        (("tictactoe", "mouseClicked"), "help: use only `currentState`"),
        (("tictactoe", "--forces", "z", "1 = 1"), "error: there is no side `z`"),
        (
            ("tictactoe", "--can", "1 = 1", "--forces", "x", "1 = 1"),
            "`--can` and `--forces` cannot be combined",
        ),
        (("tests.small_games:TicTacToe", "1 = 1"), "is a game in Python"),
        (("tictactoe", "1 = 1", "--replay", "console"), "error: there is no line of play to replay"),
        (("tictactoe", "~boardFull", "--json", "--replay", "console"), "leave one out"),
        (("tictactoe", "~boardFull", "--nodes", "10", "--through", "diagrams"), "past 10 nodes"),
        (
            ("tictactoe", "~boardFull", "--limit", "10", "--through", "positions"),
            "more than 10 ",  # positions, or are listed: formulas may come first, or a list
        ),
    ],
)
def test_what_is_wrong_is_told(noughts: Noughts, words: tuple[str, ...], complaint: str) -> None:
    root = Path(__file__).parents[2]
    done = noughts("prove", *words, env={"PYTHONPATH": f"{root / 'src'}:{root}"})
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_line_of_play_can_be_looked_through(noughts: Noughts) -> None:
    done = noughts("prove", "tictactoe", "|currentState| < 2", "--replay", "console")
    assert done.returncode == 1
    assert "Type redo for the next move, undo for the previous one." in done.stdout


# Strategies


def test_strategies_of_a_game_that_no_list_can_hold(noughts: Noughts) -> None:
    done = noughts("synthesise", "disctru", "--symbolic")
    assert done.returncode == 0
    assert "24,072,557,155,133,497     24,072,444,457,025,497" in done.stdout


def test_a_strategy_is_counted_as_its_automaton_is(noughts: Noughts) -> None:
    symbolic, automaton = (
        json.loads(noughts("synthesise", "tictactoe", "--for", "o", "--json", *more).stdout)
        for more in (["--symbolic"], [])
    )
    assert automaton == {"states": 2095, "transitions": 4417, "configurations": 2094}
    assert {key: symbolic[key] for key in automaton} == automaton
    assert symbolic["own"] + symbolic["others"] + symbolic["wins"] + symbolic["ties"] == 4417


def test_a_side_that_may_lose_is_told_how(noughts: Noughts) -> None:
    done = noughts("synthesise", "hexapawn", "--symbolic")
    assert done.returncode == 1
    assert "x has no safe strategy. For example: " in done.stdout
    assert done.stdout.rstrip().endswith("; and o wins.")


def test_a_strategy_is_saved_and_played(noughts: Noughts, tmp_path: Path) -> None:
    file = str(tmp_path / "o.strategy")
    assert noughts("synthesise", "tictactoe", "--for", "o", "--symbolic", "-o", file).returncode == 0
    for seed in range(3):
        played = noughts("play", "tictactoe", "--x", "random", "--o", file, "--seed", str(seed))
        assert played.returncode == 0
        assert "x wins" not in played.stdout.lower()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--symbolic", "--for", "o", "--why", "1"), "error: `--why` and `--symbolic` cannot be combined"),
        (("--symbolic", "--positions"), "error: `--positions` and `--symbolic` cannot be combined"),
        (("--symbolic", "--nodes", "20"), "error: the diagrams have grown past 20 nodes"),
        (("--symbolic", "--for", "o", "-o", "/no/where.strategy"), "error: there is no folder `/no`"),
        (("--symbolic", "--for", "o", "-o", "o.data"), "error: `o.data` cannot hold a strategy"),
        (("--symbolic", "--for", "o", "-o", "-"), "error: `-` cannot hold a strategy"),
        (("--for", "o", "-o", "o.strategy"), ".strategy needs `noughts synthesise --symbolic`"),
        (("--limit", "10"), "help: `--symbolic` does not list positions; or raise `--limit`"),
    ],
)
def test_what_is_wrong_with_a_strategy_is_told(
    noughts: Noughts, words: tuple[str, ...], complaint: str
) -> None:
    done = noughts("synthesise", "tictactoe", *words)
    assert done.returncode == 2
    assert complaint in done.stderr


def test_of_one_position_it_speaks_in_the_singular(noughts: Noughts) -> None:
    board = ("mnk", "--let", "m=0")
    assert "the claim holds in the only reachable position" in noughts("prove", *board, "1 = 1").stdout
    assert noughts("explore", *board).stdout.startswith("mnk: 1 position, 0 transitions\n")
