"""The protocol of a game: positions, moves, and the rules for them.

A game is finite, sequential, deterministic and of perfect information, for one side or more.  This module
does not depend on how the rules are written.  A game may also give reasons (`Reasoned`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from msgspec import Struct

from noughts.refusal import Refusal

# The form of the verb after the name of a side: ``x wins``, ``you win``, ``hounds win``.

# Names of several, and the pronouns that take the same verb.  Of words in -s, those in -ss, -us and -is are
# mostly of one (*boss*, *Zeus*, *Iris*); what only a dictionary knows takes the verb of one.
_TAKES_WIN: Final = re.compile(r"you|we|they|(.*[ _])?(wo)?men|.*[^sui]s", re.IGNORECASE)
# The text of an outcome that says who has won.
_WON: Final = re.compile(r"(?P<side>.+) wins?")


def wins(side: str) -> str:
    """The sentence that a side wins.

    >>> wins("x"), wins("you"), wins("hounds"), wins("hare")
    ('x wins', 'you win', 'hounds win', 'hare wins')
    """
    return f"{side} {'win' if _TAKES_WIN.fullmatch(side) else 'wins'}"


def winner_in(text: str) -> str | None:
    """The side in a sentence like that of `wins`, with either form of the verb; ``None`` for other texts."""
    found = _WON.fullmatch(text)
    return None if found is None else found["side"]


Side: TypeAlias = str
"""The name of the owner of a move, as printed: ``"x"``, ``"o"``."""

Position: TypeAlias = Any
"""All that the rules depend on; immutable and hashable.  `Any`, so that a game may name its own type."""

Move: TypeAlias = Any
"""A move of a side in a position; immutable and hashable."""


class RulesError(Exception):
    """The rules have no value in some position; the message says where, and how to fix it."""

    def reached_by(self, line: str) -> RulesError:
        """The same error, with the moves that led to the position."""
        return RulesError(f"{self}, after {line}")


class CannotGround(Refusal):
    """The rules of a game cannot be expressed over finitely many bits, or need too many."""


OVER: Final = "gameOver"
"""The termination of a match that ends because `gameOver` holds."""
STUCK: Final = "no legal move"
"""The termination of a match that ends because there is no legal move."""


class Outcome(Struct, frozen=True):
    """The outcome of a match: its `winner`, ``None`` for a draw, and the reason of its `termination`.

    >>> import noughts
    >>> outcome = noughts.Match(noughts.load("tictactoe"), "1 4 2 5 3").outcome
    >>> outcome.winner, str(outcome)
    ('x', 'x wins')
    """

    winner: Side | None
    termination: str

    def __str__(self) -> str:
        return "draw" if self.winner is None else wins(self.winner)


@runtime_checkable
class Game(Protocol):
    """The rules of a game.

    Laws (`noughts.games.laws` checks them on any game):

    * ``moves(p)`` always has the same order, and no repetition;
    * ``after(p, m)`` is defined for every m in ``moves(p)``;
    * ``outcome(p)`` is not ``None`` exactly if ``moves(p)`` is empty.
    """

    @property
    def name(self) -> str:
        """The name of the game, for people."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides; the one that moves first comes first."""

    @property
    def initial(self) -> Position:
        """The position in which every match begins."""

    def to_move(self, position: Position) -> Side:
        """The side that owns the next move."""

    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves, in a fixed order."""

    def after(self, position: Position, move: Move) -> Position:
        """The position after the legal `move`."""

    def outcome(self, position: Position) -> Outcome | None:
        """The outcome of the match; ``None`` while it goes on."""

    def move_text(self, position: Position, move: Move) -> str:
        """The text that a person types for `move`: short, and different for every legal move."""

    def position_text(self, position: Position) -> str:
        """The position printed on one line, exact and readable."""


# Expansions: all that exploration asks about a position, in one answer.


class Expansion(Struct, frozen=True):
    """The outcome of a terminal position; or the side to move, the legal moves, and the position after
    each."""

    outcome: Outcome | None
    to_move: Side = ""
    moves: Sequence[Move] = ()
    after: Sequence[Position] = ()


@runtime_checkable
class Expanding(Protocol):
    """A game that can expand positions; its other methods give the same answers."""

    def expansion(self, position: Position) -> Expansion | None:
        """The expansion of a position; ``None`` if the other methods must be asked."""


def expander(game: Game) -> Callable[[Position], Expansion]:
    """The function that expands positions of a game: at once if the game can, else by its other methods."""
    at_once = game.expansion if isinstance(game, Expanding) else lambda _: None

    def expanded(position: Position) -> Expansion:
        if (found := at_once(position)) is not None:
            return found
        if (outcome := game.outcome(position)) is not None:
            return Expansion(outcome)
        mover, moves = game.to_move(position), game.moves(position)
        return Expansion(None, mover, moves, [game.after(position, move) for move in moves])

    return expanded


# Copies of games for concurrent threads: caches are not thread-safe, so each thread uses its own.


_T = TypeVar("_T")


@runtime_checkable
class Twinned(Protocol):
    """An object with caches that can be copied cheaply without them."""

    def twin(self) -> Self:
        """A copy that shares no mutable state."""


def twin_of(thing: _T) -> _T:
    """A twin of an object, or the object itself if it has no `twin`."""
    return thing.twin() if isinstance(thing, Twinned) else thing


# Sides that represent chance: a die, or a deal of cards.
#
# Values of positions assume that every side chooses its moves by its own interest, which chance does not
# have.  A side represents chance if its name says so, and the rules do not define when it wins.


# Names of sides that stand for chance, in small letters.
_NAMES: Final = {
    "die", "dice", "coin", "coins", "wheel", "spinner", "chance", "nature", "random", "luck", "fate",
    "deal", "dealer", "deck", "shuffle",
}  # fmt: skip


def names_chance(name: str) -> bool:
    """Whether the name of a side is a word for chance."""
    return name.lower() in _NAMES


def chance_of(game: Game) -> tuple[Side, ...]:
    """The sides of a game that represent chance."""
    players: frozenset[Side] = getattr(game, "named_winners", frozenset())
    return tuple(side for side in game.sides if names_chance(side) and side not in players)


def players_of(game: Game) -> tuple[Side, ...]:
    """The other sides; none of a system."""
    if is_system(game):
        return ()
    chance = chance_of(game)
    return tuple(side for side in game.sides if side not in chance)


def has_values(game: Game) -> bool:
    """Whether positions of a game have one value: there are one or two players and no chance."""
    return len(game.sides) <= 2 and not chance_of(game) and not is_system(game)


# Systems: machines without players, whose moves are actions.


def is_system(game: Game) -> bool:
    """Whether it is a system: nobody plays it, and nobody wins."""
    return not getattr(game, "has_players", True)


def refuse_system(game: Game) -> None:
    """`Refusal` if nobody can win because there are no players."""
    if is_system(game):
        raise Refusal(f"{game.name} has no players, so nobody wins", "ask about it with `noughts prove`")


# Games that give reasons: why a match is over, or why a move is not legal.


class Reason(Protocol):
    """The reason why a sentence about a game is true or false: a tree of the parts that decide it."""

    @property
    def because(self) -> str:
        """The part that decides, in one line."""

    def lines(self, width: int | None = None) -> list[str]:
        """The tree, a line for each part; lines are cut to `width` columns if possible."""

    def as_json(self) -> Mapping[str, Any]:
        """The tree as JSON."""


class Because(Struct, frozen=True):
    """A fact about a match, and the reasons for it."""

    fact: str
    reasons: tuple[Reason, ...]


@runtime_checkable
class Reasoned(Protocol):
    """A game that gives reasons."""

    def why_over(self, position: Position) -> Because | None:
        """The reason why the match has ended with its winner; ``None`` while it goes on."""

    def why_not_legal(self, position: Position, text: str) -> Because | None:
        """The reason why the move with this text is not legal; ``None`` if it is, or if there is no such
        move."""

    def legal_move_called(self, position: Position, text: str) -> Move | None:
        """The legal move with this text, which need not be its shortest; ``None`` if there is none."""


class TooManyPositions(Refusal):
    """A game has more positions than the limit allows."""

    def __init__(self, game: str, limit: int, fact: str = "", help: str = "") -> None:
        self.game = game
        self.limit = limit
        super().__init__(
            fact or f"{game} has more than {limit:,} positions, which is the limit",
            help or "allow more with `--limit`, or make the game smaller",
        )
