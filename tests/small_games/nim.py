"""Nim: take any number from one heap; who takes the last one wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.games.game import Outcome

State = tuple[str, tuple[int, ...]]
Take = tuple[int, int]
"""Which heap, and how many are taken."""


@dataclass(frozen=True)
class Nim:
    heaps: tuple[int, ...] = (1, 2, 3)
    name: str = "nim"
    sides: tuple[str, ...] = ("first", "second")

    @property
    def initial(self) -> State:
        return "first", self.heaps

    def to_move(self, position: State) -> str:
        return position[0]

    def moves(self, position: State) -> Sequence[Take]:
        return [(heap, n + 1) for heap, size in enumerate(position[1]) for n in range(size)]

    def after(self, position: State, move: Take) -> State:
        side, heaps = position
        heap, taken = move
        left = (*heaps[:heap], heaps[heap] - taken, *heaps[heap + 1 :])
        return "second" if side == "first" else "first", left

    def outcome(self, position: State) -> Outcome | None:
        side, heaps = position
        if any(heaps):
            return None
        return Outcome("second" if side == "first" else "first", "the last one is taken")

    def move_text(self, position: State, move: Take) -> str:
        return f"{move[1]} from {move[0] + 1}"

    def position_text(self, position: State) -> str:
        return f"{position[0]} before {' '.join(map(str, position[1]))}"
