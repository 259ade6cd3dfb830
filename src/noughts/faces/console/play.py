"""A match in the console: the position as text, moves typed or chosen, undo, hint, who wins."""

from __future__ import annotations

from functools import partial

from noughts.faces.console.commands import COMMANDS, Stopped, command_called
from noughts.faces.console.desk import Desk
from noughts.faces.console.line_input import LineInput
from noughts.faces.console.paper import Paper
from noughts.faces.read_move import Unclear, read_move
from noughts.faces.table import Table
from noughts.faces.view import View


def play(table: Table, advertisement: str = "") -> None:
    """Play at the table until somebody quits, or the input ends; first say what else there is."""
    desk = Desk(table, Paper())
    desk.introduce()
    if advertisement:
        desk.paper.say(advertisement, "dim")
    desk.paper.say("Type a move, or ? for help.", "dim")
    try:
        converse(desk, LineInput())
    except Stopped:
        pass
    except (EOFError, KeyboardInterrupt):
        desk.paper.say()
    if desk.seen is not None:
        desk.paper.say(farewell(desk.seen))


def converse(desk: Desk, lines: LineInput) -> None:
    """Let those who are to decide do so, one after the other, for ever."""
    if desk.table.turn is None:
        desk.show()
    while True:
        if turn := desk.table.turn:
            desk.try_to_let_decide(turn)
            if desk.table.turn is None:
                desk.show()
        else:
            view = desk.view
            typed = lines.ask(prompt(view), completions(view))
            desk.try_to(partial(answer, desk, typed))


def answer(desk: Desk, typed: str) -> None:
    """Do what was typed: a move, else a command, else a part of a move."""
    view = desk.view
    moves = [choice.text for choice in view.choices]
    if not typed.strip():
        return
    command = command_called(typed)
    if command and typed.strip() not in moves:
        command(desk)
    elif not view.person:
        desk.paper.say(why_no_move(view), "yellow")
    else:
        make_move(desk, typed, moves)


def make_move(desk: Desk, typed: str, moves: list[str]) -> None:
    """Make the move that was typed, or say what is unclear about it."""
    try:
        number = read_move(typed, moves)
    except Unclear as unclear:
        desk.paper.say(str(unclear), "yellow")
        return
    desk.table.play(number)
    if desk.table.turn is None:
        desk.show()


def why_no_move(view: View) -> str:
    """What to do where nobody at the console is to decide."""
    if view.outcome:
        return "The match is over. Say restart, undo or quit."
    return f"{view.to_move} is played by a program. Say resume, redo, undo or restart."


def prompt(view: View) -> str:
    """Whose answer is wanted."""
    return "restart, undo or quit> " if view.outcome else f"{view.to_move}> "


def completions(view: View) -> list[str]:
    """What the tab key may complete."""
    return [choice.text for choice in view.choices] + [command.word for command in COMMANDS]


def farewell(view: View) -> str:
    """The last line."""
    if view.outcome:
        return "Thank you for playing."
    moves = len(view.line)
    return f"The match stops here, after {moves} move{'' if moves == 1 else 's'}."
