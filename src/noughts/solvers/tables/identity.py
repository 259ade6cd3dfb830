"""The identity of tables: the fingerprint of their rules, and their format.

Tables made by the tasks are identified by the formulas of the game, and tables made in memory by the
definitions of its document, since the game may have no formulas.  A game written in Python has neither: it is
identified by its first positions, and `noughts.solvers.tables.listed` compares each value with the moves of
its position.
"""

from __future__ import annotations

from typing import Any, Final

from noughts.games.game import Game, Position
from noughts.games.record import fingerprint_of
from noughts.grounding.fingerprint import digest, fingerprint
from noughts.grounding.grounded import CannotGround, grounded_of
from noughts.refusal import Refusal
from noughts.solvers.tables.folder import Folder

BY_TASKS: Final = 1
"""The format of a folder whose positions are bits, made by tasks."""

IN_MEMORY: Final = 2
"""The format of a folder whose positions are texts, made in memory."""

_PLAYED: Final = 1000
"""The number of positions that identify a game in Python: less than a second for most games."""


def known_by(game: Game, form: int) -> str:
    """The fingerprint of tables of a format; empty if the format needs formulas and the game has none."""
    if form == IN_MEMORY:
        return fingerprint_of(game) or beginning_of(game)
    try:
        return fingerprint(grounded_of(game))
    except CannotGround:
        return ""


def refuse_other(game: Game, folder: Folder, note: dict[str, Any]) -> None:
    """`Refusal` if the tables are those of other rules, or of an unknown format."""
    form = note.get("format")
    if form not in (BY_TASKS, IN_MEMORY):
        fact = f"`{folder}` holds tables written by another version of noughts"
        raise Refusal(fact, "solve again in a new folder")
    if note["fingerprint"] != known_by(game, form):
        raise of_another_game(game, folder, note["game"])


def of_another_game(game: Game, folder: Folder, name: str) -> Refusal:
    """The refusal of a folder whose tables are those of other rules."""
    other = " with other rules or constants" if name == game.name else ""
    fact = f"`{folder}` holds the tables of another game, {name}{other}"
    return Refusal(fact, "name another folder, or the constants used to create it (`--let`)")


def beginning_of(game: Game) -> str:
    """A fingerprint of the texts of the first positions, breadth first, with their moves and results.

    It ignores the order of moves, which may come from sets of Python and differ from run to run.
    """
    known: dict[Position, str] = {game.initial: game.position_text(game.initial)}
    texts = [game.name, *game.sides]
    for position in (waiting := [game.initial]):
        outcome = game.outcome(position)
        if outcome is not None:
            texts += [known[position], f"ends {outcome.winner}"]
            continue
        texts += [known[position], f"to move {game.to_move(position)}"]
        moves = {game.move_text(position, move): move for move in game.moves(position)}
        for text in sorted(moves):
            after = game.after(position, moves[text])
            if after not in known:
                known[after] = game.position_text(after)
                if len(waiting) < _PLAYED:
                    waiting.append(after)
            texts += [text, known[after]]
    return digest(*texts)
