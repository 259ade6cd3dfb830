"""Tables without rules: names aligned left, numbers aligned right; and what is said above them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from noughts.cli.answer import counted
from noughts.games.game import wins

if TYPE_CHECKING:
    from noughts.games.game import Game
    from noughts.games.match import Match
    from noughts.games.value import Value


def table(name: str, *numbers: str) -> Table:
    """An empty table with one column of names and some of numbers."""
    made = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    made.add_column(Text(name))
    for heading in numbers:
        made.add_column(heading, justify="right")
    return made


def shares(name: str, counts: Mapping[str, int], total: int, counted: str = "positions") -> Table:
    """A table of counts, each with its share of `total`."""
    made = table(name, counted, "share")
    for what, count in counts.items():
        made.add_row(Text(what), f"{count:,}", f"{count / total:.1%}")
    return made


def results(by_winner: Mapping[str, int], solved: str = "") -> dict[str, int]:
    """Counts by outcome in words: ``x wins``, ``draw``; of a puzzle that it is `solved`, or not."""
    if solved:
        return {f"not {solved}" if who == "draw" else solved: count for who, count in by_winner.items()}
    return {who if who == "draw" else wins(who): count for who, count in by_winner.items()}


def is_puzzle(game: Game) -> bool:
    """Whether a game is solved, not won: it has one side."""
    return len(game.sides) == 1


def value_in_words(game: Game, value: Value) -> str:
    """The value of a move in words."""
    if not is_puzzle(game):
        return str(value)
    if value.winner is None:
        return "not solvable"
    return "solvable" if value.distance is None else f"solved in {value.distance}"


def headline(name: str, text: str) -> Text:
    """A subject in bold, a colon and what is said about it."""
    return Text.assemble((name, "bold"), ": ", text, "\n")


def verdict(match: Match, value: Value) -> str:
    """The value of the position in words."""
    if match.outcome:
        return f"the game is over, {match.outcome} ({match.outcome.termination})."
    soon = "" if value.distance is None else f" in {counted(value.distance, 'move')}"
    if is_puzzle(match.game):
        return f"can be solved{soon}." if value.winner else "cannot be solved."
    if value.winner is None:
        return "a draw with perfect play."
    return f"{wins(value.winner)}{soon} with perfect play."
