"""The settings of a game's page: its players, the paper next to the board, and the choices on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from noughts.api.load import document_path, documents_of
from noughts.cli.game_argument import GameArgument
from noughts.cli.seating import BEST
from noughts.cli.table_factory import NO_RECORDS, Records, seating_of
from noughts.documents import library
from noughts.documents.animation import Animation
from noughts.documents.documented import BrokenRules
from noughts.documents.library import title_in
from noughts.games.game import Game, Side, is_system, twin_of
from noughts.meaning.budget import SECONDS
from noughts.players.named import KINDS, Seat, named
from noughts.refusal import Refusal
from noughts.service.page_settings import PageSettings, StartPage, versions
from noughts.text.diagnostic import DocumentError
from noughts.weave.paper import paper_of
from noughts.workers.engine import Engine, Here


def page_settings(
    game: GameArgument,
    *,
    options: Mapping[Side, str | None],
    pairs: Sequence[str],
    seed: int | None,
    records: Records = NO_RECORDS,
) -> PageSettings:
    """The settings of the page of a game; `Refusal` if there is no such game, or no such player."""
    paths = documents_of_game(game)
    files = versions(paths)
    key = " ".join(game.words)
    played, found = game.at_known_size(records.opening)

    def choose(name: str, numbers: Mapping[str, int]) -> PageSettings:
        let = [f"{constant}={number}" for constant, number in numbers.items()]
        other = replace(game, let=let) if name == key else GameArgument([name], let)
        if name != key and name not in library.names():
            raise Refusal(f"there is no game `{name}` in the library")
        return page_settings(other, options={}, pairs=[], seed=seed)

    def again() -> PageSettings:
        try:
            return page_settings(game, options=options, pairs=pairs, seed=seed, records=records)
        except DocumentError as failure:
            raise BrokenRules(failure.diagnostics) from None

    title = (game.document and title_in(game.document)) or found.name
    common: Mapping[str, Any] = {
        "texts": documents_of(paths) if paths else (),
        "paper": paper_writer(paths),
        "name": key,
        "games": games(key, title),
        "numbers": numbers(played),
        "choose": choose,
        "files": files,
        "again": again,
    }
    if isinstance(found, Animation):
        return PageSettings(found, title, **common)
    seating, adviser = seating_of(
        played, found, options=options, pairs=pairs, seed=seed, with_person=True, records=records
    )
    return PageSettings(
        found,
        title,
        lambda: replace(seating, game=twin_of(found)),
        None if is_system(found) else adviser,
        players=lambda: players(found),
        opening=records.opening,
        file=records.file,
        **common,
    )


def documents_of_game(game: GameArgument) -> list[Path]:
    """The files of its documents; none for a game in Python or a document from standard input."""
    if game.document is None or "-" in game.words:
        return []
    return [document_path(word) for word in game.words]


def games(key: str, title: str) -> list[tuple[str, str]]:
    """The games of the library with their titles, preceded by this game if it is not one of them."""
    known = [(name, library.title_of(name)) for name in library.names()]
    return known if key in library.names() else [(key, title), *known]


def numbers(game: GameArgument) -> Mapping[str, int]:
    """The numbers that replace constants of the game's document."""
    words = [word.partition("=") for word in game.let or ()]
    return {name.strip(): int(text) for name, _, text in words if re.fullmatch(r"\s*-?\d+\s*", text)}


def players(game: Game) -> list[tuple[str, str]]:
    """The words for players of a game, each with its summary."""
    found = [
        (word, kind.summary)
        for name, kind in KINDS.items()
        if not kind.particular or can_play(name, game)
        for word in kind.words(name)
    ]
    return [found[0], (BEST, "as strong as this game allows"), *found[1:]]


def can_play(word: str, game: Game) -> bool:
    """Whether a player plays some side of a game."""
    for side in game.sides:
        with suppress(Refusal):
            named(word, Seat(game, side))
            return True
    return False


def paper_writer(paths: Sequence[Path]) -> Callable[[Collection[str]], str] | None:
    """A function that writes the paper of documents in their current version; ``None`` if there are none."""
    if not paths:
        return None

    def written(taken: Collection[str]) -> str:
        from noughts.weave.html import standing_article

        paper = paper_of(documents_of(paths), SECONDS)
        return standing_article(paper, carries_sources=False, taken=taken).html

    return written


def paper_style() -> str:
    """The style of such a paper, with its typefaces."""
    from noughts.weave.html import style_of_paper

    return style_of_paper()


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
