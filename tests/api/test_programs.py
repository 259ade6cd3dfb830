"""The programs of the manual do what they say; `make check` reads their types as strictly as ours."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import noughts

PROGRAMS = Path(__file__).parents[2] / "docs" / "programs"


def loaded(name: str) -> dict[str, Any]:
    """What a program defines."""
    names: dict[str, Any] = {"__name__": name}
    exec(compile((PROGRAMS / f"{name}.py").read_text(), f"{name}.py", "exec"), names)
    return names


@pytest.mark.parametrize("path", sorted(PROGRAMS.glob("*.py")), ids=lambda path: path.stem)
def test_types_help_without_a_way_round_them(path: Path) -> None:
    assert not re.search(r"\bcast\b|type: ignore|\bAny\b", path.read_text())


def test_a_program_learns_until_it_is_proved_never_to_lose(capsys: pytest.CaptureFixture[str]) -> None:
    game = noughts.load("hexapawn")
    program = loaded("never_loses")
    program["MATCHES"] = 30  # too few to learn the game before the first audit
    (audit,) = program["main"](game)
    assert (audit.safe, audit.side) == (True, game.solve().value().winner)
    assert "can lose" in capsys.readouterr().out.splitlines()[0]  # it had something to learn


def test_no_conjecture_has_a_counterexample() -> None:
    assert set(map(tuple, loaded("conjectures")["main"]().values())) == {()}


def test_the_plot_has_a_bar_for_each_ply() -> None:
    plot = ElementTree.fromstring(loaded("frame_and_plot")["main"]())
    heights = [float(bar.attrib["height"]) for bar in plot if bar.tag.endswith("rect")]
    assert len(heights) == 9
    assert heights[0] == 0  # every first move is best
