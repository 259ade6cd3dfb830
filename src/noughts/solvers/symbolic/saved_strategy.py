"""A strategy as sets of positions to keep to, apart from how it was found: what is saved and played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from noughts.games.game import Side
from noughts.solvers.symbolic.cells import Cells
from noughts.solvers.symbolic.diagrams import Diagram, Diagrams
from noughts.solvers.symbolic.totals import fullness


@dataclass(frozen=True)
class SavedStrategy:
    """The positions from which a side need not lose, ``layers[k]`` of those after k moves.

    Whether a side can see to it that it does not lose says the position alone, so it does not matter
    after how many moves one comes to it.
    """

    game: str
    rules: str
    """The fingerprint of the rules that it was found for."""
    side: Side
    cells: Cells
    diagrams: Diagrams
    layers: tuple[Diagram, ...]

    def __repr__(self) -> str:
        return f"<{self.side} does not lose {self.game}: {self.diagrams.size(*self.layers):,} nodes>"

    def keeps(self, code: int) -> bool:
        """Whether the side can still see to it that it does not lose, in the position with these bits."""
        filling = self.cells.filling(code)
        filled = sum(map(bool, filling))
        return any(self.diagrams.holds(layer, filling) for layer in self._by_fullness.get(filled, ()))

    @cached_property
    def _by_fullness(self) -> dict[int, list[Diagram]]:
        """The layers in which there are positions with so many cells filled."""
        filled = fullness(self.diagrams)
        found: dict[int, list[Diagram]] = {}
        for layer in dict.fromkeys(self.layers):
            for number in filled.of(layer):
                found.setdefault(number, []).append(layer)
        return found
