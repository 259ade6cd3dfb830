"""How soon does a search decide a game that no table holds, and what is each fact worth?

Four in a row on several grids, weakly: who wins.  The C program knows the game and is written by hand; ours
knows the formulas of its page.  Each fact, and each shortcut that it allows, is then left out once.
Compilation is not counted: it happens once for each set of rules.  ``docs/pictures/search.svg`` is drawn
here.
"""

from __future__ import annotations

import math
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path

from benchmarks.games import document
from benchmarks.measuring import Ratio, compiled, if_free, load, output
from noughts.documents.by_rules import GameByRules
from noughts.kernels.search_game import search_game_of
from noughts.kernels.search_source import ALL, Shortcuts
from noughts.solvers.alpha_beta import AlphaBeta
from noughts.solvers.search import Search

MEGABYTES = 128
GRIDS = ((5, 4), (6, 4), (5, 5), (7, 4), (6, 5), (7, 5), (6, 6))
"""Columns and rows, in the order of their cells."""
PUBLISHED = (0, -1, 0, 0, 0, 0, -1)
"""Who wins on them, as J. Tromp has published: 1 if it is x, 0 if nobody."""
LARGE = ((7, 5), (6, 6))
SHARED = (6, 6)
"""The grid that two threads search."""
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
    start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    value, nodes = map(int, output(program, str(columns), str(rows), str(MEGABYTES)))
    return Run(value, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start, nodes)


def measure() -> Iterator[Ratio]:
    found = {grid: (ours(*grid), by_hand(*grid)) for grid in GRIDS}
    for (grid, (here, there)), value in zip(found.items(), PUBLISHED, strict=True):
        assert here.value == there.value == value, grid
    for columns, rows in LARGE:
        here, there = found[columns, rows]
        note = f"{here.nodes:,} nodes, by hand {there.nodes:,}"
        yield Ratio(
            f"{columns}×{rows} decided", here.seconds, "by hand in C", there.seconds, note=note, most=2.0
        )
    PICTURE.write_text(picture(found), encoding="utf-8")
    yield from without()
    yield two_threads()
    yield nodes_in_python()


def without() -> Iterator[Ratio]:
    """What the search takes when it may not use one of its shortcuts."""
    whole = ours(*PART)
    for field in fields(Shortcuts):
        if field.name == "lines":
            continue
        less = ours(*PART, replace(ALL, **{field.name: False}))
        assert less.value == whole.value
        note = f"{less.nodes / whole.nodes:.1f} times the nodes"
        name = f"{PART[0]}×{PART[1]} without {field.name}"
        yield Ratio(name, less.seconds, "with all shortcuts", whole.seconds, note=note)
    small, bare = ours(5, 4), ours(5, 4, replace(ALL, lines=False))
    note = f"{bare.nodes / small.nodes:.1f} times the nodes"
    yield Ratio("5×4 without lines, move by move", bare.seconds, "as lines", small.seconds, note=note)


def two_threads() -> Ratio:
    """The time that passes with two threads beside that with one: on two free cores, half of it at best."""
    took, nodes = [], []
    for workers in (2, 1):
        search = AlphaBeta(four(*SHARED), memory=MEGABYTES << 20, weak=True, workers=workers)
        start = time.perf_counter()
        search.finish()
        took.append(time.perf_counter() - start)
        nodes.append(search.machine.searched)
    note = f"{nodes[0] / nodes[1]:.2f} times the nodes; {load()}"
    words, most = f"{SHARED[0]}×{SHARED[1]} by two threads", if_free(1 / 1.4)
    return Ratio(words, took[0], "by one", took[1], note=note, most=most)


def nodes_in_python() -> Ratio:
    """A node of the search by machine code beside one of the search in Python."""
    run = ours(*PART)
    search = Search(search_game_of(four(*PART)))
    start = time.process_time()
    looked = search.search(search.game.game.initial, depth=7).nodes
    plain = (time.process_time() - start) / looked
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
