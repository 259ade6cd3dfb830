"""Positions in the render modes of Gymnasium and PettingZoo: ``ansi``, ``human`` and ``rgb_array``."""

from __future__ import annotations

from functools import cache, cached_property
from io import BytesIO
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.api.display.output import picture_html
from noughts.easel import Color, Point, Text
from noughts.easel.svg import Frame, frame_of, screen_svg
from noughts.faces.console.raster import board_text
from noughts.games.game import Game, Position
from noughts.games.picture import Pictured, board_frame
from noughts.refusal import Refusal, imported

RenderMode: TypeAlias = Literal["ansi", "human", "rgb_array"]
"""The board as a text, printed after each step, or as an image."""

Rendered: TypeAlias = str | NDArray[np.uint8] | None
"""The result of ``render``: a text, an image of shape (height, width, 3), or nothing."""

# The speed of a film of a match: a move a second.
_FRAMES_PER_SECOND: Final = 1

_LETTER: Final = Text("X", Point(20, 20), 20, Color(0, 0, 0))


class Renderer:
    """A game in a render mode; `Refusal` if there is no such mode for the game.

    ``ansi`` returns the board of the console as text, ``human`` prints it, and ``rgb_array`` returns the
    board of the page as an image, of the same size in all positions.
    """

    def __init__(self, rules: Game, mode: str | None) -> None:
        modes = ["ansi", "human", *(["rgb_array"] if isinstance(rules, Pictured) else [])]
        if mode not in (None, *modes):
            known = ", ".join(map(repr, modes))
            raise Refusal(f"{rules.name} has no render mode {mode!r}", f"there are {known}")
        if mode == "rgb_array":
            refuse_without_typefaces()
        self.mode = mode
        self.metadata: dict[str, object] = {"render_modes": modes, "render_fps": _FRAMES_PER_SECOND}
        self._rules = rules

    @cached_property
    def _frame(self) -> Frame:
        """The part of the screen that the board takes, which is the same in all positions."""
        assert isinstance(self._rules, Pictured)
        return board_frame(self._rules, self._rules.initial)

    def frame(self, position: Position) -> Rendered:
        """The position in the mode; nothing if there is no mode."""
        if self.mode is None:
            return None
        if self.mode == "rgb_array":
            assert isinstance(self._rules, Pictured)
            return pixels(picture_html(self._rules.images(position), self._frame))
        text = board_text(self._rules, position)
        if self.mode == "ansi":
            return text
        print(text)
        return None


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG as an image, (height, width, 3); `Refusal` if resvg or Pillow is not installed."""
    png = imported("resvg_py", "pettingzoo").svg_to_bytes(svg_string=svg, background="white")
    image = imported("PIL.Image", "pettingzoo").open(BytesIO(png))
    return np.array(image.convert("RGB"), np.uint8)


@cache
def refuse_without_typefaces() -> None:
    """`Refusal` if resvg finds no typeface of boards: it would leave out their letters."""
    if pixels(screen_svg([_LETTER], frame_of([_LETTER]))).min() == 255:
        fact = "no typeface is installed that boards are drawn with, so they would lack their letters"
        raise Refusal(fact, "install DejaVu Sans, such as by `apt-get install fonts-dejavu-core`")
