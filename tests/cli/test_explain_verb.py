"""``noughts explain``: the manual's page of errors, at the prompt."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pexpect
import pytest

from noughts.language.codes import CODES
from tests.cli.conftest import Noughts
from tests.terminals import WAIT


def test_an_error_is_shown_with_an_example_and_the_mended_one(noughts: Noughts) -> None:
    said = noughts("explain", "e202")
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("Nothing defines this name.\n\n    /$ cells := {1..9}\n")
    assert "    E202.led:2:25: error E202: nothing defines `cels`\n" in said.stdout
    assert "Corrected:\n\n    /$ cells := {1..9}\n       corners := {c | c in cells &" in said.stdout
    assert "```" not in said.stdout
    assert "](" not in said.stdout


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(noughts: Noughts, code: str) -> None:
    said = noughts("explain", code)
    assert said.stdout.startswith(CODES[code])
    assert "Corrected:" in said.stdout
    assert "<!--" not in said.stdout


def test_all_codes_are_listed(noughts: Noughts) -> None:
    assert len(noughts("explain").stdout.splitlines()) == len(CODES)
    assert json.loads(noughts("explain", "--json").stdout) == CODES
    answer = json.loads(noughts("explain", "N201", "--json").stdout)
    assert (answer["code"], answer["says"]) == ("N201", CODES["N201"])


def test_a_code_that_is_none_is_refused(noughts: Noughts) -> None:
    said = noughts("explain", "E999")
    assert said.returncode == 2
    assert said.stderr == "error: there is no error `E999`\n   help: `noughts explain` lists all of them\n"


def test_at_a_terminal_a_report_names_the_command(tmp_path: Path) -> None:
    (tmp_path / "a.led").write_text("/$ a := b $/")
    person = pexpect.spawn(
        sys.executable, ["-m", "noughts", "check", "a.led"], cwd=str(tmp_path), timeout=WAIT
    )
    person.expect_exact("`noughts explain E202` shows an example")
    person.expect(pexpect.EOF)
