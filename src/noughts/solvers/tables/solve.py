"""The creation of a folder of tables, new or continued: its identity, its layers, and its manifest."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

from msgspec.structs import asdict

from noughts.games.game import CannotGround, Game, has_values
from noughts.grounding.grounded import fingerprint, grounded_of
from noughts.grounding.symmetry import Symmetry, identity, symmetries
from noughts.kernels.answers import PlayedAnswer
from noughts.kernels.machine import HINT, is_available
from noughts.refusal import Refusal
from noughts.solvers.plan import Method, broken, kernel_and_method, without_kernel
from noughts.solvers.solved import Census, Figures
from noughts.solvers.tables.asked import BY_TASKS, Ask, Note, exclusive_work
from noughts.solvers.tables.estimate import Expected, expected, refuse_small_disk, room_in
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.in_memory import list_in_memory, method_of, solve_in_memory
from noughts.solvers.tables.parquet import parquet_library
from noughts.solvers.tables.rows import MANIFEST, write_note
from noughts.solvers.tables.rules import RulesFailure, rules_of
from noughts.solvers.tables.run import Numbers, Run, State, Work
from noughts.stop import processor_time
from noughts.verify.spot import spot_check
from noughts.workers.engine import Engine

# The inner folder of temporary files.
_WORK: Final = "work"


def explore_tables(ask: Ask, engine: Engine, report: Callable[[State], None]) -> Census:
    """List all positions of a game in a folder, beginning where an earlier run stopped."""
    began = processor_time()
    found = listed_in_folder(ask, engine, report)
    spot_check(ask.game, PlayedAnswer(ask.game), began)
    return found


def listed_in_folder(ask: Ask, engine: Engine, report: Callable[[State], None]) -> Census:
    """The same, by tasks or in memory."""
    parquet_library()
    with exclusive_work(ask) as note:
        if note is not None and "listing" in note:
            return Census(ask.game, **note["listing"])
        method = method_in_memory(ask.game, note)
        if method is None:
            try:
                run, note = begun(ask, note, engine, report)
                return listing_of(ask.game, run.forward(note["start"])[0])
            except RulesFailure:
                method = without_formulas(ask)
        return list_in_memory(ask, method, report)


def solve_tables(ask: Ask, engine: Engine, report: Callable[[State], None]) -> None:
    """Solve a game in a folder, beginning where an earlier run stopped.

    `noughts.solvers.tables.solution` reads it: `open_tables`, or `open_prospects` for three sides or more.
    """
    parquet_library()
    with exclusive_work(ask) as note:
        if note is None or "files" not in note:
            if has_values(ask.game):
                method = method_in_memory(ask.game, note)
            else:
                _, method = kernel_and_method(ask.game)
            if method is None:
                try:
                    note = solve_by_tasks(ask, note, engine, report)
                except RulesFailure:
                    method = without_formulas(ask)
            if method is not None:
                note = solve_in_memory(ask, method, report)
            assert note is not None
            ask.folder.flush(file["name"] for file in note["files"])
            write_note(ask.folder, MANIFEST, note)
            ask.folder.flush([MANIFEST])
        ask.folder.inner(_WORK).remove_all()  # again, if that was where a run was killed
        ask.folder.remove_partial()


def method_in_memory(game: Game, note: Note | None) -> Method | None:
    """The method in memory for a game that tasks cannot solve, by its manifest if there is one; ``None`` for
    other games."""
    if note is not None:
        return method_of(note)
    try:
        grounded_of(game)
    except CannotGround as reason:
        return without_kernel(game, reason)
    return None


def without_formulas(ask: Ask) -> Method:
    """The method for a game on which tasks have failed, whose files are removed."""
    ask.folder.remove([MANIFEST])
    ask.folder.inner(_WORK).remove_all()
    return broken(ask.game)


def solve_by_tasks(ask: Ask, note: Note | None, engine: Engine, report: Callable[[State], None]) -> Note:
    """Solve a game by tasks; return the manifest of its tables."""
    run, note = begun(ask, note, engine, report)
    listed, parts = run.forward(note["start"])
    settled = run.backward(parts)
    listing = listing_of(ask.game, listed)
    note["figures"] = asdict(figures_of_all(listing, settled))
    note["listing"] = listing.noted()
    note["files"] = [
        {key: numbers[key] for key in ("name", "rows", "first", "last", "checks")}
        for layer in settled
        for numbers in layer
    ]
    note.pop("expected", None)  # it may depend on the room that the disk had
    return note


def begun(ask: Ask, note: Note | None, engine: Engine, report: Callable[[State], None]) -> tuple[Run, Note]:
    """A run of tasks on a folder, and the first manifest of the folder."""
    if ask.limit is not None:
        fact = f"a limit (`--limit`) is for lists in memory, and {ask.game.name} is listed in files"
        raise Refusal(fact, "leave it out")

    def counted(known: int, waiting: int) -> None:
        report(State(doing="counting", tasks=0, positions=known))

    if not is_available():
        raise Refusal("tables are made by machine code, and Numba is not installed", HINT)
    grounded = grounded_of(ask.game)
    if note is None:
        note = {
            "format": BY_TASKS,
            "game": ask.game.name,
            "fingerprint": fingerprint(grounded),
            "start": grounded.initial,
            "symmetries": [(each.bits, each.moves) for each in group_of(ask)],
            "rows": ask.part_rows(max(1, -(-len(grounded.bits) // 64))),
        }
        wanted = expected(grounded, len(note["symmetries"]), room_in(ask.folder), counted)
        if wanted is not None:
            refuse_small_disk(ask.folder, wanted)
            note["expected"] = asdict(wanted)
        write_note(ask.folder, MANIFEST, note)
    group = tuple(Symmetry(tuple(bits), tuple(moves)) for bits, moves in note["symmetries"])
    folder = ask.folder.absolute()
    work = Work(rules_of(ask.game, grounded, group), folder.inner(_WORK), folder)
    work.folder.create()
    refuse_unseen(engine, folder)
    wanted = Expected(**note["expected"]) if "expected" in note else None
    return Run(work, engine, note["rows"], grounded.is_growing, report, State(wanted)), note


def refuse_unseen(engine: Engine, folder: Folder) -> None:
    """`Refusal` if a worker in another process, or on another machine, does not see a folder."""
    if folder.is_private and engine.is_elsewhere:
        fact = f"`{folder}` is in the memory of one process, and workers in others do not see it"
        raise Refusal(fact, "name a folder on the disk, or work with `--workers 1`")
    for worker, sees_it in engine.everywhere(sees, folder).items():
        if not sees_it:
            fact = f"the worker {worker} does not see the folder `{folder}`"
            hint = "name a folder that all of them share, or an object store such as `s3://…`"
            raise Refusal(fact, hint)


def sees(folder: Folder) -> bool:
    """Whether this process sees a folder."""
    return folder.store is not None or os.path.isdir(folder.path)


def group_of(ask: Ask) -> tuple[Symmetry, ...]:
    """The symmetries that fix the first position; without them, the identity."""
    grounded = grounded_of(ask.game)
    return symmetries(grounded, fixing=grounded.initial) if ask.symmetric else (identity(grounded),)


def listing_of(game: Game, listed: list[Numbers]) -> Census:
    """The figures of listed layers."""
    layers = [[sum(column) for column in zip(*(n["counts"] for n in layer), strict=True)] for layer in listed]
    sums = [sum(column) for column in zip(*layers, strict=True)]
    return Census(game, tuple(layer[0] for layer in layers), sums[1], tuple(sums[2:]))


def figures_of_all(listing: Census, settled: list[Numbers]) -> Figures:
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
