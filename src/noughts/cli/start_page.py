"""The page that lists the games of the library, as ``noughts play --face browser`` serves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.documents import library
from noughts.games.game import Side
from noughts.service.page_settings import PageSettings, StartPage


def start_page(
    *, options: Mapping[Side, str | None] | None = None, pairs: Sequence[str] = (), seed: int | None = None
) -> StartPage:
    """The page of the library; its games have the players that the command line names."""

    def settings(name: str) -> PageSettings:
        return page_settings(GameArgument([name]), options=options or {}, pairs=pairs, seed=seed)

    return StartPage(frozenset(library.names()), file, cache(facts), settings)


def file(name: str) -> str:
    """A file of the page; the modules that make it are imported at the first request."""
    from noughts.pages.site.start import served_files

    return served_files()[name]()


def facts(name: str) -> tuple[str, str]:
    """The facts of a game, which may take some seconds to be found."""
    from noughts.pages.site.start import shown_facts

    return shown_facts(name)
