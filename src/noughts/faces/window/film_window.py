"""A document that moves on its own in a window."""

from __future__ import annotations

import tkinter as tk
from collections import deque
from pathlib import Path

from noughts.easel import FRAMES_PER_SECOND, Input
from noughts.faces.film import Film
from noughts.faces.window.screen import Screen

_RELEASE = 30
"""Milliseconds after which a release counts: a key that is held repeats as releases and presses (X11)."""


class FilmWindow:
    """The screen, thirty frames a second; mouse and letter keys go to the document."""

    def __init__(self, root: tk.Tk, film: Film, folder: Path | None = None) -> None:
        self._root = root
        self._film = film
        self._screen = Screen(root, folder)
        self._clicks: deque[tuple[int, int]] = deque()
        self._cursor = (0, 0)
        self._held: dict[str, str | None] = {}
        self._bind()
        self._screen.canvas.pack(fill="both", expand=True)
        self._screen.show(film.images)
        self._next_frame()

    def _bind(self) -> None:
        canvas = self._screen.canvas
        canvas.bind("<Button-1>", self._pressed)
        canvas.bind("<Motion>", self._moved, add=True)
        self._root.bind("<KeyPress>", self._key_pressed)
        self._root.bind("<KeyRelease>", self._key_released)
        self._root.bind("<FocusOut>", lambda _event: self._held.clear())
        self._root.bind("<F5>", lambda _event: self._film.restart())

    def _pressed(self, event: tk.Event[tk.Canvas]) -> None:
        self._clicks.append(self._screen.pixel(event.x, event.y))

    def _moved(self, event: tk.Event[tk.Canvas]) -> None:
        self._cursor = self._screen.pixel(event.x, event.y)

    def _key_pressed(self, event: tk.Event[tk.Misc]) -> None:
        if len(event.keysym) == 1 and event.keysym.isalpha():
            key = event.keysym.lower()
            if waiting := self._held.get(key):
                self._root.after_cancel(waiting)
            self._held[key] = None

    def _key_released(self, event: tk.Event[tk.Misc]) -> None:
        key = event.keysym.lower()
        if key in self._held:
            self._held[key] = self._root.after(_RELEASE, lambda: self._held.pop(key, None) and None)

    def _next_frame(self) -> None:
        self._root.after(1000 // FRAMES_PER_SECOND, self._next_frame)
        if self._film.advance(self._input()):
            self._screen.show(self._film.images)

    def _input(self) -> Input:
        """What mouse and keyboard did since the last frame: one press at most."""
        clicked = bool(self._clicks)
        x, y = self._clicks.popleft() if clicked else self._cursor
        return Input(clicked=clicked, x=x, y=y, keys=frozenset(self._held))
