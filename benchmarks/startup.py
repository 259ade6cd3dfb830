"""How long does one wait for the command line before it does anything?"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Ratio, best_of_each, noughts, process


def measure() -> Iterator[Ratio]:
    bare, version, help_page, check = best_of_each(
        process("-c", "pass"), noughts("--version"), noughts("--help"), noughts("check", "tictactoe")
    )
    yield Ratio("noughts --version", version, "python -c pass", bare)
    yield Ratio("noughts --help", help_page, "python -c pass", bare, limit=0.2)
    yield Ratio("noughts check tictactoe", check, "noughts --help", help_page, limit=0.25, most=1.8)
