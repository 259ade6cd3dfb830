"""What the README shows is what happens."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import environment

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
DOCUMENT = re.search(r"```led\n(.*?)```", README, re.DOTALL)
SHOWN = re.findall(r"^\$ (noughts .*)\n((?:(?!\$ |```).*\n)*)", README, re.MULTILINE)


def test_there_is_something_to_run() -> None:
    assert DOCUMENT is not None
    assert len(SHOWN) >= 4


@pytest.mark.parametrize(("line", "output"), SHOWN, ids=[line for line, _ in SHOWN])
def test_a_command_prints_what_is_shown(line: str, output: str, tmp_path: Path) -> None:
    assert DOCUMENT is not None
    (tmp_path / "matches.led").write_text(DOCUMENT[1], "utf-8")
    words = [sys.executable, "-m", *shlex.split(line)]
    said = subprocess.run(
        words,
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    printed = [row.rstrip() for row in said.stdout.strip().splitlines()]
    assert printed == output.strip().splitlines()


def test_what_it_links_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (Path(__file__).parents[1] / target).exists(), target
