"""Progress is for a person who waits at a terminal, and for nobody else."""

from __future__ import annotations

import re
from pathlib import Path

import pexpect
import pytest

from noughts.cli import progress
from noughts.cli.verbs import ExitCode
from tests.cli.conftest import Noughts
from tests.cli.test_exit_codes import on_terminal


def test_long_work_shows_how_far_it_is_and_cleans_up() -> None:
    terminal = on_terminal("count", "600")
    terminal.expect(re.compile(r"[\d,]+000 positions"))
    terminal.sendline()
    terminal.expect_exact("counted")
    terminal.expect_exact(pexpect.EOF)


def test_long_work_that_tells_nothing_is_seen_to_go_on() -> None:
    terminal = on_terminal("ponder")
    terminal.expect(re.compile(r"positions .*?\d:\d\d:\d\d"))
    terminal.sendline()
    terminal.expect_exact("pondered")
    terminal.expect_exact(pexpect.EOF)


def test_a_rate_is_told_of_what_goes_one_by_one() -> None:
    assert progress.details(4_200_000).startswith("4.2 M/s")
    assert "/s" not in progress.details(6e18)


@pytest.mark.parametrize("total", ["0", "1000000"])
def test_short_work_shows_nothing(total: str) -> None:
    terminal = on_terminal("count", "0.05", total, "--patience", "60")
    terminal.expect_exact(pexpect.EOF)
    assert terminal.before.split() == ["counted"]


def test_away_from_a_terminal_nothing_is_shown(with_verbs: Noughts) -> None:
    said = with_verbs("count", "0.5")
    assert (said.stdout, said.stderr) == ("counted\n", "")


RATE = re.compile(r"[\d,]+ positions .*?\d+ [kM]/s, \d+ [MG]B")
"""How many, in what time, how fast, and the memory it takes."""


def test_stopping_a_long_solution_leaves_nothing_half_written(tmp_path: Path) -> None:
    file = tmp_path / "mnk44.solved"
    file.write_text("what was there")
    words = ("solve", "mnk", "--let", "m=4", "--let", "n=4", "--let", "k=4", "--limit", "9999999")
    terminal = on_terminal(*words, "--no-symmetries", "--save", str(file))
    terminal.expect(RATE)
    terminal.sendintr()
    terminal.expect_exact("Stopped.")
    terminal.expect_exact(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == ExitCode.INTERRUPTED
    assert file.read_text() == "what was there"
    assert list(tmp_path.iterdir()) == [file]


def test_composing_shows_how_many_states_there_are(tmp_path: Path) -> None:
    names = []
    for k in range(26):
        names.append(str(tmp_path / f"{k}.data"))
        text = "Rank: 1\nInitial state: [0]\nFinal states: [[0]]\nTransitions: \n([0],[!a{k}],[1])\n"
        Path(names[-1]).write_text(text.format(k=k))
    terminal = on_terminal("automata", "mpc", *names, "--limit", "99999999")
    terminal.expect(re.compile(r"the composition: [\d,]+ states"))
    terminal.sendintr()
    terminal.expect_exact("Stopped.")
    terminal.expect_exact(pexpect.EOF)
