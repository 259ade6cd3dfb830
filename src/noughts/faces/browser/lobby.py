"""The page that lists the games, for a service that begins with none of them or leads back from one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from noughts.faces.browser.stage import Stage

START: Final = "/start"
"""Where the page is; its style and its script lie beside it, with the suffixes ``.css`` and ``.js``."""


@dataclass(frozen=True, eq=False)
class Lobby:
    """The page, and what it leads to: the board of each of the `games`.

    `file` gives ``start``, ``start.css``, ``start.js`` and ``start/GAME.svg``; `facts` of a game may take
    long to be found; `stage` makes the stage of one.
    """

    games: Collection[str]
    file: Callable[[str], str]
    facts: Callable[[str], Sequence[str]]
    stage: Callable[[str], Stage]
