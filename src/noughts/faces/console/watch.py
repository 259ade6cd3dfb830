"""A document that moves on its own: redrawn in place on a terminal, a few pictures of it elsewhere."""

from __future__ import annotations

from time import monotonic, sleep

from noughts.easel import FRAMES_PER_SECOND, Input
from noughts.faces.console.grid import grid
from noughts.faces.console.key_input import keys_typed
from noughts.faces.console.printer import Printer
from noughts.faces.film import Film

_FRAME = 1 / FRAMES_PER_SECOND
"""The seconds from one frame to the next."""

_PICTURES = 3
"""The pictures that are printed where nothing can be redrawn, a second apart."""

_LEAST_OFTEN = 6
"""The frames of which at least one is drawn, however slow the terminal is: five pictures a second."""

_CATCH_UP = 1.0
"""Seconds of delay that are caught up with; a film that is later goes on from there."""

_ROWS = 24
"""The greatest height of a printed picture: the lines of a usual terminal."""

_HINT = "Letters go to the document. Enter starts over, Ctrl-C ends."


def watch(film: Film, advertisement: str = "") -> None:
    """Show the film until Ctrl-C is pressed; then say what else there is."""
    printer = Printer()
    if printer.redraws:
        try:
            run(film, printer)
        except KeyboardInterrupt:
            printer.say(f"{film.title} stops here.")
    else:
        print_pictures(film, printer)
    if advertisement:
        printer.say(advertisement, "dim")


def run(film: Film, printer: Printer) -> None:
    """Frame after frame, for ever; frames for which there is no time are not drawn."""
    with printer.screen(), keys_typed() as keys:
        due, skipped = monotonic(), 0
        while True:
            if monotonic() < due + _FRAME or skipped == _LEAST_OFTEN - 1:
                draw_frame(film, printer)
                skipped = 0
            else:
                skipped += 1
            due = max(due, monotonic() - _CATCH_UP) + _FRAME
            sleep(max(due - monotonic(), 0))
            film.advance(Input(keys=keys.held()))
            if keys.entered:
                film.restart()


def draw_frame(film: Film, printer: Printer) -> None:
    """The frame, and beneath it what may be typed."""
    columns, rows = printer.columns - 1, printer.lines - 2
    if columns > 0 and rows > 0:
        cells, backdrop = grid(film.images, columns, rows)
        printer.redraw(cells, backdrop, _HINT[:columns])


def print_pictures(film: Film, printer: Printer) -> None:
    """The film after no time, after a second, and so on."""
    printer.say(film.title, "bold")
    for second in range(_PICTURES):
        printer.say(f"\nAfter {second} second{'' if second == 1 else 's'}:")
        printer.draw(grid(film.images, printer.columns - 2, _ROWS)[0])
        for _ in range(FRAMES_PER_SECOND):
            film.advance(Input())
    printer.say("\nIt goes on like this, and moves where there is a terminal.")
