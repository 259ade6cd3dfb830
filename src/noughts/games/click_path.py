"""Click paths: the places of the clicks of a move that takes several, and the clicks made so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from noughts.games.game import Move, Position
from noughts.games.picture import Area

Chosen: TypeAlias = tuple[Area, ...]
"""The areas that were clicked for an incomplete move."""


@dataclass(frozen=True, slots=True)
class ClickPath:
    """The clicks of a move.

    The `cells` are clicked one after another; cells in one group are all clicked, in any order.  The `words`
    follow, as long as other moves begin with the same clicks.
    """

    cells: tuple[frozenset[Area], ...]
    words: tuple[Area, ...] = ()

    @property
    def areas(self) -> tuple[Area, ...]:
        """The areas of the cells, or of the words if there are none."""
        return tuple(area for together in self.cells for area in sorted(together)) or self.words

    def after(self, chosen: Chosen) -> ClickPath | None:
        """The rest of the path after some clicks; ``None`` if they are not its beginning."""
        cells, words = self.cells, self.words
        for area in chosen:
            if cells and area in cells[0]:
                rest = cells[0] - {area}
                cells = (rest, *cells[1:]) if rest else cells[1:]
            elif not cells and words and area == words[0]:
                words = words[1:]
            else:
                return None
        return ClickPath(cells, words)

    @property
    def next(self) -> tuple[Area, ...]:
        """The areas of the next click."""
        return tuple(sorted(self.cells[0])) if self.cells else self.words[:1]

    @property
    def is_last(self) -> bool:
        """Whether the next click is the last one."""
        return (len(self.cells) == 1 and len(self.cells[0]) == 1 and not self.words) or (
            not self.cells and len(self.words) == 1
        )


@runtime_checkable
class ByClickPaths(Protocol):
    """A game with a screen whose moves take several clicks."""

    def click_paths(self, position: Position) -> Mapping[Move, ClickPath]:
        """The path of each legal move that has one."""


def click(paths: Mapping[Move, ClickPath], chosen: Chosen, x: int, y: int) -> tuple[Chosen, Move | None]:
    """The clicks after one more at a pixel, and the move that it completes.

    A click outside all next areas starts again, with the first area that it hits, if any.  A second click on
    the area that was chosen last takes that choice back.
    """
    for begun in dict.fromkeys((chosen, ())):
        hit = next((area for area in next_areas(paths, begun) if (x, y) in area), None)
        if hit is None or (begun != chosen and hit in chosen[-1:]):
            continue
        left = dict(fitting(paths, (*begun, hit)))
        done = [move for move, path in left.items() if not path.cells and not (path.words and len(left) > 1)]
        return ((), done[0]) if done else ((*begun, hit), None)
    return (), None


def fitting(paths: Mapping[Move, ClickPath], chosen: Chosen) -> Iterator[tuple[Move, ClickPath]]:
    """The moves that begin with these clicks, with the rest of their paths."""
    for move, path in paths.items():
        if (left := path.after(chosen)) is not None:
            yield move, left


def next_areas(paths: Mapping[Move, ClickPath], chosen: Chosen) -> Iterator[Area]:
    """Where the next click may be."""
    return (area for _, left in fitting(paths, chosen) for area in left.next)
