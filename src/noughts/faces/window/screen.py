"""The screen of a document on a Tk canvas of any size."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from math import hypot
from pathlib import Path
from typing import assert_never

from noughts.easel import (
    HEIGHT,
    WIDTH,
    Circle,
    Disc,
    Graphic,
    Image,
    Number,
    Point,
    Segment,
    Text,
    Triangle,
)
from noughts.easel.svg import css
from noughts.faces.view import Choice, Worth
from noughts.faces.window.looks import DARK, LIGHT, Palette, fill_of
from noughts.faces.window.pictures import Pictures
from noughts.faces.window.sheet import Sheet, drawn_on, has_white_pieces, in_the_dark
from noughts.games.picture import Area

_GAP = 5
"""Pixels between what is coloured and the lines of a board."""
_LETTER = 0.6
"""The width of a letter as a share of its height."""
_BEST_FIRST = ("win", "draw", "loss")


class Screen:
    """A canvas on which the document's screen is as large as it can be.

    If it is `fitted`, it shows the part in which something has been drawn so far, which only grows.
    """

    def __init__(self, parent: tk.Misc, folder: Path | None, *, fitted: bool = False) -> None:
        self.canvas = tk.Canvas(
            parent,
            width=WIDTH * 0.8,
            height=HEIGHT * 0.8,
            background="white",
            highlightthickness=0,
        )
        self.canvas.bind("<Configure>", lambda _event: self._draw())
        self.canvas.bind("<Motion>", self._point)
        self._pictures = Pictures(self.canvas, folder)
        self._images: Sequence[Image] = ()
        self._choices: Sequence[Choice] = ()
        self._marked: int | None = None
        self._deciding: Sequence[Sequence[int]] = ()
        self._chosen: Sequence[Area] = ()
        self._fitted = fitted
        self._drawn: Sheet | None = None
        self._sheet = Sheet()
        self._palette = LIGHT
        self._dark = False
        self.has_named_colors = False

    def dress(self, palette: Palette) -> None:
        """Take the colours of the window: a dark sheet in a dark one."""
        self._palette = palette
        self._draw()

    def show(
        self,
        images: Sequence[Image],
        choices: Sequence[Choice] = (),
        marked: int | None = None,
        deciding: Sequence[Sequence[int]] = (),
        chosen: Sequence[Area] = (),
    ) -> None:
        """Draw images, what there is to say about moves, and borders of what decided or was clicked."""
        self._images, self._choices, self._marked = images, choices, marked
        self._deciding, self._chosen = deciding, chosen
        if self._fitted:
            self._fit()
        self._draw()

    def _fit(self) -> None:
        """Show what has been drawn so far, and where moves are made."""
        areas = [area for choice in self._choices for area in choice.areas]
        now = drawn_on(self._images, areas)
        if now is not None:
            self._drawn = now if self._drawn is None else self._drawn.union(now)
            self._sheet = self._drawn.with_margin()

    def pixel(self, x: int, y: int) -> tuple[int, int]:
        """The pixel of the document under a place of the canvas."""
        left, top, scale = self._frame()
        across, up = self._sheet.left + (x - left) / scale, self._sheet.top - (y - top) / scale
        return min(max(int(across), 0), WIDTH), min(max(int(up), 0), HEIGHT)

    def at(self, x: Number | float, y: Number | float) -> tuple[float, float]:
        """Where on the canvas a place of the document is."""
        left, top, scale = self._frame()
        return left + (float(x) - self._sheet.left) * scale, top + (self._sheet.top - float(y)) * scale

    def _point(self, event: tk.Event[tk.Canvas]) -> None:
        """Show with the cursor where a click makes a move."""
        pixel = self.pixel(event.x, event.y)
        playable = any(pixel in area for choice in self._choices for area in choice.areas)
        self.canvas.configure(cursor="hand2" if playable else "")

    def _frame(self) -> tuple[float, float, float]:
        """Left, top and scale of the sheet on the canvas."""
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        sheet = self._sheet
        scale = max(min(width / sheet.width, height / sheet.height), 0.01)
        return (width - sheet.width * scale) / 2, (height - sheet.height * scale) / 2, scale

    def _tone(self, color: str) -> str:
        """A colour as it is drawn: that of the document, or what it is in the dark."""
        return in_the_dark(color) if self._dark else color

    def _draw(self) -> None:
        """Colours of moves lie beneath the images, their borders and values above."""
        has_white = self.has_named_colors or has_white_pieces(self._images)
        is_kept = has_white or self._sheet.is_painted(self._images)
        self._dark = self._palette is DARK and not is_kept
        self.canvas.configure(background=self._tone("#ffffff"))
        self.canvas.delete("all")
        self._pictures.forget()
        ranked = sorted(self._choices, key=_rank)
        for choice in reversed(ranked):  # where several moves begin, the best of them stands for all
            if choice.worth:
                for area in choice.areas:
                    fill = self._tone(fill_of(choice.worth))
                    self.canvas.create_rectangle(*self._corners(area), fill=fill, outline="")
        drawn = [self._items_of(image) for image in self._images]
        for places in self._deciding:
            self._draw_around([item for place in places for item in drawn[place]])
        for number, choice in enumerate(self._choices):
            self._draw_border(choice, marked=number == self._marked)
        self._draw_worths(ranked)
        for area in self._chosen:
            self.canvas.create_rectangle(*self._corners(area), outline=self._tone(LIGHT.marked), width=5)

    def _items_of(self, image: Image) -> tuple[int, ...]:
        """Draw an image; the items of the canvas that it consists of, which are its last ones."""
        if not self._deciding:
            self._draw_image(image)
            return ()
        before = len(self.canvas.find_all())
        self._draw_image(image)
        return self.canvas.find_all()[before:]

    def _draw_around(self, items: Sequence[int]) -> None:
        """A border around a piece that decided the match."""
        if not (items and (box := self.canvas.bbox(*items))):
            return
        left, top, right, bottom = box
        corners = (left - _GAP, top - _GAP, right + _GAP, bottom + _GAP)
        color = self._tone(LIGHT.results["win"])
        self.canvas.create_rectangle(*corners, outline=color, width=3, tags="deciding")

    def _draw_image(self, image: Image) -> None:
        _, _, scale = self._frame()
        width = max(1.0, 2 * scale)
        match image:
            case Segment(start, end, color):
                ends = (*self._place(start), *self._place(end))
                self.canvas.create_line(*ends, fill=self._tone(css(color)), width=width, capstyle="round")
            case Circle(center, radius, color):
                self.canvas.create_oval(
                    *self._around(center, radius), outline=self._tone(css(color)), width=width
                )
            case Disc(center, radius, color):
                self.canvas.create_oval(
                    *self._around(center, radius), fill=self._tone(css(color)), outline=""
                )
            case Triangle(a, b, c, color):
                corners = (*self._place(a), *self._place(b), *self._place(c))
                self.canvas.create_polygon(
                    *corners, fill=self._tone(css(color)), outline=self._tone(css(color))
                )
            case Text(content, center, height, color):
                font = ("Helvetica", -max(1, round(float(height) * scale)))
                self.canvas.create_text(
                    *self._place(center), text=content, fill=self._tone(css(color)), font=font
                )
            case Graphic(file, center, graphic_width, graphic_height):
                size = (float(graphic_width) * scale, float(graphic_height) * scale)
                self._pictures.draw(file, self._place(center), size)
            case _:
                assert_never(image)

    def _draw_border(self, choice: Choice, *, marked: bool) -> None:
        """A dashed border for a hint, a thick one for where the keyboard is."""
        for area in choice.areas:
            corners = self._corners(area)
            if marked:
                self.canvas.create_rectangle(*corners, outline=self._tone(LIGHT.marked), width=4)
            elif choice.hinted:
                self.canvas.create_rectangle(*corners, outline=self._tone(LIGHT.hinted), width=3, dash=(8, 5))
            elif choice.begun:
                self.canvas.create_rectangle(*corners, outline=self._tone(LIGHT.marked), width=2)
            elif choice.worth:
                self.canvas.create_rectangle(
                    *corners, outline=self._tone(LIGHT.results[choice.worth.result]), width=1
                )

    def _draw_worths(self, ranked: Sequence[Choice]) -> None:
        """The worth of the best move in its first area: at the lower border, else its number in the corner;
        only where no disc is, and not where all moves are worth the same, as the list says."""
        if len(ranked) > 1 and len({choice.worth for choice in ranked}) == 1:
            return
        best: dict[Area, Worth] = {}
        for choice in ranked:
            if choice.worth and choice.areas:
                best.setdefault(choice.areas[0], choice.worth)
        for area, worth in best.items():
            left, top, right, bottom = self._corners(area)
            text = str(worth).replace(" in ", " ")
            size = min(16.0, 0.2 * (bottom - top), 1.7 * (right - left) / len(text))
            written = self._write_worth(text, (left + right) / 2, bottom - size, size)
            if not written and worth.distance is not None:
                number = str(worth.distance)
                self._write_worth(number, right - 0.35 * size * len(number), bottom - 0.6 * size, size)

    def _write_worth(self, text: str, x: float, y: float, size: float) -> bool:
        """Write it around a place of the canvas, if that is free of discs."""
        half, high = _LETTER * size * len(text) / 2, size / 2
        for image in self._images:
            if isinstance(image, Disc):
                left, top, right, bottom = self._around(image.center, image.radius)
                across = abs((left + right) / 2 - x) - half
                down = abs((top + bottom) / 2 - y) - high
                if hypot(max(across, 0.0), max(down, 0.0)) < (right - left) / 2:
                    return False
        font = ("Helvetica", -max(1, round(size)))
        self.canvas.create_text(x, y, text=text, fill=self._tone("#202124"), font=font)
        return True

    def _corners(self, area: Area) -> tuple[float, float, float, float]:
        left, top = self.at(area.left + _GAP, area.top - _GAP)
        right, bottom = self.at(area.right - _GAP, area.bottom + _GAP)
        return left, top, right, bottom

    def _place(self, point: Point) -> tuple[float, float]:
        return self.at(point.x, point.y)

    def _around(self, center: Point, radius: Number) -> tuple[float, float, float, float]:
        left, top = self.at(center.x - radius, center.y + radius)
        right, bottom = self.at(center.x + radius, center.y - radius)
        return left, top, right, bottom


def _rank(choice: Choice) -> int:
    """Better moves come first, those of unknown worth last."""
    return _BEST_FIRST.index(choice.worth.result) if choice.worth else len(_BEST_FIRST)
