"""What a page is to show: a game with its paper and its pictures, and what may be chosen instead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from noughts.faces.browser.source_files import Version
from noughts.faces.film import Film
from noughts.faces.table import Table


@dataclass(frozen=True, eq=False)
class Stage:
    """A game as the page serves it.

    `make` makes a table or film for a tab; `folder` is where the pictures lie that the document names;
    `paper` writes the paper as HTML, in which headings get anchors other than the names that it is given.
    `game` is one of `games`, each with its title; `settings` are its numbers that may be others, `numbers`
    those that are others than in its document; `sides` are its sides, `players` the words for who may play,
    each with what it means.  `choose` is the stage of another game of these, or
    of this one with other numbers; `Refusal` if that cannot be.  `reasons`: whether its game says why.
    `files` are those that it was made from, as they were; `again` makes it from them as they are now:
    `Refusal` or `RulesError` if they have errors.
    """

    make: Callable[[], Table | Film]
    folder: Path | None = None
    paper: Callable[[Collection[str]], str] | None = None
    game: str = ""
    games: Sequence[tuple[str, str]] = ()
    settings: Callable[[], Mapping[str, int]] = dict
    numbers: Mapping[str, int] = field(default_factory=dict)
    sides: Callable[[], Sequence[str]] = tuple
    players: Callable[[], Sequence[tuple[str, str]]] = tuple
    choose: Callable[[str, Mapping[str, int]], Stage] | None = None
    reasons: bool = False
    files: Mapping[Path, Version] = field(default_factory=dict)
    again: Callable[[], Stage] | None = None
