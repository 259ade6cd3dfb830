"""Levels err as often as they say, in Python and on a page, and so an arena puts them in order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

import noughts
from noughts.cli.game_argument import GameArgument
from noughts.faces.console.printer import Printer
from noughts.faces.console.table_view import TableView
from noughts.faces.table import Table
from noughts.games.game import Move, TooManyPositions
from noughts.games.match import Match
from noughts.games.result import Oracle
from noughts.players.arena import batches, play_all
from noughts.players.levels import LEVELS, Level, LevelPlayer
from noughts.players.named import Seat, named
from noughts.players.standings import Tally, interval
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


NUMBERS = {"one": 1, "two": 2, "three": 3, "eight": 8}


@pytest.mark.parametrize("level", LEVELS)
def test_how_often_it_errs_is_said_in_a_sentence_everywhere(level: Level, capsys) -> None:
    errs, moves = (NUMBERS[word] for word in re.findall("|".join(NUMBERS), level.summary))
    assert errs / moves == level.errs
    assert noughts.load("tictactoe").player(level.word, "o").summary == level.summary
    game = TicTacToe()
    players = {side: LevelPlayer(level, First()) for side in game.sides}
    TableView(Table(game, players), Printer()).introduce()
    assert capsys.readouterr().out.count(f"{level.word} {level.summary}.\n") == 1


@pytest.mark.parametrize("level", LEVELS)
def test_so_it_does_on_a_page(level: Level) -> None:
    asked = {"word": level.word, "errs": level.errs, "summary": level.summary, "tries": TRIES}
    with running_node() as node:
        found = node.call("/tests/players/levels.js", "moves", asked)
    assert_errs(level, found["known"])
    assert_errs(level, found["searched"])
    assert found["name"] == level.word
    assert found["note"] == level.summary


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "let", "matches"),
    [
        ("tictactoe", [], (200, 200, 200, 200)),
        ("hex", ["n=3"], (120, 120, 120, 120)),
        ("four", ["columns=4", "rows=4", "line=3"], (120, 120, 120, 120)),
        ("hare", [], (480, 100, 100, 60)),
    ],
)
def test_each_level_does_better_than_the_next_weaker_one(
    name: str, let: Sequence[str], matches: Sequence[int]
) -> None:
    """When both play each other, the 95 % intervals of their scores as the side that begins are disjoint.

    Hex is played on a board of three by three, and four asks for three in a row on one of four by four.
    Random hounds never catch the hare, and those of a beginner seldom do, so these two play most.
    `docs/players.md` has a tournament of all levels.
    """
    load = GameArgument([name], let=let).load
    for (weaker, stronger), count in zip(pairwise(WORDS), matches, strict=True):
        tally = Tally([weaker, stronger], load().sides)
        with local_engine(1) as engine:
            for batch, result in play_all(
                load, tally.names, batches(tally.names, count), seed=1, engine=engine
            ):
                tally.add(batch, result)
        ranges = [interval(score_of_first(tally, pair), count // 2) for pair in ((0, 1), (1, 0))]
        assert ranges[0][1] < ranges[1][0], (weaker, stronger, ranges)


def score_of_first(tally: Tally, pair: tuple[int, int]) -> float:
    """The score of the player that begins in the matches of an ordered pair."""
    wins = tally.counts[pair]
    return (wins[tally.sides[0]] + wins[None] / 2) / wins.total()


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
