"""Beside the screen: how it stands, what may be asked for, the moves to make and the moves made."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk

from noughts.faces.view import Choice, Made, View
from noughts.faces.window.looks import DARK, LIGHT, Palette, dress_list, dress_menu, listbox

_WIDTH = 280

_BUTTONS = (("undo", "Undo", "U"), ("redo", "Redo", "R"), ("hint", "Hint", "H"), ("restart", "New", "N"))
_RESUME = "Play on from here"
_WHY = "Why is it over?"
SAVE, LOAD = "Save the match", "Load a match"


class Panel:
    """The column at the right."""

    def __init__(
        self,
        root: tk.Tk,
        commands: Mapping[str, Callable[[], object]],
        play: Callable[[int], object],
        jump: Callable[[int], object],
    ) -> None:
        self.frame = ttk.Frame(root)
        self._headline = ttk.Label(self.frame, style="Headline.TLabel", wraplength=_WIDTH)
        self._message = ttk.Label(self.frame, style="Muted.TLabel", wraplength=_WIDTH)
        self._seats = ttk.Label(self.frame, style="Muted.TLabel", wraplength=_WIDTH)
        self._buttons = {
            name: ttk.Button(self.frame, text=text, underline=0, command=commands[name], takefocus=False)
            for name, text, _ in _BUTTONS
        }
        self._resume = ttk.Button(self.frame, text=_RESUME, command=commands["resume"], takefocus=False)
        self._palette = LIGHT
        self._shown = tk.BooleanVar(root)
        self._dark = tk.BooleanVar(root)
        self._values = ttk.Checkbutton(
            self.frame,
            text="Values of moves",
            underline=0,
            variable=self._shown,
            command=commands["values"],
            takefocus=False,
        )
        self._choices = listbox(self.frame, 9, play)
        self._line = listbox(self.frame, 9, jump)
        self._menu(root, commands)
        self._lay_out()

    def _menu(self, root: tk.Tk, commands: Mapping[str, Callable[[], object]]) -> None:
        self._bar = bar = tk.Menu(root, relief="flat", borderwidth=0)
        self._match = tk.Menu(bar, tearoff=False, relief="flat")
        for name, text, key in _BUTTONS:
            self._match.add_command(label=text, accelerator=key, command=lambda name=name: self.invoke(name))  # type: ignore[misc]
        self._match.add_command(label=_RESUME, accelerator="P", command=commands["resume"])
        self._match.add_command(label=_WHY, accelerator="Y", command=commands["why"])
        self._match.add_checkbutton(
            label="Values of moves", accelerator="V", variable=self._shown, command=commands["values"]
        )
        self._match.add_checkbutton(
            label="Dark", accelerator="T", variable=self._dark, command=commands["theme"]
        )
        self._match.add_separator()
        self._match.add_command(label=f"{SAVE}…", accelerator="S", command=commands["save"])
        self._match.add_command(label=f"{LOAD}…", accelerator="L", command=commands["load"])
        self._match.add_command(label="Keys", accelerator="?", command=commands["keys"])
        self._match.add_separator()
        self._match.add_command(label="Quit", accelerator="Ctrl+Q", command=root.destroy)
        root.bind("<Control-q>", lambda _event: root.destroy())
        bar.add_cascade(label="Match", menu=self._match)
        root.configure(menu=bar)

    def _lay_out(self) -> None:
        self.frame.columnconfigure((0, 1), weight=1, uniform="half")
        self.frame.rowconfigure((7, 9), weight=1)
        for row, label in enumerate((self._headline, self._seats, self._message)):
            label.grid(row=row, column=0, columnspan=2, sticky="nw", pady=(0, 4))
        self.frame.rowconfigure(2, minsize=48)
        for number, button in enumerate(self._buttons.values()):
            button.grid(row=3 + number // 2, column=number % 2, sticky="ew", padx=2, pady=2)
        self._values.grid(row=5, column=0, columnspan=2, sticky="w", pady=(4, 8))
        self._resume.grid(row=10, column=0, columnspan=2, sticky="ew", pady=(8, 0))
        for row, title, entries in ((6, "You may play", self._choices), (8, "Moves", self._line)):
            heading = ttk.Label(self.frame, text=title, style="Muted.TLabel")
            heading.grid(row=row, column=0, columnspan=2, sticky="w", pady=(6, 2))
            entries.grid(row=row + 1, column=0, columnspan=2, sticky="nsew")
        ttk.Frame(self.frame, width=_WIDTH).grid(row=11, column=0, columnspan=2)

    def dress(self, palette: Palette) -> None:
        """Take these colours; those of moves follow when they are shown next."""
        self._palette = palette
        self._dark.set(palette is DARK)
        for entries in (self._choices, self._line):
            dress_list(entries, palette)
        dress_menu(self._bar, palette, palette.ground)
        dress_menu(self._match, palette, palette.card)

    def invoke(self, name: str) -> None:
        """Do what a button does, if it can be pressed now."""
        (self._values if name == "values" else self._buttons[name]).invoke()

    def show(self, view: View, marked: int | None) -> None:
        """Show the view, and which move the keyboard is at."""
        self._headline.configure(text=view.headline)
        self._seats.configure(text="   ".join(f"{seat.side}: {seat.player}" for seat in view.seats))
        self._message.configure(text=view.message)
        self._shown.set(view.values_shown)
        self._enable(view)
        fill(self._choices, [f" {in_full(choice)}" for choice in view.choices], marked)
        self._color_choices(view)
        line = [made_text(ply, made) for ply, made in enumerate(view.line, 1)]
        fill(self._line, [" Start", *line], view.ply)
        for ply in range(view.ply + 1, len(view.line) + 1):
            self._line.itemconfigure(ply, foreground=self._palette.muted)

    def _enable(self, view: View) -> None:
        advisable = view.advisable and view.person
        possible = {
            "undo": view.can_undo,
            "redo": view.can_redo,
            "hint": advisable,
            "restart": bool(view.line),
        }
        for number, (name, button) in enumerate(self._buttons.items()):
            button.state(["!disabled" if possible[name] else "disabled"])
            self._match.entryconfigure(number, state="normal" if possible[name] else "disabled")
        self._match.entryconfigure(_RESUME, state="normal" if view.can_resume else "disabled")
        self._match.entryconfigure(_WHY, state="normal" if view.outcome else "disabled")
        if view.can_resume:
            self._resume.grid()
        else:
            self._resume.grid_remove()
        self._values.state(["!disabled" if view.advisable else "disabled"])

    def _color_choices(self, view: View) -> None:
        palette = self._palette
        plain = palette.ink if view.person else palette.muted
        for number, choice in enumerate(view.choices):
            color = palette.results[choice.worth.result] if choice.worth else plain
            self._choices.itemconfigure(number, foreground=color, selectforeground=color)
            if choice.hinted:
                self._choices.itemconfigure(number, background=palette.soft, foreground=palette.hinted)


def fill(entries: tk.Listbox, texts: list[str], selected: int | None) -> None:
    """The texts in the list, one of them selected and in sight."""
    entries.delete(0, "end")
    entries.insert("end", *texts)
    entries.selection_clear(0, "end")
    if selected is not None:
        entries.selection_set(selected)
        entries.see(selected)


def made_text(ply: int, made: Made) -> str:
    """A move of the match in the list."""
    return f" {ply}.  {made.side}  {made.text}"


def in_full(choice: Choice) -> str:
    """A move, its worth, and whether a strategy permits it."""
    parts = [choice.text, *([str(choice.worth)] if choice.worth else []), *("✓" if choice.permitted else "")]
    return "   ".join(parts)
