"""Ask every question, or those named: ``python -m benchmarks [startup …]``; exit code 1 for a broken promise.

Each answer is told as it comes, and the table at the end of its question is for people;
``benchmarks/results/latest.json`` has the same for programs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from types import ModuleType

from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Ratio

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "latest.json"
NO_QUESTIONS = {"__init__", "__main__", "bit_engines", "games", "measuring", "plain_games"}


def questions(names: Sequence[str]) -> list[ModuleType]:
    """The files that ask something; only those named, if any are."""
    found = sorted({path.stem for path in HERE.glob("*.py")} - NO_QUESTIONS)
    if strange := set(names) - set(found):
        sys.exit(f"There is no benchmark {', '.join(sorted(strange))}; there are {', '.join(found)}.")
    return [import_module(f"benchmarks.{name}") for name in found if not names or name in names]


def table(question: ModuleType, ratios: Iterable[Ratio]) -> Table:
    """The answers to one question."""
    shown = Table(title=(question.__doc__ or question.__name__).splitlines()[0], title_justify="left")
    for column in ("measured", "against"):
        shown.add_column(column)
    for column in ("ms", "ms", "ratio", "promised"):
        shown.add_column(column, justify="right")
    shown.add_column("note")
    for one in ratios:
        times = (f"{one.seconds * 1000:.1f}", f"{one.reference_seconds * 1000:.1f}", f"{one.ratio:.2f}")
        shown.add_row(one.what, one.reference, *times, promise(one), one.note)
    return shown


def promise(ratio: Ratio) -> str:
    """The limit in milliseconds or as a ratio, and whether it was kept."""
    limits = [] if ratio.limit is None else [f"< {ratio.limit * 1000:g}"]
    limits += [] if ratio.most is None else [f"ratio ≤ {ratio.most:g}"]
    return ("" if ratio.kept else "broken: ") + ", ".join(limits)


def main(names: Sequence[str]) -> int:
    """Measure, show, and write down."""
    console = Console()
    answers: dict[str, list[Ratio]] = {}
    for question in questions(names):
        answers[question.__name__] = ratios = []
        for one in question.measure():
            ratios.append(one)
            answer = f"{one.what}: {one.seconds * 1000:.1f} ms {promise(one)}"
            print(answer.rstrip(), file=sys.stderr, flush=True)
        console.print(table(question, ratios))
    RESULTS.parent.mkdir(exist_ok=True)
    written = {name: [asdict(one) | {"ratio": one.ratio} for one in each] for name, each in answers.items()}
    RESULTS.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
    return 0 if all(one.kept for ratios in answers.values() for one in ratios) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
