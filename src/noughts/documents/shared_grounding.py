"""The grounding of a game, shared with all its twins: made once, by the first that is asked."""

from __future__ import annotations

from collections.abc import Callable

from noughts.grounding.grounded import CannotGround, Grounded
from noughts.stop import Door


class SharedGrounding:
    """Grounding a game takes longer than most questions to it; callers meanwhile wait for it."""

    def __init__(self) -> None:
        self._door = Door()
        self._made: Grounded | CannotGround | None = None

    def __reduce__(self) -> tuple[type[SharedGrounding], tuple[()]]:
        return SharedGrounding, ()  # another process makes its own

    def get(self, make: Callable[[], Grounded]) -> Grounded:
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
