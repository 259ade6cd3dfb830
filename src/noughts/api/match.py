"""A match for Python: `noughts.Match`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.api.immutable import Immutable
from noughts.api.wanted import as_path, as_text, require_game, require_whole
from noughts.games import match as games
from noughts.games.game import Outcome, Side
from noughts.games.line import read_line
from noughts.games.record import chosen_record, match_of, record_of
from noughts.games.record_file import RecordFile
from noughts.refusal import Refusal, suggestion

if TYPE_CHECKING:
    from noughts.api.game import Game


class LegalMoves(tuple[str, ...]):
    """The legal moves of a position as texts, in the order of the rules.

    >>> import noughts
    >>> noughts.load("tictactoe").match("5 1").legal_moves
    <LegalMoves 2; 3; 4; 6; 7; 8; 9>
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<LegalMoves {'; '.join(self) or 'none'}>"


class Match(Immutable):
    """A match of a `game`, as an immutable value: every move returns a new match.

    >>> import noughts
    >>> match = noughts.Match(noughts.load("tictactoe")).play("5").play("1")
    >>> match
    <Match tictactoe: 5 1>
    >>> match.to_move, "9" in match.legal_moves, len(match.legal_moves)
    ('x', True, 7)
    >>> match.play("5")
    Traceback (most recent call last):
    noughts.games.line.UnreadableLine: move 3, `5`, is not legal for `x`; legal: 2; 3; 4; 6; 7; 8; 9
    """

    __slots__ = ("game", "played")

    def __init__(self, game: Game, moves: str = "") -> None:
        """A match of a game in which some moves have been made; `moves` has their texts."""
        require_game("a game", "what `noughts.load(…)` returns", game)
        self.game = game
        self.played = read_line(games.Match(game.rules), as_text("a line of moves", moves))

    @classmethod
    def of(cls, game: Game, played: games.Match) -> Match:
        """The match that was played by the rules of the game."""
        match = object.__new__(cls)
        match.game, match.played = game, played
        return match

    @classmethod
    def load(cls, game: Game, path: str | Path, which: int | None = None) -> Match:
        """The only match of a file, or number `which`, counted from 1; see `save`.

        `Refusal` if the file has no such match, or one of another game or of other rules.

        >>> import noughts, tempfile
        >>> game = noughts.load("tictactoe")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     game.match("5 1").save(f"{folder}/matches.txt", x="Ada")
        ...     noughts.Match.load(game, f"{folder}/matches.txt")
        <Match tictactoe: 5 1>
        """
        require_game("a game", "what `noughts.load(…)` returns", game)
        require_whole("which", which)
        file = as_path("a file", path)
        if not file.is_file():
            raise Refusal(f"there is no file `{file}`", "`Match.save` or `noughts play --save` writes one")
        return cls.of(game, match_of(chosen_record(file, which, "which={}"), game.rules))

    def play(self, moves: str) -> Match:
        """The match after one more move, or after several: ``play("5")``, ``play("5 1 9")``.

        `Refusal` at the first that is not legal, with those that are.
        """
        return Match.of(self.game, read_line(self.played, as_text("a move", moves)))

    def undo(self) -> Match:
        """The match without its last move; `Refusal` if there is none."""
        if self.played.before is None:
            raise Refusal("there is no move to undo")
        return Match.of(self.game, self.played.before)

    def at(self, ply: int) -> Match:
        """The match after `ply` moves; `Refusal` if it has fewer."""
        require_whole("ply", ply, 0)
        if ply > (made := len(self.moves)):
            moves = f"{made or 'no'} move{'' if made == 1 else 's'}"
            raise Refusal(f"the match has {moves}, and no ply {ply}", f"give a number from 0 to {made}")
        return Match.of(self.game, self.played.at(ply))

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the moves made so far."""
        return self.played.move_texts()

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that the rules allow now; none if the match is over."""
        return LegalMoves(self.played.legal_texts)

    @property
    def position(self) -> object:
        """The position now: the state of the document as a Python value, or the game's own object."""
        return self.game.shown(self.played.position)

    @property
    def to_move(self) -> Side | None:
        """The side to move; ``None`` if the match is over."""
        return None if self.played.outcome else self.played.to_move

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the match, with its winner; ``None`` while it goes on."""
        return self.played.outcome

    def save(self, path: str | Path, **players: str) -> None:
        """Append the match to a file of matches, with the names of the players of its sides.

        ``noughts play --load FILE`` resumes it.
        """
        for side in players:
            if side not in self.game.sides:
                raise Refusal(f"there is no side `{side}`", suggestion(side, self.game.sides, "side"))
        RecordFile(as_path("a file", path)).append(
            [record_of(self.played, players, date=date.today().isoformat())]
        )

    def __reduce__(self) -> tuple[object, ...]:
        return Match.of, (self.game, self.played)

    def __iter__(self) -> Iterator[Match]:
        """The matches after 0 moves, after 1, and so on."""
        return (Match.of(self.game, played) for played in self.played.plies())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and (self.game, self.moves) == (other.game, other.moves)

    def __hash__(self) -> int:
        return hash((self.game, self.moves))

    def __repr__(self) -> str:
        return f"<Match {self.game.name}: {self.text or 'no moves yet'}>"

    def __str__(self) -> str:
        """The board, and the side to move or the outcome."""
        from noughts.faces.console.raster import board_text

        return f"{board_text(self.game.rules, self.played.position)}\n\n{self.played.standing}"

    def svg(self) -> str:
        """The board as SVG, with the last move marked; `Refusal` if the game has no screen."""
        found = self._repr_svg_()
        if found is None:
            raise Refusal(f"{self.game.name} has no screen", "`print(match)` shows the position")
        return found

    @property
    def text(self) -> str:
        """The moves as a text for `play`: with semicolons if a blank or a comma might be part of a move."""
        texts = (text for before in self.played.plies()[:-1] for text in before.legal_texts)
        between = "; " if any(" " in text or "," in text for text in texts) else " "
        return between.join(self.moves)

    def _repr_svg_(self) -> str | None:
        from noughts.api.display.output import match_svg

        return match_svg(self)

    def _repr_html_(self) -> str:
        from noughts.api.display.output import match_html

        return match_html(self)
