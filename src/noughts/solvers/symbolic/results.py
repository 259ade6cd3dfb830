"""Results about strategies as sets of positions, which print themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from noughts.games.game import Side
from noughts.games.result import Json, ResultRow, ResultTable, TableCell, headline
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.strategy import Extent, WinningRegion, line_lost

_NAMES: Final = {"own": "own moves", "others": "others' moves"}
"""The printed names of figures that differ from their keys."""


@dataclass(frozen=True, slots=True)
class SetStrategy:
    """A strategy with its size, which is ``None`` if the side has no safe strategy."""

    region: WinningRegion
    extent: Extent | None

    def as_json(self) -> dict[str, Json]:
        """The size of the equivalent automaton, which has one state per position and one for success."""
        extent = self.extent
        if extent is None:
            lost = list(line_lost(self.region).move_texts())
            return {"states": 0, "transitions": 0, "configurations": 0, "lost": lost}
        return {
            "states": extent.configurations + 1,
            "transitions": extent.moves + extent.wins + extent.ties,
            **self.figures(extent),
        }

    def figures(self, extent: Extent) -> dict[str, int]:
        """The size of its sets."""
        return {
            "configurations": extent.configurations,
            "own": extent.own,
            "others": extent.others,
            "wins": extent.wins,
            "ties": extent.ties,
            "nodes": self.region.layered.sets.size(*self.region.kept),
        }


@dataclass(frozen=True)
class SetStrategies:
    """The strategies of some sides, or the `single` requested one."""

    layered: Layered
    found: Mapping[Side, SetStrategy]
    single: bool

    def as_json(self) -> Json:
        """The sizes of the one strategy, or of all."""
        strategies = {side: one.as_json() for side, one in self.found.items()}
        return next(iter(strategies.values())) if self.single else {"strategies": strategies}

    def rows(self) -> Iterator[ResultRow]:
        """The size of the game and of the strategies, and the line by which a side without one loses."""
        cells, moves = len(self.layered.cells), len(self.layered.all) - 1
        yield from headline(self.layered.rules.game.name, f"{cells} cells, at most {moves} moves")
        sizes = {side: one.figures(one.extent) for side, one in self.found.items() if one.extent is not None}
        if sizes:
            names = next(iter(sizes.values()))
            figures: list[Sequence[TableCell]] = [
                (_NAMES.get(name, name), *(each[name] for each in sizes.values())) for name in names
            ]
            yield ResultTable(["strategy of", *sizes], figures)
        for side, one in self.found.items():
            if one.extent is None:
                line = line_lost(one.region)
                moves_lost = "; ".join(line.move_texts())
                yield f"{side} has no safe strategy. For example: {moves_lost}; and {line.outcome}."
