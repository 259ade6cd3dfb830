"""What the verbs of ``noughts automata`` make of odd files, results and places.

More random systems, by a variable of the environment: ``NOUGHTS_FUZZ_AUTOMATA=200``.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random

import pytest

from noughts.automata.data_file import data_text, read_data, write_data
from noughts.automata.refusal import Refused
from noughts.cli.complaint import complaint
from noughts.cli.main import obey
from tests.automata.systems import automaton, principal
from tests.cli.conftest import Noughts, command, environment

SYSTEMS = int(os.environ.get("NOUGHTS_FUZZ_AUTOMATA", "3"))

VERBS = (
    ["compose", "a.data", "b.data"],
    ["compose", "a.data", "b.data", "--bound", "1"],
    ["compose", "a.data", "b.data", "--requirement", "strong"],
    ["mpc", "a.data", "b.data"],
    ["orchestrate", "a.data", "b.data"],
    ["orchestrate", "a.data", "b.data", "--splitting"],
    ["choreograph", "a.data", "b.data"],
    ["union", "a.data", "b.data"],
    ["project", "a.data", "0"],
    ["relabel", "a.data", "--final", "[[q]]"],
)

ALONE = "Rank: 1\nInitial state: [0]\nFinal states: [[0]]\nTransitions: \n"


def _pairs(folder: Path) -> Iterator[int]:
    """Two random principals into files, whatever they do together."""
    for seed in count():
        random = Random(seed)
        pair = [automaton(principal(random, modalities=random.choice((" ", " UL")))) for _ in "ab"]
        try:
            for name, made in zip("ab", pair, strict=True):
                write_data(made, folder / f"{name}.data")
        except Refused:
            continue
        yield seed


def test_exit_codes_do_not_depend_on_where_the_result_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what is written can be read again; what is not leaves the file alone."""
    monkeypatch.chdir(tmp_path)
    written, met = tmp_path / "x.data", set()
    for seed in islice(_pairs(tmp_path), SYSTEMS):
        for words in VERBS:
            plain = obey(["automata", *words])
            met.add(plain)
            for out in ("x.data", "-", "x.dot"):
                capsys.readouterr()
                written.write_text("precious")
                assert obey(["automata", *words, "-o", out]) == plain, (seed, words, out)
                if out == "-":
                    written.write_text(capsys.readouterr().out or "precious", encoding="utf-8")
                if out != "x.dot" and plain == 0:
                    assert data_text(read_data(written)) == written.read_text(encoding="utf-8"), (seed, words)
                else:
                    assert written.read_text() == "precious", (seed, words, out)
    assert met == {0, 1, 2}


def test_a_result_of_one_final_state(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing happens in it, and that is a good end: it can be written, and worked on."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "client.data").write_text(ALONE + "([0],[?a],[1])\n")
    for verb in ("mpc", "orchestrate", "choreograph"):
        said = noughts("automata", verb, "client.data", "-o", "alone.data")
        assert (said.returncode, said.stdout) == (0, "rank 1, 1 state, 0 transitions → alone.data\n")
        assert (tmp_path / "alone.data").read_text() == ALONE
        assert noughts("automata", verb, "alone.data", "client.data").returncode == 0
    assert noughts("automata", "check", "alone.data", "alone.data").returncode == 0
    assert noughts("automata", "show", "alone.data", "-o", "alone.dot").returncode == 0


def test_what_has_no_final_state_is_not_written(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.data").write_text(ALONE.replace("[[0]]", "[[1]]") + "([0],[!a],[1])\n([1],[!b],[0])\n")
    bound = ("automata", "compose", "a.data", "--bound", "0")
    figures = "rank 1, 1 state, 0 transitions; no state is final"
    assert noughts(*bound).stdout == f"{figures}\n"
    said = noughts(*bound, "-o", "x.data")
    assert (said.returncode, said.stdout) == (1, f"{figures}\n")
    assert said.stderr == "Nothing was written to x.data: no state is final.\n"
    assert not (tmp_path / "x.data").exists()
    drawn = noughts(*bound, "-o", "x.dot")
    assert (drawn.returncode, drawn.stdout) == (1, f"{figures} → x.dot\n")
    assert json.loads(noughts(*bound, "--json").stdout)["final"] == 0


def _run(words: list[str], given: bytes | None = None, **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command("automata", *words), input=given, capture_output=True, env=environment(more), timeout=600
    )


def test_standard_input_and_output_are_files(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In UTF-8 whatever the terminal speaks, read once, and told apart from what is no text."""
    monkeypatch.chdir(tmp_path)
    tea = (ALONE + "([0],[!thé ☕],[0])\n").encode()
    said = _run(["relabel", "-", "-o", "-"], b"\xef\xbb\xbf" + tea, PYTHONIOENCODING="latin-1")
    assert (said.returncode, said.stdout) == (0, tea)
    for words, given, fact in (
        (["show", "-"], b"\xff\xfe", "standard input: is not text in UTF-8"),
        (["compose", "-", "-"], tea, "standard input can be read only once"),
        (["relabel", "-", "--rename", b"0=\xff".decode("utf-8", "surrogateescape")], tea, "is not a name"),
    ):
        refused = noughts("automata", *words, typed=given)
        assert refused.returncode == 2, refused
        assert fact in refused.stderr
        assert refused.stderr.count("error:") == 1
    closed = subprocess.run(
        ["sh", "-c", f"{' '.join(command('automata', 'show', '-'))} <&-"],
        env=environment(),
        capture_output=True,
        timeout=600,
    )
    assert (closed.returncode, closed.stderr) == (
        2,
        b"error: standard input is closed\n   help: name a file, or pipe the text into this command\n",
    )


def test_a_line_without_end_is_not_waited_for(noughts: Noughts) -> None:
    said = noughts("automata", "show", "/dev/zero")
    assert said.returncode == 2
    assert "/dev/zero:1:16777217: the line is longer than 16,777,216 characters" in said.stderr


def test_a_rank_of_millions_takes_no_memory(tmp_path: Path) -> None:
    """Neither is a limit of memory taken for a mistake."""
    (tmp_path / "x.data").write_text(ALONE.replace("Rank: 1", "Rank: 99999999"))
    line = f"ulimit -v 1000000; {' '.join(command('automata', 'show', str(tmp_path / 'x.data')))}"
    said = subprocess.run(["sh", "-c", line], env=environment(), capture_output=True, timeout=600)
    assert said.returncode == 2
    assert b"the state has 1 parts, the rank is 99999999" in said.stderr


def test_places_are_looked_at_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So a verb that would have nothing to write refuses them too."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.data").mkdir()
    for words in [*VERBS, ["show", "nowhere.data"]]:
        for out, fact in (
            ("folder.data", "folder"),
            ("no/x.data", "no folder"),
            ("x.pdf", "names no known format"),
        ):
            if words[0] != "show" or out == "x.pdf":
                assert obey(["automata", *words, "-o", out]) == 2
                assert fact in capsys.readouterr().err, (words, out)


def test_the_same_file_in_and_out(noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.data").write_text(ALONE + "([0],[!a],[0])\n")
    (tmp_path / "link.data").symlink_to("a.data")
    assert noughts("automata", "relabel", "a.data", "--rename", "0=1", "-o", "link.data").returncode == 0
    assert "([1],[!a],[1])" in (tmp_path / "a.data").read_text()
    assert (tmp_path / "link.data").is_symlink()


def test_memory_that_is_not_there_is_no_mistake_of_ours() -> None:
    """Filling it takes half a minute; so only what is said then."""
    assert str(complaint(MemoryError())).startswith("error: there is not enough memory\n")


SWITCH = ALONE + "([0],[!a{k}],[1])\n([1],[!b{k}],[0])\n"


def _switches(folder: Path, count: int, text: str = SWITCH) -> list[str]:
    """Principals of two states that do not need each other: together they have 2^count states."""
    names = [f"switch{k}.data" for k in range(count)]
    for k, name in enumerate(names):
        (folder / name).write_text(text.format(k=k))
    return names


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["compose"], "the composition"),
        (["mpc"], "the composition"),
        (["orchestrate"], "the composition"),
        (["orchestrate", "--refined"], "the composition"),
        (["orchestrate", "--splitting"], "the composition"),
        (["choreograph", "--requirement", "none"], "the composition"),
        (["union"], "the union"),
    ],
)
def test_what_grows_too_large_is_refused_by_its_name(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], what: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.data").write_text("precious")
    said = noughts("automata", *words, *_switches(tmp_path, 26), "--limit", "50", "-o", "x.data")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == (
        f"error: {what} has more than 50 states, which is the limit\n"
        "   help: allow more with `--limit`, or make its parts smaller\n"
    )
    assert (tmp_path / "x.data").read_text() == "precious"


def test_a_limit_counts_states_exactly(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    switches = _switches(tmp_path, 3)
    (tmp_path / "rule.data").write_text(
        "Rank: 1\nInitial state: [p]\nFinal states: [[p]]\nTransitions: \n"
        "([p],[a0],[q])\n([q],[b0],[p])\n([p],[a1],[p])\n([p],[b1],[p])\n"
    )
    noughts("automata", "compose", *switches[:2], "-o", "both.data")
    for words, size in (
        (["compose", *switches], 8),
        (["mpc", *switches], 8),
        (["mpc", "both.data", "--under", "rule.data"], 6),
        (["union", *switches], 7),
        (["project", "both.data", "1"], 2),
    ):
        assert noughts("automata", *words, "--limit", str(size)).returncode == 0, words
        refused = noughts("automata", *words, "--limit", str(size - 1))
        assert refused.returncode == 2, words
        assert f"has more than {size - 1} states, which is the limit" in refused.stderr


def test_several_properties_hold_together(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second does not replace the first, and the order does not matter."""
    monkeypatch.chdir(tmp_path)
    switches = _switches(tmp_path, 2)
    (tmp_path / "plant.data").write_text(ALONE + "([0],[!safe],[0])\n([0],[!boom],[0])\n([0],[!odd],[0])\n")
    (tmp_path / "calm.data").write_text(ALONE + "([0],[safe],[0])\n([0],[odd],[0])\n")
    (tmp_path / "even.data").write_text(ALONE + "([0],[safe],[0])\n([0],[boom],[0])\n")
    texts = set()
    for under in (["calm", "even"], ["even", "calm"], ["even", "calm", "even"]):
        options = [word for name in under for word in ("--under", f"{name}.data")]
        said = noughts("automata", "mpc", "plant.data", *options, "-o", "x.data")
        assert said.stdout == "rank 3, 1 state, 1 transition (1 permitted) → x.data\n"
        texts.add((tmp_path / "x.data").read_text())
    assert len(texts) == 1
    assert "[!safe, -, -]" in texts.pop()
    mixed = ("--under", "calm.data", "--under", switches[0])
    assert noughts("automata", "orchestrate", "plant.data", *mixed).stdout.startswith("rank 3, 1 state, 0")


IDLE = "Nothing can happen in the result: "


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (["mpc", "client.data"], "[0] --[?a]--> [1]\nbecause the requirement does not allow it."),
        (
            ["orchestrate", "client.data", "client.data"],
            "[0, 0] --[?a, -]--> [1, 0]\nbecause the requirement",
        ),
        (
            ["mpc", "both.data", "--under", "c.data"],
            ", violated]\nbecause a property does not allow it.",
        ),
        (["choreograph", "both.data"], "[0, 0] is final, and every step that leaves it is removed, as"),
        (["mpc", "still.data"], "[0] is final, and no transition leaves it."),
        (["compose", "still.data", "still.data"], "no transition leaves an initial state."),
        (
            ["compose", "client.data", "--requirement", "strong"],
            "the requirement does not allow [0] --[?a]-->",
        ),
        (["compose", "hasty.data", "hasty.data"], "the principals 0 and 1 begin in committed states."),
        (["compose", "stuck.data", "client.data"], "principal 0 begins in a committed state, and takes part"),
        (["project", "both.data", "1"], ""),
        (["project", "wide.data", "1"], "principal 1 takes part in no transition."),
    ],
)
def test_a_result_that_can_do_nothing_says_why(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], fact: str
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {
        "client": ALONE + "([0],[?a],[1])\n([1],[?b],[0])\n",
        "server": ALONE + "([0],[!a],[0])\n([0],[!b],[0])\n",
        "still": ALONE,
        "hasty": ALONE.replace("[[0]]", "[[1]]\nCommitted states: [[0]]") + "([0],[!a],[1])\n",
        "stuck": ALONE.replace("[[0]]", "[[1]]\nCommitted states: [[0]]") + "([1],[!a],[0])\n",
        "c": ALONE + "([0],[c],[0])\n",
        "wide": ALONE.replace("Rank: 1", "Rank: 2").replace("[0]", "[0, 0]").replace("[[0, 0]]", "[[0][0]]")
        + "([0, 0],[!a, -],[0, 0])\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.data").write_text(text)
    noughts("automata", "compose", "client.data", "server.data", "-o", "both.data")
    said = noughts("automata", *words)
    assert ("0 transitions" in said.stdout) == bool(fact)
    assert fact in said.stderr
    assert (IDLE in said.stderr) == bool(fact)
    told = json.loads(noughts("automata", *words, "--json").stdout)
    assert ("note" in told or "why" in told) == bool(fact)
    assert IDLE in noughts("automata", *words, "-o", "-").stderr or not fact


def test_an_empty_result_is_explained_where_it_was_not_pruned(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the result would go to standard output; if that is too large, the explanation says so."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "client.data").write_text(ALONE.replace("[[0]]", "[[1]]") + "([0],[?a],[1])\n")
    switches = _switches(tmp_path, 16)
    for out in ([], ["-o", "-"]):
        said = noughts("automata", "mpc", "client.data", switches[0], *out)
        assert said.returncode == 1
        assert (said.stderr if out else said.stdout).startswith("the result is empty\n\n[0, 0] is removed")
        told = "[0, 0] --[?a, -]--> [1, 0]\nbut the requirement does not allow it."
        assert told in (said.stderr if out else said.stdout)
    strict = noughts("automata", "mpc", "client.data", *switches, "--requirement", "strong")
    assert "unpruned, the composition has more than 20,000 states" in strict.stderr
    assert "Nothing can happen in it: the requirement does not allow" in strict.stderr
