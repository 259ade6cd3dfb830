"""Letters as they are typed, without waiting for the end of a line."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from select import select

HELD = 6
"""Frames for which a typed letter counts as held: a terminal does not report when a key is released."""

_SEQUENCES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|O.|.)?")
"""What arrows and other keys send that are no letters (ECMA-48, 5.4)."""

_ENTER = frozenset("\r\n")


class KeyInput:
    """The keys that are typed, frame by frame."""

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
    """Read keys at once and without showing them, until the end of the block; none without a terminal.

    Ctrl-Z does nothing meanwhile: it would leave the terminal like that.
    """
    try:
        import termios
        import tty
    except ImportError:  # as on Windows: a film can be watched all the same
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
