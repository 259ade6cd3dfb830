"""The rules of what happens on a board: asked before a piece is put down, and told after."""

from __future__ import annotations

import copy
from collections.abc import Hashable
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from noughts.framework.board import Board


class RuleSet:
    """Any piece on any blank, for ever: what a set of rules restricts.

    To have rules is to override `on_piece_down`, which forbids a step by raising `InvalidStep`, and
    `post_piece_down`, which ends the match by raising `Tied` or `GameOver`.  Both look at ``self.board``;
    what they must remember beside its pieces they give as `state`.  The class says what its board is
    like where nobody says otherwise.
    """

    name: str = "a board"
    width: int = 3
    height: int = 3
    symbols: tuple[str, ...] = ("x", "o")
    board: Board

    def on_piece_down(self, x: int, y: int, p_index: int) -> None:
        """The piece is about to be put down on a blank: the last moment to forbid it."""

    def post_piece_down(self, x: int, y: int, p_index: int) -> None:
        """The piece has been put down: the moment to say that the match is over."""

    def next_piece(self) -> int:
        """The index of the piece that is put down next: each in turn unless the rules say otherwise."""
        return self.board.get_round_counter() % len(self.symbols)

    def state(self) -> Hashable:
        """What the rules remember beside the pieces; immutable."""
        return None

    def restore(self, state: Hashable) -> None:
        """Remember what `state` once gave."""

    def copy(self) -> Self:
        """The same rules, for another board."""
        return copy.copy(self)
