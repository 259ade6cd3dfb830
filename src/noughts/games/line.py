"""Parsing a line of play, such as ``1 5 3``, move by move against the legal moves of each position.

Moves are separated by spaces, commas or semicolons.  A move may itself contain spaces or commas, as in
``2 from 3`` or ``(1, 2)``: the longest legal move that matches is taken, and a semicolon always ends a move.
The side may precede its move, ``x 1; o 5``, as in lines of play that audits and strategies print.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from noughts.games.game import Move
from noughts.games.match import IllegalMove, Match
from noughts.refusal import Refusal

# The separators of moves besides the semicolon.
_BETWEEN: Final = " \t\r\n,"


class UnreadableLine(Refusal, IllegalMove):
    """The text of a line of play contains something that is not a legal move."""

    def __init__(self, match: Match, rest: str) -> None:
        self.match = match
        self.rest = rest
        super().__init__(*_explanation(match, rest))


def read_line(match: Match, text: str) -> Match:
    """The match continued with the moves in `text`; `UnreadableLine` at the first that is not legal."""
    if text and text in match.legal_texts:  # one move, as most lines of programs are
        return match.play(match.legal_moves[match.legal_texts.index(text)])
    for part in text.split(";"):
        rest = " ".join(part.split()).strip(_BETWEEN)
        while rest:
            written, move = _next_move(match, rest)
            match = match.play(move)
            rest = rest[len(written) :].lstrip(_BETWEEN)
    return match


def _next_move(match: Match, rest: str) -> tuple[str, Move]:
    """The longest legal move that `rest` begins with: its text and the move."""
    legal = {match.game.move_text(match.position, move): move for move in match.legal_moves}
    for said in _before_a_move(match):
        fitting = [text for text in legal if _begins_with(rest, said + text)]
        if fitting:
            written = max(fitting, key=len)
            return said + written, legal[written]
    raise UnreadableLine(match, rest)


def _before_a_move(match: Match) -> Iterator[str]:
    """The possible prefixes of a move: nothing, or the side."""
    yield ""
    if match.legal_moves:
        yield f"{match.to_move} "


def _begins_with(rest: str, text: str) -> bool:
    """Whether `rest` begins with a whole move."""
    return rest.startswith(text) and rest[len(text) : len(text) + 1] in _ENDS


# What may follow a move in a line of moves: its end, or a separator.
_ENDS: Final = ("", *_BETWEEN)


def _explanation(match: Match, rest: str) -> tuple[str, str]:
    """The fact and the hint for an unreadable move."""
    number, outcome = match.ply + 1, match.outcome
    if outcome is not None:
        over = f"{outcome.termination}, {outcome}" if outcome.termination else str(outcome)
        return f"move {number}, `{rest}`, comes too late", f"the match is over: {over}"
    legal = [match.game.move_text(match.position, move) for move in match.legal_moves]
    wrong = _first_words(rest, legal)
    return f"move {number}, `{wrong}`, is not legal for `{match.to_move}`", f"legal: {'; '.join(legal)}"


def _first_words(rest: str, legal: list[str]) -> str:
    """The beginning of `rest` that looks like one move, with as many words as the legal moves have."""
    if not any("," in text for text in legal):
        rest = rest.replace(",", " ")
    return " ".join(rest.split()[: max(len(text.split()) for text in legal)])


# The names of moves: texts that can be read back wherever a move is written.


def is_move_name(text: str) -> bool:
    """Whether a text can be the name of a move, which can be read back wherever a move is written.

    A name is typed in the console.  In a record and in a line of play, names are separated by semicolons; in
    a link, by tildes.

    >>> [is_move_name(text) for text in ("5", "2 from 3", "(1, 2)", "", "a;b", " 5", "5,")]
    [True, True, True, False, False, False, False]
    """
    is_one_line = text.isprintable() and "  " not in text and text == text.strip(" ,")
    return text != "" and is_one_line and {";", "~"}.isdisjoint(text)
