"""A match between programs, printed move by move."""

from __future__ import annotations

from noughts.faces.console.desk import Desk
from noughts.faces.console.paper import Paper
from noughts.faces.table import Table


def demonstrate(table: Table, plies: int | None = None) -> None:
    """Show the match that the programs at the table play, until it is over or `plies` moves are made."""
    desk = Desk(table, Paper())
    desk.introduce()
    desk.show()
    while (turn := table.turn) and table.ply != plies:
        desk.let_decide(turn)
        desk.show()
    if turn:
        desk.paper.say(f"It is not over after {plies} moves, and stops here.")
