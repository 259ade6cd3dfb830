"""Open a window and show a match or a film until it is closed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from noughts.faces.film import Film
from noughts.faces.no_face import NoFace
from noughts.faces.table import Table

if TYPE_CHECKING:
    import tkinter as tk
    from types import TracebackType

_ATTENTION = 200
"""Milliseconds until Ctrl-C in the terminal is noticed."""

_OTHERS = "`--face browser` and `--face console` need none"


def open_window(shown: Table | Film, *, folder: Path | None = None, pause: float = 0.35) -> None:
    """Show a match or a film until the window is closed; `NoFace` if no window can be opened."""
    root = open_root()
    failures = stop_on_failure(root)
    furnish(root, shown, folder=folder, pause=pause)
    try:
        root.mainloop()
    except KeyboardInterrupt:
        root.destroy()
    for failure in failures:
        if not isinstance(failure, KeyboardInterrupt):
            raise failure


def open_root() -> tk.Tk:
    """An empty window, or a sentence that says why there is none."""
    try:
        import tkinter as tk
    except ImportError as failure:
        help = f"on Debian and Ubuntu it is in python3-tk; {_OTHERS}"
        raise NoFace("there can be no window: this Python has no tkinter", help) from failure
    try:
        return tk.Tk(className="Noughts")
    except tk.TclError as failure:
        raise NoFace("there is no display to open a window on", _OTHERS) from failure


def furnish(root: tk.Tk, shown: Table | Film, *, folder: Path | None, pause: float) -> None:
    """Fill the window with what is to be shown."""
    from noughts.faces.window.film_window import FilmWindow
    from noughts.faces.window.table_window import TableWindow

    root.title(shown.title)
    root.minsize(640, 420)
    if isinstance(shown, Film):
        FilmWindow(root, shown, folder)
    else:
        TableWindow(root, shown, folder, pause)


def stop_on_failure(root: tk.Tk) -> list[BaseException]:
    """Let Ctrl-C and what goes wrong close the window, rather than be printed while it stays."""
    failures: list[BaseException] = []

    def report(kind: type[BaseException], failure: BaseException, trace: TracebackType | None) -> None:
        failures.append(failure)
        root.destroy()

    def notice() -> None:
        root.after(_ATTENTION, notice)

    root.report_callback_exception = report
    notice()
    return failures
