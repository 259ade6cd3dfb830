"""The report of an error in the rules, or the reasons for a fact, in letters of one width."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from noughts.faces.window.looks import LIGHT, Palette
from noughts.games.reasoned import Because

_LINES = 12
"""A longer report is scrolled."""

_COLUMNS = 100
"""Letters in a line of reasons: they fit beside each other beneath the board and the panel."""


class Trouble:
    """A heading and the report; nothing at all while there is nothing to say."""

    def __init__(self, root: tk.Tk) -> None:
        self._palette = LIGHT
        self._frame = ttk.Frame(root)
        self._heading = ttk.Label(self._frame)
        self._report = tk.Text(self._frame, font="TkFixedFont", wrap="none", relief="flat", height=1)
        self._heading.pack(anchor="w")
        self._report.pack(fill="both", expand=True)

    def lay_out(self, *, row: int, columnspan: int) -> None:
        """Where it is once there is something to say."""
        self._frame.grid(row=row, column=0, columnspan=columnspan, sticky="nsew", padx=20, pady=(0, 20))
        self._frame.grid_remove()

    def dress(self, palette: Palette) -> None:
        """Take these colours."""
        self._palette = palette
        self._report.configure(background=palette.card, foreground=palette.ink)

    def show(self, error: str) -> None:
        """Show the report of an error, or hide what was shown."""
        self._say("The rules have an error" if error else "", error, self._palette.results["loss"])

    def explain(self, because: Because) -> None:
        """Show a fact and its reasons."""
        reasons = "\n".join(line for reason in because.reasons for line in reason.lines(_COLUMNS))
        self._say(because.fact, reasons, self._palette.ink)

    def _say(self, heading: str, text: str, color: str) -> None:
        self._heading.configure(text=heading, foreground=color)
        self._report.configure(state="normal", height=min(len(text.splitlines()), _LINES) or 1)
        self._report.delete("1.0", "end")
        self._report.insert("1.0", text)
        self._report.configure(state="disabled")
        if heading:
            self._frame.grid()
        else:
            self._frame.grid_remove()
