"""A table in the console: its drawing, and its commands."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from noughts.easel import Image
from noughts.faces.console.canvas import Sign
from noughts.faces.console.printer import Printer
from noughts.faces.console.raster import Picture, raster
from noughts.faces.console.sketch import Label
from noughts.faces.describe import View, describe
from noughts.faces.table import Table, Turn
from noughts.games.game import RulesError
from noughts.players.levels import LevelPlayer
from noughts.refusal import Refusal

# The lines below a board: a blank one, the outcome and the prompt.
_BELOW = 3

# The columns to the left of a board.
_INDENT = 2


@contextmanager
def restored_on_failure(table: Table) -> Iterator[None]:
    """Put the table back as it was before the block if that raises."""
    saved = copy.copy(table)
    try:
        yield
    except BaseException:
        table.become(saved)
        raise


class TableView:
    """A table, its printer, and the last picture, with which a board keeps its size and place."""

    def __init__(self, table: Table, printer: Printer) -> None:
        self.table = table
        self.printer = printer
        self.seen: View | None = None
        """The last view, for a farewell that does not ask the rules."""
        self._picture: Picture | None = None
        self._too_small: tuple[int, int] | None = None

    @property
    def view(self) -> View:
        """A description of the table now."""
        self.seen = describe(self.table)
        return self.seen

    @property
    def seats(self) -> str:
        """The players in a line."""
        return " · ".join(f"{seat.side}: {seat.player}" for seat in self.view.seats)

    def introduce(self, choose_players: str = "") -> None:
        """Print the first lines: the game, its players, how to choose others, and how often levels err."""
        self.printer.say(self.view.title, "bold")
        self.printer.say(f"{self.seats}   ({choose_players})" if choose_players else self.seats, "dim")
        players = self.table.players.values()
        for level in dict.fromkeys(who.level for who in players if isinstance(who, LevelPlayer)):
            self.printer.say(f"{level.word} {level.summary}.", "dim")

    def show(self) -> None:
        """Print the position: its picture if it has one, else its text."""
        view = self.view
        self.printer.say()
        if view.images is None:
            self.printer.say(f"  {view.text}")
        else:
            self._draw(view.images, labels_of(view))
        self.printer.say()
        if view.outcome:
            self.printer.say(f"{view.outcome}.", "bold")

    def _draw(self, images: Sequence[Image], labels: Sequence[Label]) -> None:
        """Draw the board so that it fits into the terminal together with the prompt, if that is possible."""
        printer = self.printer
        columns, lines = printer.columns - _INDENT, printer.lines - _BELOW
        limit = lines if printer.is_terminal else None
        self._picture = raster(images, labels, columns=columns, lines=limit, before=self._picture)
        rows = self._picture.rows
        printer.draw(rows, " " * _INDENT)
        if printer.is_terminal and (len(rows) > lines or any(len(row) > columns for row in rows)):
            self._advise_larger(rows)

    def _advise_larger(self, rows: Sequence[Sequence[Sign]]) -> None:
        """Print once for each size of the terminal how large it must be for the board."""
        size = self.printer.columns, self.printer.lines
        if size != self._too_small:
            self._too_small = size
            width, height = max(map(len, rows)) + _INDENT, len(rows) + _BELOW
            needed = f"{max(size[0], width)} × {max(size[1], height)}"
            self.printer.say(f"For the whole board, enlarge the terminal to {needed},", "yellow")
            self.printer.say("or play in the browser: --face browser.", "yellow")

    def run(self, command: Callable[[], object]) -> None:
        """Run a command; if it fails, print why and restore the table."""
        try:
            with restored_on_failure(self.table):
                command()
        except (RulesError, Refusal) as failure:
            self.printer.say(str(failure), "red")

    def let_decide(self, turn: Turn) -> None:
        """Let a program make its move, and print it; first print the players if a substitute plays now."""
        before = self.seats
        move = self.printer.wait_for(turn.decide, f"{turn.side} is thinking")
        self.table.take(turn, move)
        if self.seats != before:
            self.printer.say(self.seats, "dim")
        self.printer.say(f"{turn.side} plays {turn.text(move)}")

    def let_decide_or_fail(self, turn: Turn) -> None:
        """The same; if the program cannot decide, print why and wait for a person."""
        try:
            self.let_decide(turn)
        except (RulesError, Refusal) as failure:
            self.table.fail(turn, failure)
            self.tell()

    def tell(self) -> None:
        """Print the message and the error of the last command, if there are any."""
        view = self.view
        for text, style in ((view.message, ""), (view.error, "red")):
            if text:
                self.printer.say(text, style)


def labels_of(view: View) -> list[Label]:
    """A label for each move: its text if a person may type it and it has an area for itself alone."""
    areas = [area for choice in view.choices for area in choice.areas]
    return [
        Label(choice.text if view.person and choice.final and areas.count(area) == 1 else "", area)
        for choice in view.choices
        for area in choice.areas[:1]
    ]
