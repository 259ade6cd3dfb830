"""What each player promises about the moves it takes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from noughts.games.game import Game
from noughts.games.match import Match
from noughts.games.result import Value
from noughts.players.arena import referee
from noughts.players.levels import PerfectPlayer, RandomPlayer, temptation
from noughts.players.player import Player
from noughts.solvers.backward import Solution, solve_game
from tests.small_games import GraphGame, Hexapawn, Nim, TicTacToe

GAMES: list[Game] = [TicTacToe(), Hexapawn(), Nim((1, 2, 3)), Nim((2, 3))]


@pytest.fixture(scope="module")
def tictactoe() -> Solution:
    return solve_game(TicTacToe())


def lines(player: Player, match: Match) -> list[Match]:
    """All matches that end, where `player` decides for the side to move now and the other tries all."""
    mine, ended, todo = match.to_move, [], [match]
    while todo:
        match = todo.pop()
        if match.outcome is not None:
            ended.append(match)
        elif match.to_move == mine:
            todo.append(match.play(player.choose(match)))
        else:
            todo += [match.play(move) for move in match.legal_moves]
    return ended


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_perfect_never_gets_less_than_the_value_whatever_the_other_does(game: Game) -> None:
    solution = solve_game(game)
    for move in (None, *game.moves(game.initial)):
        match = Match(game) if move is None else Match(game).play(move)
        mine, value = match.to_move, solution.value(match.position)
        for ended in lines(PerfectPlayer(solution, seed=1), match):
            assert ended.outcome is not None
            if value.winner == mine:
                assert ended.outcome.winner == mine
                assert len(ended.moves) - len(match.moves) <= (value.distance or 0)
            elif value.winner is None:
                assert ended.outcome.winner in (mine, None)
            elif ended.outcome.winner != mine:
                assert len(ended.moves) - len(match.moves) >= (value.distance or 0)


def test_perfect_against_perfect_ends_as_the_value_says() -> None:
    for game in GAMES:
        solution = solve_game(game)
        player = PerfectPlayer(solution)
        *_, last = referee(Match(game), dict.fromkeys(game.sides, player))
        assert last.match.outcome is not None
        value = solution.value(game.initial)
        assert last.match.outcome.winner == value.winner
        if value.distance is not None:
            assert len(last.match.moves) == value.distance


def test_perfect_wins_at_once_and_blocks(tictactoe: Solution) -> None:
    player = PerfectPlayer(tictactoe, seed=0)
    assert player.choose(Match(TicTacToe(), (0, 3, 1, 4))) == 2
    assert player.choose(Match(TicTacToe(), (0, 4, 1))) == 2


def test_perfect_loses_as_late_as_it_can(tictactoe: Solution) -> None:
    lost = Match(TicTacToe(), (0, 1, 4))  # x threatens one line and has two in view
    assert tictactoe.value(lost.position) == Value("x", 4)
    for seed in range(10):
        assert PerfectPlayer(tictactoe, seed=seed).choose(lost) == 8


def test_perfect_tempts_its_opponent_in_a_draw(tictactoe: Solution) -> None:
    """All nine openings draw; the corners leave 7 replies of 8 that lose."""
    opening = Match(TicTacToe())
    assert len(tictactoe.best(opening.position)) == 9
    shares = {move: temptation(tictactoe, opening, move) for move in opening.legal_moves}
    assert shares[0] == Fraction(7, 8)
    assert shares[4] == Fraction(4, 8)
    chosen = {PerfectPlayer(tictactoe, seed=seed).choose(opening) for seed in range(30)}
    assert chosen == {0, 2, 6, 8}


def test_there_is_no_temptation_without_a_reply_of_the_other() -> None:
    """From 0 a may end the match, move on to 2 as itself, or give the move to b at 3 or 5."""
    arrows = {0: [1, 2, 3, 5], 1: [], 2: [0, 4], 3: [1, 0], 4: [], 5: [1, 0, 6], 6: []}
    game = GraphGame(arrows, {0: "a", 1: None, 2: "a", 3: "b", 4: "b", 5: "b", 6: "a"})
    solution = solve_game(game)
    shares = [temptation(solution, Match(game), move) for move in range(4)]
    assert shares == [0, 0, 0, Fraction(1, 3)]


@pytest.mark.parametrize(
    "make", [RandomPlayer, lambda seed: PerfectPlayer(solve_game(TicTacToe()), seed=seed)]
)
def test_the_same_seed_makes_the_same_match(make: Callable[..., Player]) -> None:
    def played(seed: int) -> Match:
        players = {"x": make(seed=seed), "o": make(seed=seed + 100)}
        return [turn.match for turn in referee(Match(TicTacToe()), players)][-1]

    assert all(played(seed) == played(seed) for seed in range(5))
    assert len({played(seed).moves for seed in range(5)}) > 1


def test_random_takes_every_legal_move_some_time() -> None:
    player, match = RandomPlayer(seed=4), Match(TicTacToe(), (0, 4))
    taken = [player.choose(match) for _ in range(300)]
    assert set(taken) == set(match.legal_moves)
    assert all(taken.count(move) > 15 for move in match.legal_moves)


def test_players_need_no_seed() -> None:
    solution = solve_game(Hexapawn())
    players: list[Player] = [RandomPlayer(), PerfectPlayer(solution)]
    for first, second in product(players, repeat=2):
        *_, last = referee(Match(Hexapawn()), {"w": first, "b": second})
        assert last.match.outcome is not None
