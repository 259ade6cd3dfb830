"""Tables for people: no lines, names to the left and numbers to the right."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table
from rich.text import Text


def table(name: str, *numbers: str) -> Table:
    """An empty table with a column of names and columns of numbers."""
    made = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    made.add_column(Text(name))
    for heading in numbers:
        made.add_column(heading, justify="right")
    return made


def shares(name: str, counts: Mapping[str, int], total: int, counted: str = "positions") -> Table:
    """Counts by name, and each as a share of `total`."""
    made = table(name, counted, "share")
    for what, count in counts.items():
        made.add_row(Text(what), f"{count:,}", f"{count / total:.1%}")
    return made


def results(by_winner: Mapping[str, int]) -> dict[str, int]:
    """Counts by winner, as people say it: ``x wins``, ``draw``."""
    return {who if who == "draw" else f"{who} wins": count for who, count in by_winner.items()}


def headline(name: str, told: str) -> Text:
    """What is spoken of, in bold, and what there is to say."""
    return Text.assemble((name, "bold"), ": ", told, "\n")
