"""A frame: the state before it, and the input of mouse and keys."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.easel import Input
from noughts.values.scalars import FALSE, Atom, truth
from noughts.values.sets import EMPTY, FiniteSet
from noughts.values.value import Value


class Frame:
    """Values for the given names, and the results cached for them.

    ``found`` caches the constants that depend on the frame, ``found_in_state`` those that depend only on
    the state, so frames of one state may share it.
    """

    __slots__ = ("found", "found_in_state", "given")

    def __init__(
        self, given: Mapping[str, Value], found_in_state: dict[str, Value | None] | None = None
    ) -> None:
        self.given = given
        self.found: dict[str, Value | None] = {}
        self.found_in_state: dict[str, Value | None] = {} if found_in_state is None else found_in_state

    def __repr__(self) -> str:
        return f"Frame({dict(self.given)!r})"


QUIET: Mapping[str, Value] = {
    "currentState": EMPTY,
    "mouseClicked": FALSE,
    "mouseX": 0,
    "mouseY": 0,
    "heldKeys": EMPTY,
}
"""The frame without any input, in an empty state."""


def frame_of(state: Value, given: Input | None = None) -> Frame:
    """The frame of a state and an input."""
    if given is None:
        return Frame({**QUIET, "currentState": state})
    return Frame(
        {
            "currentState": state,
            "mouseClicked": truth(given.clicked),
            "mouseX": given.x,
            "mouseY": given.y,
            "heldKeys": FiniteSet(Atom(key) for key in sorted(given.keys)),
        }
    )
