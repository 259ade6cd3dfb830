"""The keys of a window, in a window of their own."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from noughts.faces.window.looks import Palette

_KEYS = (
    ("← ↑ → ↓", "go among the moves"),
    ("Enter", "play the marked move"),
    ("u", "take your last move back"),
    ("r", "make it again"),
    ("h", "hint: the best moves"),
    ("v", "colour the moves by their values"),
    ("n", "new match"),
    ("y", "why the match is over"),
    ("p", "play on from an earlier position"),
    (",  .", "one move back in the match, one forward"),
    ("s  l", "save the match, load one"),
    ("t", "light or dark"),
    ("?", "this list"),
    ("Ctrl+Q", "quit"),
)
"""Every key of a match, and its purpose."""

_OFFSET = 60
"""Pixels from the corner of the window to that of the list."""


def show_keys(root: tk.Tk, palette: Palette) -> tk.Toplevel:
    """Open the list of keys; any key, or a click, closes it."""
    dialog = tk.Toplevel(root, background=palette.ground, highlightthickness=1)
    dialog.configure(highlightbackground=palette.rule, highlightcolor=palette.rule)
    dialog.geometry(f"+{root.winfo_rootx() + _OFFSET}+{root.winfo_rooty() + _OFFSET}")
    dialog.title("Keys")
    dialog.resizable(False, False)
    dialog.transient(root)
    frame = ttk.Frame(dialog, padding=20)
    frame.pack()
    for row, (key, purpose) in enumerate(_KEYS):
        name = ttk.Label(frame, text=key, font=("Helvetica", -15, "bold"))
        name.grid(row=row, column=0, sticky="w", padx=(0, 24), pady=2)
        ttk.Label(frame, text=purpose).grid(row=row, column=1, sticky="w", pady=2)
    for event in ("<Key>", "<Button-1>"):
        dialog.bind(event, lambda _event: dialog.destroy())
    dialog.focus_set()
    return dialog
