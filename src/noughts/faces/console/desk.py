"""A table in front of a person at the console: what is shown of it, and how."""

from __future__ import annotations

import copy
from collections.abc import Callable

from noughts.faces.console.paper import Paper
from noughts.faces.console.raster import Picture, raster
from noughts.faces.console.sketch import Label
from noughts.faces.describe import describe
from noughts.faces.table import Table
from noughts.faces.turn import Turn
from noughts.faces.view import View
from noughts.games.game import RulesError
from noughts.refusal import Refusal


class Desk:
    """The table, the paper to print on, and the last picture of it, so that a board stays."""

    def __init__(self, table: Table, paper: Paper) -> None:
        self.table = table
        self.paper = paper
        self.seen: View | None = None
        """What there was to see when somebody last looked: to take leave, no rules are asked any more."""
        self._picture: Picture | None = None

    @property
    def view(self) -> View:
        """What there is to see now."""
        self.seen = describe(self.table)
        return self.seen

    @property
    def seats(self) -> str:
        """Who plays, in a line."""
        return " · ".join(f"{seat.side}: {seat.player}" for seat in self.view.seats)

    def introduce(self) -> None:
        """What is played, and by whom."""
        self.paper.say(self.view.title, "bold")
        self.paper.say(self.seats, "dim")

    def show(self) -> None:
        """The position: its picture if it has one, else in words."""
        view = self.view
        self.paper.say()
        if view.images is None:
            self.paper.say(f"  {view.text}")
        else:
            labels = labels_of(view)
            columns = self.paper.columns - 2
            self._picture = raster(view.images, labels, columns=columns, before=self._picture)
            self.paper.draw(self._picture.rows)
        self.paper.say()
        if view.outcome:
            self.paper.say(f"{view.outcome}.", "bold")

    def try_to(self, wish: Callable[[], object]) -> None:
        """Do what is wished; if the rules break down over it, say why and leave all as it was."""
        before = copy.copy(self.table)
        try:
            wish()
        except (RulesError, Refusal) as failure:
            self.table.become(before)
            self.paper.say(str(failure), "red")
        except KeyboardInterrupt:
            self.table.become(before)
            raise

    def let_decide(self, turn: Turn) -> None:
        """The move of a program, in a line; in front of it who plays now, if another has taken its seat."""
        before = self.seats
        move = self.paper.wait_for(turn.decide, f"{turn.side} is thinking")
        self.table.take(turn, move)
        if self.seats != before:
            self.paper.say(self.seats, "dim")
        self.paper.say(f"{turn.side} plays {turn.text(move)}")

    def try_to_let_decide(self, turn: Turn) -> None:
        """The same, for a person who can do something about it if the program cannot decide."""
        try:
            self.let_decide(turn)
        except (RulesError, Refusal) as failure:
            self.table.fail(turn, failure)
            self.tell()

    def tell(self) -> None:
        """What became of the last wish, if there is something to say."""
        view = self.view
        for text, style in ((view.message, ""), (view.error, "red")):
            if text:
                self.paper.say(text, style)


def labels_of(view: View) -> list[Label]:
    """The text of every move that has an area which it shares with no other; none if nobody is to type it."""
    areas = [area for choice in view.choices for area in choice.areas]
    return [
        Label(choice.text if view.person and areas.count(area) == 1 else "", area)
        for choice in view.choices
        for area in choice.areas[:1]
    ]
