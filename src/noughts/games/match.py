"""One playing of a game, as an immutable value: every move gives a new match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from noughts.games.game import Game, Move, Outcome, Position, Side


class IllegalMove(ValueError):
    """The rules do not allow the move in this position."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game and the moves made so far.

    ``positions[k]`` is the position after k moves, so there is one more of them than moves.
    """

    game: Game
    moves: tuple[Move, ...] = ()
    positions: tuple[Position, ...] = field(default=())

    def __post_init__(self) -> None:
        if not self.positions:
            positions = [self.game.initial]
            for move in self.moves:
                positions.append(self.game.after(positions[-1], move))
            object.__setattr__(self, "positions", tuple(positions))

    def __repr__(self) -> str:
        return f"Match({self.game.name!r}, {' '.join(self.move_texts())!r})"

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def to_move(self) -> Side:
        """The side that owns the next move."""
        return self.game.to_move(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or ``None`` while it goes on."""
        return self.game.outcome(self.position)

    @property
    def legal_moves(self) -> Sequence[Move]:
        """What may be played now."""
        return self.game.moves(self.position)

    def play(self, move: Move) -> Match:
        """The match with one move more; `IllegalMove` if the rules forbid it."""
        if move not in self.legal_moves:
            raise IllegalMove(f"{move!r} is not legal in {self.game.position_text(self.position)}")
        after = self.game.after(self.position, move)
        return Match(self.game, (*self.moves, move), (*self.positions, after))

    def at(self, ply: int) -> Match:
        """The match as it was after `ply` moves; all of it if there were no more."""
        return Match(self.game, self.moves[:ply], self.positions[: ply + 1])

    def move_texts(self) -> tuple[str, ...]:
        """The moves as a person types them."""
        pairs = zip(self.positions, self.moves, strict=False)
        return tuple(self.game.move_text(position, move) for position, move in pairs)
