"""How much faster are two workers than one, in `train`, `sample` and `arena`?

The same command runs with one worker, with two, and twice at once with one worker each: the last is what the
machine gives to two processes that share nothing, which on shared machines is less than two.  The three
take turns, three times, and the shortest time of each counts.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from benchmarks.measuring import Ratio, best_of_each, if_free, installed, load

COMMANDS = {
    "train": ("train", "four", "--let", "rows=5", "--let", "columns=5", "--rounds", "80"),
    "sample": ("sample", "ultimate", "--games", "4000000"),
    "arena": ("arena", "four", "mcts:100", "mcts:200", "--games", "300"),
}
"""Work of about a minute each: what is begun but once weighs little."""
TURNS = 3


def measure() -> Iterator[Ratio]:
    subprocess.run(command("sample", "1"), check=True, stdout=subprocess.DEVNULL)  # compiled once
    for verb in COMMANDS:
        if verb == "train" and not installed("torch", "PyTorch", "noughts[train]"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            yield gain(verb, Path(folder))


def gain(verb: str, folder: Path) -> Ratio:
    """The time of a verb with two workers, against that with one."""
    files = (folder / f"{number}.safetensors" for number in count())

    def run(workers: Sequence[str]) -> None:
        outputs = [("-o", str(next(files))) if verb == "train" else () for _ in workers]
        each = zip(workers, outputs, strict=True)
        begun = [subprocess.Popen([*command(verb, n), *o], stdout=subprocess.DEVNULL) for n, o in each]
        codes = [process.wait() for process in begun]
        if any(codes):
            sys.exit(f"`noughts {verb}` failed.")

    turns = (lambda: run("1"), lambda: run("2"), lambda: run("11"))
    one, two, both = best_of_each(*turns, times=TURNS)
    note = f"{one / two:.2f} times as fast; two processes that share nothing: {2 * one / both:.2f}; {load()}"
    words = " ".join(COMMANDS[verb])
    return Ratio(f"{words}, two workers", two, "one", one, note=note, most=if_free(1 / 1.7))


def command(verb: str, workers: str) -> list[str]:
    """A verb in a process of its own."""
    return [sys.executable, "-m", "noughts", *COMMANDS[verb], "--workers", workers]
