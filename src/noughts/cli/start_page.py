"""The page that lists the games of the library, as ``noughts play --face browser`` serves it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.documents import library
from noughts.games.game import Side
from noughts.service.page_settings import PageSettings, StartPage
from noughts.workers.engine import Engine, Here


def start_page(
    *,
    options: Mapping[Side, str | None] | None = None,
    pairs: Sequence[str] = (),
    seed: int | None = None,
    engine: Engine | None = None,
) -> StartPage:
    """The page of the library; its games have the players that the command line names.

    The engine draws the pictures and finds the facts, which takes a minute of computing for all games.  In
    the process that serves the page, a game that is chosen meanwhile would wait for them.
    """
    other = engine or Here()

    def settings(name: str) -> PageSettings:
        return page_settings(GameArgument([name]), options=options or {}, pairs=pairs, seed=seed)

    @cache
    def elsewhere(function: Callable[[str], Any], name: str) -> Any:
        [(_, result)] = other.results([(function, name)])
        return result

    def file_of_page(name: str) -> str:
        text: str = elsewhere(file, name) if name.endswith(".svg") else file(name)
        return text

    return StartPage(frozenset(library.names()), file_of_page, partial(elsewhere, facts), settings)


def file(name: str) -> str:
    """A file of the page; the modules that make it are imported at the first request."""
    from noughts.pages.site.start import served_files

    return served_files()[name]()


def facts(name: str) -> tuple[str, str, str]:
    """The facts of a game and its tags, which may take some seconds to be found."""
    from noughts.pages.site.start import shown_facts

    return shown_facts(name)
