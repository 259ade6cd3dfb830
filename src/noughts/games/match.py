"""A match: one playing of a game, as an immutable value; every move gives a new match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from noughts.games.click_path import ByClickPaths, ClickPath
from noughts.games.game import Game, Move, Outcome, Position, Side
from noughts.games.picture import Area, Deciding, Pictured


class IllegalMove(ValueError):
    """The rules do not allow the move in this position."""


@dataclass(frozen=True)
class Match:
    """A game and the moves made so far.

    ``positions[k]`` is the position after k moves, one more than there are moves.

    The answers of the rules about a position are cached, and a match shares them with the matches that
    continue it, so looking back evaluates nothing.
    """

    game: Game
    moves: tuple[Move, ...] = ()
    positions: tuple[Position, ...] = field(default=())
    _before: Match | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.positions:
            positions = [self.game.initial]
            for move in self.moves:
                positions.append(self.game.after(positions[-1], move))
            object.__setattr__(self, "positions", tuple(positions))

    def __repr__(self) -> str:
        return f"Match({self.game.name!r}, {' '.join(self.move_texts())!r})"

    def __reduce__(self) -> tuple[type[Match], tuple[Game, tuple[Move, ...], tuple[Position, ...]]]:
        return Match, (self.game, self.moves, self.positions)  # caches are not pickled

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @cached_property
    def to_move(self) -> Side:
        """The side that owns the next move."""
        return self.game.to_move(self.position)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the match ended, or ``None`` while it goes on."""
        return self.game.outcome(self.position)

    @cached_property
    def legal_moves(self) -> Sequence[Move]:
        """The legal moves in the present position."""
        return self.game.moves(self.position)

    @cached_property
    def legal_texts(self) -> tuple[str, ...]:
        """The text of each legal move, as typed by a person."""
        return tuple(self.game.move_text(self.position, move) for move in self.legal_moves)

    @cached_property
    def areas(self) -> Mapping[Move, tuple[Area, ...]]:
        """For each legal move the rectangles of the screen where a click makes it."""
        return self.game.areas(self.position) if isinstance(self.game, Pictured) else {}

    @cached_property
    def click_paths(self) -> Mapping[Move, ClickPath]:
        """The paths of the legal moves that take several clicks."""
        return self.game.click_paths(self.position) if isinstance(self.game, ByClickPaths) else {}

    @property
    def last_areas(self) -> tuple[Area, ...]:
        """Where a click made the last move; nowhere if there is none or the mouse does not make it."""
        return () if self.before is None else tuple(self.before.areas.get(self.moves[-1], ()))

    @cached_property
    def deciding(self) -> tuple[tuple[int, ...], ...]:
        """For each piece without which the winner would not have won, the places of its images."""
        winner = None if self.outcome is None else self.outcome.winner
        if winner is None or not isinstance(self.game, Deciding):
            return ()
        return self.game.deciding(self.position, winner)

    @property
    def is_unmarked(self) -> bool:
        """Whether nobody has asked yet what decided: the rules are asked many times for that."""
        return self.outcome is not None and self.outcome.winner is not None and "deciding" not in vars(self)

    @property
    def before(self) -> Match | None:
        """The match without its last move; ``None`` where it begins."""
        if self._before is None and self.moves:
            object.__setattr__(self, "_before", Match(self.game, self.moves[:-1], self.positions[:-1]))
        return self._before

    def play(self, move: Move) -> Match:
        """The match after one more move; raises `IllegalMove` if the rules forbid it."""
        if move not in self.legal_moves:
            raise IllegalMove(f"{move!r} is not legal in {self.game.position_text(self.position)}")
        after = self.game.after(self.position, move)
        return Match(self.game, (*self.moves, move), (*self.positions, after), self)

    def at(self, ply: int) -> Match:
        """The match as it was after `ply` moves; all of it if there were no more."""
        match = self
        while len(match.moves) > ply and match.before is not None:
            match = match.before
        return match

    def plies(self) -> tuple[Match, ...]:
        """The match after 0 moves, after 1, and so on."""
        found = [self]
        while (before := found[-1].before) is not None:
            found.append(before)
        return tuple(reversed(found))

    @cached_property
    def last_text(self) -> str:
        """The last move as a person types it; empty where there is none."""
        if (before := self.before) is None:
            return ""
        texts = vars(before).get("legal_texts")  # cached, or a single question to the rules
        if texts is None:
            return self.game.move_text(before.position, self.moves[-1])
        return str(texts[before.legal_moves.index(self.moves[-1])])

    def move_texts(self) -> tuple[str, ...]:
        """The moves as a person types them."""
        return tuple(match.last_text for match in self.plies()[1:])
