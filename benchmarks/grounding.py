"""Does grounding take as long as there are rules, or as there are positions?"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.games import mnk
from benchmarks.measuring import Ratio, best_of_each
from noughts.documents.by_rules import GameByRules
from noughts.grounding.ground import ground
from noughts.values.sets import Set

SIZES = (3, 4, 5, 6, 7, 8, 9, 10)


def measure() -> Iterator[Ratio]:
    games = {size: mnk(size, size, min(size, 5)) for size in SIZES}
    times = best_of_each(*(lambda game=game: ground(game) for game in games.values()), times=3)
    smallest = rules(games[SIZES[0]])
    for (size, game), seconds in zip(games.items(), times, strict=True):
        more = rules(game) / smallest
        note = f"{more:.1f} times the rules: 3^{size * size} boards"
        yield Ratio(f"{size}×{size}", seconds, "3×3", times[0], note=note)


def rules(game: GameByRules) -> int:
    """How much the rules speak of: moves, and cells of rows for each side."""
    rows = game.value("rows", at=game.initial)
    assert isinstance(rows, Set)
    return len(game.ground().moves) + 2 * sum(row.size for row in rows if isinstance(row, Set))
