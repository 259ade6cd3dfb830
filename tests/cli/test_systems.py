"""Systems: machines without players, two of them with figures published for the model checker TLC."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import noughts as package
from noughts.language.check import check_text
from tests.cli.conftest import Noughts

MANUAL = (Path(__file__).parents[2] / "docs" / "machines.md").read_text("utf-8")

LIGHT = """/$
variable light in {`red, `green}
variable waiting in {0..2}
initially light = `red & waiting = 0
action arrive when waiting < 2: waiting' = waiting + 1
action leave when light = `green & waiting > 0: waiting' = waiting - 1
action switch: light' = `green if light = `red; `red otherwise
action idle: light' = light
$/
"""


def of_manual(name: str) -> str:
    """A document of the manual."""
    found = re.search(rf"```led {name}\n(.*?)```", MANUAL, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.fixture
def light(tmp_path: Path) -> str:
    (tmp_path / "light.led").write_text(LIGHT)
    return str(tmp_path / "light.led")


def written(folder: Path, name: str) -> str:
    (folder / name).write_text(of_manual(name), "utf-8")
    return str(folder / name)


@pytest.mark.parametrize(
    ("name", "let", "positions", "generated"),
    [("peterson.led", {}, 42, 77), ("commit.led", {}, 288, 1146), ("commit.led", {"n": 6}, 50_816, None)],
)
def test_tlc_finds_as_many_states(
    name: str, let: dict[str, int], positions: int, generated: int | None, tmp_path: Path
) -> None:
    counts = package.load_document(written(tmp_path, name)).let(**let).game().explore().counts()
    assert counts.positions == positions
    if generated is not None:
        assert counts.transitions + 1 == generated  # TLC counts the initial state, too


def test_only_a_machine_that_says_nothing_of_players_is_a_system() -> None:
    assert not check_text(LIGHT).has_players
    assert check_text("/$ variable a in {0..3} initially a = 0 $/").has_players
    for rule in (
        "playerToMove := `x",
        "gameOver iff waiting = 2",
        "wins(p) iff waiting = 2",
        "newState := 1",
    ):
        assert check_text(LIGHT.replace("$/", f"{rule}\n$/")).has_players


def test_deadlock_is_where_no_action_is_possible(tmp_path: Path) -> None:
    document = tmp_path / "count.led"
    document.write_text("/$ variable a in {0..3} initially a = 0 action up when a < 3: a' = a + 1 $/")
    game = package.load(str(document))
    assert game.prove("deadlock => a = 3")
    assert game.prove("a = 3 => deadlock")
    assert game.can("deadlock")
    assert game.eventually("deadlock")
    assert game.leads_to("a = 1", "a = 3")
    document.write_text(document.read_text().replace("initially", "deadlock := 7 initially"))
    assert package.load(str(document)).prove("deadlock = 7")


def test_fairness_leaves_out_runs(light: str) -> None:
    game = package.load(light)
    green, served = "light = `green", ("waiting > 0", "waiting = 0")
    assert not game.eventually(green)
    assert game.eventually(green, fair="switch")
    assert not game.leads_to(*served, fair="switch"), "the light may be red whenever somebody could leave"
    assert not game.leads_to(*served, fair="all")
    assert not game.leads_to(*served, strongly_fair=["switch", "leave"]), (
        "others arrive as soon as one leaves"
    )
    assert game.leads_to("waiting = 2", "waiting < 2", strongly_fair=["leave"], fair=["switch"])
    assert not game.leads_to("waiting = 2", "waiting < 2", fair="{`leave, `idle}"), "idle changes nothing"


def test_a_run_that_refutes_a_claim_can_be_played(light: str) -> None:
    proof = package.load(light).leads_to("waiting = 1", "waiting = 0", fair="all")
    assert proof.line is not None
    assert proof.loop is not None
    assert proof.line.at(proof.loop).position == proof.line.position
    assert {"arrive", "leave", "switch"} <= set(proof.line.text.split()[proof.loop :])


def test_answers_speak_of_no_winner(light: str, noughts: Noughts) -> None:
    assert "draw" not in noughts("explore", light).stdout
    assert json.loads(noughts("explore", light, "--json").stdout)["terminal"] == {"deadlock": 0}
    refuted = noughts("prove", light, "waiting < 2")
    assert refuted.returncode == 1
    assert "initially" in refuted.stdout
    assert "wins" not in refuted.stdout
    for verb in ("solve", "synthesise", "puzzles"):
        refused = noughts(verb, light)
        assert refused.returncode == 2
        assert "has no players" in refused.stderr


def test_a_trace_shows_of_a_map_what_has_changed(tmp_path: Path, noughts: Noughts) -> None:
    document = tmp_path / "forks.led"
    document.write_text("""/$ uses counting
        P := {1, 2, 3}
        variable forks in maps(P, {`free, `held})
        variable pairs sub P * P
        initially forks = {p |-> `free | p in P} & pairs = {(1, 1), (2, 2)}
        action take(p in P) when forks[p] = `free: forks' = forks[p |-> `held] & pairs' = pairs U {(p, 3)}
        $/""")
    _, _, heads, *rows = noughts("prove", str(document), "forks[1] = `free V forks[3] = `free").stdout.split(
        "\n"
    )
    assert heads.split() == ["action", "forks", "pairs"]
    assert [row.split() for row in rows if row] == [
        ["initially", "1", "|->", "`free", "{(1,", "1),", "(2,", "2)}"],
        ["2", "|->", "`free"],
        ["3", "|->", "`free"],
        ["1", "1", "|->", "`held", "{(1,", "1),", "(2,", "2),", "(1,", "3)}"],
        ["3", "3", "|->", "`held", "{(1,", "1),", "(2,", "2),", "(1,", "3),", "(3,", "3)}"],
    ]


def test_actions_that_change_nothing_are_no_mistake(light: str, noughts: Noughts) -> None:
    told = noughts("check", light).stdout
    assert "note" not in told
    assert "a system without players" in told


def test_runs_as_json(light: str, noughts: Noughts) -> None:
    asked = ["--leads-to", "waiting = 2", "waiting = 0", "--fair", "all", "--strongly-fair", "leave"]
    found = json.loads(noughts("prove", light, *asked, "--json").stdout)
    assert found["question"] == "leads_to"
    assert found["premise"] == "waiting = 2"
    assert found["fair"] == ["all"]
    assert found["strongly_fair"] == ["leave"]
    assert not found["holds"]
    assert found["line"][found["loop"] :]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--fair", "all", "waiting < 3"], "fairness is about runs"),
        (["--eventually", "waiting = 2", "--can", "waiting = 1"], "cannot be combined"),
        (["--eventually", "waiting = 2", "--fair", "`up"], "no set of moves"),
        (["--eventually", "waiting = 2", "--fair", "{7}"], "no set of moves"),
        (["--eventually", "waiting = 2", "--fair", "depart"], "nothing defines `depart`"),
        (["--eventually", "waiting = 2", "--through", "diagrams"], "not examined as diagrams"),
        (["--eventually", "7"], "neither true nor false"),
    ],
)
def test_what_is_no_question_about_runs(words: list[str], said: str, light: str, noughts: Noughts) -> None:
    refused = noughts("prove", light, *words)
    assert refused.returncode == 2
    assert said in refused.stderr


@pytest.mark.parametrize(
    "asked",
    [
        ["--eventually", "light = `green"],
        ["--eventually", "light = `green", "--fair", "switch"],
        ["--leads-to", "waiting = 1", "waiting = 0", "--fair", "all"],
        ["--leads-to", "waiting = 2", "waiting < 2", "--strongly-fair", "leave", "--fair", "switch"],
    ],
)
def test_a_proof_about_runs_is_verified(
    asked: list[str], light: str, tmp_path: Path, noughts: Noughts
) -> None:
    proof = tmp_path / "proof.json"
    noughts("prove", light, *asked, "-o", str(proof))
    assert noughts("verify", str(proof)).returncode == 0
    found = json.loads(proof.read_text())
    for wrong in (
        {**found, "holds": not found["holds"]},
        {**found, "fair": [], "strongly_fair": []} if found["holds"] else {**found, "loop": 0},
        {**found, "positions": 5} if found["holds"] else {**found, "line": found["line"][:-1]},
    ):
        if wrong != found:
            proof.write_text(json.dumps(wrong))
            assert noughts("verify", str(proof)).returncode == 1
    proof.write_text(json.dumps({key: value for key, value in found.items() if key != "loop"}))
    assert noughts("verify", str(proof)).returncode == 2


def test_the_graph_of_positions_is_an_automaton(light: str, tmp_path: Path, noughts: Noughts) -> None:
    data, dot = tmp_path / "light.data", tmp_path / "light.dot"
    assert noughts("explore", light, "-o", str(data)).returncode == 0
    assert "6 states" in noughts("automata", "show", str(data)).stdout
    assert noughts("explore", light, "-o", str(dot)).returncode == 0
    assert "!switch" in dot.read_text()
    refused = noughts("explore", light, "-o", str(tmp_path / "light.png"))
    assert refused.returncode == 2


def test_a_check_says_how_runs_end(light: str, noughts: Noughts) -> None:
    assert noughts("check", light).stdout.startswith("12 random runs of 60 moves, ")
    stuck = light.replace("light.led", "stuck.led")
    Path(stuck).write_text("/$ variable a in {0..3} initially a = 0 action up when a < 3: a' = a + 1 $/")
    assert noughts("check", stuck).stdout.startswith(
        "12 random runs of 3 moves, 1 choice at first: deadlock 12\n"
    )


@pytest.mark.parametrize(
    ("claim", "is_told"),
    [
        ("a + b = 3", False),
        ("a < b", True),
        ("1 / b > a / 9", True),  # it has no value at the end
        ("a = 0", False),
        ("a < b where currentState = initialState", False),
        ("|{a, b}| = 2 where currentState = (1, 2)", False),
        ("all x in {0..3}. x <= a + b", False),
        ("a /= 2", False),
        ("~(a = 2 & a > 1)", True),
        ("all x in {1..a}. x < 9", False),  # the set is empty at the start, and not later
    ],
)
def test_a_claim_is_tried_in_runs(claim: str, is_told: bool, tmp_path: Path) -> None:
    """A claim about one variable, or about a state that it names, may well be about the start."""
    rules = "variable a in {0..3} variable b in {0..3} initially a = 0 & b = 3"
    text = f"/$ {rules} action up when b > 0: a' = a + 1 b' = b - 1 $/ /? {claim} ?/"
    report = package.load_document(text).check()
    assert report
    assert [note.fact for note in report.notes] == [
        "this holds at the start, and not in every position"
    ] * is_told
