"""Progress is for a person who waits at a terminal, and for nobody else."""

from __future__ import annotations

import re

import pexpect
import pytest

from tests.cli.conftest import Noughts
from tests.cli.test_exit_codes import on_terminal


def test_long_work_shows_how_far_it_is_and_cleans_up() -> None:
    terminal = on_terminal("count", "1.2")
    terminal.expect(re.compile(r"[\d,]+000 positions"))
    terminal.expect_exact("counted")
    terminal.expect_exact(pexpect.EOF)


@pytest.mark.parametrize("total", ["0", "1000000"])
def test_short_work_shows_nothing(total: str) -> None:
    terminal = on_terminal("count", "0.05", total)
    terminal.expect_exact(pexpect.EOF)
    assert terminal.before.split() == ["counted"]


def test_away_from_a_terminal_nothing_is_shown(with_verbs: Noughts) -> None:
    said = with_verbs("count", "0.5")
    assert (said.stdout, said.stderr) == ("counted\n", "")
