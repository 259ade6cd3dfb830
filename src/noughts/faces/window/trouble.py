"""The report of an error in the rules, in letters of one width, beneath everything else."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from noughts.faces.window.looks import Palette

_LINES = 12
"""A longer report is scrolled."""


class Trouble:
    """A heading and the report; nothing at all while nothing went wrong."""

    def __init__(self, root: tk.Tk) -> None:
        self._frame = ttk.Frame(root)
        self._heading = ttk.Label(self._frame, text="The rules have an error")
        self._report = tk.Text(self._frame, font="TkFixedFont", wrap="none", relief="flat", height=1)
        self._heading.pack(anchor="w")
        self._report.pack(fill="both", expand=True)

    def lay_out(self, *, row: int, columnspan: int) -> None:
        """Where it is once there is something to say."""
        self._frame.grid(row=row, column=0, columnspan=columnspan, sticky="nsew", padx=20, pady=(0, 20))
        self._frame.grid_remove()

    def dress(self, palette: Palette) -> None:
        """Take these colours."""
        self._heading.configure(foreground=palette.results["loss"])
        self._report.configure(background=palette.card, foreground=palette.ink)

    def show(self, error: str) -> None:
        """Show the report, or hide what was shown."""
        self._report.configure(state="normal", height=min(len(error.splitlines()), _LINES) or 1)
        self._report.delete("1.0", "end")
        self._report.insert("1.0", error)
        self._report.configure(state="disabled")
        if error:
            self._frame.grid()
        else:
            self._frame.grid_remove()
