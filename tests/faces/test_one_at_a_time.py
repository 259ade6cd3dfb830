"""A game behind a lock is the same game, and is never asked two things at once."""

from __future__ import annotations

import threading
import time

from noughts.faces.one_at_a_time import one_at_a_time
from noughts.games.laws import check_laws
from noughts.games.picture import Pictured
from noughts.solvers.backward import solve_game
from tests.faces.sample_games import PicturedTicTacToe, Subtraction


class Jealous(Subtraction):
    """Fails if somebody asks while it is still answering."""

    busy = False

    def moves(self, position: tuple[int, int]) -> tuple[int, ...]:
        assert not Jealous.busy
        Jealous.busy = True
        time.sleep(0.0002)
        Jealous.busy = False
        return tuple(super().moves(position))


def test_it_is_asked_one_thing_at_a_time() -> None:
    game = one_at_a_time(Jealous())
    failures: list[BaseException] = []

    def ask() -> None:
        try:
            for heap in range(100):
                game.moves((heap, 0))
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_it_is_the_same_game() -> None:
    plain = Subtraction()
    locked = one_at_a_time(plain)
    check_laws(locked)
    assert solve_game(locked).figures.values == solve_game(plain).figures.values
    assert (locked.name, locked.sides, locked.initial) == (plain.name, plain.sides, plain.initial)
    assert locked.position_text((3, 0)) == "3 left"
    assert not isinstance(locked, Pictured)


def test_the_screen_is_the_same() -> None:
    plain = PicturedTicTacToe()
    locked = one_at_a_time(plain)
    assert isinstance(locked, Pictured)
    for position in (plain.initial, "x........"):
        assert locked.images(position) == plain.images(position)
        assert locked.areas(position) == plain.areas(position)
        assert locked.clicked(position, 250, 550) == plain.clicked(position, 250, 550)
