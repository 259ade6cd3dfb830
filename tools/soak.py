"""Fuzz at length: run what the section "Fuzzing at length" of CONTRIBUTING.md lists.

    python tools/soak.py [--minutes 15] [--workers 2]

Each line there is one battery.  Given some minutes, what is still at it when its share of them is over is
interrupted: nothing had failed until then.  Exit code 0 if nothing failed, 1 otherwise, with what the battery
said; what had to be tried again is shown too.  The last line counts them.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

ROOT = Path(__file__).parents[1]
HEADING = "## Fuzzing at length"
BATTERY = re.compile(
    r"^    (?P<variable>NOUGHTS_\w+)=(?P<number>\d+) pytest (?P<words>[^#\n]+)", re.MULTILINE
)
TIDYING = 60
"""Seconds that an interrupted battery has to end what it started."""


class Verdict(StrEnum):
    """How a battery ended."""

    PASSED = "passed"
    CUT_SHORT = "cut short"
    FAILED = "failed"


@dataclass(frozen=True)
class Battery:
    """A fuzzer and how long it is to go on, as the variable of the environment says."""

    variable: str
    number: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.variable}={self.number} pytest {shlex.join(self.words)}"

    def command(self) -> list[str]:
        """What runs it, up to the first failure."""
        return [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *self.words]


@dataclass(frozen=True)
class Report:
    """What came of a battery."""

    battery: Battery
    verdict: Verdict
    seconds: float
    said: str

    @property
    def was_tried_again(self) -> bool:
        """Whether a test failed that then had a second attempt, as before a merge."""
        return re.search("^RERUN ", self.said, re.MULTILINE) is not None


def listed(page: str) -> list[Battery]:
    """The batteries of the section of that heading."""
    section = page.partition(HEADING)[2].partition("\n## ")[0]
    found = BATTERY.finditer(section)
    return [Battery(line["variable"], line["number"], tuple(shlex.split(line["words"]))) for line in found]


def share(batteries: int, workers: int, seconds: float | None) -> float | None:
    """How long each battery may take, if all of them together have so many seconds."""
    return None if seconds is None else seconds * workers / max(batteries, workers)


def soak(batteries: Sequence[Battery], *, workers: int, seconds: float | None) -> Iterator[Report]:
    """Run them, a few at a time, each for its share of the time."""
    allowed = share(len(batteries), workers, seconds)
    with ThreadPoolExecutor(workers) as pool:
        try:
            for done in as_completed([pool.submit(run, battery, allowed) for battery in batteries]):
                yield done.result()
        finally:  # after Ctrl-C, which those that run have received too
            pool.shutdown(wait=False, cancel_futures=True)


def run(battery: Battery, allowed: float | None) -> Report:
    """Run one of them for as long as is allowed."""
    start = time.monotonic()
    environment = {**os.environ, battery.variable: battery.number}
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            battery.command(),
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        verdict = ended(process, allowed)
        return Report(battery, verdict, time.monotonic() - start, text_of(output))


def ended(process: subprocess.Popen[bytes], allowed: float | None) -> Verdict:
    """How the battery ends, by itself or because its time is over.

    A failure ends it at once, so nothing had failed before the interrupt.  What fails then may be the work
    of the interrupt itself: a command that runs within a test answers it with an exit code of its own.
    """
    try:
        return Verdict.PASSED if process.wait(allowed) == 0 else Verdict.FAILED
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(TIDYING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return Verdict.CUT_SHORT


def text_of(output: IO[str]) -> str:
    """What was written into the file."""
    output.seek(0)
    return output.read()


def main() -> int:
    """Run them all and say what came of each."""
    words = argparse.ArgumentParser(description="Fuzz at length.")
    words.add_argument("--minutes", type=float, help="for all together; without, each goes on to its end")
    words.add_argument("--workers", type=int, default=2, help="how many run at a time")
    given = words.parse_args()
    batteries = listed((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    seconds = None if given.minutes is None else 60 * given.minutes
    reports = []
    for report in soak(batteries, workers=given.workers, seconds=seconds):
        reports.append(report)
        if report.verdict is Verdict.FAILED or report.was_tried_again:
            print(report.said)
        print(f"{report.verdict:9}  {report.seconds:5.0f} s  {report.battery}", flush=True)
    counts = {verdict: sum(report.verdict is verdict for report in reports) for verdict in Verdict}
    print("Soak:", ", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts[Verdict.FAILED] else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("Stopped.")
