"""Boards of the library drawn through whole matches: they stay where they are, and are drawn once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from noughts.documents.by_rules import PicturedByRules
from noughts.faces.console import sketch
from noughts.faces.console.raster import Picture, raster
from noughts.faces.console.sketch import Label
from noughts.games.game import Position
from tests.library.games import DRAWN, by_rules, played

COLUMNS = (78, 40)


def labels_at(game: PicturedByRules, position: Position, *, typed: bool) -> list[Label]:
    """What a person may type in every area, or only the room for it."""
    return [
        Label(game.move_text(position, move) if typed else "", area)
        for move, areas in game.areas(position).items()
        for area in areas
    ]


def pictures(name: str, *, columns: int, typed: bool) -> Iterator[tuple[Picture, bool]]:
    """What is seen in a match, and whether it is over."""
    game, picture = by_rules(name), None
    assert isinstance(game, PicturedByRules)
    for position in played(game, seed=5, matches=1):
        labels = labels_at(game, position, typed=typed)
        picture = raster(game.images(position), labels, columns=columns, before=picture)
        yield picture, game.outcome(position) is not None


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("typed", [True, False])
@pytest.mark.parametrize("name", DRAWN)
def test_a_board_stays_as_it_is_until_the_match_is_over(name: str, typed: bool, columns: int) -> None:
    seen = list(pictures(name, columns=columns, typed=typed))
    scales = {tuple(d.scale for d in picture.drawings) for picture, over in seen if not over}
    assert len(seen) > 3
    assert len(scales) == 1


@pytest.mark.parametrize("name", DRAWN)
def test_scales_are_compared_for_the_first_picture_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[sketch.Scale] = []

    class Counted(sketch.Attempt):
        def __init__(self, drawn: sketch.Sketch, scale: sketch.Scale, *, liking: float = 0.0) -> None:
            attempts.append(scale)
            super().__init__(drawn, scale, liking=liking)

    monkeypatch.setattr(sketch, "Attempt", Counted)
    for number, (picture, over) in enumerate(pictures(name, columns=78, typed=True)):
        assert over or number == 0 or len(attempts) == len(picture.drawings)
        attempts.clear()
