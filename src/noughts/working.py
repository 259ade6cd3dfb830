"""Descriptions of the current step of a long task, for progress displays."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from typing import TypeAlias

Say: TypeAlias = Callable[[str], None]
"""Told what the work is at; cheap enough for every hundredth of a second."""


def unheard(text: str) -> None:
    """The `Say` of a task whose progress is not displayed."""


watched: ContextVar[Callable[[], AbstractContextManager[Say]]] = ContextVar(
    "watched", default=lambda: nullcontext(unheard)
)
"""The context in which long work of this thread is done, which shows what that says."""
