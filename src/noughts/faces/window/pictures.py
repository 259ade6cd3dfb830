"""The picture files of a document on a canvas, as far as Tk can read and scale them."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path

from noughts.faces.graphics import graphic_bytes

_FINEST = 12
"""Tk enlarges and then thins a picture by whole numbers; this is the largest that is tried."""


class Pictures:
    """The pictures on one canvas; Tk draws only those that somebody keeps."""

    def __init__(self, canvas: tk.Canvas, folder: Path | None) -> None:
        self._canvas = canvas
        self._folder = folder
        self._files: dict[str, tk.PhotoImage | None] = {}
        self._scaled: dict[tuple[str, int, int], tk.PhotoImage] = {}
        self._shown: set[tuple[str, int, int]] = set()

    def draw(self, file: str, middle: tuple[float, float], size: tuple[float, float]) -> None:
        """The picture; where it cannot be read, a frame with its name."""
        whole = self._read(file)
        if whole is not None:
            self._canvas.create_image(*middle, image=self._scale(file, whole, size))
            return
        (x, y), (width, height) = middle, size
        corners = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        self._canvas.create_rectangle(*corners, outline="#999999", dash=(4, 4))
        self._canvas.create_text(x, y, text=Path(file).stem, fill="#777777")

    def forget(self) -> None:
        """Drop the sizes that were not shown since the last time."""
        self._scaled = {key: picture for key, picture in self._scaled.items() if key in self._shown}
        self._shown.clear()

    def _read(self, file: str) -> tk.PhotoImage | None:
        if file not in self._files:
            found = graphic_bytes(self._folder, file)
            self._files[file] = picture_of(self._canvas, found.content) if found else None
        return self._files[file]

    def _scale(self, file: str, whole: tk.PhotoImage, size: tuple[float, float]) -> tk.PhotoImage:
        key = (file, round(size[0]), round(size[1]))
        self._shown.add(key)
        if key not in self._scaled:
            across, up = ratio(size[0] / whole.width()), ratio(size[1] / whole.height())
            self._scaled[key] = whole.zoom(across[0], up[0]).subsample(across[1], up[1])
        return self._scaled[key]


def picture_of(canvas: tk.Canvas, content: bytes) -> tk.PhotoImage | None:
    """The picture, if this Tk knows the format."""
    try:
        return tk.PhotoImage(master=canvas, data=content)
    except tk.TclError:
        return None


def ratio(scale: float) -> tuple[int, int]:
    """Two small whole numbers, the first divided by the second nearly `scale`."""
    fractions = [(max(1, round(scale * below)), below) for below in range(1, _FINEST + 1)]
    return min(fractions, key=lambda pair: abs(pair[0] / pair[1] - scale))
