"""Matches of a game as immutable values; every move returns a new match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from noughts.games.game import Game, Move, Outcome, Position, Side
from noughts.games.picture import Area, ByClickPaths, ClickPath, Pictured


class IllegalMove(ValueError):
    """The rules do not allow the move in this position."""


class Match:
    """A game and the moves made so far.

    ``positions[k]`` is the position after k moves, one more than there are moves.

    All matches of one line of play share one list, which grows with the last of them.  So a match of n moves
    takes memory for n positions, and each earlier match is found in constant time.  The answers of the rules
    about a position are cached, and a match shares them with the matches that continue it, so looking back
    evaluates nothing.
    """

    def __init__(self, game: Game, moves: Iterable[Move] = (), positions: Sequence[Position] = ()) -> None:
        line: list[Match] = []
        first = positions[0] if positions else game.initial
        match = _placed(game, None, first, line)
        for ply, move in enumerate(moves, 1):
            after = positions[ply] if positions else game.after(match.position, move)
            match = _placed(game, move, after, line)
        vars(self).update(vars(match))
        line[-1] = self

    game: Game
    move: Move | None
    """The last move; ``None`` where there is none."""
    position: Position
    """The position now."""
    ply: int
    """The number of moves."""
    _line: list[Match]
    """The match after 0 moves, after 1, and so on: this one at place `ply`, and some that continue it."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a match is immutable: `{name}` cannot be set")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Game, tuple[Move, ...], tuple[Position, ...]]:
        return self.game, self.moves, self.positions

    def __repr__(self) -> str:
        return f"Match({self.game.name!r}, {' '.join(self.move_texts())!r})"

    def __reduce__(self) -> tuple[type[Match], tuple[Game, tuple[Move, ...], tuple[Position, ...]]]:
        return Match, self._key  # caches are not pickled

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far."""
        return tuple(match.move for match in self.plies()[1:])

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position in which the match began, and the position after each move."""
        return tuple(match.position for match in self.plies())

    @cached_property
    def to_move(self) -> Side:
        """The side that owns the next move."""
        return self.game.to_move(self.position)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome of the match; ``None`` while it goes on."""
        return self.game.outcome(self.position)

    @property
    def standing(self) -> str:
        """The outcome in words, or the side to move."""
        return str(self.outcome or f"{self.to_move} to move")

    @cached_property
    def legal_moves(self) -> Sequence[Move]:
        """The legal moves in the present position."""
        return self.game.moves(self.position)

    @cached_property
    def legal_texts(self) -> tuple[str, ...]:
        """The text of each legal move, as a user types it."""
        return tuple(self.game.move_text(self.position, move) for move in self.legal_moves)

    @cached_property
    def areas(self) -> Mapping[Move, tuple[Area, ...]]:
        """For each legal move, the rectangles of the screen in which a click makes it."""
        return self.game.areas(self.position) if isinstance(self.game, Pictured) else {}

    @cached_property
    def click_paths(self) -> Mapping[Move, ClickPath]:
        """The paths of the legal moves that take several clicks."""
        return self.game.click_paths(self.position) if isinstance(self.game, ByClickPaths) else {}

    @property
    def before(self) -> Match | None:
        """The match without its last move; ``None`` if it has no moves."""
        return self._line[self.ply - 1] if self.ply else None

    def play(self, move: Move) -> Match:
        """The match after one more move; raises `IllegalMove` if the rules forbid it."""
        if move not in self.legal_moves:
            raise IllegalMove(f"{move!r} is not legal in {self.game.position_text(self.position)}")
        return self._followed(move, self.game.after(self.position, move))

    def _followed(self, move: Move, after: Position) -> Match:
        """The match after one more move, in the same list if that has no other match after this one."""
        line = self._line if len(self._line) == self.ply + 1 else list(self.plies())
        match = _placed(self.game, move, after, line)
        if line[match.ply] is match:
            return match
        return self._followed(move, after)  # another thread has appended a match at the same time

    def at(self, ply: int) -> Match:
        """The match after `ply` moves; the whole match if it has fewer."""
        return self._line[max(min(ply, self.ply), 0)]

    def plies(self) -> tuple[Match, ...]:
        """The matches after 0 moves, after 1, and so on."""
        return tuple(self._line[: self.ply + 1])

    @cached_property
    def last_text(self) -> str:
        """The text of the last move, as a user types it; empty if there is none."""
        if (before := self.before) is None:
            return ""
        texts = vars(before).get("legal_texts")  # cached, or a single question to the rules
        if texts is None:
            return self.game.move_text(before.position, self.move)
        return str(texts[before.legal_moves.index(self.move)])

    def move_texts(self) -> tuple[str, ...]:
        """The texts of the moves, as a user types them."""
        return tuple(match.last_text for match in self.plies()[1:])


def _placed(game: Game, move: Move | None, position: Position, line: list[Match]) -> Match:
    """A new match at the end of a line of play."""
    match = object.__new__(Match)
    vars(match).update(game=game, move=move, position=position, ply=len(line), _line=line)
    line.append(match)
    return match
