"""A match in a window: the screen, how it stands, the moves to make and the moves made."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from tkinter import filedialog, ttk
from typing import Any, TypeVar

from noughts.faces.describe import describe
from noughts.faces.directions import Direction, middle, nearest_choice, next_choice
from noughts.faces.host import Host
from noughts.faces.match_file import load_match, save_match
from noughts.faces.run_command import run_command
from noughts.faces.table import Table
from noughts.faces.view import Made, View
from noughts.faces.window.keys import show_keys
from noughts.faces.window.looks import DARK, LIGHT, dress, first_palette, remember_palette
from noughts.faces.window.panel import LOAD, SAVE, Panel
from noughts.faces.window.screen import Screen
from noughts.faces.window.trouble import Trouble
from noughts.games.reasoned import Because

Answer = TypeVar("Answer")

_POLL = 15
"""Milliseconds between two looks whether a program has decided: less than a frame at 60 a second."""

_MATCHES = (("Matches", "*.match"), ("All files", "*"))
"""The kinds of files in the dialogs."""

_COLORS = frozenset({"black", "white"})
"""Sides of these names keep their colours in the dark."""

_ARROWS: tuple[Direction, ...] = ("Left", "Right", "Up", "Down")


class TableWindow:
    """The table in a window; programs think in the background."""

    def __init__(self, root: tk.Tk, table: Table, folder: Path | None = None, pause: float = 0.35) -> None:
        self._root = root
        self._table = table
        self._host = Host(lambda action: self._do(lambda: action(table)), self._wait, pause)
        self._marked: int | None = None
        self._viewed: View | None = None
        self._shown: tuple[int, tuple[Made, ...]] = (0, ())
        self._place: tuple[float, float] | None = None
        self._position = ttk.Label(root, anchor="center", font=("Courier", -26), width=32, wraplength=520)
        self._screen = Screen(root, folder, fitted=True)
        self._panel = Panel(root, self._commands(), self._play, self._jump)
        self._trouble = Trouble(root)
        self._palette = first_palette()
        self._dress()
        self._lay_out()
        self._bind()
        self._do(lambda: None)

    @property
    def view(self) -> View:
        """The view of the table now."""
        return self._viewed or describe(self._table)

    def _commands(self) -> dict[str, Callable[[], object]]:
        table = self._table
        plain = {
            "undo": table.undo,
            "redo": table.redo,
            "hint": table.hint,
            "restart": table.restart,
            "resume": self._resume,
        }
        commands: dict[str, Callable[[], object]] = {name: self._then_show(do) for name, do in plain.items()}
        commands |= {
            "save": self._save,
            "load": self._load,
            "theme": self._switch_theme,
            "keys": self._show_keys,
            "why": lambda: self._explain(table.why_over),
        }
        return commands | {"values": self._then_show(lambda: table.show_values(not table.values_shown))}

    def _resume(self) -> None:
        if self.view.can_resume:
            self._table.resume()

    def _switch_theme(self) -> None:
        """From light to dark, or back."""
        self._palette = LIGHT if self._palette is DARK else DARK
        remember_palette(self._palette)
        self._dress()
        self._show(self.view)

    def _show_keys(self) -> None:
        show_keys(self._root, self._palette)

    def _dress(self) -> None:
        dress(self._root, self._palette)
        self._screen.dress(self._palette)
        self._panel.dress(self._palette)
        self._trouble.dress(self._palette)

    def _save(self) -> None:
        """Ask for a file, which gets one match more."""
        name = filedialog.asksaveasfilename(
            parent=self._root,
            title=SAVE,
            initialfile=f"{self._table.game.name}.match",
            filetypes=_MATCHES,
            confirmoverwrite=False,
        )
        if name:
            self._do(lambda: save_match(self._table, Path(name)))

    def _load(self) -> None:
        """Ask for a file, and go on with its last match."""
        name = filedialog.askopenfilename(parent=self._root, title=LOAD, filetypes=_MATCHES)
        if name:
            self._do(lambda: load_match(self._table, Path(name)))

    def _then_show(self, command: Callable[[], object]) -> Callable[[], None]:
        return lambda: self._do(command)

    def _do(self, command: Callable[[], object]) -> None:
        """Run a command, show the view after it, and let programs think."""
        view = self._viewed = run_command(self._table, command, self._viewed)
        if (view.ply, view.line) != self._shown:
            self._marked = None
        self._shown = (view.ply, view.line)
        self._show(view)
        self._host.follow(self._table, self._table.turn)

    def _lay_out(self) -> None:
        shown = self._position if self.view.images is None else self._screen.canvas
        self._root.columnconfigure(0, weight=1)
        self._root.rowconfigure(0, weight=1)
        shown.grid(row=0, column=0, sticky="nsew", padx=(20, 0), pady=20)
        self._panel.frame.grid(row=0, column=1, sticky="ns", padx=20, pady=20)
        self._trouble.lay_out(row=1, columnspan=2)

    def _bind(self) -> None:
        self._screen.canvas.bind("<Button-1>", self._clicked)
        for key, name in (("u", "undo"), ("r", "redo"), ("h", "hint"), ("v", "values"), ("n", "restart")):
            self._root.bind(f"<Key-{key}>", lambda _event, name=name: self._panel.invoke(name))  # type: ignore[misc]
        for direction in _ARROWS:
            self._root.bind(f"<{direction}>", lambda _event, to=direction: self._go(to))  # type: ignore[misc]
        self._root.bind("<Key-s>", lambda _event: self._save())
        self._root.bind("<Key-l>", lambda _event: self._load())
        self._root.bind("<Key-t>", lambda _event: self._switch_theme())
        self._root.bind("<question>", lambda _event: self._show_keys())
        self._root.bind("<Key-y>", lambda _event: self._explain(self._table.why_over))
        self._root.bind("<Key-p>", lambda _event: self._then_show(self._resume)())
        self._root.bind("<Return>", lambda _event: self._play(self._marked))
        self._root.bind("<comma>", lambda _event: self._jump(self._table.ply - 1))
        self._root.bind("<period>", lambda _event: self._jump(self._table.ply + 1))

    def _clicked(self, event: tk.Event[tk.Canvas]) -> None:
        self._screen.canvas.focus_set()
        pixel = self._screen.pixel(event.x, event.y)
        meant = self._answer(lambda: self._table.click(*pixel))
        if meant is False and self.view.person:
            self._explain(lambda: self._table.why_no_move_at(*pixel))

    def _explain(self, why: Callable[[], Because | None]) -> None:
        """Say why something is so, if the rules know."""
        if (because := self._answer(why)) is not None:
            self._trouble.explain(because)

    def _answer(self, question: Callable[[], Answer]) -> Answer | None:
        """Run a command, and give its answer; none if it fails."""
        answers: list[Answer] = []
        self._do(lambda: answers.append(question()))
        return answers[0] if answers else None

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

    def _show(self, view: View) -> None:
        self._root.title(f"{view.headline} – {view.title}")
        if view.images is None:
            self._position.configure(text=view.text)
        else:
            self._screen.has_named_colors = not _COLORS.isdisjoint(seat.side for seat in view.seats)
            self._screen.show(view.images, view.choices, self._marked, view.deciding, view.chosen)
        self._panel.show(view, self._marked)
        self._trouble.show(view.error)

    def _wait(self, future: Future[Any], seconds: float, then: Callable[[], None]) -> None:
        """Look again and again, since Tk lets no other thread call it."""
        self._look_until(future, time.monotonic() + seconds, then)

    def _look_until(self, future: Future[Any], earliest: float, then: Callable[[], None]) -> None:
        if future.done() and time.monotonic() >= earliest:
            then()
        else:
            self._root.after(_POLL, lambda: self._look_until(future, earliest, then))
