"""Fuzz at length: run the batteries of the table below, or list them.

    python tools/soak.py --list
    python tools/soak.py [--minutes 15] [--workers 2]

Given some minutes, it interrupts each battery that still runs when its share of them is over: nothing had
failed until then.  Exit code 0 if nothing failed, 1 otherwise, with the output of the battery that failed; it
also shows the output of a battery that passed at a second attempt.  The last line counts the verdicts.
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
from typing import IO, Final

ROOT = Path(__file__).parents[1]
TIDYING = 60
"""Seconds that an interrupted battery has to end what it started."""


class Verdict(StrEnum):
    """How a battery ended."""

    PASSED = "passed"
    CUT_SHORT = "cut short"
    FAILED = "failed"


@dataclass(frozen=True)
class Battery:
    """A fuzzer: the variable of the environment that sets its length, the words that pytest gets, and about
    how many minutes it takes."""

    variable: str
    number: int
    words: str
    minutes: int

    def __str__(self) -> str:
        return f"{self.variable}={self.number} pytest {self.words}"

    def number_in(self, seconds: float | None) -> int:
        """How many to try in so many seconds: some of each kind, as the last kinds would be cut off."""
        share = 1 if seconds is None else min(1, seconds / (60 * self.minutes))
        return max(round(self.number * share), 1)

    def command(self) -> list[str]:
        """What runs it, up to the first failure."""
        return [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            *shlex.split(self.words),
        ]


BATTERIES: Final = (
    Battery("NOUGHTS_FUZZ_LINES", 1_000_000, "-k random_lines tests/faces/test_console_session.py", 2),
    Battery("NOUGHTS_FUZZ_FILES", 20_000, "tests/players/test_any_file.py", 5),
    Battery("NOUGHTS_FUZZ_MEMO", 3000, "tests/meaning/test_memo.py", 5),
    Battery("NOUGHTS_FUZZ_KILLS", 1000, "-k killed tests/games/test_many_writers.py", 1),
    Battery("NOUGHTS_FUZZ_FILES", 100_000, "tests/automata/test_spoiled_files.py", 2),
    Battery("NOUGHTS_FUZZ_AUTOMATA", 200, "tests/cli/test_automata_files.py", 5),
    Battery("NOUGHTS_FUZZ_SYSTEMS", 40_000, "tests/automata/test_against_oracle.py", 30),
    Battery("NOUGHTS_FUZZ_SYSTEMS", 20_000, "tests/automata/test_explanations.py", 5),
    Battery("NOUGHTS_FUZZ_BATTERY", 100, "tests/battery", 30),
    Battery("NOUGHTS_FUZZ_VALUES", 2500, "tests/meaning/test_any_value.py", 10),
    Battery("NOUGHTS_FUZZ_RECURSIONS", 60, "-k recursion_ends tests/meaning/test_budgets.py", 1),
    Battery("NOUGHTS_FUZZ_SESSIONS", 400, "tests/meaning/test_session.py", 2),
    Battery("NOUGHTS_FUZZ_MACHINES", 2000, "-k simultaneous tests/documents/test_machines.py", 5),
    Battery("NOUGHTS_FUZZ_SPECIFICATIONS", 4000, "-k spoiled tests/language/test_specifications.py", 5),
    Battery("NOUGHTS_FUZZ_FORMULAS", 20_000, "-k code tests/grounding/test_formula.py", 5),
    Battery(
        "NOUGHTS_FUZZ_JAVASCRIPT",
        10_000,
        "-k 'generated or generators or recursion or index' tests/meaning/test_javascript.py "
        "tests/pages/test_firefox.py",
        15,
    ),
    Battery(
        "NOUGHTS_FUZZ_KERNELS",
        200,
        "tests/kernels tests/grounding/test_symmetry.py tests/grounding/test_care_set.py "
        "tests/documents/test_claims.py tests/solvers/test_alpha_beta.py",
        4,
    ),
    Battery("NOUGHTS_FUZZ_SIDES", 150, "tests/solvers/test_any_sides.py", 10),
    Battery("NOUGHTS_FUZZ_WORDS", 1, "-k odd tests/cli/test_any_words.py", 15),
    Battery(
        "NOUGHTS_FUZZ_TABLES",
        100,
        "tests/solvers/tables/test_making.py tests/solvers/tables/test_in_memory.py",
        10,
    ),
    Battery("NOUGHTS_FUZZ_TABLE_KILLS", 100, "-k killed tests/cli/test_tables_verb.py", 10),
    Battery("NOUGHTS_FUZZ_SERVICE_KILLS", 100, "tests/rooms/test_kills.py", 10),
    Battery("NOUGHTS_FUZZ_CLUSTER_KILLS", 100, "tests/solvers/tables/test_cluster.py", 10),
    Battery("NOUGHTS_FUZZ_SEARCHES", 100, "tests/solvers/test_searched_games.py", 5),
    Battery("NOUGHTS_FUZZ_GRIDS", 42, "tests/solvers/test_published_games.py", 2),
    Battery(
        "NOUGHTS_FUZZ_LIBRARY",
        1,
        "-k 'library or laws or read_back or needs_nothing or woven_from or in_the_index or site' "
        "tests/pages/test_site.py tests/faces/test_raster.py tests/framework "
        "tests/weave/test_round_trips.py tests/weave/test_html.py "
        "tests/meaning/test_both_meanings.py tests/library/test_pages.py "
        "tests/documents/test_rehearsal.py",
        2,
    ),
    Battery(
        "NOUGHTS_FUZZ_LIBRARY",
        1,
        "-k 'library or constant or beginning or looks_ahead or console' "
        "tests/faces/test_console_matches.py tests/library/test_play.py "
        "tests/meaning/test_explain.py tests/meaning/test_javascript.py "
        "tests/language/kinds/test_kinds.py tests/language/latex/test_round_trip.py "
        "tests/language/test_printing_trees.py tests/solvers/symbolic/test_engines.py "
        "tests/library/test_figures.py tests/automata/test_endless_games.py",
        3,
    ),
    Battery("NOUGHTS_FUZZ_STRATEGIES", 300, "tests/verify/test_strategies.py", 10),
    Battery("NOUGHTS_FUZZ_LIBRARY", 1, "tests/cli/test_names_of_moves.py", 5),
    Battery("NOUGHTS_FUZZ_LIBRARY", 1, "tests/cli/test_board_verb.py", 1),
    Battery("NOUGHTS_FUZZ_NAMES", 400, "tests/documents/test_any_values.py", 5),
    Battery("NOUGHTS_FUZZ_LOOKUPS", 3000, "tests/meaning/test_lookup.py", 2),
    Battery("NOUGHTS_FUZZ_LATEX", 3000, "tests/language/latex", 5),
    Battery("NOUGHTS_FUZZ_EXAMPLES", 600, "-m hypothesis tests/", 10),
    Battery("NOUGHTS_FUZZ_PAGES", 6000, "tests/api/test_page.py", 1),
    Battery("NOUGHTS_FUZZ_PAPERS", 100, "tests/weave/test_latex.py", 1),
    Battery("NOUGHTS_FUZZ_WOVEN", 2000, "-k any_definition tests/weave/test_round_trips.py", 2),
    Battery("NOUGHTS_FUZZ_SHOWN", 3000, "-k any tests/weave/test_guard.py", 5),
    Battery("NOUGHTS_FUZZ_TEX", 300, "-k no_part tests/weave/test_tex_prose.py", 1),
    Battery("NOUGHTS_FUZZ_TABS", 4000, "-k many_tabs tests/faces/test_slow_documents.py", 2),
    Battery("NOUGHTS_FUZZ_TYPED", 3000, "-k after_every_edit tests/editor/test_reader.py", 2),
    Battery("NOUGHTS_FUZZ_EDITS", 400, "-k browser tests/pages/test_playground.py", 2),
    Battery(
        "NOUGHTS_FUZZ_COMMANDS",
        400,
        "tests/pages/test_live_page.py tests/pages/test_clicks.py tests/pages/test_back_end.py",
        5,
    ),
    Battery("NOUGHTS_FUZZ_FRAGMENTS", 300, "tests/pages/test_fragments.py", 5),
)
"""All of them.  A test makes sure that none is missing: each variable that tests look up is in a row."""


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
    environment = {**os.environ, battery.variable: str(battery.number_in(allowed))}
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
    words.add_argument("--list", action="store_true", help="print the batteries and run none")
    given = words.parse_args()
    if given.list:
        for battery in BATTERIES:
            print(f"{battery}  # {battery.minutes} min")
        return 0
    seconds = None if given.minutes is None else 60 * given.minutes
    reports = []
    for report in soak(BATTERIES, workers=given.workers, seconds=seconds):
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
