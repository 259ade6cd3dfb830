"""Transitions: the steps of an automaton, with its states given by their names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from noughts.automata.label import Label
from noughts.games.result import Json

State: TypeAlias = tuple[str, ...]
"""The names of the basic states that the principals are in."""


class Modality(IntEnum):
    """The modality of a transition: permitted, or necessary, which is urgent or lazy."""

    PERMITTED = 0
    URGENT = 1
    LAZY = 2


@dataclass(frozen=True, slots=True)
class Transition:
    """One step of an automaton, with all its names."""

    source: State
    label: Label
    target: State
    modality: Modality = Modality.PERMITTED

    def __str__(self) -> str:
        mark = ("", "!U ", "!L ")[self.modality]
        return f"{mark}{state_text(self.source)} --{self.label}--> {state_text(self.target)}"

    def as_json(self) -> Json:
        """The names of its parts."""
        return {
            "source": list(self.source),
            "label": [str(action) for action in self.label.actions],
            "target": list(self.target),
            "modality": self.modality.name.lower(),
        }


def state_text(state: State) -> str:
    """A state as it is written in a file: ``[q1, q2]``."""
    return f"[{', '.join(state)}]"
