"""A game given as a graph: arrows from position to position, an owner or a winner for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from noughts.games.game import Outcome


@dataclass(frozen=True)
class GraphGame:
    """``arrows[p]`` are the positions after p; where there are none, ``marks[p]`` has won (or nobody),
    elsewhere it is to move."""

    arrows: Mapping[int, Sequence[int]]
    marks: Mapping[int, str | None]
    sides: tuple[str, ...] = ("a", "b")
    initial: int = 0
    name: str = "a graph"

    def to_move(self, position: int) -> str:
        side = self.marks[position]
        assert side is not None
        return side

    def moves(self, position: int) -> Sequence[int]:
        """A move is the number of an arrow, so that two may lead to the same position."""
        return range(len(self.arrows[position]))

    def after(self, position: int, move: int) -> int:
        return self.arrows[position][move]

    def outcome(self, position: int) -> Outcome | None:
        return None if self.arrows[position] else Outcome(self.marks[position], "no arrow leads on")

    def move_text(self, position: int, move: int) -> str:
        return f"arrow {move + 1}"

    def position_text(self, position: int) -> str:
        return str(position)


@st.composite
def graphs(draw: st.DrawFn) -> GraphGame:
    """Any small graph, circles and all, with one side or two that move in no fixed order."""
    size = draw(st.integers(1, 9))
    sides = draw(st.sampled_from([("a", "b"), ("a",)]))
    rows = draw(st.lists(st.lists(st.integers(0, size - 1), max_size=3), min_size=size, max_size=size))
    marks: dict[int, str | None] = {}
    for number, row in enumerate(rows):
        marks[number] = draw(st.sampled_from(sides if row else (*sides, None)))
    return GraphGame(dict(enumerate(rows)), marks, sides=sides)
