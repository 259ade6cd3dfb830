"""The two truth values.

They are not Python's `bool`, in which ``True == 1``: the set of ``true`` and ``1`` must have two elements.
"""

from __future__ import annotations

from enum import Enum


class Truth(Enum):
    """``true`` or ``false``, equal to nothing else."""

    TRUE = "true"
    FALSE = "false"

    def __bool__(self) -> bool:
        return self is Truth.TRUE

    def __repr__(self) -> str:
        return self.value

    __hash__ = object.__hash__


TRUE = Truth.TRUE
FALSE = Truth.FALSE


def truth(sentence: bool) -> Truth:
    """A Python `bool` as a truth value."""
    return TRUE if sentence else FALSE
