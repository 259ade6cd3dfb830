"""Two things timed in turn, so that whatever else the machine does falls on both alike.

A file of this folder answers one question: its first line asks it, its function `measure` yields `Ratio`s.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

Action = Callable[[], object]

PATIENCE = 10.0
"""Seconds after which a page that shows nothing new stands still: no benchmark waits longer."""

_FREE = 0.5
"""The load up to which a machine counts as free."""


@dataclass(frozen=True)
class Ratio:
    """`seconds` for what is measured, `reference_seconds` for what it is compared with."""

    what: str
    seconds: float
    reference: str
    reference_seconds: float
    limit: float | None = None
    """The seconds that `what` has promised to stay under."""
    note: str = ""
    """A count that a change of speed must leave alone, or what else one should know."""
    most: float | None = None
    """How many times as long as the reference it has promised to take at most."""

    @property
    def ratio(self) -> float:
        """How many times as long as the reference."""
        return self.seconds / self.reference_seconds

    @property
    def kept(self) -> bool:
        """Whether the promise is kept; so is none at all."""
        in_time = self.limit is None or self.seconds < self.limit
        return in_time and (self.most is None or self.ratio <= self.most)


def load() -> str:
    """How many processes want the cores of the machine, on average over a minute."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def if_free(most: float) -> float | None:
    """A promise about several cores, which can be kept only as long as nobody else uses them."""
    return most if os.getloadavg()[0] < _FREE else None


def best_of_each(*actions: Action, times: int = 7) -> tuple[float, ...]:
    """The shortest time of each action: the one that was disturbed least."""
    best = [float("inf")] * len(actions)
    for _ in range(times):
        for index, action in enumerate(actions):
            best[index] = min(best[index], seconds(action))
    return tuple(best)


def seconds(action: Action) -> float:
    """How long it takes, once."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def children_seconds() -> float:
    """Seconds of the processor, those for their memory too, that finished child processes have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def process(*arguments: str) -> Action:
    """A whole run of this Python with these arguments, its output thrown away."""
    command: Sequence[str] = (sys.executable, *arguments)
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def noughts(*arguments: str) -> Action:
    """A whole run of the command line."""
    return process("-m", "noughts", *arguments)


def installed(module: str, name: str, package: str) -> bool:
    """Whether a peer is there to be measured; if not, a sentence says so."""
    if find_spec(module):
        return True
    print(
        f"{name} is not measured: it is not installed. `pip install {package}` mends that.", file=sys.stderr
    )
    return False


@cache
def compiled(name: str) -> str:
    """A program of ``benchmarks/c``, compiled on the spot: the limit of what can be done by hand."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        sys.exit("There is no C compiler: install gcc, or name the benchmarks that need none.")
    program = Path(tempfile.mkdtemp(prefix="noughts-bench-")) / name
    source = Path(__file__).parent / "c" / f"{name}.c"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
    return str(program)


def output(*command: str) -> list[str]:
    """The words that a program prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def peak_megabytes(*arguments: str) -> int:
    """The most memory that a run of this Python takes."""
    code = "import resource,subprocess,sys; subprocess.run([sys.executable,*sys.argv[1:]],check=True,"
    code += "stdout=subprocess.DEVNULL); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss//1024)"
    return int(output(sys.executable, "-c", code, *arguments)[0])
