"""How long does it take to audit a player, and how many matches are played in a second?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.measuring import Ratio, best_of_each, noughts
from noughts.cli.game_argument import GameArgument
from noughts.games.game import Game
from noughts.kernels.search_game import search_game_of
from noughts.players.arena import Arena, batches

MATCHES = 20_000


def measure() -> Iterator[Ratio]:
    for player in ("mended", "trained", "perfect"):
        audit, version = best_of_each(noughts("audit", player), noughts("--version"), times=3)
        yield Ratio(f"noughts audit {player}", audit, "noughts --version", version, limit=1.0)
    yield matches()


def matches() -> Ratio:
    """A core owes 20,000 matches a second, with all that must be learned of the game in them."""
    game = GameArgument(["tictactoe"]).load()
    search_game_of(game)  # documents are read and grounded once
    here, rules = best_of_each(lambda: play(game), lambda: play(Uncoded(game)), times=3)
    note = f"{MATCHES / here:,.0f} matches a second"
    return Ratio(f"{MATCHES:,} random matches", here, "through the rules", rules, limit=1.0, note=note)


def play(game: Game) -> None:
    """The matches of an arena that has just been opened."""
    arena = Arena(game, ["random", "random"], seed=0)
    for batch in batches(arena.words, MATCHES):
        arena.play(batch, keep=False)


class Uncoded:
    """A game that has no kernel."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        if name == "ground":
            raise AttributeError(name)
        return getattr(self.game, name)
