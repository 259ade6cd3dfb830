"""Two facts of a game: who wins with perfect play, and how many positions it has."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final

from noughts.cache import digest_of, folder, program_digest, store, stored
from noughts.documents.documented import Documented
from noughts.documents.settings import known_size, settings_of
from noughts.games.game import wins
from noughts.kernels.explore import TooManyPositions
from noughts.refusal import Refusal
from noughts.solvers.plan import Plan
from noughts.stop import Stopped, stopped_after

if TYPE_CHECKING:
    from pathlib import Path

    from noughts.documents.by_clicks import GameByClicks
    from noughts.documents.by_rules import GameByRules

SECONDS_FOR_A_GAME: Final = 10.0
"""To solve one game: nearly all games of the library take less than three."""

_LISTED: Final = 100_000
"""Positions that are listed, in a second or two, of a game that is too large to be solved in time."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The line about a game: who wins, and how many positions there are, of which size of it.

    `moves` is the length of a match with perfect play; ``None`` if the game is not solved or a draw.
    """

    winner: str
    positions: str
    solved: bool = False
    moves: int | None = None


def facts_of(game: GameByRules | GameByClicks, text: str, seconds: float = SECONDS_FOR_A_GAME) -> Facts:
    """The facts of the game that a document with this text defines.

    What was found is kept for the next time; what took too long is tried again with more time only.
    """
    known = known_facts(text, seconds)
    if known is not None:
        return known
    found = worked_out(game, seconds)
    found = replace(found, positions=found.positions + of_size(game))
    if (place := place_of_facts(text, seconds)) is not None:
        store(place, json.dumps(asdict(found)).encode())
    return found


def known_facts(text: str, seconds: float = SECONDS_FOR_A_GAME) -> Facts | None:
    """The facts that were found before."""
    content = stored(place_of_facts(text, seconds))
    return None if content is None else Facts(**json.loads(content))


def place_of_facts(text: str, seconds: float) -> Path | None:
    """The file in which the facts of a document are kept; ``None`` where nothing can be stored."""
    home = folder("facts")
    key = digest_of(f"{program_digest()} {seconds} {text}".encode()).decode()
    return home and home / f"{key}.json"


def of_size(game: Documented) -> str:
    """Words for the size that the facts are about, if people know the game in another size."""
    own = settings_of(game)
    named = ", ".join(f"{name} = {own[name]}" for name in known_size(game))
    return f" with {named}" if named else ""


def worked_out(game: GameByRules | GameByClicks, seconds: float) -> Facts:
    """The facts as the solvers find them; a lower bound of the positions where there is not enough time."""
    try:
        with stopped_after(seconds):
            solved, _ = Plan().solve(game)
    except (Stopped, TooManyPositions):
        return Facts("not solved in a few seconds", at_least(game, seconds))
    except Refusal:  # a game of three sides, say
        return Facts("no value with perfect play", at_least(game, seconds))
    value = solved.value(game.initial)
    moves = "" if value.distance is None else f" in {value.distance} move{'' if value.distance == 1 else 's'}"
    positions = f"{solved.figures.positions:,} positions"
    if len(game.sides) == 1:
        winner = f"can be solved{moves}" if value.winner else "cannot be solved"
    else:
        winner = f"{wins(value.winner)}{moves}" if value.winner else "a draw"
        winner += " with perfect play"
    return Facts(winner, positions, solved=True, moves=value.distance)


def at_least(game: GameByRules | GameByClicks, seconds: float) -> str:
    """How many positions there are, as far as a short list holds them and can be made in so many seconds."""
    counted = 0

    def note(positions: int, _: int) -> None:
        nonlocal counted
        counted = positions

    try:
        with stopped_after(seconds):
            found, _ = Plan(limit=_LISTED, diagrams=False, progress=note).explore(game)
    except TooManyPositions:
        return f"more than {_LISTED:,} positions"
    except Stopped:
        return f"more than {counted:,} positions" if counted else "positions not counted"
    return f"{len(found):,} positions"
