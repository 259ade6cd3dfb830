"""The commands of the console, besides moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec import Struct

from noughts.faces.console.table_view import TableView
from noughts.faces.describe import Choice
from noughts.faces.table import Table
from noughts.games.record import load_records
from noughts.games.record_file import RecordFile
from noughts.save import cannot


class Stopped(Exception):
    """The user quits."""


class Command(Struct, frozen=True):
    """A command: its word, synonyms, purpose and action, and the name of its argument if it has one.

    An argument in brackets may be left out.
    """

    word: str
    others: tuple[str, ...]
    purpose: str
    run: Callable[..., None]
    takes: str = ""


def show_help(table_view: TableView) -> None:
    """Print how moves are typed, and every command."""
    table_view.printer.say("Type a move or an unambiguous beginning of one. Other commands:")
    for command in COMMANDS:
        names = ", ".join((f"{command.word} {command.takes}".rstrip(), *command.others))
        table_view.printer.say(f"  {names:<18} {command.purpose}")
    table_view.printer.say("If a command is also a move, put a colon before it: :undo.")


def list_moves(table_view: TableView) -> None:
    """Print the legal moves with their numbers, and their values if known."""
    table_view.printer.say_in_columns(
        [
            (f"  {f'#{number}':>4}  {choice}".rstrip(), style_of(choice))
            for number, choice in enumerate(table_view.view.choices, 1)
        ]
    )


def style_of(choice: Choice) -> str:
    """Green for a win, red for a loss."""
    if choice.worth is None or choice.worth.result == "draw":
        return ""
    return "green" if choice.worth.result == "win" else "red"


def undo(table_view: TableView) -> None:
    """Go back to a person's last decision."""
    if not table_view.table.can_undo:
        table_view.printer.say("There is nothing to undo.", "yellow")
        return
    table_view.table.undo()
    table_view.show()


def redo(table_view: TableView) -> None:
    """Go forward again."""
    if not table_view.table.can_redo:
        table_view.printer.say("There is nothing to redo.", "yellow")
        return
    table_view.table.redo()
    table_view.show()


def save_match(table: Table, path: Path) -> int:
    """Append the match to the file; return the new number of matches in it."""
    try:
        file = RecordFile(path)
        file.append([table.record()])
    except (OSError, ValueError) as error:
        raise cannot("written", path, error) from error
    return file.count


def load_match(table: Table, path: Path) -> int:
    """Continue the last match of the file; return the number of matches in it."""
    try:
        records = load_records(path)
    except (OSError, ValueError) as error:
        raise cannot("read", path, error) from error
    table.take_up(records[-1])
    return len(records)


def wait_for_advice(table_view: TableView) -> bool:
    """Wait for the values of moves; whether they are known then."""
    table = table_view.table
    while (awaited := table.awaited) is not None and not awaited.done():
        table_view.printer.wait_for(awaited.exception, "Computing the value of each move")
    return table.adviser is not None and table.adviser.oracle is not None


def hint(table_view: TableView) -> None:
    """Print the best moves."""
    if table_view.view.outcome:
        table_view.printer.say("The match is over: there is nothing to advise.", "yellow")
        return
    table_view.table.hint()
    wait_for_advice(table_view)
    table_view.tell()


def list_values(table_view: TableView) -> None:
    """Print the value of every legal move."""
    table_view.table.show_values(True)
    if wait_for_advice(table_view):
        list_moves(table_view)
    else:
        table_view.tell()
    table_view.table.show_values(False)


def resume(table_view: TableView) -> None:
    """Let a program decide in the past."""
    if not table_view.table.program_waits:
        table_view.printer.say(
            "A program can be asked again only in the past, or where it could not decide.", "yellow"
        )
        return
    table_view.table.resume()


def tell_why(table_view: TableView, name: str = "") -> None:
    """Print why a move is not legal, or why the match is over."""
    table, say = table_view.table, table_view.printer.say
    why = table.why_not_legal(name) if name else table.why_over()
    if why is None:
        legal = name in [choice.text for choice in table_view.view.choices]
        no_reason = f"{name} is legal." if legal else f"The rules have no move “{name}”."
        say(no_reason if name else "The match goes on. Say why MOVE of a move that is not legal.", "yellow")
        return
    say(f"{why.fact}{':' if why.reasons else '.'}")
    for reason in why.reasons:
        say("\n".join(f"  {line}" for line in reason.lines(table_view.printer.columns - 2)))


def restart(table_view: TableView) -> None:
    """Begin a new match."""
    table_view.table.restart()
    if table_view.table.number:
        table_view.printer.say("A new match; undo leads back to the one before.", "dim")
    if table_view.table.turn is None:
        table_view.show()


def save_to(table_view: TableView, name: str) -> None:
    """Append the match to a file."""
    count = save_match(table_view.table, Path(name))
    table_view.printer.say(f"The match is in {name}{f', after {count - 1} other' if count > 1 else ''}.")


def load_from(table_view: TableView, name: str) -> None:
    """Continue the last match of a file."""
    count = load_match(table_view.table, Path(name))
    if count > 1:
        table_view.printer.say(f"{name} holds {count} matches; this is the last.")
    table_view.show()


def stop(table_view: TableView) -> None:
    """Quit."""
    raise Stopped


COMMANDS = (
    Command("help", ("?", "h"), "this list", show_help),
    Command("moves", ("m",), "the legal moves; #3 plays the third", list_moves),
    Command("hint", (), "what to play, and what it leads to", hint),
    Command("values", ("v",), "what every move is worth", list_values),
    Command("why", (), "why it is not legal, or why the match is over", tell_why, "[MOVE]"),
    Command("undo", ("u",), "take your last move back", undo),
    Command("redo", ("r",), "make it again", redo),
    Command("resume", (), "after undo: let the program move again", resume),
    Command("board", ("b",), "show the position once more", TableView.show),
    Command("restart", (), "begin a new match", restart),
    Command("save", (), "append the match to a file", save_to, "FILE"),
    Command("load", (), "continue the last match in a file", load_from, "FILE"),
    Command("quit", ("q", "exit"), "stop", stop),
)

# The commands by each of their names.
_BY_NAME = {name: command for command in COMMANDS for name in (command.word, *command.others)}


def command_called(typed: str) -> Callable[[TableView], None] | None:
    """The command that was typed, with its argument; a colon before it is allowed."""
    word, _, rest = typed.strip().removeprefix(":").strip().partition(" ")
    command, rest = _BY_NAME.get(word.casefold()), rest.strip()
    if command is None or (rest and not command.takes):
        return None
    if command.takes and not rest and not command.takes.startswith("["):
        return lambda table_view: table_view.printer.say(f"Say {command.word} {command.takes}.", "yellow")
    return partial(command.run, name=rest) if rest else command.run
