"""Who plays, as each verb answers it: winners who never move, players at the same time, a die."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from noughts.cli.verbs import ExitCode
from tests.cli.conftest import Noughts

EMPTY_HEAPS = ("nim", "--let", "heaps=(0,0)")


def test_who_never_moves_can_win(noughts: Noughts) -> None:
    """The heaps are empty, so ``wins(`o)`` holds."""
    assert noughts("prove", *EMPTY_HEAPS, "wins(`o)").returncode == ExitCode.YES
    assert json.loads(noughts("solve", *EMPTY_HEAPS, "--json").stdout)["value"] == "o"
    explored = json.loads(noughts("explore", *EMPTY_HEAPS, "--json").stdout)
    assert explored["terminal"] == {"x": 0, "o": 1, "draw": 0}
    assert json.loads(noughts("sample", *EMPTY_HEAPS, "--json").stdout)["winners"]["draw"] == 0
    audited = noughts("audit", "random", "--game", *EMPTY_HEAPS, "--json")
    assert audited.returncode == ExitCode.NO
    assert [each["safe"] for each in json.loads(audited.stdout)["audits"]] == [False, True]


AT_ONCE = """
/$
initialState := 0
playerToMove := {PLAYERS}
moves := {{1, 2}}
legalMove(m) iff currentState < 3
outcome(m) := currentState + m
gameOver iff currentState >= 3
wins(p) iff gameOver & p = `x & currentState = 4
$/
"""
VERBS = (
    "explore at_once.led --json",
    "explore at_once.led",
    "solve at_once.led --json",
    "solve at_once.led",
    "solve at_once.led --at 1 --json",
    "solve at_once.led --tables tables",
    "synthesise at_once.led --for x --json",
    "prove at_once.led currentState<9 --json",
    "prove at_once.led --can currentState=3",
    "prove at_once.led --forces x currentState=3",
    "audit random --game at_once.led",
    "audit random --game at_once.led --as x --json",
    "sample at_once.led --json",
    "play at_once.led --x random",
)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    "players",
    ["{`x, `o}", "`x if currentState = 0; {`x, `o} otherwise", "(`x, `o)"],
    ids=["now", "soon", "pair"],
)
def test_players_do_not_move_at_the_same_time(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str, players: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "at_once.led").write_text(AT_ONCE.format(PLAYERS=players), "utf-8")
    said = noughts(*verb.split())
    assert (said.returncode, "which names no player" in said.stderr) == (ExitCode.BAD_INPUT, True), said
    assert said.stdout == "" or verb.startswith("play")


DIE = """
/$
initialState := (`x, 0)
(playerToMove, sum) := currentState
moves := {{0..2}}
legalMove(m) iff m = 0 & playerToMove /= `die V m > 0 & playerToMove = `die
outcome(m) := (`die, sum) if m = 0; (NEXT, sum + m) otherwise
gameOver iff sum >= 3
wins(p) iff gameOver & p = NEXT & sum = 4
$/
"""


@pytest.mark.parametrize("after", ["`x", "(`o if sum mod 2 = 0; `x otherwise)"], ids=["alone", "two"])
@pytest.mark.parametrize("at", ["", "0", "0 1"])
def test_no_move_of_a_die_is_the_best_and_no_position_with_it_a_draw(
    noughts: Noughts, tmp_path: Path, after: str, at: str
) -> None:
    document = tmp_path / "die.led"
    document.write_text(DIE.replace("NEXT", after).replace("{{", "{").replace("}}", "}"), "utf-8")
    found = json.loads(noughts("solve", str(document), "--at", at, "--json").stdout)
    assert (found["value"], found["best"]) == (None, [])
    assert all(move["value"] != "draw" for move in found["moves"].values())
    assert "die" not in found["coalition"]
    said = noughts("solve", str(document), "--at", at)
    assert "die moves in any way" in said.stdout
    assert "best" not in said.stdout
    assert (
        noughts("solve", str(document), "--save", str(tmp_path / "x.solved")).returncode == ExitCode.BAD_INPUT
    )
    audited = noughts("audit", "random", "--game", str(document), "--json").stdout
    assert "die" not in [each["side"] for each in json.loads(audited)["audits"]]


def test_a_name_that_has_no_value_before_somebody_wins_keeps_nobody_from_winning(
    noughts: Noughts, tmp_path: Path
) -> None:
    path = tmp_path / "first.led"
    path.write_text(
        """/$ initialState := {}
        playerToMove := `x if |currentState| mod 2 = 0; `o otherwise
        moves := {1, 2}
        legalMove(m) iff ~(m in {k | (k, q) in currentState})
        outcome(m) := currentState U {(m, playerToMove)}
        gameOver iff |currentState| = 2
        first := q where (1, q) in currentState
        wins(p) iff gameOver & p = first $/""",
        "utf-8",
    )
    said = noughts("explore", str(path), "--json")
    assert said.stdout == '{"positions":5,"transitions":4,"terminal":{"x":1,"o":1,"draw":0}}\n'
