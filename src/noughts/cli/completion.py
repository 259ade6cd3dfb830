"""Words that the shell completes: games, players, sides, settings and tables.

A completion that fails offers nothing, so the shell completes names of files, as it does where nothing fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, TypeAlias

import typer

from noughts.api.load import Reading, load_any
from noughts.documents import library
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.documents.animation import Animation
    from noughts.games.game import Game

Offered: TypeAlias = "list[tuple[str, str]]"
"""Words, each with its description, which is shown by shells that can."""


def offering(
    find: Callable[[typer.Context, str], Iterable[tuple[str, str]]],
) -> Callable[[typer.Context, str], Offered]:
    """A completion that offers what is found and begins with the typed word, and nothing if it fails."""

    @wraps(find)
    def offered(ctx: typer.Context, incomplete: str) -> Offered:
        found: Offered = []
        with suppress(Exception):  # whatever is wrong with the line is said when it runs
            found += (each for each in find(ctx, incomplete) if each[0].startswith(incomplete))
        return found

    return offered


@offering
def complete_games(ctx: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """The games of the library with their titles, and documents in files."""
    yield from ((name, library.title_of(name)) for name in library.names())
    yield from files(incomplete, ".led")


@offering
def complete_players(ctx: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """The players with their summaries, and strategies in files."""
    from noughts.players.named import KINDS

    yield from (
        (word, kind.summary)
        for name, kind in KINDS.items()
        for word in dict.fromkeys([name, *kind.words(name)])
    )
    yield from files(incomplete, ".strategy")


@offering
def complete_pairs(ctx: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """The pairs ``SIDE=WHO`` of the game on the line."""
    side, equals, word = incomplete.partition("=")
    for name in chosen_game(ctx).sides:
        if name == side or not equals:
            yield from ((f"{name}={who}", summary) for who, summary in complete_players(ctx, word))


@offering
def complete_sides(ctx: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """The sides of the game on the line."""
    yield from ((side, "") for side in chosen_game(ctx).sides)


@offering
def complete_settings(ctx: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """The constants of the game on the line that no `--let` before gives, with their values."""
    from noughts.documents.documented import Documented
    from noughts.documents.settings import settings_of

    game = any_game(ctx)
    given = {word.partition("=")[0] for word in ctx.params.get("let") or ()}
    if isinstance(game, Documented):
        yield from ((f"{name}={value}", "") for name, value in settings_of(game).items() if name not in given)


@offering
def complete_tables(ctx: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """The folders that have tables."""
    from noughts.solvers.tables.rows import MANIFEST

    yield from ((place.removesuffix(f"/{MANIFEST}"), "") for place, _ in files(incomplete, f"/{MANIFEST}"))


def files(incomplete: str, ending: str) -> Iterator[tuple[str, str]]:
    """The paths that begin with a word and have this ending."""
    from glob import escape, glob

    yield from ((path, "") for path in sorted(glob(f"{escape(incomplete)}*{ending}")))


def any_game(ctx: typer.Context) -> Game | Animation:
    """The game on the line, of which the parser has read the words so far; by default tictactoe."""
    words = ctx.params.get("game") or ctx.args[:1] or "tictactoe"
    return load_any([words] if isinstance(words, str) else words, Reading({}))


def chosen_game(ctx: typer.Context) -> Game:
    """The game on the line, which has sides."""
    from noughts.documents.animation import Animation

    game = any_game(ctx)
    if isinstance(game, Animation):
        raise Refusal(f"{game.name} has no sides")
    return game
