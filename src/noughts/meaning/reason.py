"""What decides a value: the result of one step of an explanation."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.language import core as c
from noughts.meaning.interpreter import Scope


@dataclass(frozen=True, slots=True)
class Reason:
    """A part that decides a value, in its scope, and the definitions still to be opened inside it."""

    tree: c.Core
    scope: Scope
    depth: int


@dataclass(frozen=True, slots=True)
class Reasons:
    """The parts that decide a value, what they do not show, and the definition that has them, if one does."""

    parts: tuple[Reason, ...] = ()
    note: str = ""
    vacuous: bool = False
    folded: bool = False
    definition: str = ""


NO_REASONS = Reasons()
"""Those of a value that stands for itself."""
