"""The documents of the library that move on their own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from noughts.documents.animation import Animation
from noughts.easel import Input
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import frame_of
from noughts.values.sets import Set
from tests.library.games import ANIMATIONS, animation, program_of


def shown(film: Animation, seed: int, frames: int) -> Iterator[tuple[Any, Input]]:
    """States of a film in which somebody holds keys and sometimes clicks, each with what is done then."""
    dice, state = Random(seed), film.initial
    for number in range(frames):
        if number % 20 == 0:
            keys = frozenset(key for key in "wsfb" if dice.random() < 0.4)
        given = Input(clicked=dice.random() < 0.002, x=dice.randrange(1000), y=dice.randrange(800), keys=keys)
        yield state, given
        state = film.frame(state, given)


@pytest.mark.parametrize("name", ANIMATIONS)
def test_both_meanings_show_the_same_film(name: str) -> None:
    film, reference = animation(name), Evaluator(program_of(name))
    for state, given in list(shown(film, 1, 200))[::20]:
        assert film.frame(state, given) == reference.value("newState", frame=frame_of(state, given))
        drawn = reference.value("images", frame=frame_of(state))
        assert isinstance(drawn, Set)
        assert set(film.images(state)) == set(drawn)


@pytest.mark.parametrize("name", ANIMATIONS)
def test_a_film_goes_on(name: str) -> None:
    states = [state for state, _ in shown(animation(name), 2, 300)]
    assert all(before != after for before, after in pairwise(states))


def test_the_ball_and_the_bats_stay_on_the_table() -> None:
    for state, _ in shown(animation("pong"), 3, 3000):
        (x, y), _, bats, _ = state
        assert -40 <= x <= 1040
        assert 40 < y < 700
        assert all(100 <= bat <= 640 for bat in bats)


def test_a_rally_is_lost_by_whoever_does_not_move() -> None:
    film = animation("pong")
    state = film.initial
    for _ in range(3000):
        state = film.frame(state, Input())
    yours, its = state[3]
    assert its > yours


def test_the_planets_come_back_to_where_they_were() -> None:
    film = animation("planets")
    year = film.meaning.value("along", (0, 0), 100, 687, 0)
    assert film.meaning.value("along", (0, 0), 100, 687, 687) == year
