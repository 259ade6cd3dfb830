"""The colours of the window and of values, the same as on the page."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from noughts.faces.view import Result, Worth

GROUND, CARD, INK, MUTED, RULE = "#f5f4f0", "#ffffff", "#1c1d20", "#65666d", "#dedcd5"
MARKED, SOFT, HINTED = "#3457d5", "#e6eafb", "#16835b"

FILLS: dict[Result, tuple[int, int, int]] = {
    "win": (22, 150, 100),
    "draw": (214, 170, 50),
    "loss": (205, 60, 80),
}
BORDERS: dict[Result, str] = {"win": "#16835b", "draw": "#8a6a12", "loss": "#c0364a"}


def fill_of(worth: Worth) -> str:
    """The colour of a move's area: stronger, the nearer the end."""
    strength = 0.3 if worth.distance is None else 0.2 + 0.5 / (1 + (worth.distance - 1) / 3)
    red, green, blue = (round(255 + strength * (part - 255)) for part in FILLS[worth.result])
    return f"#{red:02x}{green:02x}{blue:02x}"


def dress(root: tk.Tk) -> None:
    """Give the window its colours and fonts."""
    root.configure(background=GROUND)
    style = ttk.Style(root)
    style.theme_use("clam")
    style.configure(".", background=GROUND, foreground=INK, font=("Helvetica", -15), bordercolor=RULE)
    style.configure("Headline.TLabel", font=("Helvetica", -26, "bold"))
    style.configure("Muted.TLabel", foreground=MUTED, font=("Helvetica", -14))
    style.configure("TButton", background=CARD, padding=(10, 5), lightcolor=CARD, darkcolor=CARD)
    style.map("TButton", background=[("disabled", GROUND), ("active", SOFT)])
    style.map("TButton", lightcolor=[("disabled", GROUND)], darkcolor=[("disabled", GROUND)])
    style.configure("TCheckbutton", padding=(2, 4), indicatorbackground=CARD)
    style.map("TCheckbutton", background=[("active", GROUND)])


def listbox(parent: tk.Misc, height: int, clicked: Callable[[int], object]) -> tk.Listbox:
    """A list that tells which of its lines is clicked; keys are for the window, not for the list."""
    entries = tk.Listbox(
        parent,
        height=height,
        activestyle="none",
        background=CARD,
        foreground=INK,
        borderwidth=0,
        highlightthickness=1,
        highlightbackground=RULE,
        highlightcolor=MARKED,
        selectbackground=SOFT,
        selectforeground=INK,
        selectborderwidth=0,
        font=("Helvetica", -15),
        exportselection=False,
    )
    entries.bindtags((str(entries), str(parent.winfo_toplevel()), "all"))
    entries.bind("<Button-1>", lambda event: click(entries, event.y, clicked))
    entries.bind("<MouseWheel>", lambda event: entries.yview_scroll(-1 if event.delta > 0 else 1, "units"))
    entries.bind("<Button-4>", lambda _event: entries.yview_scroll(-1, "units"))
    entries.bind("<Button-5>", lambda _event: entries.yview_scroll(1, "units"))
    return entries


def click(entries: tk.Listbox, y: int, clicked: Callable[[int], object]) -> None:
    """Tell which line is at that height, if one is."""
    number = int(entries.index(f"@0,{y}"))
    box = entries.bbox(number) if number >= 0 else None
    if box and box[1] <= y <= box[1] + box[3]:
        clicked(number)
