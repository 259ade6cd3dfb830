"""Refusals of operations on automata, with the fact, its place, and a hint."""

from __future__ import annotations

from noughts.refusal import Refusal


class Refused(Refusal):
    """An operation on automata cannot work with its input.

    As in a diagnostic, `fact` says in one sentence what is wrong, after its place if it has one, and `hint`
    says what would mend it.  `where` is the place: a file with line and column, a transition, or nothing.
    """

    def __init__(self, fact: str, *, where: str = "", hint: str = "") -> None:
        self.where = where
        super().__init__(f"{where}: {fact}" if where else fact, hint)


class Malformed(Refused):
    """A text or a description is not an automaton."""


class Unsuitable(Refused):
    """The operation is not defined for an automaton."""
