"""A folder of tables, made or continued: of which game it is, its layers, and its table of contents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from noughts.games.game import Game
from noughts.grounding.fingerprint import fingerprint
from noughts.grounding.grounded import grounded_of
from noughts.grounding.growth import growing_bits
from noughts.grounding.symmetry import Symmetry, identity, symmetries
from noughts.kernels.machine import HINT, is_available
from noughts.refusal import Refusal
from noughts.save import locked
from noughts.solvers.backward import refuse_many_sides
from noughts.solvers.solved import Figures
from noughts.solvers.tables.estimate import Expected, expected, refuse_small_disk
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.notes import MANIFEST, read_note, write_note
from noughts.solvers.tables.parquet import parquet_library
from noughts.solvers.tables.rules import rules_of
from noughts.solvers.tables.run import Numbers, Run, State
from noughts.solvers.tables.tasks import Work
from noughts.workers.engine import Engine

_FORMAT: Final = 1

_BASE: Final = 200_000_000
"""Bytes that a worker takes before it has any rows: Python, NumPy, Numba with machine code, Arrow."""

_ROW: Final = 260
"""Bytes that a worker takes for each row of a part and word of a code at most: its successors, their hash
table and values, and the columns of its table."""

_LEAST: Final = 1000
"""Rows of the smallest part: a task of less costs more to start than to do."""

MEMORY: Final = 512_000_000
"""Bytes a worker takes by default."""


@dataclass(frozen=True)
class Ask:
    """What is asked for: a game, the folder of its tables, and how its parts are cut."""

    game: Game
    folder: Folder
    memory: int = MEMORY
    symmetric: bool = True
    rows: int | None = None
    """Rows of a part, where its memory is not to decide."""

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


def explore_tables(ask: Ask, engine: Engine, report: Callable[[State], None]) -> Listing:
    """List all positions of a game in a folder, as far as that has not been done."""
    with begun(ask, engine, report) as (run, note):
        if "listing" in note:
            return Listing(ask.game, **note["listing"])
        return listing_of(ask.game, run.forward(note["start"])[0])


def solve_tables(ask: Ask, engine: Engine, report: Callable[[State], None]) -> None:
    """Solve a game in a folder, as far as that has not been done; `open_tables` reads it."""
    refuse_many_sides(ask.game)
    with begun(ask, engine, report) as (run, note):
        if "files" not in note:
            listed, parts = run.forward(note["start"])
            settled = run.backward(parts)
            listing = listing_of(ask.game, listed)
            note["figures"] = asdict(figures_of_all(listing, settled))
            note["listing"] = {"plies": listing.plies, "made": listing.made, "ends": listing.ends}
            note["files"] = [
                {key: numbers[key] for key in ("name", "rows", "first", "last", "checks")}
                for layer in settled
                for numbers in layer
            ]
            ask.folder.flush(file["name"] for file in note["files"])
            write_note(ask.folder, MANIFEST, note)
            ask.folder.flush([MANIFEST])
        run.work.folder.remove_all()  # again, if that was where a run was killed
        ask.folder.remove_partial()


@contextmanager
def begun(ask: Ask, engine: Engine, report: Callable[[State], None]) -> Iterator[tuple[Run, dict[str, Any]]]:
    """A run on a folder that nobody else works on, and the note of what the folder is."""
    if not is_available():
        raise Refusal("tables are made by machine code, and Numba is not installed", HINT)
    parquet_library()
    grounded = grounded_of(ask.game)
    ask.folder.create()
    with alone(ask.folder):
        note = read_note(ask.folder, MANIFEST)
        if note is None:
            if ask.folder.names() not in ([], [_LOCK]):
                fact = f"`{ask.folder}` is not empty, and has no tables"
                raise Refusal(fact, "name a new folder")
            note = {
                "format": _FORMAT,
                "game": ask.game.name,
                "fingerprint": fingerprint(grounded),
                "start": grounded.initial,
                "symmetries": [(each.bits, each.moves) for each in group_of(ask)],
                "rows": ask.part_rows(max(1, -(-len(grounded.bits) // 64))),
            }
            wanted = expected(grounded, len(note["symmetries"]))
            if wanted is not None:
                refuse_small_disk(ask.folder, wanted)
                note["expected"] = asdict(wanted)
            write_note(ask.folder, MANIFEST, note)
        refuse_other(ask.game, ask.folder, note)
        group = tuple(Symmetry(tuple(bits), tuple(moves)) for bits, moves in note["symmetries"])
        folder = ask.folder.absolute()
        work = Work(rules_of(ask.game, grounded, group), folder.inner("work"), folder)
        if "files" not in note:
            work.folder.create()
            refuse_unseen(engine, folder)
        wanted = Expected(**note["expected"]) if "expected" in note else None
        yield Run(work, engine, note["rows"], growing_bits(grounded) != 0, report, State(wanted)), note


def refuse_unseen(engine: Engine, folder: Folder) -> None:
    """`Refusal` if a worker on another machine does not see a folder."""
    for worker, sees_it in engine.everywhere(sees, folder).items():
        if not sees_it:
            fact = f"the worker {worker} does not see the folder `{folder}`"
            hint = "name a folder that all of them share, or a store of objects such as `s3://…`"
            raise Refusal(fact, hint)


def sees(folder: Folder) -> bool:
    """Whether this process sees a folder."""
    return folder.store is not None or os.path.isdir(folder.path)


_LOCK: Final = "lock"


@contextmanager
def alone(folder: Folder) -> Iterator[None]:
    """Keep other runs out of a folder, where that is possible: not in a store of objects."""
    if folder.store is not None:
        yield
        return
    with locked(Path(folder.path) / _LOCK):
        yield


def group_of(ask: Ask) -> tuple[Symmetry, ...]:
    """The symmetries that fix the first position; without them, the identity."""
    grounded = grounded_of(ask.game)
    return symmetries(grounded, fixing=grounded.initial) if ask.symmetric else (identity(grounded),)


def refuse_other(game: Game, folder: Folder, note: dict[str, Any]) -> None:
    """`Refusal` if the tables are those of other rules, or of another form."""
    if note.get("format") != _FORMAT:
        fact = f"the tables in `{folder}` have a form of another version of noughts"
        raise Refusal(fact, "solve again in a new folder")
    if note["fingerprint"] != fingerprint(grounded_of(game)):
        other = " with other rules or constants" if note["game"] == game.name else ""
        fact = f"the tables in `{folder}` are those of another game: {note['game']}{other}"
        raise Refusal(fact, "name another folder, or the constants that it was made with (`--let`)")


def listing_of(game: Game, listed: list[Numbers]) -> Listing:
    """The figures of listed layers."""
    layers = [[sum(column) for column in zip(*(n["counts"] for n in layer), strict=True)] for layer in listed]
    sums = [sum(column) for column in zip(*layers, strict=True)]
    return Listing(game, tuple(layer[0] for layer in layers), sums[1], tuple(sums[2:]))


def figures_of_all(listing: Listing, settled: list[Numbers]) -> Figures:
    """The figures of a solved game."""
    everywhere = [numbers for layer in settled for numbers in layer]
    first, second, drawn = (sum(column) for column in zip(*(n["values"] for n in everywhere), strict=True))
    sides = listing.game.sides
    longest = max(numbers["longest"] for numbers in everywhere)
    return Figures(
        positions=len(listing),
        transitions=listing.made,
        values={**dict(zip(sides, (first, second), strict=False)), "draw": drawn},
        longest=None if longest < 0 else longest,
    )
