"""Matches in the console: the position as text, typed moves and commands, and the result."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import partial

from noughts.faces.console.commands import COMMANDS, Stopped, command_called
from noughts.faces.console.printer import Printer
from noughts.faces.console.table_view import TableView
from noughts.faces.describe import View
from noughts.faces.table import Table
from noughts.games.game import Because
from noughts.refusal import nearest


def play(table: Table, advertisement: str = "", *, choose_players: str = "") -> None:
    """Play at the table until the user quits or the input ends; print the advertisement first."""
    table_view = TableView(table, Printer())
    table_view.introduce(choose_players)
    if advertisement:
        table_view.printer.say(advertisement, "dim")
    table_view.printer.say("Type a move, or ? for help.", "dim")
    try:
        converse(table_view, LineInput())
    except Stopped:
        pass
    except (EOFError, KeyboardInterrupt):
        table_view.printer.say()
    if table_view.seen is not None:
        table_view.printer.say(farewell(table_view.seen))


def converse(table_view: TableView, lines: LineInput) -> None:
    """Let programs decide and people type, in turn, until a user quits."""
    if table_view.table.turn is None:
        table_view.show()
    while True:
        if turn := table_view.table.turn:
            table_view.let_decide_or_fail(turn)
            if table_view.table.turn is None:
                table_view.show()
        else:
            view = table_view.view
            typed = lines.ask(prompt(view), completions(view))
            table_view.run(partial(answer, table_view, typed))


def answer(table_view: TableView, typed: str) -> None:
    """Obey a typed line: a move, else a command, else a part of a move."""
    view = table_view.view
    moves = [choice.text for choice in view.choices]
    if not typed.strip():
        return
    command = command_called(typed)
    if command and typed.strip() not in moves:
        command(table_view)
    elif not view.person:
        table_view.printer.say(why_no_move(view), "yellow")
    else:
        make_move(table_view, typed, moves)


def make_move(table_view: TableView, typed: str, moves: list[str]) -> None:
    """Make the typed move, or print why it is unclear."""
    table = table_view.table
    try:
        table.play(read_move(typed, moves))
    except Unclear as unclear:
        is_unknown = isinstance(unclear, UnknownMove)
        if not (is_unknown and table.play_called(typed)):
            why = table.why_not_legal(typed.strip()) if is_unknown else None
            table_view.printer.say(str(unclear) if why is None else because(why, typed.strip()), "yellow")
            return
    if table.turn is None:
        table_view.show()


def because(why: Because, typed: str) -> str:
    """The reason why a typed move is not legal, in a line, and the command that explains it."""
    return f"{why.fact}: {why.reasons[0].because}. Say why {typed} for more."


def why_no_move(view: View) -> str:
    """A sentence on why no move can be typed here, and which commands can."""
    if view.outcome:
        return "The match is over. Say restart, undo or quit."
    return f"{view.to_move} is played by a program. Say resume, redo, undo or restart."


def prompt(view: View) -> str:
    """The prompt: whose move it is."""
    return "restart, undo or quit> " if view.outcome else f"{view.to_move}> "


def completions(view: View) -> list[str]:
    """The words that the tab key completes."""
    return [choice.text for choice in view.choices] + [command.word for command in COMMANDS]


def farewell(view: View) -> str:
    """The last line."""
    if view.outcome:
        return "Thank you for playing."
    return f"The match stops here, after {view.length} move{'' if view.length == 1 else 's'}."


# Typed moves: the legal move that a text means.


# The most moves that are listed by name when a person types none of them.
_NAMED = 12


class Unclear(ValueError):
    """A typed text is not exactly one legal move; the message says so, with a hint."""


class UnknownMove(Unclear):
    """The text is no legal move."""


class AmbiguousMove(Unclear):
    """The text is a part of several legal moves."""


def read_move(typed: str, moves: Sequence[str]) -> int:
    """The number of the move with this text, or with these whole words if no other move has them.

    Case, blanks and backquotes do not matter.  ``#3`` is the third move of the list.
    """
    if typed.strip() in moves:
        return moves.index(typed.strip())
    if numbered := re.fullmatch(r"\s*#\s*([0-9]{1,9})\s*", typed):
        return by_number(int(numbered[1]), moves)
    for likeness in (is_same, is_part):
        found = [number for number, move in enumerate(moves) if likeness(typed, move)]
        if len(found) == 1:
            return found[0]
        if found:
            meant = enumeration([moves[number] for number in found])
            raise AmbiguousMove(f"“{typed.strip()}” may be {meant}.")
    raise UnknownMove(f"There is no move “{typed.strip()}” here. {suggestion(typed, moves)}")


def by_number(number: int, moves: Sequence[str]) -> int:
    """The index of the move that is listed under `number`."""
    if not 1 <= number <= len(moves):
        raise UnknownMove(f"The list has no move #{number}: it goes from #1 to #{len(moves)}.")
    return number - 1


def signs_in(text: str) -> list[str]:
    """The names and numbers in a text, and the signs between them except blanks and backquotes."""
    return re.findall(r"[^\W\d_]+|\d+|[^\w\s`]", text.casefold())


def is_same(typed: str, move: str) -> bool:
    """Whether a text is the move, ignoring case, blanks and backquotes."""
    return signs_in(typed) == signs_in(move) != []


def is_part(typed: str, move: str) -> bool:
    """Whether the words of a text are consecutive words of the move: 1 is a part of take 1, but not of 10."""
    part, whole = signs_in(typed), signs_in(move)
    starts = range(len(whole) - len(part) + 1)
    return part != [] and any(whole[start : start + len(part)] == part for start in starts)


def suggestion(typed: str, moves: Sequence[str]) -> str:
    """The moves that may have been meant, else all moves."""
    near = nearest(typed.strip(), moves, most=3)
    return f"Did you mean {enumeration(near)}?" if near else f"You may play {enumeration(moves)}."


def enumeration(texts: Sequence[str]) -> str:
    """Texts in a sentence; only the first ones if there are many."""
    if len(texts) > _NAMED:
        return f"{', '.join(texts[:_NAMED])} or {len(texts) - _NAMED} more"
    head, tail = texts[:-1], texts[-1]
    return f"{', '.join(head)} or {tail}" if head else tail


class LineInput:
    """Reads lines from standard input; piped input is echoed as if it had been typed."""

    def __init__(self) -> None:
        self._typed_by_a_person = sys.stdin.isatty()
        self._words: Sequence[str] = ()
        if self._typed_by_a_person:
            self._complete_with_tab()

    def ask(self, prompt: str, words: Sequence[str]) -> str:
        """The next line; `EOFError` if there is none.  The tab key completes `words`."""
        self._words = words
        line = input(prompt)
        if not self._typed_by_a_person:
            print(line)
        return line

    def _complete_with_tab(self) -> None:
        try:
            import readline
        except ImportError:  # as on Windows, where lines can be typed without history
            return
        readline.set_completer(self._completion)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")

    def _completion(self, begun: str, number: int) -> str | None:
        found = [word for word in self._words if word.casefold().startswith(begun.casefold())]
        return found[number] if number < len(found) else None
