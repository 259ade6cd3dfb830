"""How long does the console draw at a match, beside trying every scale for every position?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from benchmarks.games import document
from benchmarks.measuring import Ratio, best_of_each
from noughts.easel import Image
from noughts.faces.console.raster import Picture, bands, raster
from noughts.faces.console.sketch import SCALES, Attempt, Sketch
from noughts.games.picture import Pictured

COLUMNS = 80


def measure() -> Iterator[Ratio]:
    for name in ("tictactoe", "disctru"):
        screens = random_match(name)
        kept, naive = best_of_each(lambda: draw(screens), lambda: try_all(screens), times=2)  # noqa: B023
        note = f"{len(screens)} positions, {1000 * kept / len(screens):.1f} ms each"
        yield Ratio(f"{name}, a match drawn", kept, "every scale tried", naive, most=0.1, note=note)


def random_match(name: str) -> list[Sequence[Image]]:
    """The screens of one match."""
    game, random = document(name), Random(1)
    assert isinstance(game, Pictured)
    position, screens = game.initial, [game.images(game.initial)]
    while game.outcome(position) is None:
        position = game.after(position, random.choice(game.moves(position)))
        screens.append(game.images(position))
    return screens


def draw(screens: Sequence[Sequence[Image]]) -> None:
    """One picture after the other, each like the one before."""
    picture: Picture | None = None
    for images in screens:
        picture = raster(images, columns=COLUMNS, before=picture)


def try_all(screens: Sequence[Sequence[Image]]) -> None:
    """Every strip of every screen at every scale."""
    for images in screens:
        for strip in bands(images):
            sketch = Sketch(strip, [], COLUMNS)
            for scale in SCALES:
                Attempt(sketch, scale).finish()
