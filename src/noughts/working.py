"""Descriptions of the current step of a long task, for progress displays."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from typing import TypeAlias

Say: TypeAlias = Callable[[str], None]
"""Receives a description of the current step; cheap enough to be called every hundredth of a second."""


def unheard(text: str) -> None:
    """The `Say` of a task whose progress is not displayed."""


watched: ContextVar[Callable[[], AbstractContextManager[Say]]] = ContextVar(
    "watched", default=lambda: nullcontext(unheard)
)
"""Returns the context for long work of this thread, which displays the descriptions of its steps."""
