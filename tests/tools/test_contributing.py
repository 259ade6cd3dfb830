"""The guide for those who work on Noughts speaks of the code that is there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
MODULE = re.compile(r"`(noughts(?:[./]\w+)+(?:\.lark|\.js)?)`")


def section(heading: str) -> str:
    """The text beneath a heading, up to the next one."""
    return GUIDE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def layers() -> list[str]:
    """The layers of the contract, the highest first, siblings in one."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    [contract] = [contract for contract in contracts if contract["type"] == "layers"]
    return [re.sub(r"[()]", "", layer) for layer in contract["layers"] if layer != "__main__"]


def walks() -> Iterator[list[str]]:
    """Every walk, as its numbered lines."""
    for numbered, lines in groupby(
        section("Four walks through it").splitlines(), lambda line: line[:1].isdigit()
    ):
        if numbered:
            yield list(lines)


def test_the_layers_are_those_of_the_contract() -> None:
    table = re.findall(r"^    (\w+(?: \| \w+)*) +\S", section("Layers"), re.MULTILINE)
    assert table == layers()


def test_there_are_four_walks_of_five_lines() -> None:
    assert [[line[0] for line in walk] for walk in walks()] == [list("12345")] * 4


@pytest.mark.parametrize("walk", list(walks()), ids=["a click", "a definition", "a solve", "a .data file"])
def test_a_walk_goes_one_way_through_modules_that_are_there(walk: list[str]) -> None:
    modules = MODULE.findall("\n".join(walk))
    for line in walk:
        assert MODULE.search(line)
    for name in modules:
        path = ROOT / "src" / (name if "/" in name else f"{name.replace('.', '/')}.py")
        assert path.is_file(), name
    height = {part: number for number, layer in enumerate(layers()) for part in layer.split(" | ")}
    heights = [height[re.split("[./]", name)[1]] for name in modules]
    assert heights in (sorted(heights), sorted(heights, reverse=True))
