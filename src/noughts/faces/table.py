"""Tables: a match that is played in the console, with undo and redo, earlier matches and advice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from datetime import date
from typing import Any, Protocol, Self

from msgspec import Struct
from msgspec.structs import replace

from noughts.easel import Image, Input
from noughts.faces.adviser import Adviser
from noughts.games.game import Because, Game, Move, Reasoned, Side
from noughts.games.match import Match
from noughts.games.picture import Animated
from noughts.games.python_fault import fault_of
from noughts.games.record import Record, match_of, record_of
from noughts.games.record_file import RecordFile
from noughts.games.record_text import new_identity
from noughts.players.player import Person, Player, Who
from noughts.refusal import Refusal


class EarlierMatch(Struct, frozen=True):
    """A match that was left for another one, and the ply shown at that time."""

    whole: Match
    ply: int
    identity: str


class Table:
    """A match, its players, and the ply that is shown.

    Going back in the match removes nothing, until another move is made there: the match continues from it.
    A program decides only at the end of the match: in the past it waits for `resume`, and a person may move
    for it.  `undo` and `redo` also lead to matches that were left for a new one, or for one from a file.
    """

    def __init__(
        self,
        game: Game,
        players: Mapping[Side, Who],
        adviser: Adviser | None = None,
        title: str | None = None,
    ) -> None:
        self.game = game
        self.title = title or game.name
        self.players: Mapping[Side, Who] = {side: players.get(side, Person()) for side in game.sides}
        self.adviser = adviser
        self.whole = Match(game)
        self.ply = 0
        self.identity = new_identity()
        self._earlier: tuple[EarlierMatch, ...] = ()
        self._later: tuple[EarlierMatch, ...] = ()
        self.hinting = False
        self.values_shown = False
        self.trouble: Exception | None = None

    @property
    def has_person(self) -> bool:
        """Whether a side is played by a person."""
        return any(isinstance(player, Person) for player in self.players.values())

    @property
    def match(self) -> Match:
        """The match up to the position shown."""
        return self.whole.at(self.ply)

    @property
    def in_the_past(self) -> bool:
        """Whether the position shown is earlier than the last one of the match."""
        return self.ply < self.whole.ply

    @property
    def person_decides(self) -> bool:
        """Whether a person may move in the position shown; in the past also for a program."""
        return self.in_the_past or self._is_decision(self.ply)

    @property
    def program_waits(self) -> bool:
        """Whether the program to move waits for `resume`: in the past, or because it could not decide."""
        waits = self.in_the_past or self.trouble is not None
        return waits and self.match.outcome is None and not self._is_decision(self.ply)

    @property
    def turn(self) -> Turn | None:
        """The turn of a program, if one must decide now and has not failed."""
        match = self.match
        if self.in_the_past or match.outcome is not None or self.trouble is not None:
            return None
        player = self.players[match.to_move]
        return None if isinstance(player, Person) else Turn(match, player)

    @property
    def undo_to(self) -> int | None:
        """The ply of the last decision of a person before this one, or of any player if no side is a
        person."""
        return next(self._decisions(reversed(range(self.ply))), None)

    @property
    def redo_to(self) -> int | None:
        """The ply of the next decision, or of the match's end."""
        if not self.in_the_past:
            return None
        end = self.whole.ply
        return next(self._decisions(range(self.ply + 1, end)), end)

    @property
    def number(self) -> int:
        """The number of matches that were left before this one."""
        return len(self._earlier)

    @property
    def can_undo(self) -> bool:
        """Whether `undo` leads to another position or match."""
        return self.undo_to is not None or bool(self._earlier)

    @property
    def can_redo(self) -> bool:
        """Whether `redo` leads to another position or match."""
        return self.redo_to is not None or bool(self._later)

    def become(self, other: Table) -> None:
        """Take over the state of another table."""
        vars(self).update(vars(other))

    def take(self, turn: Turn, move: Move) -> bool:
        """Make a decided move, unless the match has changed since; whether it was made."""
        if turn != self.turn:
            return False
        self._follow(move)
        return True

    def fail(self, turn: Turn, trouble: Exception) -> None:
        """Wait for a person: the program whose turn it is could not decide.  `resume` asks it again."""
        if turn == self.turn:
            self.trouble = fault_of(trouble) or trouble

    def play(self, index: int) -> bool:
        """Make the legal move with that number, if a person may move; whether it was made."""
        moves = self.match.legal_moves
        if not (self.person_decides and 0 <= index < len(moves)):
            return False
        self._follow(moves[index])
        return True

    def why_over(self) -> Because | None:
        """The reason why the match is over in the position shown."""
        return self.game.why_over(self.match.position) if isinstance(self.game, Reasoned) else None

    def play_called(self, text: str) -> bool:
        """Play the move with that text, as the rules write it; whether there is one."""
        if not isinstance(self.game, Reasoned):
            return False
        move = self.game.legal_move_called(self.match.position, text)
        if move is not None:
            self.play(self.match.legal_moves.index(move))
        return move is not None

    def why_not_legal(self, text: str) -> Because | None:
        """The reason why the move with that text is not legal in the position shown."""
        if not isinstance(self.game, Reasoned):
            return None
        return self.game.why_not_legal(self.match.position, text)

    def undo(self) -> None:
        """Go back to the last decision of a person, to change it; from the first one, to the match that was
        left for this one."""
        if (ply := self.undo_to) is not None:
            self._look_at(ply)
        elif self._earlier:
            self._go_to(self._all(), self.number - 1)

    def redo(self) -> None:
        """Go forward again to a person's next decision, or to the end of the match, or to the next match."""
        if (ply := self.redo_to) is not None:
            self._look_at(ply)
        elif self._later:
            self._go_to(self._all(), self.number + 1)

    def jump(self, ply: int) -> None:
        """Show the position after `ply` moves."""
        self._look_at(min(max(ply, 0), self.whole.ply))

    def resume(self) -> None:
        """Continue from the position shown, in which a program decides; the moves after it are removed."""
        self.whole = self.match
        self.trouble = None

    def restart(self) -> None:
        """Begin a new match; `undo` leads back to this one."""
        self._begin(Match(self.game))

    def record(self) -> Record:
        """The record of the whole match, with today's date."""
        names = {side: player.name for side, player in self.players.items()}
        record = record_of(self.whole, names, date=date.today().isoformat())
        return replace(record, match=self.identity)

    def take_up(self, record: Record) -> None:
        """Continue with a recorded match; `UnfitRecord` if it is not one of this game."""
        self._begin(match_of(record, self.game))

    def hint(self) -> None:
        """Mark the best moves until the position changes, as soon as they are known."""
        self.hinting = True
        if self.adviser is not None:
            self.adviser.ask()

    def show_values(self, shown: bool) -> None:
        """Show the value of every legal move from now on, or hide it."""
        self.values_shown = shown
        if shown and self.adviser is not None:
            self.adviser.ask()

    @property
    def awaited(self) -> Future[Any] | None:
        """The work on which advice for the position shown depends; ``None`` if it is done, or not
        requested."""
        if self.adviser is None or not (self.hinting or self.values_shown):
            return None
        return self.adviser.awaited(self.match)

    def _all(self) -> list[EarlierMatch]:
        return [*self._earlier, EarlierMatch(self.whole, self.ply, self.identity), *self._later]

    def _begin(self, whole: Match) -> None:
        """Leave this match for another one, after all that have moves."""
        left = [each for each in self._all() if each.whole.ply]
        self._go_to([*left, EarlierMatch(whole, whole.ply, new_identity())], len(left))

    def _go_to(self, left: Sequence[EarlierMatch], number: int) -> None:
        """Replace the matches, and show the one with that number."""
        self._earlier, self._later = tuple(left[:number]), tuple(left[number + 1 :])
        here = left[number]
        self.whole, self.identity = here.whole, here.identity
        self._look_at(here.ply)

    def _look_at(self, ply: int) -> None:
        self.ply = ply
        self.hinting = False
        self.trouble = None

    def _follow(self, move: Move) -> None:
        """Make `move`; if the match has the same one here, only go forward."""
        if self.in_the_past and self.whole.at(self.ply + 1).move == move:
            self.redo()
            return
        self.whole = self.match.play(move)
        self._look_at(self.whole.ply)

    def _decisions(self, plies: Iterable[int]) -> Iterator[int]:
        return (ply for ply in plies if not self.has_person or self._is_decision(ply))

    def _is_decision(self, ply: int) -> bool:
        match = self.whole.at(ply)
        return match.outcome is None and isinstance(self.players[match.to_move], Person)


class Turn(Struct, frozen=True):
    """A program's turn to decide; a face chooses the thread."""

    match: Match
    player: Player

    def decide(self) -> Move:
        """The move that the player chooses."""
        return self.player.choose(self.match)

    @property
    def side(self) -> Side:
        """The side of the player."""
        return self.match.to_move

    def text(self, move: Move) -> str:
        """The text of the move."""
        return self.match.game.move_text(self.match.position, move)


class Seater(Protocol):
    """Makes the players of one game from words."""

    @property
    def kinds(self) -> Mapping[Side, str]:
        """The word for the player of each side, such as ``person`` or ``search:2s``."""

    def seated(self, kinds: Mapping[Side, str]) -> Self:
        """The same for other players; `Refusal` if one of them cannot play the game."""

    def players(self) -> Mapping[Side, Who]:
        """New players for every side."""


class RecordedTable(Table):
    """A table with a file of matches: each has its own place there, from its first move on."""

    def __init__(
        self,
        game: Game,
        players: Mapping[Side, Who],
        adviser: Adviser | None = None,
        title: str | None = None,
        *,
        file: RecordFile,
    ) -> None:
        super().__init__(game, players, adviser, title)
        self.file = file

    def resume(self) -> None:
        """Remove the moves after the position shown, in the file, too."""
        super().resume()
        self._keep()

    def _follow(self, move: Move) -> None:
        super()._follow(move)
        self._keep()

    def _keep(self) -> None:
        self.file.save_match(self.record())


class Film:
    """The current state of a document that moves on its own."""

    def __init__(self, document: Animated, title: str | None = None) -> None:
        self.title = title or document.name
        self._document = document
        self._position = document.initial

    @property
    def keys(self) -> tuple[str, ...]:
        """The letter keys that the document reads."""
        return tuple(self._document.keys)

    @property
    def images(self) -> tuple[Image, ...]:
        """The images of the current frame, from the lowest to the highest."""
        return tuple(self._document.images(self._position))

    def advance(self, given: Input) -> bool:
        """Go on to the next frame; whether anything has changed."""
        before = self._position
        self._position = self._document.frame(before, given)
        return bool(self._position != before)

    def restart(self) -> None:
        """Go back to the first frame."""
        self._position = self._document.initial


class NoFace(Refusal):
    """This machine cannot show the face."""
