"""What is asked for, and the folder it is asked of: nobody else works on it, and no other rules made it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from noughts.games.game import Game
from noughts.refusal import Refusal
from noughts.save import Unwritable, lock
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.identity import refuse_other
from noughts.solvers.tables.notes import MANIFEST, read_note

_BASE: Final = 200_000_000
"""Bytes that a worker takes before it has any rows: Python, NumPy, Numba with machine code, Arrow."""

_ROW: Final = 260
"""Bytes that a worker takes for each row of a part and word of a code at most: its successors, their hash
table and values, and the columns of its table."""

_LEAST: Final = 1000
"""Rows of the smallest part: a task of less costs more to start than to do."""

LEAST_MEMORY: Final = 64_000_000
"""The least bytes that a worker may be given; it takes more than these to start, and its parts are the
smallest then."""

MEMORY: Final = 512_000_000
"""Bytes a worker takes by default."""

_LOCK: Final = "lock"

Note: TypeAlias = dict[str, Any]
"""The content of a manifest."""


@dataclass(frozen=True)
class Ask:
    """What is asked for: a game, the folder of its tables, and how its parts are cut."""

    game: Game
    folder: Folder
    memory: int = MEMORY
    symmetric: bool = True
    rows: int | None = None
    """Rows of a part, where its memory is not to decide."""
    limit: int | None = None
    """Positions that are listed in memory at most, where that is done."""

    def part_rows(self, words: int) -> int:
        """Rows of a part, so that a worker keeps to its memory."""
        return self.rows or max(_LEAST, (self.memory - _BASE) // (_ROW * words))


@dataclass(frozen=True)
class Listing:
    """All positions of a game, counted layer by layer."""

    game: Game
    plies: Sequence[int]
    made: int
    ends: Sequence[int]

    def __len__(self) -> int:
        return sum(self.plies)

    @property
    def transitions(self) -> int:
        """The number of transitions: pairs of a position and a legal move."""
        return self.made

    def terminal(self) -> dict[str, int]:
        """How many positions are over, by winner; ``draw`` counts those that nobody has won."""
        return dict(zip([*self.game.sides, "draw"], self.ends, strict=True))

    def counts(self) -> dict[str, int | dict[str, int]]:
        """The figures of a game: its positions, transitions and ends."""
        return {"positions": len(self), "transitions": self.made, "terminal": self.terminal()}

    def by_ply(self) -> list[int]:
        """The number of positions at distance 0, 1, 2, … from the first one."""
        return list(self.plies)

    def noted(self) -> Note:
        """The same without the game, for a manifest."""
        return {"plies": self.plies, "made": self.made, "ends": self.ends}


@contextmanager
def kept_apart(ask: Ask) -> Iterator[Note | None]:
    """Work on a folder that nobody else works on: what its manifest says, ``None`` if it is new.

    `Refusal` if its tables are those of other rules, or if something else is in it.  A folder that was made
    for work which was refused, or ended before anything was done, is removed again.
    """
    folder = ask.folder
    is_new = folder.create()
    if folder.store is None:
        refuse_other_files(folder)  # before the file of the lock is made there
    with alone(folder):
        try:
            note: Note | None = read_note(folder, MANIFEST)
            if note is not None:
                refuse_other(ask.game, folder, note)
            else:
                folder.remove_partial(f"{MANIFEST}.")  # of a run that was killed before it had one
                refuse_other_files(folder)
            yield note
        finally:
            if is_new and folder.names() == [_LOCK]:
                with suppress(OSError):  # where no open file can be removed, it stays
                    folder.remove_all()


def refuse_other_files(folder: Folder) -> None:
    """`Refusal` if a folder has files, and none of them says that it has tables."""
    names = folder.names()
    if MANIFEST not in names and any(name != _LOCK and not name.startswith(MANIFEST) for name in names):
        raise Refusal(f"`{folder}` is not empty, and has no tables", "name a new folder")


@contextmanager
def alone(folder: Folder) -> Iterator[None]:
    """Keep other runs out of a folder, where that is possible: not in an object store.

    What fails in the run is no fault of the lock, as `locked` would have it: a scheduler may be lost.
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
