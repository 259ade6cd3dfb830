"""A match between programs, printed move by move."""

from __future__ import annotations

from noughts.faces.console.printer import Printer
from noughts.faces.console.table_view import TableView
from noughts.faces.table import Table


def demonstrate(table: Table, plies: int | None = None) -> None:
    """Show the match that the programs at the table play, until it is over or `plies` moves are made."""
    table_view = TableView(table, Printer())
    table_view.introduce()
    table_view.show()
    while (turn := table.turn) and table.ply != plies:
        table_view.let_decide(turn)
        table_view.show()
    if turn:
        table_view.printer.say(f"It is not over after {plies} moves, and stops here.")
