"""Matches in the console: the position as text, typed moves and commands, and the result."""

from __future__ import annotations

from functools import partial

from noughts.faces.console.commands import COMMANDS, Stopped, command_called
from noughts.faces.console.line_input import LineInput
from noughts.faces.console.printer import Printer
from noughts.faces.console.table_view import TableView
from noughts.faces.read_move import Unclear, UnknownMove, read_move
from noughts.faces.table import Table
from noughts.faces.view import View
from noughts.games.reasoned import Because


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
