"""The formulas of a game, for it and all its twins: made once, by whichever is asked first."""

from __future__ import annotations

from collections.abc import Callable

from noughts.grounding.grounded import Grounded
from noughts.stop import Door


class SharedGrounding:
    """To ground a game takes longer than most questions to it; whoever asks meanwhile waits for the same."""

    def __init__(self) -> None:
        self._door = Door()
        self._made: Grounded | None = None

    def __reduce__(self) -> tuple[type[SharedGrounding], tuple[()]]:
        return SharedGrounding, ()  # another process makes its own

    def get(self, make: Callable[[], Grounded]) -> Grounded:
        """What was made; `make` makes it if nothing was."""
        with self._door:
            if self._made is None:
                self._made = make()
            return self._made
