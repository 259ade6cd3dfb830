"""Documents that move on their own: every frame follows from the one before it."""

from __future__ import annotations

from noughts.documents.documented import Documented
from noughts.easel import Input
from noughts.games.game import Position


class Animation(Documented):
    """``newState`` thirty times in a second."""

    def frame(self, position: Position, given: Input) -> Position:
        """The state one frame later."""
        return self.next_state(position, given)
