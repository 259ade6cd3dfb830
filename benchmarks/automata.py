"""How long does it take to build an opponent that cannot lose, and does that grow with the board alone?"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measuring import Ratio, best_of_each, noughts, process, seconds
from noughts.automata.data_file import read_data, write_data
from noughts.automata.from_game import game_graph, plant_of_cells, strategy
from tests.automata.boards import InARow

SMALL = InARow(2, 5, 3)
LARGE = (InARow(3, 4, 4), InARow(4, 3, 4))


def measure() -> Iterator[Ratio]:
    yield from from_the_command_line()
    yield from growth()
    yield from files()


BOARDS = (
    (("tictactoe",), 3, 1.0, 150),
    (("mnk", "--let", "m=4", "--let", "n=3", "--let", "k=4"), 1, 15.0, 1000),
)
"""What is built, how often, and what is promised: seconds and megabytes."""


def from_the_command_line() -> Iterator[Ratio]:
    """Plant and both strategies from a document, the whole process."""
    for words, times, limit, megabytes in BOARDS:
        bare, whole = best_of_each(
            process("-c", "pass"), noughts("synthesise", *words, "--json"), times=times
        )
        peak = f"{peak_megabytes('-m', 'noughts', 'synthesise', *words):.0f} MB, promised < {megabytes}"
        yield Ratio(f"noughts synthesise {' '.join(words)}", whole, "python -c pass", bare, limit, peak)


@dataclass
class Building:
    """Plant and both strategies of a board, and their sizes."""

    game: InARow
    transitions: int = 0
    note: str = ""

    def __call__(self) -> None:
        plant = plant_of_cells(game_graph(self.game))
        found = [strategy(plant, side).automaton for side in self.game.sides]
        self.transitions = plant.automaton.transition_count
        sizes = ["empty" if a is None else f"{a.state_count}/{a.transition_count}" for a in found]
        self.note = f"{plant.automaton.state_count}/{self.transitions}; {'; '.join(sizes)}"


def growth() -> Iterator[Ratio]:
    """Against the time a small board takes for each of its transitions: 1 is linear."""
    small = Building(SMALL)
    per_board = min(seconds(small) for _ in range(3))
    for game in LARGE:
        large = Building(game)
        taken = seconds(large)
        linear = per_board * large.transitions / small.transitions
        yield Ratio(game.name, taken, f"as {SMALL.name} per transition", linear, limit=15.0, note=large.note)


def files() -> Iterator[Ratio]:
    """A plant of 16 167 transitions, against a program that only takes the lines apart."""
    plant = plant_of_cells(game_graph(InARow(3, 3, 3))).automaton
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plant.data"
        write_data(plant, path)
        size = f"{path.stat().st_size / 1e6:.1f} MB"
        split, reading = best_of_each(lambda: apart(path), lambda: read_data(path))
        yield Ratio("reading 16 167 transitions", reading, "splitting its lines", split, limit=0.3, note=size)
        writing, plain = best_of_each(
            lambda: write_data(plant, path), lambda: path.write_bytes(path.read_bytes())
        )
        yield Ratio("writing them", writing, "copying the file", plain, note=size)


def apart(path: Path) -> list[list[str]]:
    return [line.split("],[") for line in path.read_text(encoding="utf-8").splitlines()]


def peak_megabytes(*arguments: str) -> float:
    """The most memory that a run of this Python takes."""
    program = "import resource, subprocess, sys; subprocess.run([sys.executable, *sys.argv[1:]], stdout=-3)"
    told = "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    command = [sys.executable, "-c", f"{program}; {told}", *arguments]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return int(said) / (2**20 if sys.platform == "darwin" else 2**10)
