"""What do tables in files take beside memory, how does that grow, and what do two workers gain?

Every position of four in a row on boards up to four by five gets its value.  Each measurement is a process
of its own, which compiles what it needs first: that happens once for each set of rules.  Seconds are those
of processors; the load that is noted says how many other processes wanted them.  ``docs/pictures/tables.svg``
is drawn here.
"""

from __future__ import annotations

import heapq
import math
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.games import mnk
from benchmarks.measuring import Ratio, children_seconds, if_free, load
from benchmarks.searching import superscript
from noughts.grounding.grounded import grounded_of
from noughts.grounding.symmetry import identity, symmetries
from noughts.solvers.plan import Plan
from noughts.solvers.tables.asked import Ask
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.parquet import Columns
from noughts.solvers.tables.rules import row_of, rules_of
from noughts.solvers.tables.run import State, fill_in
from noughts.solvers.tables.solve import solve_tables
from noughts.workers.engine import Engine, Here, TaskCall, local_engine

Board = tuple[int, int, int]
BOARDS: tuple[Board, ...] = ((3, 3, 3), (3, 4, 4), (4, 4, 4), (3, 6, 4), (4, 5, 4))
"""Rows, columns and how many in a row, those of the fewest rows first."""
COMPARED: Board = (4, 4, 4)
"""The board of which all positions fit in the memory one by one, without symmetries: millions of them."""
PART_ROWS = 200_000
"""Rows of a part in the comparison: so a layer has tasks for several workers, as on larger boards."""
PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "tables.svg"

_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Taken:
    """What tables took: rows, processor seconds of all processes, seconds that passed, the most megabytes of
    one process, gigabytes of disk."""

    rows: int
    seconds: float
    passed: float
    megabytes: float
    disk: float
    gained: float = 1.0
    """How many times as fast two workers are at best, by the time that each task took."""


def alone(function: Callable[..., _Found], *arguments: Any) -> _Found:
    """The result of a function in a process of its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def used() -> float:
    """Seconds of processor time of this process and those that it has waited for."""
    return time.process_time() + children_seconds()


def by_tables(board: Board, symmetric: bool, rows: int | None, workers: int) -> Taken:
    """The tables of a board, made in a folder that is removed."""
    game, grounded = mnk(*board), grounded_of(mnk(*board))
    group = symmetries(grounded, fixing=grounded.initial) if symmetric else (identity(grounded),)
    rules = rules_of(game, grounded, group)
    first = row_of(grounded.initial, rules.words)
    asks, _ = rules.successors(first)
    fill_in(rules, Columns.empty(first), asks, row_of(0, len(asks))[0].astype("int8"))
    with tempfile.TemporaryDirectory() as place:
        largest = 0.0

        def report(state: State) -> None:
            nonlocal largest
            if not state.done:
                largest = max(largest, size_of_folder(Path(place)))

        timed = Timed() if workers == 1 else None
        begun, clock = used(), time.perf_counter()
        with local_engine(workers) as engine:
            ask = Ask(game, Folder(place), symmetric=symmetric, rows=rows)
            solve_tables(ask, timed or engine, report)
            passed = time.perf_counter() - clock
        for worker in multiprocessing.active_children():
            worker.join()  # whose time counts from then on
        took = used() - begun
        from pyarrow import dataset

        made = dataset.dataset(place, format="parquet", exclude_invalid_files=True).count_rows()
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    megabytes = max(each.ru_maxrss for each in both) / 1024
    return Taken(made, took, passed, megabytes, largest / 1e9, timed.gained(took) if timed else 1.0)


def size_of_folder(folder: Path) -> float:
    """The bytes of all files in a folder and those within."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def in_memory(board: Board) -> tuple[int, float]:
    """The positions of a board, each by itself, and the seconds that their values take in memory."""
    game = mnk(*board)
    asked = Plan(symmetric=False, diagrams=False)
    line = game.initial
    for _ in range(8):  # what is compiled is compiled for few positions
        line = game.after(line, game.moves(line)[0])
    asked.solve(game, line)
    begun = used()
    solution, _ = asked.solve(game)
    return solution.figures.positions, used() - begun


@dataclass
class Timed(Engine):
    """One call after the other, with the seconds that each takes, by phase."""

    phases: list[list[float]] = field(default_factory=list)
    is_elsewhere = False

    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        self.phases.append([])
        before = time.process_time()
        for result in Here().results(calls):
            self.phases[-1].append(time.process_time() - before)
            yield result
            before = time.process_time()

    def gained(self, whole: float) -> float:
        """How many times as fast two workers are on cores of their own: what is no task stays as it is."""
        tasks = sum(map(sum, self.phases))
        return whole / (whole - tasks + sum(shared(phase, 2) for phase in self.phases))


def shared(tasks: Sequence[float], workers: int) -> float:
    """When the last worker ends, if each takes the next task as soon as it is free."""
    free = [0.0] * workers
    for seconds in tasks:
        heapq.heappush(free, heapq.heappop(free) + seconds)
    return max(free)


def measure() -> Iterator[Ratio]:
    positions, memory = alone(in_memory, COMPARED)
    one = alone(by_tables, COMPARED, False, PART_ROWS, 1)
    assert one.rows == positions
    note = f"{one.seconds / positions * 1e9:.0f} ns a position; {load()}"
    words = "×".join(map(str, COMPARED[:2]))
    yield Ratio(f"{words} in tables, all positions", one.seconds, "in memory", memory, note=note, most=1.2)
    two = alone(by_tables, COMPARED, False, PART_ROWS, 2)
    note = f"with what it takes to begin two processes; {load()}"
    yield Ratio(f"{words} by two workers", two.seconds, "by one", one.seconds, note=note)
    note = f"{one.gained:.2f} times as fast by the time of each task; {load()}"
    yield Ratio("the time that passes", two.passed, "by one", one.passed, note=note, most=if_free(1 / 1.7))
    found = {board: alone(by_tables, board, True, None, 1) for board in BOARDS}
    for board, taken in found.items():
        words = f"{board[0]}×{board[1]}, {board[2]} in a row, a row of {taken.rows:,}"
        note = f"{taken.seconds:.1f} s, {taken.megabytes:.0f} MB, {taken.disk:.2f} GB of disk; {load()}"
        yield Ratio(words, taken.seconds / taken.rows, "in memory", memory / positions, note=note)
    PICTURE.write_text(picture(found), encoding="utf-8")


# The picture


def picture(found: dict[Board, Taken]) -> str:
    """Seconds, memory and disk by the rows of the tables, each on a logarithmic scale."""
    panels: Sequence[tuple[str, Callable[[Taken], float]]] = (
        ("Seconds of one processor", lambda taken: taken.seconds),
        ("Megabytes of memory of a worker", lambda taken: taken.megabytes),
        ("Megabytes of disk at work", lambda taken: 1000 * taken.disk),
    )
    width, height = 340, 300
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * len(panels)}" height="{height}" '
        f'viewBox="0 0 {width * len(panels)} {height}" font-family="sans-serif" font-size="12" fill="#333">',
        f'<rect width="{width * len(panels)}" height="{height}" fill="#fff"/>',
    ]
    for number, (title, value) in enumerate(panels):
        points = [(taken.rows, value(taken), f"{b[0]}×{b[1]}") for b, taken in found.items()]
        parts += [
            f'<g transform="translate({number * width} 0)">',
            *panel(title, points, width, height),
            "</g>",
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def panel(title: str, points: Sequence[tuple[int, float, str]], width: int, height: int) -> Iterator[str]:
    """One curve over the rows, with a line for each power of ten."""
    margin = 44
    most_rows = max(math.log10(rows) for rows, _, _ in points)
    least = math.floor(min(math.log10(value) for _, value, _ in points))
    most = math.ceil(max(math.log10(value) for _, value, _ in points))

    def across(rows: float) -> float:
        return margin + (math.log10(rows) - 2) / (most_rows - 2) * (width - 2 * margin)

    def up(value: float) -> float:
        return height - margin - (math.log10(value) - least) / (most - least) * (height - 2.2 * margin)

    yield f'<text x="{margin}" y="24" font-size="14">{title}</text>'
    for power in range(least, most + 1):
        y = up(10**power)
        yield f'<path d="M{margin} {y:.1f}H{width - margin}" stroke="#ddd"/>'
        yield f'<text x="{margin - 6}" y="{y + 4:.1f}" text-anchor="end">{power_of_ten(power)}</text>'
    for power in range(3, math.floor(most_rows) + 1, 2):
        x = across(10**power)
        yield f'<text x="{x:.1f}" y="{height - 24}" text-anchor="middle">{power_of_ten(power)}</text>'
    yield f'<text x="{width / 2}" y="{height - 6}" text-anchor="middle">rows</text>'
    line = " ".join(f"{across(rows):.1f},{up(value):.1f}" for rows, value, _ in points)
    yield f'<polyline points="{line}" fill="none" stroke="#1d6fb8" stroke-width="2"/>'
    for rows, value, name in points:
        x, y = across(rows), up(value)
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#1d6fb8"/>'
        yield f'<text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="middle">{name}</text>'


def power_of_ten(power: int) -> str:
    """A power of ten, as a number where it is short."""
    return f"{10**power:g}" if -2 <= power <= 3 else f"10{superscript(power)}"
