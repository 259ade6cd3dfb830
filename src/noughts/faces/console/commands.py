"""What may be asked for in the console besides a move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from noughts.faces.console.desk import Desk
from noughts.faces.match_file import load_match, save_match
from noughts.faces.view import Choice


class Stopped(Exception):
    """The person wants no more, or there is nothing more to read."""


@dataclass(frozen=True, slots=True)
class Command:
    """A word, others that mean the same, what it does, and what must stand behind it, if anything."""

    word: str
    others: tuple[str, ...]
    purpose: str
    run: Callable[..., None]
    takes: str = ""


def show_help(desk: Desk) -> None:
    """How moves are typed, and every command."""
    desk.paper.say("Type a move, or as much of it as no other move has. You may also say:")
    for command in COMMANDS:
        names = ", ".join((f"{command.word} {command.takes}".rstrip(), *command.others))
        desk.paper.say(f"  {names:<18} {command.purpose}")
    desk.paper.say("A word that is a move is taken as a move; with a colon, as in :undo, it is not.")


def list_moves(desk: Desk) -> None:
    """The legal moves with their numbers, and their worth if it is known."""
    for number, choice in enumerate(desk.view.choices, 1):
        desk.paper.say(f"  {f'#{number}':>4}  {choice}".rstrip(), style_of(choice))


def style_of(choice: Choice) -> str:
    """Green for a win, red for a loss."""
    if choice.worth is None or choice.worth.result == "draw":
        return ""
    return "green" if choice.worth.result == "win" else "red"


def undo(desk: Desk) -> None:
    """Back to a person's last decision."""
    if not desk.table.can_undo:
        desk.paper.say("There is nothing to undo.", "yellow")
        return
    desk.table.undo()
    desk.show()


def redo(desk: Desk) -> None:
    """Forward again."""
    if not desk.table.can_redo:
        desk.paper.say("There is nothing to redo.", "yellow")
        return
    desk.table.redo()
    desk.show()


def wait_for_advice(desk: Desk) -> bool:
    """See that the values of moves are known; are they?"""
    adviser = desk.table.adviser
    if adviser is not None:
        desk.paper.wait_for(lambda: adviser.ask().exception(), "Working out what every move is worth")
    return adviser is not None and adviser.oracle is not None


def hint(desk: Desk) -> None:
    """The best moves."""
    if desk.view.outcome:
        desk.paper.say("The match is over: there is nothing to advise.", "yellow")
        return
    desk.table.hint()
    wait_for_advice(desk)
    desk.tell()


def list_values(desk: Desk) -> None:
    """The worth of every legal move."""
    desk.table.show_values(True)
    if wait_for_advice(desk):
        list_moves(desk)
    else:
        desk.tell()
    desk.table.show_values(False)


def resume(desk: Desk) -> None:
    """Let a program decide anew in the past."""
    if not desk.view.can_resume:
        desk.paper.say(
            "Only in the past, or where it could not decide, can a program be asked anew.", "yellow"
        )
        return
    desk.table.resume()


def restart(desk: Desk) -> None:
    """A new match."""
    desk.table.restart()
    if desk.table.number:
        desk.paper.say("A new match; undo leads back to the one before.", "dim")
    if desk.table.turn is None:
        desk.show()


def save(desk: Desk, name: str) -> None:
    """The match into a file."""
    count = save_match(desk.table, Path(name))
    desk.paper.say(f"The match is in {name}{f', after {count - 1} other' if count > 1 else ''}.")


def load(desk: Desk, name: str) -> None:
    """A match from a file, to go on with."""
    count = load_match(desk.table, Path(name))
    if count > 1:
        desk.paper.say(f"{name} holds {count} matches; this is the last.")
    desk.show()


def stop(desk: Desk) -> None:
    """No more."""
    raise Stopped


COMMANDS = (
    Command("help", ("?", "h"), "this list", show_help),
    Command("moves", ("m",), "the legal moves; #3 plays the third", list_moves),
    Command("hint", (), "what to play, and what it leads to", hint),
    Command("values", ("v",), "what every move is worth", list_values),
    Command("undo", ("u",), "take your last move back", undo),
    Command("redo", ("r",), "make it again", redo),
    Command("resume", (), "in the past: let the program to move decide anew", resume),
    Command("board", ("b",), "show the position once more", Desk.show),
    Command("restart", (), "begin a new match", restart),
    Command("save", (), "write the match into a file, behind those in it", save, "FILE"),
    Command("load", (), "go on with the last match of a file", load, "FILE"),
    Command("quit", ("q", "exit"), "stop", stop),
)

BY_NAME = {name: command for command in COMMANDS for name in (command.word, *command.others)}


def command_called(typed: str) -> Callable[[Desk], None] | None:
    """What the command of that name does; a colon before it is allowed."""
    word, _, rest = typed.strip().removeprefix(":").strip().partition(" ")
    command, rest = BY_NAME.get(word.casefold()), rest.strip()
    if command is None or (rest and not command.takes):
        return None
    if command.takes and not rest:
        return lambda desk: desk.paper.say(f"Say {command.word} {command.takes}.", "yellow")
    return partial(command.run, name=rest) if rest else command.run
