"""The colours of the window and of values, the same as on the page."""

from __future__ import annotations

import os
import tkinter as tk
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from tkinter import ttk

from noughts import cache
from noughts.faces.view import Result, Worth

_THEME = "theme"
"""The file in the cache with the theme that was chosen last."""


@dataclass(frozen=True, slots=True)
class Palette:
    """What is behind and what is written, what is marked and chosen, and the colours of results."""

    ground: str
    card: str
    ink: str
    muted: str
    rule: str
    marked: str
    soft: str
    results: Mapping[Result, str]

    @property
    def hinted(self) -> str:
        """The colour of advice."""
        return self.results["win"]


LIGHT = Palette(
    ground="#f5f4f0",
    card="#ffffff",
    ink="#1c1d20",
    muted="#65666d",
    rule="#dedcd5",
    marked="#3457d5",
    soft="#e6eafb",
    results={"win": "#16835b", "draw": "#8a6a12", "loss": "#c0364a"},
)
"""Also for what is drawn on the screen of a document, whose colours `sheet.in_the_dark` changes."""

DARK = Palette(
    ground="#17181b",
    card="#212327",
    ink="#ececef",
    muted="#a0a1aa",
    rule="#35373d",
    marked="#8fa6ff",
    soft="#2b3254",
    results={"win": "#4cc793", "draw": "#d9b455", "loss": "#f0788a"},
)

_FILLS: dict[Result, tuple[int, int, int]] = {
    "win": (22, 150, 100),
    "draw": (214, 170, 50),
    "loss": (205, 60, 80),
}


def palette_of_desktop() -> Palette:
    """Dark where ``GTK_THEME`` says that windows are, as in ``Adwaita:dark``; else light."""
    return DARK if "dark" in os.environ.get("GTK_THEME", "").casefold() else LIGHT


def first_palette() -> Palette:
    """The palette that was chosen last, in any window; before that the one of the desktop."""
    place = cache.folder("window")
    chosen = place and cache.stored(place / _THEME)
    return {b"dark": DARK, b"light": LIGHT}.get(chosen or b"") or palette_of_desktop()


def remember_palette(palette: Palette) -> None:
    """Begin the next window with this palette."""
    place = cache.folder("window")
    if place:
        cache.store(place / _THEME, b"dark" if palette is DARK else b"light")


def fill_of(worth: Worth) -> str:
    """The colour of a move's area: stronger, the nearer the end."""
    strength = 0.3 if worth.distance is None else 0.2 + 0.5 / (1 + (worth.distance - 1) / 3)
    red, green, blue = (round(255 + strength * (part - 255)) for part in _FILLS[worth.result])
    return f"#{red:02x}{green:02x}{blue:02x}"


def dress(root: tk.Tk, palette: Palette) -> None:
    """Give the window its colours and fonts."""
    ground, card, ink = palette.ground, palette.card, palette.ink
    root.configure(background=ground)
    style = ttk.Style(root)
    style.theme_use("clam")
    style.configure(".", background=ground, foreground=ink, font=("Helvetica", -15), bordercolor=palette.rule)
    style.configure(".", fieldbackground=card, insertcolor=ink, arrowcolor=ink)
    style.configure("Headline.TLabel", font=("Helvetica", -26, "bold"))
    style.configure("Muted.TLabel", foreground=palette.muted, font=("Helvetica", -14))
    style.configure("TButton", background=card, padding=(10, 5), lightcolor=card, darkcolor=card)
    style.map("TButton", background=[("disabled", ground), ("active", palette.soft)])
    style.map("TButton", lightcolor=[("disabled", ground)], darkcolor=[("disabled", ground)])
    style.configure("TCheckbutton", padding=(2, 4), indicatorbackground=card, indicatorforeground=ink)
    style.map("TCheckbutton", background=[("active", ground)], indicatorbackground=[("active", card)])


def dress_list(entries: tk.Listbox, palette: Palette) -> None:
    """Give a list its colours."""
    entries.configure(
        background=palette.card,
        foreground=palette.ink,
        highlightbackground=palette.rule,
        highlightcolor=palette.marked,
        selectbackground=palette.soft,
        selectforeground=palette.ink,
    )


def dress_menu(menu: tk.Menu, palette: Palette, background: str) -> None:
    """Give a menu its colours."""
    menu.configure(
        background=background,
        foreground=palette.ink,
        activebackground=palette.soft,
        activeforeground=palette.ink,
        selectcolor=palette.ink,
    )


def listbox(parent: tk.Misc, height: int, clicked: Callable[[int], object]) -> tk.Listbox:
    """A list that tells which of its lines is clicked; keys are for the window, not for the list."""
    entries = tk.Listbox(
        parent,
        height=height,
        activestyle="none",
        borderwidth=0,
        highlightthickness=1,
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
