"""The port where the page of a game is each time, so that a page that is still open finds it again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from zlib import crc32

from noughts.faces.browser.serve import listen
from noughts.faces.no_face import NoFace

_LOWEST: Final = 20_000
_COUNT: Final = 10_000
"""Ports that systems leave to programs, and give to no connection by themselves (Linux: from 32,768 on)."""


def usual_port(words: Iterable[str]) -> int:
    """The port for the game of these words; 0, for any, if somebody has taken it."""
    port = _LOWEST + crc32("\0".join(words).encode()) % _COUNT
    try:
        listen(port).close()
    except NoFace:
        return 0
    return port
