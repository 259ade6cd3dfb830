"""The document about contract automata is run as it stands."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

from noughts.automata.explore import explore
from noughts.automata.from_game import plant_of_cells, strategy
from tests.automata.boards import InARow
from tests.cli.conftest import environment

DOCUMENT = Path(__file__).parents[2] / "docs" / "automata.md"
TEXT = DOCUMENT.read_text("utf-8")
LARGEST = 10_000
"""States up to which the figures of a board are worked out again here."""


def test_the_examples_in_python_print_what_the_document_says() -> None:
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_the_commands_print_what_the_document_says(tmp_path: Path) -> None:
    for name, content in re.findall(r"^```data (\S+)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE):
        (tmp_path / name).write_text(content, "utf-8")
    shown = re.findall(r"^\$ (noughts .*)\n((?:(?!\$ |```).*\n)*)", TEXT, re.MULTILINE)
    assert len(shown) > 8
    for line, output in shown:
        said = subprocess.run(
            [sys.executable, "-m", *shlex.split(line)],
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        printed = [row.rstrip() for row in said.stdout.strip().splitlines()]
        assert printed == [row.rstrip() for row in output.strip().splitlines()], line


def test_the_figures_of_boards() -> None:
    rows = re.findall(r"^\| (\d+) × (\d+), (\d+) \| (.*?) \| (.*?) \| (.*?) \|$", TEXT, re.MULTILINE)
    small = [row for row in rows if int(row[3].split(" / ")[0]) < LARGEST]
    assert len(small) >= 4
    for m, n, k, *figures in small:
        given = plant_of_cells(explore(InARow(int(m), int(n), int(k))))
        automata = [given.automaton, *(strategy(given, side).automaton for side in "xo")]
        found = ["none" if a is None else f"{a.state_count} / {a.transition_count}" for a in automata]
        assert found == figures


def test_what_it_links_to_is_there() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (DOCUMENT.parent / target).exists(), target
