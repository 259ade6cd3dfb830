"""Records: a match of any game as text, with its players, moves and outcome.

    noughts match 1
    game: tictactoe
    rules: 0f6f3f64c5f28a5e
    date: 2026-11-20
    player x: Ann
    player o: perfect
    moves: 5; 1; 9; 3; 2; 8; 4; 6; 7
    outcome: draw; gameOver

Moves are written as a person types them, separated by semicolons; further lines of moves continue them.
``rules`` is the fingerprint of the document, if the game comes from one.  Blank lines and lines that begin
with ``#`` are ignored.  A file may hold many matches, one after another; `noughts.games.record_text` defines
which of them count if a match is saved repeatedly, or writing was cut short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from msgspec import Struct, field
from msgspec.structs import astuple

from noughts.games.game import Game, Outcome, Side, winner_in
from noughts.games.match import Match
from noughts.games.record_text import FIRST_LINE, Mark, Part, complete_lines, counting, record_parts
from noughts.refusal import Refusal, suggestion

if TYPE_CHECKING:
    from noughts.workers.engine import Engine

# The lines of a recorded match, in their order.
_KEYS: Final = ("game", "rules", "date", "player", "moves", "outcome")
# The longest line of moves, in characters.
_WIDTH: Final = 100


@runtime_checkable
class Fingerprinted(Protocol):
    """A game whose rules have a fingerprint."""

    @property
    def fingerprint(self) -> str:
        """A short name that differs for different rules."""


class BadRecord(Refusal):
    """A text is not the record of a match."""


class UnfitRecord(Refusal):
    """A record does not fit a game."""


class Record(Struct, frozen=True):
    """The record of a match; unknown fields are empty."""

    game: str
    moves: tuple[str, ...] = ()
    players: Mapping[Side, str] = field(default_factory=dict)
    outcome: Outcome | None = None
    date: str = ""
    rules: str = ""
    match: str = ""
    """The identity of the match in a file that has it several times; sixteen hexadecimal digits."""

    def __eq__(self, other: object) -> bool:
        """Whether both say the same of a match, in whatever file."""
        return isinstance(other, Record) and astuple(self)[:-1] == astuple(other)[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other


def fingerprint_of(game: Game) -> str:
    """The short name of a game's rules; empty if they have none."""
    return game.fingerprint if isinstance(game, Fingerprinted) else ""


def refuse_other_rules(engine: Engine, load: Callable[[], Game]) -> None:
    """`Refusal` if a worker on another machine loads other rules than this process."""
    for worker, rules in engine.everywhere(rules_of, load).items():
        if rules != rules_of(load):
            fact = f"the worker {worker} has other rules by that name"
            raise Refusal(fact, "put the documents of the game where all machines read them")


def rules_of(load: Callable[[], Game]) -> str:
    """The fingerprint of the rules."""
    return fingerprint_of(load())


def record_of(
    match: Match, players: Mapping[Side, str], *, date: str = "", outcome: Outcome | None = None
) -> Record:
    """The record of a match; `outcome` is given if it did not end by the rules."""
    game = match.game
    ended = match.outcome or outcome
    return Record(game.name, match.move_texts(), dict(players), ended, date, fingerprint_of(game))


# From a record to a text.


def write_record(record: Record) -> str:
    """One match, as above."""
    return "".join(f"{line}\n" for line in record_lines(record))


def write_marked(record: Record) -> str:
    """One match with the comment that identifies it and shows whether its record is complete."""
    first, *rest = record_lines(record)
    return "".join(f"{line}\n" for line in (first, Mark(len(rest), record.match), *rest))


def record_lines(record: Record) -> Iterator[str]:
    """The lines of a record."""
    yield FIRST_LINE
    yield f"game: {one_line(record.game)}"
    if record.rules:
        yield f"rules: {record.rules}"
    if record.date:
        yield f"date: {record.date}"
    for side, player in record.players.items():
        yield f"player {one_line(side)}: {one_line(player)}".rstrip()
    yield from move_lines(record.moves)
    yield from outcome_lines(record.outcome)


def outcome_lines(outcome: Outcome | None) -> Iterator[str]:
    """The line with the outcome, if there is one."""
    if outcome is not None:
        yield f"outcome: {outcome}; {one_line(outcome.termination)}".rstrip("; ")


def move_lines(moves: Iterable[str]) -> Iterator[str]:
    """The moves, in as many lines as they need, at least one."""
    line = "moves:"
    for number, move in enumerate(moves):
        if number and len(line) + len(move) + 2 > _WIDTH:
            yield line
            line = "moves:"
        line += f" {move}" if line == "moves:" else f"; {move}"
    yield line


def one_line(name: str) -> str:
    """A name on one line, with unprintable characters replaced by spaces."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


# From a text to records.


def read_records(text: str) -> list[Record]:
    """All matches of a text, at least one; `BadRecord` names the first line that is wrong.

    An incomplete record at the end is left out, and the last record of each match counts.
    """
    text = text.removeprefix("\ufeff")
    before, found = record_parts(complete_lines(text))
    if before:
        fact = f"line {before[0][0]}: this is not the record of a match"
        raise BadRecord(fact, f"the first line is `{FIRST_LINE}`")
    if not found:
        raise BadRecord("it contains no match", f"a record begins with `{FIRST_LINE}`")
    return [read_part(part) for part in counting(found)]


def load_records(path: Path) -> list[Record]:
    """All matches of a file; `BadRecord` names the file too."""
    text = path.read_text("utf-8", errors="replace")
    try:
        return read_records(text)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error.fact}", error.hint) from None


def chosen_record(path: Path, which: int | None, option: str) -> Record:
    """The only match of a file, or number `which`; `option` is the notation for the choice, in errors."""
    records = load_records(path)
    if which is None and len(records) > 1:
        first = option.format(1)
        raise Refusal(f"{path} holds {len(records)} matches", f"choose one: `{first}` is the first")
    if which is not None and which > len(records):
        raise Refusal(f"{path} holds {len(records)} match{'es' if len(records) > 1 else ''}, not {which}")
    return records[(which or 1) - 1]


def read_record(text: str) -> Record:
    """The only match of a text."""
    records = read_records(text)
    if len(records) > 1:
        raise BadRecord(f"there are {len(records)} matches in it", "give a file with a single match")
    return records[0]


def read_part(part: Part) -> Record:
    """One match from the lines after the first."""
    last, single, players, moves = 0, dict[str, str](), dict[Side, str](), list[str]()
    for last, line in part.lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        word, _, side = key.partition(" ")
        if not colon or word not in _KEYS or (bool(side) != (word == "player")):
            raise BadRecord(f"line {last}: a record has no `{key}`", suggestion(word, _KEYS))
        if word == "moves":
            moves += [part.strip() for part in value.split(";") if part.strip()]
        elif word == "player":
            players[side.strip()] = value
        elif word in single:
            raise BadRecord(f"line {last}: a second `{word}`", f"a record begins with `{FIRST_LINE}`")
        else:
            single[word] = value
    if not single.get("game"):
        raise BadRecord(f"the record that ends in line {last} does not say which game it is of")
    return Record(
        game=single["game"],
        moves=tuple(moves),
        players=players,
        outcome=outcome_from(single["outcome"]) if single.get("outcome") else None,
        date=single.get("date", ""),
        rules=single.get("rules", ""),
        match=part.mark.match,
    )


def outcome_from(text: str) -> Outcome:
    """The outcome written as ``draw; the board is full`` or ``x wins; three in a row``."""
    result, _, termination = (part.strip() for part in text.partition(";"))
    winner = None if result == "draw" else winner_in(result)
    if winner is None and result != "draw":
        raise BadRecord(f"`{text}` is not an outcome", "write `draw` or, for example, `x wins`")
    return Outcome(winner, termination)


# From a record to a match.


def match_of(record: Record, game: Game, kind: str = "record") -> Match:
    """The recorded match, replayed by the rules.

    `UnfitRecord` if it is of another game or of other rules, or if the rules forbid a move.  `kind` is the
    word for the source of the moves in errors, such as a link.
    """
    refuse_another(record, game)
    match = Match(game)
    for number, text in enumerate(record.moves, start=1):
        legal = {game.move_text(match.position, move): move for move in match.legal_moves}
        if text not in legal:
            raise unfit(wrong_move(match, number, text), f"legal: {'; '.join(legal)}" if legal else "", kind)
        match = match.play(legal[text])
    recorded, real = record.outcome, match.outcome
    if recorded and real and recorded.winner != real.winner:
        raise unfit(f"its outcome is `{recorded}`, but by the rules it is `{real}`")
    return match


def refuse_another(record: Record, game: Game) -> None:
    """`UnfitRecord` if a record has another game, other rules, or sides that the game does not have."""
    if record.game != one_line(game.name):
        raise unfit(f"it is a match of `{record.game}`, not of `{one_line(game.name)}`")
    if record.rules and record.rules != fingerprint_of(game):
        fact = f"it was played by other rules of {game.name}, with the fingerprint {record.rules}"
        raise unfit(fact, "give the same document, and the same `--let`, `--by` and `--wins`")
    for side in record.players:
        if side not in game.sides:
            raise unfit(f"`{side}` is not a side of {game.name}")


def wrong_move(match: Match, number: int, text: str) -> str:
    """The error in a recorded move."""
    if match.outcome is not None:
        return f"move {number}, `{text}`, comes too late: {match.outcome}"
    return f"move {number}, `{text}`, is not legal for `{match.to_move}`"


def unfit(fact: str, help: str = "", kind: str = "record") -> UnfitRecord:
    """The error that the record does not fit the game."""
    return UnfitRecord(f"the {kind} does not fit: {fact}", help)
