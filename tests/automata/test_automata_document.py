"""What the document about contract automata says of boards."""

from __future__ import annotations

import re
from pathlib import Path

from noughts.automata.from_game import game_graph, plant_of_cells, strategy
from tests.automata.boards import InARow

DOCUMENT = Path(__file__).parents[2] / "docs" / "automata.md"
TEXT = DOCUMENT.read_text("utf-8")
LARGEST = 10_000
"""States up to which the figures of a board are worked out again here."""


def test_the_figures_of_boards() -> None:
    rows = re.findall(r"^\| (\d+) × (\d+), (\d+) \| (.*?) \| (.*?) \| (.*?) \|$", TEXT, re.MULTILINE)
    small = [row for row in rows if int(row[3].split(" / ")[0]) < LARGEST]
    assert len(small) >= 4
    for m, n, k, *figures in small:
        given = plant_of_cells(game_graph(InARow(int(m), int(n), int(k))))
        automata = [given.automaton, *(strategy(given, side).automaton for side in "xo")]
        found = ["none" if a is None else f"{a.state_count} / {a.transition_count}" for a in automata]
        assert found == figures
