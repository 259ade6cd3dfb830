"""Players for Python: `noughts.SeatedPlayer`, and players that Python programs bring with them.

`player_called` gives every player that has a word: those of `noughts.players.named`, and ``module:object``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from noughts.api.match import Match
from noughts.api.python_game import called, is_python_name, python_object
from noughts.games import match as games
from noughts.games.game import Game as Rules
from noughts.games.game import Move, Side
from noughts.players.named import KINDS, PlayerUnavailable, Seat, named, oracle_of, summary_of
from noughts.players.player import GivesUp, Person, Player, Positional, Who
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.api.game import Game
    from noughts.games.result import Oracle


@runtime_checkable
class Chooser(Protocol):
    """An object whose `choose` returns the text of a legal move, or ``None`` to give up."""

    def choose(self, match: Match, /) -> str | None:
        """The text of a legal move, or ``None`` to give up."""


@runtime_checkable
class Choices(Protocol):
    """An object that states the moves that it may choose; they must depend on the position alone."""

    def choices(self, match: Match, /) -> Iterable[str]:
        """The texts of these moves; none to give up."""


OwnPlayer: TypeAlias = Chooser | Callable[[Match], str | None]
"""A player of a Python program: an object with ``choose(match)``, or a function of a match.  It returns the
text of a legal move, or ``None`` to give up.  If it chooses at random, an audit also needs `Choices`."""

AnyPlayer: TypeAlias = str | OwnPlayer
"""A player by its word, such as ``"strong"`` or ``"module:object"``, of `Game.player`, or of your own."""


class SeatedPlayer:
    """A player that has a name, at a side of a game or at all of them.

    >>> import noughts
    >>> game = noughts.load("tictactoe")
    >>> player = game.player("perfect", seed=1)
    >>> player.choose(game.match("1")), player.choose(game.match("1 5 2 3"))
    ('5', '7')
    >>> game.player("middling", "o")
    <SeatedPlayer middling as o of tictactoe>
    >>> game.player("middling", "o").summary
    'plays its best, but makes one move in three at random'
    """

    def __init__(self, game: Game, who: str, side: Side | None, seed: int | None) -> None:
        self.game = game
        self.side = side
        """Its side; ``None`` if it plays whichever side is to move."""
        self.summary = summary_of(who)
        """How it plays, such as how often a level errs; empty for a player from a file."""
        self._who = who
        self._seed = seed
        self._players: dict[Side, Player] = {}
        self._first = self.at(side or game.sides[0])

    @property
    def name(self) -> str:
        """The word that names the player."""
        return self._first.name

    def at(self, side: Side) -> Player:
        """The player of the rules that decides for a side; `Refusal` if this one has another side."""
        if self.side not in (None, side):
            raise Refusal(f"{self!r} does not play {side}", f"it decides for {self.side}")
        if side not in self._players:
            seat = Seat(self.game.rules, side, self._seed, solver=lambda: self._solved.result())
            self._players[side] = player_at(self._who, seat)
        return self._players[side]

    @cached_property
    def _solved(self) -> Future[Oracle]:
        """The exact values, or why there are none, once for its players of all sides."""
        future: Future[Oracle] = Future()
        try:
            future.set_result(oracle_of(self.game.rules))
        except Refusal as refusal:
            future.set_exception(refusal)
        return future

    def choose(self, match: Match) -> str:
        """The text of its move; `Refusal` if the match is over, of another game, or another side's turn."""
        if match.game != self.game:
            raise Refusal(f"{self!r} plays no match of {match.game.name}")
        if match.to_move is None:
            raise Refusal(f"nobody is to move in {match!r}", "ask for a move before the match is over")
        return match.played.play(self.at(match.to_move).choose(match.played)).last_text

    def __repr__(self) -> str:
        at = f" as {self.side}" if self.side else ""
        return f"<SeatedPlayer {self.name}{at} of {self.game.name}>"


class PlayerFromPython:
    """A player of a Python program, as a player of the rules."""

    def __init__(self, rules: Rules, own: OwnPlayer, name: str | None = None) -> None:
        self._rules = rules
        self._own = own
        self._choose: Callable[[Match], object] = own.choose if isinstance(own, Chooser) else own
        self.name = str(getattr(own, "name", None) or name or own_name(own))

    @cached_property
    def _game(self) -> Game:
        from noughts.api.game import Game

        return Game(self._rules)

    def choose(self, match: games.Match) -> Move:
        """The move that the program chooses; `Refusal` if it is not legal, `GivesUp` if there is none."""
        return self._move(match, self._choose(Match.of(self._game, match)))

    def _move(self, match: games.Match, text: object) -> Move:
        """The legal move with this text."""
        if text is None:
            raise GivesUp(self.name)
        if isinstance(text, str) and text in match.legal_texts:
            return match.legal_moves[match.legal_texts.index(text)]
        line = "; ".join(match.move_texts())
        where = f"after {line}" if line else "at the start"
        chose = f"`{text}`, which is not legal" if isinstance(text, str) else f"{text!r}, which is no text"
        hint = f"a player returns the text of a legal move: {'; '.join(match.legal_texts)}"
        raise Refusal(f"{self.name}, who plays {match.to_move}, chose {chose} ({where})", hint)


class PositionalFromPython(PlayerFromPython):
    """A player of a Python program whose choices depend on the position alone, so it can be audited.

    It states them itself, or makes the same choice whenever it is asked.
    """

    def choices(self, match: games.Match) -> Sequence[Move]:
        """The moves that it may choose; `Refusal` if it makes two choices without stating both."""
        if isinstance(self._own, Choices):
            texts = list(self._own.choices(Match.of(self._game, match)))
            return [self._move(match, text) for text in texts or [None]]
        first, second = self.choose(match), self.choose(match)
        if first != second:
            raise Refusal(
                f"{self.name}, asked twice about {match.game.position_text(match.position)}, chose two moves",
                "give it a method `choices(match)` that returns the texts of all moves that it may choose",
            )
        return [first]


def player_from_python(rules: Rules, own: OwnPlayer, name: str | None = None) -> PlayerFromPython:
    """A player of a Python program; positional if it states its choices."""
    if isinstance(own, type) or not (isinstance(own, Chooser) or callable(own)):
        raise Refusal(
            f"`{name or own_name(own)}` is no player",
            "a player has a method `choose(match)`, or is a function",
        )
    kind = PositionalFromPython if isinstance(own, Choices) else PlayerFromPython
    return kind(rules, own, name)


def own_name(own: object) -> str:
    """The name of a function, or of the class of an object."""
    return str(getattr(own, "__name__", None) or type(own).__name__)


def player_called(word: str, seat: Seat) -> Who:
    """The player of this name for a seat: as `noughts.players.named.named`, or ``module:object``.

    The object is a player, a function of a match, or a class that makes a player without arguments.
    """
    word = word.strip()
    if not is_python_name(word) or word.partition(":")[0].casefold() in KINDS:
        return named(word, seat)
    own = python_object(word)
    made = called(word, own, "player") if isinstance(own, type) else own
    return player_from_python(seat.game, made, word)  # type: ignore[arg-type]  # it is checked there


def player_at(who: AnyPlayer, seat: Seat) -> Player:
    """Any player of a Python program, at a seat; `PlayerUnavailable` for a person."""
    if isinstance(who, SeatedPlayer):
        return who.at(seat.side)
    if not isinstance(who, str):
        return player_from_python(seat.game, who)
    player = player_called(who, seat)
    if isinstance(player, Person):
        raise PlayerUnavailable("a person chooses no moves in a program", "name another player")
    return player


def auditable(player: Who) -> Who:
    """The player for an audit: one of a Python program is asked twice in each position."""
    if isinstance(player, PlayerFromPython) and not isinstance(player, Positional):
        return PositionalFromPython(player._rules, player._own, player.name)
    return player
