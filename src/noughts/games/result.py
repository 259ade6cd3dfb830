"""Results: what a question was answered, as rows for people and as fixed keys for programs.

A row is a line of text, a table, or the position at the end of a match; an empty line is the row ``""``.  Who
prints them knows how: a result only says what there is to print.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from noughts.games.game import Game, Move, Outcome, Position, Side, wins
from noughts.games.match import Match

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
"""A value that JSON can express."""

TextPart: TypeAlias = str | tuple[str, str]
"""A text, or a text and its colour or ``bold``."""
TableCell: TypeAlias = int | TextPart
"""A number, or a part of a text."""


class TextLine(Struct, frozen=True):
    """A line of parts; ends of lines are put where it `wraps`."""

    parts: Sequence[TextPart]
    wraps: bool = False


class ResultTable(Struct, frozen=True):
    """A table: the names are aligned left, and all other columns right."""

    heads: Sequence[str]
    cells: Iterable[Sequence[TableCell]]


ResultRow: TypeAlias = str | TextLine | ResultTable | Match
"""A part of a printed result; a match is printed as its board."""


class Result(Protocol):
    """The answer to a question."""

    def rows(self) -> Iterable[ResultRow]:
        """The rows that are printed for people."""

    def as_json(self) -> Json:
        """The object that is printed for programs."""


def counted(number: int, thing: str) -> str:
    """A number with its noun in the singular or plural.

    >>> counted(1, "state"), counted(5478, "state"), counted(3, "match")
    ('1 state', '5,478 states', '3 matches')
    """
    ending = "" if number == 1 else "es" if thing.endswith("ch") else "s"
    return f"{number:,} {thing}{ending}"


def headline(name: str, text: str) -> Iterator[ResultRow]:
    """A subject in bold, a colon and what is said about it, above an empty line."""
    yield TextLine([(name, "bold"), ": ", text])
    yield ""


def shares(name: str, counts: Mapping[str, int], total: int, thing: str = "positions") -> ResultTable:
    """A table of counts, each with its share of `total`."""
    cells = [(what, count, f"{count / total:.1%}") for what, count in counts.items()]
    return ResultTable([name, thing, "share"], cells)


def by_outcome(by_winner: Mapping[str, int], solved: str = "") -> dict[str, int]:
    """Counts by outcome in words: ``x wins``, ``draw``; of a puzzle that it is `solved`, or not."""
    if solved:
        return {f"not {solved}" if who == "draw" else solved: count for who, count in by_winner.items()}
    return {who if who == "draw" else wins(who): count for who, count in by_winner.items()}


def is_puzzle(game: Game) -> bool:
    """Whether a game is solved, not won: it has one side."""
    return len(game.sides) == 1


def match_title(match: Match) -> str:
    """The position of a match: the name of the game, and the moves that lead there."""
    return f"{match.game.name} after {'; '.join(match.move_texts())}" if match.moves else match.game.name


def over(outcome: Outcome) -> str:
    """That the game is over, and how."""
    return f"the game is over, {outcome} ({outcome.termination})."


def value_in_words(game: Game, value: Value) -> str:
    """The value of a move in words."""
    if not is_puzzle(game):
        return str(value)
    if value.winner is None:
        return "not solvable"
    return "solvable" if value.distance is None else f"solved in {value.distance}"


def verdict(match: Match, value: Value) -> str:
    """The value of the position in words."""
    if match.outcome:
        return over(match.outcome)
    soon = "" if value.distance is None else f" in {counted(value.distance, 'move')}"
    if is_puzzle(match.game):
        return f"can be solved{soon}." if value.winner else "cannot be solved."
    if value.winner is None:
        return "a draw with perfect play."
    return f"{wins(value.winner)}{soon} with perfect play."


def value_json(value: Value) -> dict[str, str | int | None]:
    """The winner (or ``draw``) and the distance to the end in moves."""
    return {"value": value.winner or "draw", "distance": value.distance}


# Values of positions under perfect play.


class Value(Struct, frozen=True):
    """The winner with perfect play, and the number of moves to the end.

    The winner plays for the quickest win, and the loser for the slowest.  In a draw, `winner` and `distance`
    are ``None``.  The `distance` is also ``None`` if only the winner is known.

    >>> print(Value("x", 3), "or", Value(None, None))
    x wins in 3 or draw
    """

    winner: Side | None
    distance: int | None

    def __str__(self) -> str:
        if self.winner is None:
            return "draw"
        return wins(self.winner) + ("" if self.distance is None else f" in {self.distance}")


class Oracle(Protocol):
    """A source of exact values of positions, such as a solved game."""

    def value(self, position: Position) -> Value:
        """The value of a known position; `KeyError` for others."""

    def best(self, position: Position) -> tuple[Move, ...]:
        """All moves that preserve the value, in the game's order."""


def mistakes_after(oracle: Oracle, match: Match, move: Move) -> tuple[int, int]:
    """The number of mistakes among the opponent's replies to `move`, and the number of replies.

    A mistake worsens the value: it loses a drawn position, or does not win a won one.  There are no
    replies if the match is over, or the opponent is not to move.
    """
    game, position = match.game, match.game.after(match.position, move)
    replies = game.moves(position)
    if not replies or game.to_move(position) == match.to_move:
        return 0, 0
    winner = oracle.value(position).winner
    errors = sum(oracle.value(game.after(position, reply)).winner != winner for reply in replies)
    return errors, len(replies)
