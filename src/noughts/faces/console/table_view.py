"""What the console shows of a table, and how it runs what is asked of it."""

from __future__ import annotations

from collections.abc import Callable

from noughts.faces.console.printer import Printer
from noughts.faces.console.raster import Picture, raster
from noughts.faces.console.sketch import Label
from noughts.faces.describe import describe
from noughts.faces.run_command import restored_on_failure
from noughts.faces.table import Table
from noughts.faces.turn import Turn
from noughts.faces.view import View
from noughts.games.game import RulesError
from noughts.refusal import Refusal


class TableView:
    """A table, its printer, and the last picture, so that a board stays as large and where it is."""

    def __init__(self, table: Table, printer: Printer) -> None:
        self.table = table
        self.printer = printer
        self.seen: View | None = None
        """The last view, so that the farewell asks no rules any more."""
        self._picture: Picture | None = None

    @property
    def view(self) -> View:
        """A description of the table now."""
        self.seen = describe(self.table)
        return self.seen

    @property
    def seats(self) -> str:
        """Who plays, in a line."""
        return " · ".join(f"{seat.side}: {seat.player}" for seat in self.view.seats)

    def introduce(self) -> None:
        """What is played, and by whom."""
        self.printer.say(self.view.title, "bold")
        self.printer.say(self.seats, "dim")

    def show(self) -> None:
        """The position: its picture if it has one, else in words."""
        view = self.view
        self.printer.say()
        if view.images is None:
            self.printer.say(f"  {view.text}")
        else:
            labels = labels_of(view)
            columns = self.printer.columns - 2
            self._picture = raster(view.images, labels, columns=columns, before=self._picture)
            self.printer.draw(self._picture.rows)
        self.printer.say()
        if view.outcome:
            self.printer.say(f"{view.outcome}.", "bold")

    def run(self, command: Callable[[], object]) -> None:
        """Run a command; if it fails, say why and leave the table as it was."""
        try:
            with restored_on_failure(self.table):
                command()
        except (RulesError, Refusal) as failure:
            self.printer.say(str(failure), "red")

    def let_decide(self, turn: Turn) -> None:
        """Let a program make its move, and print it; first who plays, if another stands in now."""
        before = self.seats
        move = self.printer.wait_for(turn.decide, f"{turn.side} is thinking")
        self.table.take(turn, move)
        if self.seats != before:
            self.printer.say(self.seats, "dim")
        self.printer.say(f"{turn.side} plays {turn.text(move)}")

    def let_decide_or_fail(self, turn: Turn) -> None:
        """The same; if the program cannot decide, say why and wait for a person."""
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
    """A label for each move: its text if a person may type it and no other move shares the area."""
    areas = [area for choice in view.choices for area in choice.areas]
    return [
        Label(choice.text if view.person and areas.count(area) == 1 else "", area)
        for choice in view.choices
        for area in choice.areas[:1]
    ]
