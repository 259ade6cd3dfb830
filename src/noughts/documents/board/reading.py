"""How states and moves are read as a board: of all ways the one that fits the steps of some matches best.

A cell is what a move changes: of the ways to read a state as layers of cells, the best is the one under which
most moves name a cell on which something changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from noughts.documents.board.layers import (
    BoardLayer,
    Grain,
    Put,
    Spot,
    begins,
    content_of,
    layerings,
    men_in,
    paths_of,
    without_taken,
)
from noughts.documents.board.moves import (
    Changes,
    MoveKind,
    candidates,
    changed_share,
    is_mostly,
    move_kind,
    structures,
)
from noughts.documents.board.parts import CommonPart, Path, common
from noughts.documents.board.sampled import Sampled, Step
from noughts.values.atom import Atom
from noughts.values.value import Value

_READ: Final = 0.05
"""What reading one more part of the state as a layer is worth, in shares of steps, and a pair as a cell, not
as two: enough to decide between readings that fit the moves alike."""


@dataclass(frozen=True, slots=True)
class BoardReading:
    """Cells of one grain, in layers of the state and in moves; `rest` are the other parts of the state."""

    grain: Grain
    layers: tuple[BoardLayer, ...]
    kinds: tuple[MoveKind, ...]
    rest: tuple[Path, ...]
    on_board: frozenset[Value]
    fit: float

    @property
    def named(self) -> Iterator[Value]:
        """The cells that stand in moves."""
        return (cell for kind in self.kinds for move in kind.part.values for cell in kind.cells(move))


class Placing:
    """What layers put on cells before and after some steps; many readings have the same layers."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.placed: dict[BoardLayer, Sequence[tuple[Sequence[Put], Sequence[Put]]]] = {}

    def changes(self, layers: Sequence[BoardLayer]) -> Changes:
        """What lay on each cell before and after each step."""
        found = [self.of(layer) for layer in layers]
        return {
            step: (
                content_of(placed[number][0] for placed in found),
                content_of(placed[number][1] for placed in found),
            )
            for number, step in enumerate(self.steps)
        }

    def of(self, layer: BoardLayer) -> Sequence[tuple[Sequence[Put], Sequence[Put]]]:
        """What a layer puts on cells before and after each step."""
        if layer not in self.placed:
            self.placed[layer] = [
                (tuple(layer.put(step.before)), tuple(layer.put(step.after))) for step in self.steps
            ]
        return self.placed[layer]


def readings(sample: Sampled) -> Iterator[BoardReading]:
    """All readings of a sample."""
    state = common(sample.states)
    sides = frozenset(step.side for step in sample.steps if step.side is not None)
    parts = structures(sample.every_move)
    placing = Placing(sample.steps)
    grains: tuple[Grain, ...] = ("pair", "single")
    for grain in grains:
        for sets in layerings(state, grain, sides):
            men = without_taken(men_in(state, grain, sides), sets)
            for layers in {(*sets, *men_of_moves(men, sample)), sets}:
                if layers:
                    yield reading(grain, layers, parts, state, sample, sides, placing)


def best_reading(sample: Sampled) -> BoardReading:
    """The reading that fits best; one without cells if none does."""
    found = [each for each in readings(sample) if each.fit > 0]
    if found:
        return max(found, key=lambda each: each.fit)
    parts = structures(sample.every_move)
    return reading("single", (), parts, common(sample.states), sample, frozenset(), Placing(sample.steps))


def reading(
    grain: Grain,
    layers: tuple[BoardLayer, ...],
    parts: Sequence[tuple[CommonPart, Atom | None]],
    state: CommonPart,
    sample: Sampled,
    sides: frozenset[Value],
    placing: Placing,
) -> BoardReading:
    """The reading with these layers."""
    changes = placing.changes(layers)
    on_board = {cell for found in changes.values() for each in found for cell in each}
    is_full = all(layer.form in ("row", "matrix") for layer in layers)
    kinds = tuple(
        move_kind(
            part,
            lead,
            spots_of(part, grain, sides, changes, on_board, is_full=is_full),
            sample,
            is_only=len(parts) == 1,
        )
        for part, lead in parts
    )
    share = sum(hits(kinds, changes)) / max(len(changes), 1)
    links = sum(layer.is_link for layer in layers)
    worth = share + _READ * (len(layers) - links) + (_READ if grain == "pair" else 0)
    return BoardReading(
        grain,
        layers,
        kinds,
        tuple(rest_of(state, layers)),
        frozenset(on_board),
        worth if is_mostly(share) else 0,
    )


def spots_of(
    part: CommonPart,
    grain: Grain,
    sides: frozenset[Value],
    changes: Changes,
    on_board: set[Value],
    *,
    is_full: bool,
) -> list[Spot]:
    """The spots of cells in moves of this structure: those where moves mostly change something.

    A row is `full`, it has something for each cell: a number beyond its end is no cell.
    """
    is_on_board = all if is_full else any
    return [
        spot
        for spot in candidates(part, grain, sides)
        if is_on_board(cell in on_board for move in part.values for cell in spot.cells(move))
        and is_mostly(changed_share(spot, part, changes))
    ]


def hits(kinds: Sequence[MoveKind], changes: Changes) -> Iterator[bool]:
    """For each step whether something changed on a cell that its move names."""
    kind_of = {move: kind for kind in kinds for move in kind.part.values}  # hashing a move is not cheap
    for step, (before, after) in changes.items():
        kind = kind_of.get(step.move)
        yield kind is not None and any(before.get(cell) != after.get(cell) for cell in kind.cells(step.move))


def men_of_moves(men: Sequence[BoardLayer], sample: Sampled) -> tuple[BoardLayer, ...]:
    """The men that are indeed moved: wherever one goes, the move says so."""
    return tuple(man for man in men if follows_moves(man, sample))


def follows_moves(man: BoardLayer, sample: Sampled) -> bool:
    """Whether the cell of a man changes, and mostly to one that stands in the move."""
    [spot] = man.spots
    went = [
        (spot.cells(step.after)[0], step.move)
        for step in sample.steps
        if spot.cells(step.before) != spot.cells(step.after)
    ]
    named = [cell == move or (isinstance(move, tuple) and stands_in(cell, move)) for cell, move in went]
    return bool(named) and is_mostly(sum(named) / len(named))


def stands_in(cell: Value, move: tuple[Value, ...]) -> bool:
    """Whether a cell stands in a move, as a part or as two parts that follow each other."""
    width = len(cell) if isinstance(cell, tuple) else 0
    return cell in move or any(move[k : k + width] == cell for k in range(len(move) if width else 0))


def rest_of(state: CommonPart, layers: Sequence[BoardLayer]) -> Iterator[Path]:
    """The parts of the state that no layer has."""
    taken = [path for layer in layers for path in paths_of(layer)]
    if any(begins(state.path, path) for path in taken):
        return
    if (state.kind == "tuple" and any(begins(path, state.path) for path in taken)) or (
        state.path == () and state.kind == "tuple"
    ):
        for part in state.parts:
            yield from rest_of(part, layers)
    else:
        yield state.path
