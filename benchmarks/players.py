"""How long does it take to audit a player, and how many matches are played in a second?"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.measuring import Ratio, best_of_each, noughts
from noughts.cli.game_argument import load_game
from noughts.games.game import Game
from noughts.players.arena import Arena, Batch
from tests.small_games import TicTacToe

MATCHES = 20_000


def measure() -> Iterator[Ratio]:
    for player in ("mended", "trained", "perfect"):
        audit, version = best_of_each(noughts("audit", player), noughts("--version"), times=3)
        yield Ratio(f"noughts audit {player}", audit, "noughts --version", version, limit=1.0)
    yield matches()


def matches() -> Ratio:
    """A core owes 20,000 matches a second."""
    arena = Arena(load_game(["tictactoe"], let=[], by=None, wins=None), ["random", "random"], seed=0)
    batch = Batch(0, 1, 0, MATCHES)
    arena.play(batch, keep=False)
    here, bare = best_of_each(lambda: arena.play(batch, keep=False), lambda: by_hand(TicTacToe()), times=3)
    note = f"{MATCHES / here:,.0f} matches a second"
    return Ratio(f"{MATCHES:,} random matches", here, "by hand-written rules", bare, limit=1.0, note=note)


def by_hand(game: Game) -> None:
    """The same number of matches with nothing kept, by rules written in Python."""
    dice = Random(0)
    for _ in range(MATCHES):
        position = game.initial
        while game.outcome(position) is None:
            position = game.after(position, dice.choice(game.moves(position)))
