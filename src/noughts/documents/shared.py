"""The costly facts of a game, shared by its copies: each is found once, by the first copy that is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from noughts.grounding.grounded import CannotGround
from noughts.stop import Door

_T = TypeVar("_T")


class Shared(Generic[_T]):
    """A result that takes longer than most questions to a game; callers meanwhile wait for it."""

    def __init__(self) -> None:
        self._door = Door()
        self._made: _T | CannotGround | None = None

    def __reduce__(self) -> tuple[type[Shared[_T]], tuple[()]]:
        return Shared, ()  # another process makes its own

    @property
    def made(self) -> _T | None:
        """The result, if it was made."""
        return None if isinstance(self._made, CannotGround) else self._made

    def get(self, make: Callable[[], _T]) -> _T:
        """The shared result, or the refusal; `make` makes it at the first call."""
        with self._door:
            if self._made is None:
                try:
                    self._made = make()
                except CannotGround as refused:
                    self._made = refused
            if isinstance(self._made, CannotGround):
                raise self._made
            return self._made
