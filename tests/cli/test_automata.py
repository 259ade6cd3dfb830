"""``noughts automata`` and ``noughts synthesise``: files in, files out, composable in a shell."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from noughts.automata.data_file import data_text, read_data
from tests.cli.conftest import Noughts, command, environment

CLIENT = """\
Rank: 1
Initial state: [0]
Final states: [[1]]
Transitions:
!U([1],[?b],[1])
([0],[?a],[1])
"""

PATIENT = CLIENT.replace("!U([1],[?b],[1])\n", "")

SERVER = """\
Rank: 1
Initial state: [0]
Final states: [[0]]
Transitions:
([0],[!a],[0])
"""

ONCE = """\
Rank: 1
Initial state: [p]
Final states: [[q]]
Transitions:
([p],[a],[q])
"""

LAZY = SERVER.replace("([0],[!a]", "!L([0],[?a]")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a few automata."""
    texts = {"client": CLIENT, "patient": PATIENT, "server": SERVER, "once": ONCE, "lazy": LAZY}
    for name, text in texts.items():
        (tmp_path / f"{name}.data").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_composing_into_a_file(noughts: Noughts, files: Path) -> None:
    said = noughts("automata", "compose", "patient.data", "server.data", "-o", "both.data")
    assert said.returncode == 0
    assert said.stdout == "rank 2, 2 states, 2 transitions (2 permitted) → both.data\n"
    both = read_data(files / "both.data")
    assert {str(t) for t in both.transitions} == {
        "[0, 0] --[?a, !a]--> [1, 0]",
        "[1, 0] --[-, !a]--> [1, 0]",
    }


def test_a_pipe(noughts: Noughts, files: Path) -> None:
    program = shlex.join(command("automata"))
    line = f"{program} compose patient.data server.data -o - | {program} orchestrate - --json"
    done = subprocess.run(["sh", "-c", line], env=environment(), capture_output=True, text=True, timeout=600)
    assert json.loads(done.stdout) == {
        "rank": 2, "states": 2, "transitions": 2, "permitted": 2, "urgent": 0, "lazy": 0, "final": 1,
    }  # fmt: skip


@pytest.mark.parametrize("verb", ["mpc", "orchestrate"])
@pytest.mark.parametrize("composed", [["both.data"], ["client.data", "server.data"]])
def test_an_empty_result_says_why(noughts: Noughts, files: Path, verb: str, composed: list[str]) -> None:
    """And leaves the file alone that it would have been written to."""
    noughts("automata", "compose", "client.data", "server.data", "-o", "both.data")
    (files / "kept.data").write_text("precious")
    said = noughts("automata", verb, *composed, "-o", "kept.data")
    assert said.returncode == 1
    assert said.stdout.startswith("the result is empty\n")
    assert "[1, 0] is removed: it cannot prevent\n  !U [1, 0] --[?b, -]--> [1, 0]\n" in said.stdout
    assert (files / "kept.data").read_text() == "precious"
    told = json.loads(noughts("automata", verb, *composed, "--json").stdout)
    assert told["states"] == 0
    assert [link["obstacle"] for link in told["why"]] == ["target", "requirement"]
    assert [step["label"] for step in told["path"]] == [["?a", "!a"], ["?b", "-"]]


def test_why_a_state_is_not_there(noughts: Noughts, files: Path) -> None:
    said = noughts(
        "automata", "mpc", "client.data", "server.data", "--requirement", "strong", "--why", "1, 0"
    )
    assert "[1, 0] is removed: it cannot prevent" in said.stdout
    stays = noughts("automata", "mpc", "patient.data", "server.data", "--why", "[0, 0]")
    assert "[0, 0] is part of the result." in stays.stdout


def test_under_a_property(noughts: Noughts, files: Path) -> None:
    given = (
        "automata",
        "orchestrate",
        "patient.data",
        "server.data",
        "--under",
        "once.data",
        "-o",
        "one.data",
    )
    assert noughts(*given).stdout == "rank 3, 2 states, 1 transition (1 permitted) → one.data\n"
    assert [str(t) for t in read_data(files / "one.data").transitions] == [
        "[0, 0, p] --[?a, !a, -]--> [1, 0, q]"
    ]


def test_choreographies_refinement_and_splitting(noughts: Noughts, files: Path) -> None:
    (files / "lazy.data").write_text(PATIENT.replace("([0],[?a]", "!L([0],[?a]"))
    (files / "giver.data").write_text(PATIENT.replace("?", "!"))
    for words in (["choreograph", "patient.data"], ["orchestrate", "lazy.data", "--refined"]):
        said = noughts("automata", *words, "giver.data", "--json")
        assert json.loads(said.stdout)["transitions"] == 1
    alone = noughts("automata", "choreograph", "patient.data", "server.data")
    assert alone.returncode == 1
    assert "the branching condition forbids it" in alone.stdout
    split = noughts(
        "automata", "orchestrate", "lazy.data", "server.data", "--splitting", "--requirement", "strong"
    )
    assert split.stdout == "rank 2, 3 states, 2 transitions (1 permitted, 1 urgent)\n"
    both = noughts("automata", "orchestrate", "lazy.data", "--refined", "--splitting")
    assert (both.returncode, both.stderr) == (
        2,
        "error: `--refined` and `--splitting` cannot be combined\n   help: leave one out\n",
    )


def test_a_bound(noughts: Noughts, files: Path) -> None:
    said = noughts("automata", "compose", "patient.data", "server.data", "--bound", "1", "--json")
    assert json.loads(said.stdout)["transitions"] == 1


def test_projecting_uniting_and_relabelling(noughts: Noughts, files: Path) -> None:
    noughts("automata", "compose", "patient.data", "server.data", "-o", "both.data")
    noughts("automata", "project", "both.data", "0", "--addresses", "-o", "first.data")
    assert "([0],[1_0@?a],[1])" in (files / "first.data").read_text()
    noughts(
        "automata", "relabel", "both.data", "--rename", "1=one", "--final", "[[one][0]]", "-o", "other.data"
    )
    assert "([0, 0],[?a, !a],[one, 0])" in (files / "other.data").read_text()
    noughts("automata", "relabel", "both.data", "--rename", "0=zero", "--of", "1", "-o", "one.data")
    text = (files / "one.data").read_text()
    assert "Initial state: [0, zero]" in text
    assert "([0, zero],[?a, !a],[1, zero])" in text
    said = noughts("automata", "union", "both.data", "other.data", "--json")
    assert json.loads(said.stdout)["states"] == 5


def test_checking(noughts: Noughts, files: Path) -> None:
    holds = noughts("automata", "check", "patient.data", "once.data")
    assert (holds.returncode, holds.stdout) == (0, "The property holds.\n")
    broken = noughts("automata", "check", "server.data", "once.data")
    assert broken.returncode == 1
    assert "may end in its initial state, the property may not" in broken.stdout
    both = noughts("automata", "check", "client.data", "once.data", "--json")
    told = json.loads(both.stdout)
    assert not told["holds"]
    assert [step["label"] for step in told["path"]] == [["?a"], ["?b"]]


def test_a_property_does_not_see_internal_steps(noughts: Noughts, files: Path) -> None:
    """Unless it names them; so requests may be split under a property that is about requests."""
    thinking = PATIENT.replace("([0],[?a]", "([0],[tau_think],[2])\n([2],[?a]")
    (files / "thinking.data").write_text(thinking)
    (files / "named.data").write_text(ONCE + "([q],[tau_think],[q])\n")
    unseen = noughts("automata", "check", "thinking.data", "once.data")
    assert (unseen.returncode, unseen.stdout) == (0, "The property holds.\n")
    seen = noughts("automata", "check", "thinking.data", "named.data")
    assert seen.returncode == 1
    assert "[0] --[tau_think]--> [2]" in seen.stdout
    (files / "eager.data").write_text(PATIENT.replace("([0],[?a]", "!L([0],[?a]"))
    split = ("automata", "orchestrate", "eager.data", "server.data", "--splitting")
    said = noughts(*split, "--requirement", "strong", "--under", "once.data")
    assert said.stdout == "rank 3, 3 states, 2 transitions (1 permitted, 1 urgent)\n"


def test_showing(noughts: Noughts, files: Path) -> None:
    said = noughts("automata", "show", "client.data").stdout
    assert said.splitlines()[:3] == [
        "rank 1, 2 states, 2 transitions (1 permitted, 1 urgent)",
        "initial  [0]",
        "final    [1]",
    ]
    assert "!U [1] --[?b]--> [1]" in said
    for form, beginning in (("svg", "<svg"), ("dot", "digraph"), ("json", "{")):
        assert noughts("automata", "show", "client.data", "-o", f"picture.{form}").returncode == 0
        assert (files / f"picture.{form}").read_text().startswith(beginning)


BAD = {
    "one 2": (
        ["project", "client.data", "1"],
        "the automaton has no principal 1",
        "its principals are 0 to 0",
    ),
    "no file": (["mpc", "nowhere.data"], "nowhere.data: cannot be read: No such file or directory", ""),
    "lazy mpc": (
        ["mpc", "lazy.data"],
        "lazy transitions have no place in the most permissive controller",
        "make them",
    ),
    "offer": (
        ["orchestrate", "offer.data"],
        "necessary offers have no place in an orchestration",
        "make them",
    ),
    "request": (
        ["choreograph", "lazy.data"],
        "necessary requests have no place in a choreography",
        "make them",
    ),
    "property": (["mpc", "once.data"], "[a] is an action of a property, not of a contract", "write [!a]"),
    "rank": (["compose", "rank.data"], "rank.data:4:3: the state has 1 parts, the rank is 2", ""),
    "two": (
        ["compose", "two.data"],
        "two.data:3:1: there are two initial states",
        "an automaton has exactly one",
    ),
    "final": (
        ["compose", "final.data"],
        "final.data:3:15: the automaton has no final state",
        "a state is final if",
    ),
    "action": (
        ["compose", "action.data"],
        "action.data:5:7: '?' is not an action: it names nothing",
        "an action is",
    ),
    "cut": (
        ["compose", "cut.data"],
        "cut.data:5:8: the line ends too early: expected ]",
        "is the file cut short?",
    ),
    "ending": (
        ["compose", "client.data"],
        "the ending of `kept.txt` names no known format",
        "end it in .data, .dot, .svg",
    ),
    "state": (
        ["mpc", "client.data", "--why", "7"],
        "the automaton has no state [7]",
        "its states look like [0]",
    ),
    "rename": (
        ["relabel", "client.data", "--rename", "7=8"],
        "there is no basic state `7`",
        "the basic states are `0` and `1`",
    ),
    "principal": (
        ["relabel", "client.data", "--rename", "0=8", "--of", "1"],
        "there is no principal 1",
        "they are counted from 0 to 0",
    ),
    "twice": (
        ["relabel", "client.data", "--rename", "0=8", "--rename", "0=9"],
        "`0` cannot be renamed twice, to `8` and to `9`",
        "",
    ),
    "blanks": (
        ["relabel", "client.data", "--rename", "0= 8"],
        "' 8' is not a name",
        "without blanks at its ends",
    ),
    "form": (
        ["relabel", "client.data", "--rename", "7"],
        "`--rename 7` is not of the form OLD=NEW",
        "such as",
    ),
    "lists": (["relabel", "client.data", "--final", "1"], "`--final 1` is not of the form [[a, b][c]]", ""),
    "ranks": (
        ["union", "client.data", "wide.data"],
        "a union needs automata of one rank, these have 1 and 2",
        "",
    ),
    "wide": (
        ["mpc", "client.data", "--under", "wide.data"],
        "a property has rank 1, this one has rank 2",
        "project it",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_error_and_touches_no_file(noughts: Noughts, files: Path, case: str) -> None:
    broken = {
        "offer": SERVER.replace("([0],[!a]", "!L([0],[!a]"),
        "rank": SERVER.replace("Rank: 1", "Rank: 2")
        .replace("Initial state: [0]\n", "")
        .replace("[[0]]", "[[0][0]]"),
        "two": SERVER.replace("Final", "Initial state: [0]\nFinal"),
        "final": SERVER.replace("[[0]]", "[[]]"),
        "action": SERVER.replace("[!a]", "[?]"),
        "cut": SERVER[:-8],
        "wide": SERVER.replace("Rank: 1", "Rank: 2")
        .replace("[0]", "[0, 0]")
        .replace("[[0, 0]]", "[[0][0]]")
        .replace("[!a]", "[!a, -]"),
    }
    for name, text in broken.items():
        (files / f"{name}.data").write_text(text)
    kept = "kept.txt" if case == "ending" else "kept.data"
    (files / kept).write_text("precious")
    words, fact, help = BAD[case]
    said = noughts("automata", *words, "-o", kept)
    assert said.returncode == 2, said
    assert fact in said.stderr
    assert help in said.stderr
    assert said.stderr.count("error:") == 1
    assert "Traceback" not in said.stderr
    assert (files / kept).read_text() == "precious"
    assert not [name for name in os.listdir(files) if name.startswith(".")]


def test_synthesising(noughts: Noughts, files: Path) -> None:
    said = noughts("synthesise", "tictactoe", "--for", "o", "-o", "o.data", "--json")
    assert json.loads(said.stdout) == {"states": 2095, "transitions": 4417, "configurations": 2094}
    text = (files / "o.data").read_text(encoding="utf-8")
    assert data_text(read_data(files / "o.data")) == text
    assert json.loads(noughts("automata", "show", "o.data", "--json").stdout)["urgent"] == 2065


def test_synthesising_for_everybody(noughts: Noughts) -> None:
    said = noughts("synthesise", "tictactoe", "--json")
    assert json.loads(said.stdout) == {
        "plant": {"states": 5478, "transitions": 16167},
        "strategies": {
            "x": {"states": 3879, "transitions": 9967, "configurations": 3878},
            "o": {"states": 2095, "transitions": 4417, "configurations": 2094},
        },
    }
    assert "one state per position" in noughts("synthesise", "tictactoe", "--positions").stdout


def test_why_a_position_is_not_in_a_strategy(noughts: Noughts) -> None:
    def asked(moves: str) -> str:
        return noughts("synthesise", "tictactoe", "--for", "o", "--why", moves).stdout

    assert asked("1 5") == "After 1; 5, o still has a safe strategy.\n"
    lost = asked("5 2")
    assert lost.startswith("After 5; 2, o no longer has a safe strategy: x 5, o 2, x ")
    assert lost.endswith("and x wins.\n")
    assert asked("1 2 3").startswith("After 1; 2, o no longer has")


def test_a_side_without_a_strategy(noughts: Noughts, files: Path) -> None:
    said = noughts("synthesise", "tests.small_games:Hexapawn", "--for", "w", env=_with_tests())
    assert said.returncode == 1
    assert "w has no safe strategy. For example: w " in said.stdout
    assert "and b wins" in said.stdout


def _with_tests() -> dict[str, str]:
    here = Path(__file__).parents[2]
    return {"PYTHONPATH": f"{here}:{here}/src"}


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (["--initial", "[7]"], "no transition has the initial state [7]"),
        (["--final", "[[7]]"], "the automaton has no final state"),
    ],
)
def test_what_is_no_automaton_any_more_is_told_also_without_a_file(
    noughts: Noughts, files: Path, words: list[str], fact: str
) -> None:
    said = noughts("automata", "relabel", str(files / "client.data"), *words)
    assert (said.returncode, said.stdout) == (2, "")
    assert fact in said.stderr


def test_automata_alone_says_that_a_verb_is_missing(noughts: Noughts) -> None:
    said = noughts("automata")
    assert said.returncode == 2
    assert said.stderr == "error: a verb is missing\n   help: `noughts automata --help` explains\n"


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (["--for", "z"], "there is no side `z`"),
        (["-o", "x.data"], "`-o` applies to one strategy"),
        (["--for", "x", "--for", "o", "--why", "1"], "`--why` applies to one strategy"),
        (["--limit", "100"], "tictactoe has more than 100 positions"),
        (["--for", "o", "--why", "1 1"], "move 2"),
        (["--for", "o", "-o", "o.pdf"], "the ending of `o.pdf` names no known format"),
        (["--for", "o", "-o", "o.pdf", "--plant", "x.data"], "the ending of `o.pdf` names no known format"),
        (["--for", "o", "-o", "no/where.data"], "there is no folder `no`"),
    ],
)
def test_bad_words_to_synthesise(noughts: Noughts, files: Path, words: list[str], fact: str) -> None:
    said = noughts("synthesise", "tictactoe", *words)
    assert said.returncode == 2
    assert fact in said.stderr
    assert not (files / "x.data").exists()


def test_ctrl_c_leaves_no_half_written_file(files: Path) -> None:
    """Interrupted at any time while it works and writes, the file is as it was or as it should be."""
    words = command("synthesise", "tictactoe", "--for", "x", "-o", "x.data")
    whole = ""
    for pause in (0.2, 0.6, 0.7, 0.8, 600):
        (files / "x.data").write_text("precious")
        process = subprocess.Popen(
            words, env=environment(), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        deadline = time.monotonic() + pause
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(timeout=600)
        whole = (files / "x.data").read_text(encoding="utf-8")
        assert whole == "precious" or whole.count("\n") == 4 + 9967
        assert not [name for name in os.listdir(files) if name.startswith(".")]
    assert whole.startswith("Rank: 10\n")
