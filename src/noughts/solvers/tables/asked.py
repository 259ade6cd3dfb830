"""Requests for tables, and exclusive work on their folder, which must be of the same rules."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec import Struct

from noughts.games.game import CannotGround, Game, Position
from noughts.games.record import fingerprint_of
from noughts.grounding.grounded import digest, fingerprint, grounded_of
from noughts.refusal import Refusal
from noughts.save import Unwritable, lock
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.rows import MANIFEST, read_note

# The identity of tables: the fingerprint of their rules, and their format.
#
# Tables made by the tasks are identified by the formulas of the game, and tables made in memory by the
# definitions of its document, since the game may have no formulas.  A game written in Python has neither: it
# is identified by its first positions, and each value that is read is compared with the moves of its
# position.


BY_TASKS: Final = 1
"""The format of a folder whose positions are bits, made by tasks."""

IN_MEMORY: Final = 2
"""The format of a folder whose positions are texts, made in memory."""

# The number of positions that identify a game in Python: less than a second for most games.
_PLAYED: Final = 1000


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


# The bytes of a worker without any rows: Python, NumPy, Numba with machine code, Arrow.
_BASE: Final = 200_000_000

# The most bytes of a worker for each row of a part and each word of a code: its successors, their hash table
# and values, and the columns of its table.
_ROW: Final = 260

# The rows of the smallest part: a smaller task costs more to start than to do.
_LEAST: Final = 1000

LEAST_MEMORY: Final = 64_000_000
"""The least memory of a worker in bytes.  A worker takes more than this to start, so its parts are then the
smallest ones."""

MEMORY: Final = 512_000_000
"""The default memory of a worker in bytes."""

_LOCK: Final = "lock"

Note: TypeAlias = dict[str, Any]
"""The content of a manifest."""


class Ask(Struct, frozen=True):
    """A request for tables: a game, their folder, and the size of parts."""

    game: Game
    folder: Folder
    memory: int = MEMORY
    symmetric: bool = True
    rows: int | None = None
    """The rows of a part, if not derived from the memory of a worker."""
    limit: int | None = None
    """The most positions of a game that is listed in memory."""

    def part_rows(self, words: int) -> int:
        """The rows of a part, with which a worker does not exceed its memory."""
        return self.rows or max(_LEAST, (self.memory - _BASE) // (_ROW * words))


@contextmanager
def exclusive_work(ask: Ask) -> Iterator[Note | None]:
    """Exclusive work on the folder of a request; gives its manifest, ``None`` if the folder is new.

    `Refusal` if its tables are those of other rules, or if something else is in it.  A new folder is removed
    again if the work is refused, or ends before anything is done.
    """
    folder = ask.folder
    is_new = folder.create()
    if folder.store is None:
        refuse_other_files(folder)  # before the lock creates its file there
    with alone(folder):
        try:
            note: Note | None = read_note(folder, MANIFEST)
            if note is not None:
                refuse_other(ask.game, folder, note)
            else:
                folder.remove_partial(f"{MANIFEST}.")  # of a run that was killed before it had a manifest
                refuse_other_files(folder)
            yield note
        finally:
            if is_new and folder.names() == [_LOCK]:
                with suppress(OSError):  # it stays on systems where no open file can be removed
                    folder.remove_all()


def refuse_other_files(folder: Folder) -> None:
    """`Refusal` if a folder has files but no manifest of tables."""
    names = folder.names()
    if MANIFEST not in names and any(name != _LOCK and not name.startswith(MANIFEST) for name in names):
        raise Refusal(f"`{folder}` is not empty, and has no tables", "name a new folder")


@contextmanager
def alone(folder: Folder) -> Iterator[None]:
    """Keep other runs out of a folder, which is impossible in an object store.

    Unlike `locked`, this does not report an error of the run, such as a lost scheduler, as one of the lock.
    """
    if folder.store is not None:
        yield
        return
    place = Path(folder.path)
    try:
        handle = lock(place / _LOCK, place)
    except OSError as error:
        raise Unwritable(place, error) from error
    try:
        yield
    finally:
        os.close(handle)
