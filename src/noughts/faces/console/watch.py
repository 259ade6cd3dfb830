"""Films in the console: redrawn in place on a terminal, printed as a few pictures elsewhere."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from select import select
from time import monotonic, sleep
from typing import TypeAlias

from noughts.easel import FRAMES_PER_SECOND, HEIGHT, WIDTH, Circle, Color, Disc, Image, Input, Triangle
from noughts.faces.console.canvas import Axis, Canvas, Sign
from noughts.faces.console.draw import draw, sign_of
from noughts.faces.console.figures import box_of
from noughts.faces.console.guides import Rectangles, rectangles
from noughts.faces.console.printer import Printer
from noughts.faces.console.shapes import bounds, cells_inside, corners, inside_ellipse, inside_triangle
from noughts.faces.console.table_view import TableView
from noughts.faces.table import Film, Table

# Typed letters, read without waiting for the end of a line.

HELD = 6
"""Frames for which a typed letter counts as held: a terminal does not report when a key is released."""

# The sequences of arrows and other keys that are no letters (ECMA-48, 5.4).
_SEQUENCES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.|.)?")

# What terminals send for the Enter key.
_ENTER = frozenset("\r\n")


class KeyInput:
    """The typed keys, frame by frame."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor
        self._left: dict[str, int] = {}
        self.entered = False

    def held(self) -> frozenset[str]:
        """The letters that are held in the next frame; `entered` says whether the enter key was pressed."""
        typed = _SEQUENCES.sub("", self._typed())
        self.entered = not _ENTER.isdisjoint(typed)
        self._left = {letter: frames - 1 for letter, frames in self._left.items() if frames > 1}
        self._left |= {letter: HELD for letter in typed.lower() if letter.isalpha()}
        return frozenset(self._left)

    def _typed(self) -> str:
        if self._descriptor is None or not select([self._descriptor], [], [], 0)[0]:
            return ""
        typed = os.read(self._descriptor, 1024)
        if not typed:
            self._descriptor = None
        return typed.decode("utf-8", "ignore")


@contextmanager
def keys_typed() -> Iterator[KeyInput]:
    """Read keys immediately and without echo, until the end of the block; none without a terminal.

    Ctrl-Z has no effect meanwhile, because it would leave the terminal in this state.
    """
    try:
        import termios
        import tty
    except ImportError:  # as on Windows, where a film can only be watched
        yield KeyInput(None)
        return
    if sys.stdin is None or not sys.stdin.isatty():
        yield KeyInput(None)
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        modes = termios.tcgetattr(descriptor)
        modes[6][termios.VSUSP] = bytes([os.fpathconf(descriptor, "PC_VDISABLE")])
        termios.tcsetattr(descriptor, termios.TCSANOW, modes)
        yield KeyInput(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)


# A screen on a grid of cells of one size, so only images that move on the screen move in the text.

# The corners of the screen.
_CORNERS = ((0, 0), (0, HEIGHT), (WIDTH, 0), (WIDTH, HEIGHT))

_DOT, _FILLED, _RING = 0.25, 2.0, 3.0
"""The rows that a shape takes: discs below the first are dots; from the second on shapes fill cells, and
from the third on circles are drawn.  All others are signs."""

Shape: TypeAlias = Circle | Disc | Triangle


class Even(Axis, frozen=True):
    """An axis with cells of one size; places beyond the length of the screen are moved to that distance."""

    count: int

    def at(self, place: float) -> float:
        """The place of a pixel, in cells."""
        cell = place / self.scale - 0.5
        return min(max(cell, -self.count), 2.0 * self.count)

    def place(self, cell: float) -> float:
        """The pixel in the middle of a cell."""
        return (cell + 0.5) * self.scale


def even(scale: float, length: int) -> Even:
    """The axis with `scale` pixels to a cell along a screen of that length."""
    return Even((), (), scale, round(length / scale))


def grid(images: Sequence[Image], columns: int, rows: int) -> tuple[list[list[Sign]], Color | None]:
    """The screen in the largest size that fits into the columns and rows, and its background colour."""
    scale = max(WIDTH / columns, HEIGHT / (2 * rows))
    x, y = even(scale, WIDTH), even(2 * scale, HEIGHT)
    wholes = rectangles(images)
    seen, backdrop = in_front(images, wholes)
    canvas = Canvas()
    for image in seen:
        if isinstance(image, Circle | Disc | Triangle):
            draw_shape(canvas, image, x, y, wholes)
        else:
            draw(canvas, image, x, y, wholes)
    cells = [[canvas.seen((column, row)) for column in range(x.count)] for row in reversed(range(y.count))]
    return cells, backdrop


def draw_shape(canvas: Canvas, shape: Shape, x: Even, y: Even, wholes: Rectangles) -> None:
    """Draw a dot, a sign or the whole shape, depending only on its size, so it looks the same everywhere."""
    left, bottom, right, top = box = box_of(shape)
    rows = min((right - left) / (2 * x.scale), (top - bottom) / y.scale)
    if isinstance(shape, Triangle) and wholes.has_half(shape):
        for cell in product(covered(x, left, right), covered(y, bottom, top)):
            canvas.shade(cell, shape.color)
    elif rows < (_RING if isinstance(shape, Circle) else _FILLED):
        sign = "·" if isinstance(shape, Disc) and rows < _DOT else sign_of(shape)
        middle = x.nearest((left + right) / 2), y.nearest((bottom + top) / 2)
        canvas.put(middle, Sign(sign, shape.color))
    elif isinstance(shape, Circle):
        draw(canvas, shape, x, y, wholes)
    else:
        inside = inside_ellipse(*box) if isinstance(shape, Disc) else inside_triangle(corners(shape))
        for cell in cells_inside(x, y, box, inside):
            canvas.shade(cell, shape.color)


def covered(axis: Even, start: float, end: float) -> range:
    """The cells whose middles lie between two pixels, or the one in which they are."""
    within = axis.within(start, end)
    return within or range(middle := axis.nearest((start + end) / 2), middle + 1)


def in_front(images: Sequence[Image], wholes: Rectangles) -> tuple[Sequence[Image], Color | None]:
    """The images in front of the last one that covers the whole screen, and the colour of that."""
    for number in reversed(range(len(images))):
        image = images[number]
        if isinstance(image, Triangle) and covers_all(image, wholes):
            return images[number + 1 :], image.color
    return images, None


def covers_all(triangle: Triangle, wholes: Rectangles) -> bool:
    """Whether it hides the screen, alone or with the other half of its rectangle."""
    points = corners(triangle)
    if wholes.has_half(triangle):
        left, bottom, right, top = bounds(points)
        return left <= 0 and bottom <= 0 and right >= WIDTH and top >= HEIGHT
    inside = inside_triangle(points)
    return all(inside(x, y) for x, y in _CORNERS)


# The seconds from one frame to the next.
_FRAME = 1 / FRAMES_PER_SECOND

# The number of pictures, a second apart, that are printed if nothing can be redrawn.
_PICTURES = 3

# At least one of this many frames is drawn, however slow the terminal is: five pictures a second.
_LEAST_OFTEN = 6

# The most seconds of delay that a film catches up with; beyond that it continues from the current time.
_CATCH_UP = 1.0

# The greatest height of a printed picture: the lines of a usual terminal.
_ROWS = 24

_HINT = "Letters go to the document. Enter starts over, Ctrl-C ends."


def watch(film: Film, advertisement: str = "") -> None:
    """Show the film until Ctrl-C is pressed; then print the advertisement."""
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
    """Show frame after frame, forever; frames for which there is no time are not drawn."""
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
    """Draw the frame, and beneath it the keys that may be typed."""
    columns, rows = printer.columns - 1, printer.lines - 2
    if columns > 0 and rows > 0:
        cells, backdrop = grid(film.images, columns, rows)
        printer.redraw(cells, backdrop, _HINT[:columns])


def print_pictures(film: Film, printer: Printer) -> None:
    """Print the film at the beginning, after a second, and so on."""
    printer.say(film.title, "bold")
    for second in range(_PICTURES):
        printer.say(f"\nAfter {second} second{'' if second == 1 else 's'}:")
        printer.draw(grid(film.images, printer.columns - 2, _ROWS)[0])
        for _ in range(FRAMES_PER_SECOND):
            film.advance(Input())
    printer.say("\nIt goes on like this, and moves where there is a terminal.")


def demonstrate(table: Table, plies: int | None = None) -> None:
    """Show the match that the programs at the table play, until it is over or `plies` moves are made."""
    table_view = TableView(table, Printer())
    table_view.introduce()
    table_view.show()
    while (turn := table.turn) and table.ply != plies:
        table_view.let_decide(turn)
        table_view.show()
    if turn:
        table_view.printer.say(f"It is not over after {plies} moves, and stops here.")
