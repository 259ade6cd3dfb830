"""Kernels in JavaScript find what kernels in Python find: the same positions in the same order, and values.

All games go to one process of Node in one call.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.grounding.formula import bits_in
from noughts.kernels.explore import POSITION_LIMIT, explore_kernel
from noughts.kernels.kernel import Kernel, kernel_of
from noughts.kernels.state_graph import KernelGraph
from noughts.solvers.backward import solve
from noughts.values.order import exact_text
from tests.grounding.subjects import ASKED, DOCUMENTS, SMALL, subject
from tests.library.games import by_rules
from tests.node import Node, kernel_module, running_node

LIBRARY: dict[str, tuple[str, ...]] = {
    "tictactoe": (),
    "mnk": ("m=2", "n=4", "k=3"),
    "nim": (),
    "wythoff": (),
    "hexapawn": (),
}
"""The documents of the library that can be listed in a moment."""

RANDOM = map(str, range(int(os.environ.get("NOUGHTS_FUZZ_KERNELS", "3"))))
"""Rules made by dice."""

GAMES = [*LIBRARY, *(title for title in SMALL if title in ASKED), "stone on a long ring", *RANDOM]


def graph_of(title: str) -> KernelGraph:
    """All positions, by the kernel in Python."""
    if title not in LIBRARY:
        return subject(title).by_kernel()
    game = by_rules(title, LIBRARY[title])
    kernel = Kernel(game.ground())
    return explore_kernel(game, kernel, kernel.initial, limit=POSITION_LIMIT)


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with running_node() as node:
        yield node


@pytest.fixture(scope="module")
def python() -> dict[str, KernelGraph]:
    return {title: graph_of(title) for title in GAMES}


@pytest.fixture(scope="module")
def in_javascript(node: Node, python: dict[str, KernelGraph]) -> dict[str, Any]:
    texts = {f"/kernels/{title}.js": kernel_module(graph.kernel) for title, graph in python.items()}
    asked = {"paths": list(texts), "limit": POSITION_LIMIT}
    found = node.call("/tests/kernels/javascript/graphs.js", "solved", asked, texts)
    return {title: found[f"/kernels/{title}.js"] for title in GAMES}


def whole(codes: list[int], words: int) -> list[int]:
    """Positions as numbers, from words of 32 bits."""
    rows = (codes[k : k + words] for k in range(0, len(codes), words))
    return [sum((word & 0xFFFF_FFFF) << 32 * place for place, word in enumerate(row)) for row in rows]


@pytest.mark.parametrize("title", GAMES)
def test_the_same_positions_moves_and_values(
    title: str, python: dict[str, KernelGraph], in_javascript: dict[str, Any]
) -> None:
    ours, theirs = in_javascript[title], python[title]
    assert ours["fault"] is None
    assert whole(ours["codes"], len(ours["codes"]) // ours["size"]) == list(theirs.codes)
    for part in ("offsets", "targets", "movers", "winners"):
        assert ours[part] == list(getattr(theirs, part)), part
    assert ours["terminal"] == list(theirs.terminal().values())
    assert ours["values"] == list(solve(theirs).values)
    assert ours["sides"] == list(theirs.game.sides)
    assert ours["moves"] == list(map(exact_text, theirs.every_move))
    assert ours["grows"] == theirs.kernel.grounded.is_growing


# Positions one by one, where there are too many for a list


def walk(kernel: Kernel, dice: Random) -> list[int]:
    """The moves of a match played at random."""
    code, line = kernel.initial, []
    while not kernel.over(code) and (legal := kernel.legal(code)):
        line.append(dice.choice(list(bits_in(legal))))
        code = kernel.after(code, line[-1])
    return line


@pytest.mark.parametrize("title", ["four", "disctru", "mnk"])
def test_random_matches_are_the_same_move_by_move(title: str, node: Node) -> None:
    kernel = Kernel(by_rules(title, ("m=5", "n=7", "k=4") if title == "mnk" else ()).ground())
    lines = [walk(kernel, Random(seed)) for seed in range(12)]
    path = f"/walks/{title}.js"
    asked, texts = {"path": path, "lines": lines}, {path: kernel_module(kernel)}
    found = node.call("/tests/kernels/javascript/walks.js", "walked", asked, texts)
    for line, seen in zip(lines, found, strict=True):
        code = kernel.initial
        for move, said in zip([*line, None], seen, strict=True):
            legal = [] if kernel.over(code) else list(bits_in(kernel.legal(code)))
            assert whole(said["codes"], len(said["codes"])) == [code]
            assert said["moves"] == legal
            assert said["unsure"] == bool(kernel.unsure(code))
            assert said["mover"] == (kernel.to_move(code) if legal else None)
            assert said["winner"] == kernel.won(code)
            if move is not None:
                code = kernel.after(code, move)


# Faults


@pytest.mark.parametrize(("name", "fault"), [("breaks", "unsure"), ("both", "winners")])
def test_rules_that_break_down_end_the_exploration(name: str, fault: str, node: Node) -> None:
    game = GameArgument([str(DOCUMENTS / f"{name}.led")]).load()
    path = f"/kernels/{name}.js"
    texts = {path: kernel_module(kernel_of(game))}
    asked = {"paths": [path], "limit": POSITION_LIMIT}
    found = node.call("/tests/kernels/javascript/graphs.js", "solved", asked, texts)[path]
    assert (found["fault"], found["values"]) == (fault, None)


@pytest.mark.parametrize(("limit", "fault"), [(5478, None), (5477, "limit"), (1, "limit")])
def test_the_limit_is_exact(limit: int, fault: str | None, node: Node, in_javascript: dict[str, Any]) -> None:
    asked = {"paths": ["/kernels/tictactoe.js"], "limit": limit}
    found = node.call("/tests/kernels/javascript/graphs.js", "solved", asked)
    assert found["/kernels/tictactoe.js"]["fault"] == fault
