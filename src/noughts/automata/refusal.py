"""Refusals of automata operations: what is wrong, where, and what would help."""

from __future__ import annotations

from noughts.refusal import Refusal


class Refused(Refusal):
    """Something that an operation on automata cannot work with.

    `fact` says in one sentence what is wrong, behind its place if it has one, and `hint` what would mend
    it, as in a diagnostic; `where` is the place: a file with line and column, a transition, or nothing.
    """

    def __init__(self, fact: str, *, where: str = "", hint: str = "") -> None:
        self.where = where
        super().__init__(f"{where}: {fact}" if where else fact, hint)


class Malformed(Refused):
    """A text or a description that is not an automaton."""


class Unsuitable(Refused):
    """An automaton that the operation is not defined for."""
