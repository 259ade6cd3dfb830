"""A match that goes on after the rules of its document were changed."""

from __future__ import annotations

from contextlib import suppress

from noughts.faces.table import Table
from noughts.games.game import RulesError
from noughts.refusal import Refusal


def go_on(table: Table, before: Table) -> str:
    """Have the players and the match of another table, if they fit; a sentence on what has become of them."""
    if table.game.sides == before.game.sides and table.seating and before.seating:
        with suppress(Refusal):
            table.seat(before.seating.kinds, before.seating.names)
    if before.values_shown and table.adviser:
        table.show_values(True)
    if not before.whole.moves:
        return "The document has changed."
    try:
        table.take_line(before.whole.move_texts(), "match")
    except (Refusal, RulesError) as misfit:
        reason = misfit.fact if isinstance(misfit, Refusal) else "the rules have an error in it"
        return f"The document has changed, and a new match begins: {reason}."
    table.jump(before.ply)
    return "The document has changed; the match goes on."
