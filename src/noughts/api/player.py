"""Players for Python: `noughts.SeatedPlayer`, and players that Python programs bring with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from noughts.api.match import Match
from noughts.games import match as games
from noughts.games.game import Move, Side
from noughts.players.player import GivesUp, Person
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.api.game import Game
    from noughts.players.player import Player


class Chooser(Protocol):
    """An object that chooses moves."""

    def choose(self, match: Match, /) -> str | None:
        """The text of a legal move, or ``None`` to give up."""


OwnPlayer: TypeAlias = Chooser | Callable[[Match], str | None]
"""A player of a Python program: an object with ``choose(match)``, or a function of a match.  It returns the
text of a legal move, or ``None`` to give up."""


class SeatedPlayer:
    """A player that has a name, at a side of a game.

    >>> import noughts
    >>> game = noughts.load("tictactoe")
    >>> player = game.player("perfect", "o", seed=1)
    >>> player
    <SeatedPlayer perfect as o of tictactoe>
    >>> game.player("middling", "o").summary
    'plays its best, but makes one move in three at random'
    >>> player.choose(game.match("1"))
    '5'
    """

    def __init__(self, game: Game, side: Side, player: Player, summary: str) -> None:
        self.game = game
        self.side = side
        self.summary = summary
        """How it plays, such as how often a level errs; empty for a player from a file."""
        self._player = player

    @property
    def name(self) -> str:
        """The word that names the player."""
        return self._player.name

    def choose(self, match: Match) -> str:
        """The text of its move in a match in which its side is to move; `Refusal` otherwise."""
        if match.game != self.game:
            raise Refusal(f"{self} plays no match of {match.game.name}")
        if match.to_move != self.side:
            raise Refusal(f"{self.side} is not to move in {match!r}", f"{self} decides for {self.side}")
        return match.played.play(self._player.choose(match.played)).last_text

    def __repr__(self) -> str:
        return f"<SeatedPlayer {self.name} as {self.side} of {self.game.name}>"


class PlayerFromPython:
    """A player of a Python program, as a player of the rules.

    Its choice must depend on the position alone: then an audit of it is a proof.
    """

    def __init__(self, game: Game, own: OwnPlayer) -> None:
        self._game = game
        self._choose: Callable[[Match], object] = own if callable(own) else own.choose
        self.name = str(getattr(own, "name", None) or getattr(own, "__name__", None) or type(own).__name__)

    def choose(self, match: games.Match) -> Move:
        """The move that the program chooses; `Refusal` if it is not legal, `GivesUp` if there is none."""
        text = self._choose(Match.of(self._game, match))
        if text is None:
            raise GivesUp(self.name)
        if not isinstance(text, str):
            raise Refusal(f"{self.name} chose {text!r}, which is no text of a move", "return a text")
        if text not in match.legal_texts:
            legal = "; ".join(match.legal_texts)
            raise Refusal(f"{self.name} chose `{text}`, which is not legal", f"legal are {legal}")
        return match.legal_moves[match.legal_texts.index(text)]

    def choices(self, match: games.Match) -> Sequence[Move]:
        """The only move that it may choose."""
        return [self.choose(match)]


def named_player(game: Game, who: str, side: Side, seed: int | None) -> SeatedPlayer:
    """The player of that name; `UnknownPlayer`, or `PlayerUnavailable` if it does not play this game."""
    from noughts.players.named import PlayerUnavailable, Seat, named, summary_of

    player = named(who, Seat(game.rules, side, seed))
    if isinstance(player, Person):
        raise PlayerUnavailable("a person chooses no moves in a program", "name another player")
    return SeatedPlayer(game, side, player, summary_of(who))
