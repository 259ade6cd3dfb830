"""A match in a window: the screen, how it stands, the moves to make and the moves made."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from tkinter import filedialog, ttk

from noughts.faces.attempt import attempt, conclude
from noughts.faces.background import in_background
from noughts.faces.describe import describe
from noughts.faces.directions import Direction, middle, nearest_choice, next_choice
from noughts.faces.match_file import load_match, save_match
from noughts.faces.table import Table
from noughts.faces.turn import Turn
from noughts.faces.view import Made, View
from noughts.faces.window.looks import DARK, LIGHT, dress, palette_of_desktop
from noughts.faces.window.panel import LOAD, SAVE, Panel
from noughts.faces.window.screen import Screen
from noughts.faces.window.trouble import Trouble
from noughts.games.game import Move
from noughts.games.value import Oracle

POLL = 15
"""Milliseconds between two looks whether a program has decided."""

MATCHES = (("Matches", "*.match"), ("All files", "*"))
"""What is offered where a file is asked for."""

ARROWS: tuple[Direction, ...] = ("Left", "Right", "Up", "Down")


class TableWindow:
    """The table in a window; programs think in the background."""

    def __init__(self, root: tk.Tk, table: Table, folder: Path | None = None, pause: float = 0.35) -> None:
        self._root = root
        self._table = table
        self._pause = pause
        self._turn: Turn | None = None
        self._advised = False
        self._marked: int | None = None
        self._viewed: View | None = None
        self._shown: tuple[int, tuple[Made, ...]] = (0, ())
        self._place: tuple[float, float] | None = None
        self._position = ttk.Label(root, anchor="center", font=("Courier", -26), width=32, wraplength=520)
        self._screen = Screen(root, folder)
        self._panel = Panel(root, self._wishes(), self._play, self._jump)
        self._trouble = Trouble(root)
        self._palette = palette_of_desktop()
        self._dress()
        self._lay_out()
        self._bind()
        self._do(lambda: None)

    @property
    def view(self) -> View:
        """What there is to see now."""
        return self._viewed or describe(self._table)

    def _wishes(self) -> dict[str, Callable[[], object]]:
        table = self._table
        plain = {
            "undo": table.undo,
            "redo": table.redo,
            "hint": table.hint,
            "restart": table.restart,
            "resume": self._resume,
        }
        wishes: dict[str, Callable[[], object]] = {name: self._then_show(do) for name, do in plain.items()}
        wishes |= {"save": self._save, "load": self._load, "theme": self._switch_theme}
        return wishes | {"values": self._then_show(lambda: table.show_values(not table.values_shown))}

    def _resume(self) -> None:
        if self.view.can_resume:
            self._table.resume()

    def _switch_theme(self) -> None:
        """From light to dark, or back."""
        self._palette = LIGHT if self._palette is DARK else DARK
        self._dress()
        self._show(self.view)

    def _dress(self) -> None:
        dress(self._root, self._palette)
        self._panel.dress(self._palette)
        self._trouble.dress(self._palette)

    def _save(self) -> None:
        """Ask for a file, which gets one match more."""
        name = filedialog.asksaveasfilename(
            parent=self._root,
            title=SAVE,
            initialfile=f"{self._table.game.name}.match",
            filetypes=MATCHES,
            confirmoverwrite=False,
        )
        if name:
            self._do(lambda: save_match(self._table, Path(name)))

    def _load(self) -> None:
        """Ask for a file, and go on with its last match."""
        name = filedialog.askopenfilename(parent=self._root, title=LOAD, filetypes=MATCHES)
        if name:
            self._do(lambda: load_match(self._table, Path(name)))

    def _then_show(self, wish: Callable[[], object]) -> Callable[[], None]:
        return lambda: self._do(wish)

    def _do(self, wish: Callable[[], object]) -> None:
        """Fulfil a wish, show what came of it, and let those think who have something to think about."""
        view = self._viewed = attempt(self._table, wish, self._viewed)
        if (view.ply, view.line) != self._shown:
            self._marked = None
        self._shown = (view.ply, view.line)
        self._show(view)
        self._let_decide()
        self._let_advise()

    def _lay_out(self) -> None:
        stage = self._position if self.view.images is None else self._screen.canvas
        self._root.columnconfigure(0, weight=1)
        self._root.rowconfigure(0, weight=1)
        stage.grid(row=0, column=0, sticky="nsew", padx=(20, 0), pady=20)
        self._panel.frame.grid(row=0, column=1, sticky="ns", padx=20, pady=20)
        self._trouble.lay_out(row=1, columnspan=2)

    def _bind(self) -> None:
        self._screen.canvas.bind("<Button-1>", self._clicked)
        for key, wish in (("u", "undo"), ("r", "redo"), ("h", "hint"), ("v", "values"), ("n", "restart")):
            self._root.bind(f"<Key-{key}>", lambda _event, wish=wish: self._panel.invoke(wish))  # type: ignore[misc]
        for direction in ARROWS:
            self._root.bind(f"<{direction}>", lambda _event, to=direction: self._go(to))  # type: ignore[misc]
        self._root.bind("<Key-s>", lambda _event: self._save())
        self._root.bind("<Key-l>", lambda _event: self._load())
        self._root.bind("<Key-t>", lambda _event: self._switch_theme())
        self._root.bind("<Key-p>", lambda _event: self._then_show(self._resume)())
        self._root.bind("<Return>", lambda _event: self._play(self._marked))
        self._root.bind("<comma>", lambda _event: self._jump(self._table.ply - 1))
        self._root.bind("<period>", lambda _event: self._jump(self._table.ply + 1))

    def _clicked(self, event: tk.Event[tk.Canvas]) -> None:
        self._screen.canvas.focus_set()
        pixel = self._screen.pixel(event.x, event.y)
        self._do(lambda: self._table.click(*pixel))

    def _play(self, number: int | None) -> None:
        if number is not None:
            self._do(lambda: self._table.play(number))

    def _jump(self, ply: int) -> None:
        self._do(lambda: self._table.jump(ply))

    def _go(self, direction: Direction) -> None:
        """Mark the next move in a direction."""
        choices = self.view.choices
        if not (choices and self.view.person):
            return
        if self._marked is None:
            self._marked = nearest_choice(choices, self._place)
        else:
            self._marked = next_choice(choices, self._marked, direction)
        self._place = middle(choices[self._marked])
        self._show(self.view)

    def _let_decide(self) -> None:
        turn = self._table.turn
        if turn is not None and turn != self._turn:
            self._await_move(turn, in_background(turn.decide), time.monotonic() + self._pause)
        self._turn = turn

    def _let_advise(self) -> None:
        adviser = self._table.adviser
        if adviser is not None and adviser.is_asked and not self._advised:
            self._advised = True
            self._await_advice(adviser.ask())

    def _show(self, view: View) -> None:
        self._root.title(f"{view.headline} – {view.title}")
        if view.images is None:
            self._position.configure(text=view.text)
        else:
            self._screen.show(view.images, view.choices, self._marked)
        self._panel.show(view, self._marked)
        self._trouble.show(view.error)

    def _await_move(self, turn: Turn, thought: Future[Move], earliest: float) -> None:
        if turn != self._table.turn:
            return
        if thought.done() and time.monotonic() >= earliest:
            self._do(lambda: conclude(self._table, turn, thought))
        else:
            self._root.after(POLL, lambda: self._await_move(turn, thought, earliest))

    def _await_advice(self, advice: Future[Oracle]) -> None:
        """Show the match once more when the values of moves are known, or why they will not be."""
        if advice.done():
            self._do(lambda: None)
        else:
            self._root.after(POLL, lambda: self._await_advice(advice))
