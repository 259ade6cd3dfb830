"""How soon does a search decide a game that no table holds, and what is each fact worth?

Four in a row on several grids, weakly: who wins.  The C program knows the game and is written by hand; ours
knows the formulas of its page.  Each fact, and each shortcut that it allows, is then left out once.
Compilation is not counted: it happens once for each set of rules.  ``docs/pictures/search.svg`` is drawn
here.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from benchmarks.games import document
from benchmarks.measuring import Ratio, children_seconds, compiled, if_free, load, output
from noughts.documents.by_rules import GameByRules
from noughts.games.game import Move
from noughts.kernels.search_game import SearchNode, search_game_of
from noughts.kernels.search_source import ALL, Shortcuts
from noughts.solvers.alpha_beta import AlphaBeta
from noughts.solvers.search import Search

MEGABYTES = 128
PUBLISHED = {
    (4, 4): 0, (5, 4): 0, (6, 4): -1, (7, 4): 0, (8, 4): -1,
    (4, 5): 0, (5, 5): 0, (6, 5): 0, (7, 5): 0, (8, 5): 1,
    (4, 6): 0, (5, 6): 0, (6, 6): -1, (7, 6): 1,
}  # fmt: skip
"""Who wins on so many columns and rows, as J. Tromp has published: 1 for x, 0 for nobody, -1 for o."""
GRIDS = ((5, 4), (6, 4), (5, 5), (7, 4), (6, 5), (7, 5), (6, 6), (7, 6))
"""Columns and rows of what is measured, in the order of their cells."""
PROMISED = {(7, 5): 2.0, (6, 6): 2.0, (7, 6): 1.25}
"""Grids, and how many times the time of the C program is allowed: a short search has a growing table."""
TURNS = 3
"""Runs of each program where a ratio is promised: a machine does the same work in 12 s, and then in 15."""
SHARED = (7, 6)
"""The grid that two threads search: the first million nodes, which one searches alone, are few of it."""
PART = (6, 5)
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "search.svg"


@dataclass(frozen=True)
class Run:
    """A search: its value, what it took, and the nodes."""

    value: int
    seconds: float
    nodes: int


def four(columns: int, rows: int) -> GameByRules:
    return document("four", f"columns={columns}", f"rows={rows}")


def ours(columns: int, rows: int, shortcuts: Shortcuts = ALL) -> Run:
    """Our search of the first position, after its code was compiled."""
    game = four(columns, rows)
    AlphaBeta(game, memory=1 << 20, weak=True, shortcuts=shortcuts).finish(limit=1)
    search = AlphaBeta(game, memory=MEGABYTES << 20, weak=True, shortcuts=shortcuts)
    start = time.process_time()
    search.finish()
    took = time.process_time() - start
    return Run((search.least > 0) - (search.largest < 0), took, search.machine.searched)


def by_hand(columns: int, rows: int) -> Run:
    """The search of the C program."""
    program = compiled("four")
    start = children_seconds()
    value, nodes = map(int, output(program, str(columns), str(rows), str(MEGABYTES)))
    return Run(value, children_seconds() - start, nodes)


def quickest(columns: int, rows: int, times: int) -> tuple[Run, Run]:
    """Our search and that of the C program, by turns, and of each the run that took least."""
    runs = [(ours(columns, rows), by_hand(columns, rows)) for _ in range(times)]
    here, there = (min(each, key=lambda run: run.seconds) for each in zip(*runs, strict=True))
    return here, there


def measure() -> Iterator[Ratio]:
    found = {grid: quickest(*grid, times=TURNS if grid in PROMISED else 1) for grid in GRIDS}
    for grid, (here, there) in found.items():
        assert here.value == there.value == PUBLISHED[grid], grid
    for (columns, rows), most in PROMISED.items():
        here, there = found[columns, rows]
        note = f"{here.nodes:,} nodes, by hand {there.nodes:,}"
        words = f"{columns}×{rows} decided"
        yield Ratio(words, here.seconds, "by hand in C", there.seconds, note=note, most=most)
    PICTURE.write_text(picture(found), encoding="utf-8")
    yield from without()
    yield two_threads()
    yield nodes_in_python()


def without() -> Iterator[Ratio]:
    """What the search takes when it may not use one of its shortcuts."""
    whole = ours(*PART)
    for shortcut in Shortcuts.__struct_fields__:
        if shortcut == "lines":
            continue
        less = ours(*PART, replace(ALL, **{shortcut: False}))
        assert less.value == whole.value
        note = f"{less.nodes / whole.nodes:.1f} times the nodes"
        name = f"{PART[0]}×{PART[1]} without {shortcut}"
        yield Ratio(name, less.seconds, "with all shortcuts", whole.seconds, note=note)
    small, bare = ours(5, 4), ours(5, 4, replace(ALL, lines=False))
    note = f"{bare.nodes / small.nodes:.1f} times the nodes"
    yield Ratio("5×4 without lines, move by move", bare.seconds, "as lines", small.seconds, note=note)


def two_threads() -> Ratio:
    """The time that passes with two threads beside that with one: on two free cores, half of it at best."""
    took, worked, nodes = [], [], []
    for workers in (2, 1):
        search = AlphaBeta(four(*SHARED), memory=MEGABYTES << 20, weak=True, workers=workers)
        start, begun = time.perf_counter(), time.process_time()
        search.finish()
        took.append(time.perf_counter() - start)
        worked.append(time.process_time() - begun)
        nodes.append(search.machine.searched)
    note = f"{nodes[0] / nodes[1]:.2f} times the nodes, {worked[0] / worked[1]:.2f} the work; {load()}"
    words, most = f"{SHARED[0]}×{SHARED[1]} by two threads", if_free(1 / 1.4)
    return Ratio(words, took[0], "by one", took[1], note=note, most=most)


class Opened(Search):
    """The search in Python, which counts the nodes of which it makes moves, as machine code counts them."""

    opened: int = 0

    def best_of(self, node: SearchNode, depth: int, low: int, high: int, first: Move | None) -> int:
        self.opened += 1
        return super().best_of(node, depth, low, high, first)


def nodes_in_python() -> Ratio:
    """A node of the search by machine code beside one of the search in Python."""
    run = ours(*PART)
    search = Opened(search_game_of(four(*PART)))
    start = time.process_time()
    search.search(search.game.game.initial, depth=9)
    plain = (time.process_time() - start) / search.opened
    here = run.seconds / run.nodes
    note = f"{1 / here:,.0f} nodes a second, in Python {1 / plain:,.0f}"
    return Ratio("a node in machine code", here, "one in Python", plain, note=note, most=0.05)


# The picture


def picture(found: dict[tuple[int, int], tuple[Run, Run]]) -> str:
    """Nodes by cells of the grid, on a logarithmic scale: ours, and those of the C program."""
    width, height, margin = 560, 320, 60
    most = max(run.nodes for pair in found.values() for run in pair)
    cells = sorted(columns * rows for columns, rows in found)

    def across(number: int) -> float:
        return margin + (number - cells[0]) / (cells[-1] - cells[0]) * (width - 2 * margin)

    def up(nodes: float) -> float:
        return height - margin - (math.log10(nodes) - 3) / (math.log10(most) - 3) * (height - 2 * margin)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="#333">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{margin}" y="24" font-size="14">Nodes until it is known who wins, by grid</text>',
    ]
    for power in range(3, math.ceil(math.log10(most))):
        y = up(10**power)
        parts.append(f'<path d="M{margin} {y:.1f}H{width - margin}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{margin - 8}" y="{y + 4:.1f}" text-anchor="end">10{superscript(power)}</text>'
        )
    for index, (columns, rows) in enumerate(found):
        x, y = across(columns * rows), height - margin + 18 + 15 * (index % 2)
        parts.append(f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{columns}×{rows}</text>')
    for index, (name, colour) in enumerate((("from the page", "#1d6fb8"), ("by hand in C", "#c0562b"))):
        points = [(across(c * r), up(pair[index].nodes)) for (c, r), pair in found.items()]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        parts.append(f'<text x="{margin + 20}" y="{60 + 18 * index}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def superscript(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
