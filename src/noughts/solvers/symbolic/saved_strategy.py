"""A strategy as sets of safe positions, without its game: the form that is saved and played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from noughts.games.game import Side
from noughts.solvers.symbolic.cells import Cells
from noughts.solvers.symbolic.diagrams import Diagram, Diagrams
from noughts.solvers.symbolic.engine import Filling
from noughts.solvers.symbolic.totals import fullness


@dataclass(frozen=True)
class SavedStrategy:
    """The positions in which a side has a strategy that never loses: ``layers[k]`` has those after k moves.

    The property depends on the position alone, so a position is looked up in all layers.
    """

    game: str
    rules: str
    """The fingerprint of the rules of its game."""
    side: Side
    cells: Cells
    diagrams: Diagrams
    layers: tuple[Diagram, ...]

    def __repr__(self) -> str:
        return f"<{self.side} does not lose {self.game}: {self.diagrams.size(*self.layers):,} nodes>"

    def keeps(self, code: int) -> bool:
        """Whether the side has a strategy that never loses from the position with these bits."""
        return self.keeps_filling(self.cells.filling(code))

    def keeps_filling(self, filling: Filling) -> bool:
        """Whether the side has a strategy that never loses from the position with these contents."""
        filled = sum(map(bool, filling))
        return any(self.diagrams.holds(layer, filling) for layer in self._by_fullness.get(filled, ()))

    @cached_property
    def _by_fullness(self) -> dict[int, list[Diagram]]:
        """The layers that have positions with a given number of nonempty cells."""
        filled = fullness(self.diagrams)
        found: dict[int, list[Diagram]] = {}
        for layer in dict.fromkeys(self.layers):
            for number in filled.of(layer):
                found.setdefault(number, []).append(layer)
        return found
