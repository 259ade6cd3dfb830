"""What the console prints on: in colour on a terminal, in plain characters elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import IO, TYPE_CHECKING, TypeVar

from noughts.easel import Color
from noughts.faces.background import in_background
from noughts.faces.console import tones
from noughts.faces.console.canvas import Sign

if TYPE_CHECKING:
    from rich.style import Style

Result = TypeVar("Result")

PATIENCE = 0.3
"""After so many seconds a person is told what is being waited for."""


class Paper:
    """A terminal or a file to print on."""

    def __init__(self, file: IO[str] | None = None) -> None:
        from rich.console import Console

        self._console = Console(file=file, highlight=False, soft_wrap=True)

    @property
    def columns(self) -> int:
        """How many characters fit on a line."""
        return self._console.width

    @property
    def is_terminal(self) -> bool:
        """Is somebody looking?"""
        return self._console.is_terminal

    @property
    def colored(self) -> bool:
        """Does it show colours?"""
        return self._console.color_system is not None and not self._console.no_color

    def say(self, text: str = "", style: str = "") -> None:
        """A line of text."""
        self._console.print(text, style=style or None, markup=False)

    def wait_for(self, work: Callable[[], Result], what: str) -> Result:
        """The result of `work`; if it takes a while, a terminal shows what is being done."""
        promised = in_background(work)
        if self.is_terminal and not arrives_soon(promised):
            with self._console.status(what):
                return promised.result()
        return promised.result()

    def draw(self, rows: Sequence[Sequence[Sign]], indent: str = "  ") -> None:
        """Rows of signs."""
        from rich.text import Text

        for row in rows:
            line = Text(indent)
            for sign in row:
                line.append(self._character(sign), self._style(sign))
            line.rstrip()
            self._console.print(line)

    def _character(self, sign: Sign) -> str:
        if sign.character == " " and sign.ground is not None and not self.colored:
            return tones.stepped(sign.ground, tones.PLAIN_SHADES)
        return sign.character

    def _style(self, sign: Sign) -> Style | None:
        from rich.style import Style

        if not self.colored:
            return None
        return Style(color=ink(sign.color, sign.ground), bgcolor=ground(sign.ground), dim=sign.faint or None)


def arrives_soon(promised: Future[Result]) -> bool:
    """Is it there before anybody gets impatient?"""
    from concurrent.futures import wait

    return bool(wait([promised], timeout=PATIENCE).done)


def ink(color: Color | None, behind: Color | None) -> str | None:
    """The colour to write in; greys are the terminal's own, except on a ground that is given."""
    if color is None:
        return None
    if behind is not None and not tones.is_white(behind):
        return rgb((round(float(color.red)), round(float(color.green)), round(float(color.blue))))
    return None if tones.is_grey(color) else rgb(tones.readable(color))


def ground(color: Color | None) -> str | None:
    """The colour behind; the screen's white is the terminal's own ground."""
    if color is None or tones.is_white(color):
        return None
    return rgb((round(float(color.red)), round(float(color.green)), round(float(color.blue))))


def rgb(parts: tuple[int, int, int]) -> str:
    """A colour as Rich names it."""
    red, green, blue = (min(255, max(0, part)) for part in parts)
    return f"rgb({red},{green},{blue})"
