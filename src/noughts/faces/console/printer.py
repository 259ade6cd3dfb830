"""Printing in colour on a terminal, in plain characters elsewhere."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from math import ceil
from typing import IO, TYPE_CHECKING, TypeVar

from noughts.background import in_background
from noughts.easel import Color
from noughts.faces.console import canvas
from noughts.faces.console.canvas import Sign
from noughts.stop import PATIENCE

if TYPE_CHECKING:
    from rich.style import Style
    from rich.text import Text

_Result = TypeVar("_Result")

# Ends whatever style is being written in (ECMA-48, 8.3.117).
_UNSTYLED = "\x1b[0m"


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Let Ctrl-C take effect at the end of the block.

    If it is interrupted while it writes, Rich waits forever for more output, and writes nothing after that,
    not even the codes that restore the terminal.
    """
    if threading.current_thread() is not threading.main_thread():  # which Ctrl-C does not interrupt
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        signal.raise_signal(signal.SIGINT)


class Printer:
    """Prints text and pictures on a terminal or into a file."""

    def __init__(self, file: IO[str] | None = None) -> None:
        from rich.console import Console

        self._console = Console(file=file, highlight=False, soft_wrap=True)
        self._shown: tuple[tuple[int, int], Color | None, Sequence[Sequence[Sign]]] = (0, 0), None, ()

    @property
    def columns(self) -> int:
        """The number of characters on a line."""
        return self._console.width

    @property
    def lines(self) -> int:
        """The number of visible lines."""
        return self._console.height

    @property
    def redraws(self) -> bool:
        """Whether it can print over earlier output."""
        return self._console.is_terminal and not self._console.is_dumb_terminal

    @property
    def is_terminal(self) -> bool:
        """Whether it prints on a terminal."""
        return self._console.is_terminal

    @property
    def colored(self) -> bool:
        """Whether it shows colours."""
        return self._console.color_system is not None and not self._console.no_color

    def say(self, text: str = "", style: str = "") -> None:
        """Print a line of text; on a terminal, a longer sentence is broken between words."""
        is_prose = self.is_terminal and not text.startswith(" ") and "\n" not in text
        self._console.print(text, style=style or None, markup=False, soft_wrap=not is_prose)

    def say_in_columns(self, entries: Sequence[tuple[str, str]]) -> None:
        """Print texts with their styles, one below the other; in columns if they would not fit on the
        screen."""
        from rich.text import Text

        if not self.is_terminal or len(entries) < self.lines:
            for text, style in entries:
                self.say(text, style)
            return
        width = max(len(text) for text, _ in entries) + 1
        height = ceil(len(entries) / max(self.columns // width, 1))
        for row in range(height):
            cells = (Text(text.ljust(width), style) for text, style in entries[row::height])
            self._console.print(Text().join(cells), soft_wrap=True)

    def wait_for(self, work: Callable[[], _Result], what: str) -> _Result:
        """The result of `work`; if it takes a while, a terminal shows `what` is being done."""
        promised = in_background(work)
        if self.is_terminal and not arrives_soon(promised):
            with self._console.status(what):
                return promised.result()
        return promised.result()

    def draw(self, rows: Sequence[Sequence[Sign]], indent: str = "  ") -> None:
        """Print rows of signs."""
        for row in rows:
            signs = trimmed(row)
            self._console.print(self._line(signs, indent if signs else ""))

    @contextmanager
    def screen(self) -> Iterator[None]:
        """An empty screen without a cursor; the end of the block restores the terminal."""
        try:
            with ctrl_c_held_back():
                self._console.set_alt_screen(True)
                self._console.show_cursor(False)
            yield
        finally:
            with ctrl_c_held_back():
                self._console.file.write(_UNSTYLED)  # what is worked on may have begun a style
                self._console.set_alt_screen(False)
                self._console.show_cursor(True)

    def redraw(self, rows: Sequence[Sequence[Sign]], backdrop: Color | None, last: str) -> None:
        """Print rows of signs and a last line over the earlier ones, except those that are the same."""
        from rich.control import Control

        size = self._console.size
        before = self._shown[2] if (size, backdrop) == self._shown[:2] else ()
        with ctrl_c_held_back(), self._console:
            if not before:
                self._console.control(Control.clear(), Control.move_to(0, len(rows)))
                self._console.print(last, style="dim", end="")
            for number, row in enumerate(rows):
                if not before or row != before[number]:
                    self._console.control(Control.move_to(0, number))
                    self._console.print(self._line(row, backdrop=backdrop), end="")
        self._shown = size, backdrop, rows

    def _line(self, row: Sequence[Sign], indent: str = "", backdrop: Color | None = None) -> Text:
        from rich.text import Text

        line = Text(indent)
        for style, signs in groupby(row, key=lambda sign: self._style(sign, backdrop)):
            line.append("".join(map(self._character, signs)), style)
        return line

    def _character(self, sign: Sign) -> str:
        if sign.character == " " and sign.ground is not None and not self.colored:
            return canvas.stepped(sign.ground, canvas.PLAIN_SHADES)
        return sign.character

    def _style(self, sign: Sign, backdrop: Color | None) -> Style | None:
        return style_of(sign.color, sign.ground or backdrop, faint=sign.faint) if self.colored else None


@cache
def style_of(color: Color | None, behind: Color | None, *, faint: bool) -> Style:
    """The style of a sign of a colour in front of another colour."""
    from rich.style import Style

    return Style(color=ink(color, behind), bgcolor=ground(behind), dim=faint or None)


def trimmed(row: Sequence[Sign]) -> Sequence[Sign]:
    """The signs of a row without the blanks at its end."""
    end = len(row)
    while end and row[end - 1].character == " " and ground(row[end - 1].ground) is None:
        end -= 1
    return row[:end]


def arrives_soon(promised: Future[_Result]) -> bool:
    """Whether a result arrives within `PATIENCE`."""
    return bool(wait([promised], timeout=PATIENCE).done)


def ink(color: Color | None, behind: Color | None) -> str | None:
    """The colour of a sign; greys are the terminal's own colour, except on a given ground."""
    if color is None:
        return None
    if behind is not None and not canvas.is_white(behind):
        return rgb((round(float(color.red)), round(float(color.green)), round(float(color.blue))))
    return None if canvas.is_grey(color) else rgb(canvas.readable(color))


def ground(color: Color | None) -> str | None:
    """The colour behind; the screen's white is the terminal's own ground."""
    if color is None or canvas.is_white(color):
        return None
    return rgb((round(float(color.red)), round(float(color.green)), round(float(color.blue))))


def rgb(parts: tuple[int, int, int]) -> str:
    """A colour as Rich names it."""
    red, green, blue = (min(255, max(0, part)) for part in parts)
    return f"rgb({red},{green},{blue})"
