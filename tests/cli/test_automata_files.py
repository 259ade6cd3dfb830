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

from noughts.automata.read_data import read_data
from noughts.automata.refusal import Refused
from noughts.automata.write_data import data_text, write_data
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
