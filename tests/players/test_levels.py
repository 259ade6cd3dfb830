"""Levels err as often as they say, in Python and on a page, and so an arena puts them in order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from noughts.games.game import Move
from noughts.games.match import Match
from noughts.games.value import Oracle
from noughts.kernels.explore import TooManyPositions
from noughts.players.arena import batches, play_all
from noughts.players.levels import LEVELS, Level, LevelPlayer
from noughts.players.named import Seat, named
from noughts.players.standings import Tally
from noughts.workers.engine import local_engine
from tests.library.games import by_rules
from tests.node import running_node
from tests.small_games import TicTacToe

WORDS = ["random", *(level.word for level in LEVELS), "perfect"]
TRIES = 3000


class First:
    """A player that makes the first legal move, which chance makes once in nine moves at the start."""

    name = "first"

    def choose(self, match: Match) -> Move:
        return match.legal_moves[0]


def assert_errs(level: Level, moves: Sequence[int]) -> None:
    """The share of moves other than the first of nine is that of the level, within five deviations."""
    share = sum(move != 0 for move in moves) / len(moves)
    expected = level.errs * 8 / 9
    assert abs(share - expected) < 5 * (expected * (1 - expected) / len(moves)) ** 0.5


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_makes_any_move_as_often_as_it_says(level: Level) -> None:
    match = Match(TicTacToe())
    player = LevelPlayer(level, First(), seed=1)
    made = [player.choose(match) for _ in range(TRIES)]
    assert_errs(level, [match.legal_moves.index(move) for move in made])
    again = LevelPlayer(level, First(), seed=1)
    assert made == [again.choose(match) for _ in range(TRIES)]


@pytest.mark.parametrize("level", LEVELS)
def test_so_it_does_on_a_page(level: Level) -> None:
    asked = {"word": level.word, "errs": level.errs, "summary": level.summary, "tries": TRIES}
    with running_node() as node:
        found = node.call("/tests/players/levels.js", "moves", asked)
    assert_errs(level, found["known"])
    assert_errs(level, found["searched"])
    assert found["name"] == level.word
    assert found["note"] == level.summary


def test_an_arena_puts_levels_in_order() -> None:
    """No 95 % confidence intervals overlap; `docs/players.md` has the tables of larger games."""
    game = TicTacToe()
    tally = Tally(WORDS, game.sides)
    with local_engine(1) as engine:
        for batch, result in play_all(TicTacToe, WORDS, batches(WORDS, 100), seed=1, engine=engine):
            tally.add(batch, result)
    ranges = {each.player: each.confidence for each in tally.standings()}
    for weaker, stronger in pairwise(WORDS):
        assert ranges[weaker][1] < ranges[stronger][0]


def test_a_level_plays_where_no_perfect_player_can() -> None:
    """In a game of three sides, and in one that is taken to be too large."""

    def too_large() -> Oracle:
        raise TooManyPositions("tic-tac-toe", 9)

    for game in (by_rules("threenim"), TicTacToe()):
        player = named("strong", Seat(game, game.sides[0], seed=1, solver=too_large))
        assert isinstance(player, LevelPlayer)
        match = Match(game)
        while not match.outcome:
            match = match.play(player.choose(match))
