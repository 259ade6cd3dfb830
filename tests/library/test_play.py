"""Rules, mouse, screen and both meanings of a document of the library say the same."""

from __future__ import annotations

from random import Random

import pytest

from noughts.easel import HEIGHT, WIDTH, Disc, Input, Text
from noughts.games.picture import Area, Restart
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import Frame, frame_of
from noughts.meaning.run_error import RunError
from tests.library.games import DRAWN, by_clicks, by_rules, played, program_of


def middle(area: Area) -> tuple[int, int]:
    return (area.left + area.right) // 2, (area.bottom + area.top) // 2


@pytest.mark.parametrize("name", DRAWN)
def test_a_click_leads_where_a_legal_move_leads(name: str) -> None:
    rules, clicks = by_rules(name), by_clicks(name)
    for position in played(rules, seed=1, matches=4):
        legal = {rules.after(position, move) for move in rules.moves(position)}
        clicked = {clicks.after(position, click) for click in clicks.moves(position)}
        assert clicked == legal
        assert clicks.outcome(position) is None or clicks.outcome(position) == rules.outcome(position)


@pytest.mark.parametrize("name", DRAWN)
def test_every_legal_move_has_its_place_on_the_screen(name: str) -> None:
    game = by_rules(name)
    for position in played(game, seed=2, matches=3):
        areas = game.areas(position)
        assert set(areas) == set(game.moves(position))
        for move, places in areas.items():
            assert all(game.clicked(position, *middle(place)) == move for place in places)


@pytest.mark.parametrize("name", DRAWN)
def test_there_is_a_button_to_begin_again(name: str) -> None:
    rules, clicks = by_rules(name), by_clicks(name)
    (button,) = clicks.restart
    for position in played(rules, seed=3, matches=1)[1:]:
        assert rules.clicked(position, *middle(button)) == Restart()
        assert rules.next_state(position, Input(clicked=True, x=middle(button)[0], y=middle(button)[1])) == (
            rules.initial
        )


@pytest.mark.parametrize("name", DRAWN)
def test_what_is_drawn_is_on_the_screen(name: str) -> None:
    game = by_rules(name)
    for position in played(game, seed=4, matches=2):
        for image in game.images(position):
            if isinstance(image, Text | Disc):
                assert 0 < image.center.x < WIDTH
                assert 0 < image.center.y < HEIGHT


def answer(meaning: Compiled | Evaluator, name: str, frame: Frame) -> object:
    """The value of a definition, or what is wrong with it."""
    try:
        return meaning.value(name, frame=frame)
    except RunError as error:
        return error.diagnostic.code, error.diagnostic.fact


@pytest.mark.parametrize("name", DRAWN)
def test_both_meanings_agree(name: str) -> None:
    program, dice = program_of(name), Random(5)
    compiled, reference = Compiled(program), Evaluator(program)
    constants = [name for name, definition in program.definitions.items() if definition.is_constant]
    for position in played(by_rules(name), seed=5, matches=1)[::3]:
        for clicked in (False, True, True):
            given = Input(clicked=clicked, x=dice.randrange(WIDTH), y=dice.randrange(HEIGHT))
            for constant in constants:
                ours = answer(compiled, constant, frame_of(position, given))
                assert ours == answer(reference, constant, frame_of(position, given)), constant
