"""The same seed gives the same matches, whoever plays them; and figures that are known from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.games.game import Game
from noughts.games.match import Match
from noughts.games.record import Record, match_of
from noughts.kernels.search_game import Coded
from noughts.players import arena
from noughts.players.arena import Arena, Batch, BatchResult, NoArena, batches, play_all
from noughts.players.graph import MOST_PLIES, Graph, ManyMatches
from noughts.players.levels import RandomPlayer
from noughts.players.player import GivesUp
from noughts.players.standings import AVERAGE, Tally, interval, ratings
from noughts.workers import engine as engines
from noughts.workers.engine import Here, local_engine
from tests.library.games import by_rules
from tests.small_games import GraphGame, Nim, TicTacToe

pytestmark = pytest.mark.long

WORDS = ["random", "perfect", "random"]


def results(workers: int, seed: int = 1, words: Sequence[str] = WORDS) -> dict[Batch, BatchResult]:
    todo = batches(words, 260)
    with local_engine(workers) as engine:
        return dict(play_all(TicTacToe, words, todo, seed=seed, engine=engine, keep=True))


def test_the_same_seed_gives_the_same_matches_in_one_process_and_in_many(monkeypatch) -> None:
    alone = results(1)
    assert alone == results(1)
    assert alone != results(1, seed=2)
    monkeypatch.setattr(engines, "PATIENCE", -1.0)
    monkeypatch.setattr(engines, "_SECONDS_WORTH_SHARING", -1.0)
    assert results(2) == alone


def test_every_match_can_be_played_again_and_every_pair_moves_first_equally_often() -> None:
    counts: Counter[tuple[int, int]] = Counter()
    for batch, result in results(1).items():
        counts[batch.first, batch.second] += batch.matches
        assert len(result.played) == batch.matches == result.winners.total()
        for outcome, moves in result.played:
            assert match_of(Record("tic-tac-toe", moves, outcome=outcome), TicTacToe()).outcome == outcome
    assert counts == dict.fromkeys([(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)], 130)


WHO = st.sampled_from(["random", "perfect", "mcts:7"])


@given(st.lists(WHO, min_size=2, max_size=5), st.integers(1, 700))
def test_batches_are_all_matches_and_no_more(words: list[str], matches: int) -> None:
    todo = batches(words, matches)
    assert len(set(todo)) == len(todo)
    assert sum(batch.matches for batch in todo) == comb(len(words), 2) * matches
    for batch in todo:
        thinks = "mcts:7" in (words[batch.first], words[batch.second])
        assert 0 < batch.matches <= (arena.IN_A_SLOW_BATCH if thinks else arena.IN_A_BATCH)


class Uncoded:
    """A game that is asked move by move, whatever it could do besides."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        if name == "ground":
            raise AttributeError(name)
        return getattr(self.game, name)


@pytest.mark.parametrize("words", [["random", "random"], ["random", "perfect"], ["mended", "random"]])
def test_matches_through_the_kernel_are_those_by_the_rules(words: list[str]) -> None:
    game = by_rules("tictactoe")
    fast, slow = Arena(game, words, seed=4), Arena(Uncoded(game), words, seed=4)
    assert [isinstance(arena.graph.rules, Coded) for arena in (fast, slow)] == [True, False]
    for batch in batches(words, 120):
        assert fast.play(batch, keep=True) == slow.play(batch, keep=True)


def test_random_players_win_as_often_as_counting_says() -> None:
    """58.5 % for x, 28.8 % for o, and the rest drawn."""
    words = ["random", "random"]
    todo, tally = batches(words, 40_000), Tally(words, ("x", "o"))
    for batch, result in play_all(TicTacToe, words, todo, seed=3, engine=Here()):
        tally.add(batch, result)
    won = sum((count for count in tally.counts.values()), Counter())
    shares = expected(TicTacToe().initial)
    for winner, share in shares.items():
        assert won[winner] / 40_000 == pytest.approx(share, abs=0.012)
    assert shares["x"] == pytest.approx(0.5849, abs=1e-4)


def expected(position: str) -> dict[str | None, float]:
    """How likely each result is if every legal move is, worked out without playing."""
    game = TicTacToe()
    outcome = game.outcome(position)
    if outcome is not None:
        return {outcome.winner: 1.0}
    found: dict[str | None, float] = {}
    moves = game.moves(position)
    for move in moves:
        for winner, share in expected(game.after(position, move)).items():
            found[winner] = found.get(winner, 0.0) + share / len(moves)
    return found


def test_standings_count_from_both_sides() -> None:
    tally = Tally(["a", "b"], ("x", "o"))
    tally.add(Batch(0, 1, 0, 6), BatchResult(Counter({"x": 3, "o": 1, None: 2}), []))
    tally.add(Batch(1, 0, 0, 4), BatchResult(Counter({"x": 1, "o": 3}), []))
    first, second = tally.standings()
    assert (first.player, first.won, first.drawn, first.lost, first.points) == ("a", 6, 2, 2, 7.0)
    assert (second.player, second.won, second.drawn, second.lost, second.points) == ("b", 2, 2, 6, 3.0)
    assert first.score == pytest.approx(0.7)
    assert first.rating + second.rating == pytest.approx(2 * AVERAGE)
    assert tally.matches == 10


def test_intervals_are_wilsons() -> None:
    assert interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert interval(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert interval(0.0, 0) == (0.0, 1.0)


@given(st.floats(0, 1), st.integers(1, 10**6))
def test_an_interval_holds_the_score_and_shrinks(score: float, matches: int) -> None:
    low, high = interval(score, matches)
    assert 0 <= low <= score + 1e-9
    assert score - 1e-9 <= high <= 1
    further = interval(score, 4 * matches)
    assert further[1] - further[0] < high - low


def test_ratings_are_in_proportion_to_points() -> None:
    """Ten to one between two players is 400 points, but for the drawn match that is added."""
    a, b = ratings(2, {(0, 1): 999.5, (1, 0): 99.5})
    assert a - b == pytest.approx(400.0, abs=1e-3)
    assert ratings(2, {(0, 1): 5.0, (1, 0): 5.0}) == pytest.approx([AVERAGE, AVERAGE])


@given(st.lists(st.integers(0, 30), min_size=12, max_size=12))
def test_ratings_are_the_most_likely_ones(shares: list[int]) -> None:
    """At the most likely strengths, what each was expected to win is what it won."""
    pairs = [(i, j) for i in range(4) for j in range(4) if i != j]
    points = {pair: float(share) for pair, share in zip(pairs, shares, strict=True)}
    found = [10 ** (rating / 400) for rating in ratings(4, points)]
    for i in range(4):
        others = [j for j in range(4) if j != i]
        won = sum(points[i, j] + 0.5 for j in others)
        met = {j: points[i, j] + points[j, i] + 1 for j in others}
        assert won == pytest.approx(
            sum(n * found[i] / (found[i] + found[j]) for j, n in met.items()), rel=1e-3
        )


def test_matches_that_players_do_not_play_on() -> None:
    class Tired(RandomPlayer):
        name = "tired"

        def choices(self, match: Match) -> Sequence[Any]:
            if len(match.moves) > 2:
                raise GivesUp(self.name)
            return [8]

    def play(game: Any, *players: Any) -> Any:
        return ManyMatches(Graph(game), players, range(len(players))).play_one(Random(0))

    outcome, moves = play(TicTacToe(), Tired(), RandomPlayer())
    assert (str(outcome), outcome.termination, len(moves)) in (
        ("o wins", "tired gives up", 4),
        ("o wins", "tired chooses 8, which is not legal", 2),
    )
    endless = GraphGame({0: [1], 1: [0]}, {0: "a", 1: "b"})
    outcome, moves = play(endless, RandomPlayer(), RandomPlayer())
    assert (outcome.winner, len(moves)) == (None, MOST_PLIES)


def test_a_player_that_remembers_is_asked_about_the_match_and_made_anew() -> None:
    class Rememberer:
        name = "rememberer"

        def __init__(self) -> None:
            self.asked: list[int] = []

        def choose(self, match: Match) -> Any:
            self.asked.append(len(match.moves))
            return match.legal_moves[0]

    both = Rememberer(), Rememberer()
    table = ManyMatches(Graph(TicTacToe()), both, (0, 1))
    first, second = table.play(2, Random(0))
    assert first == second
    assert both[0].asked == [0, 2, 4, 6, 0, 2, 4, 6]
    assert both[1].asked == [1, 3, 5, 1, 3, 5]


@pytest.mark.parametrize(
    ("game", "words", "fact"),
    [
        (TicTacToe(), ["random"], "an arena needs two players or more"),
        (TicTacToe(), ["random", "person"], "only programs play"),
        (GraphGame({0: []}, {0: "a"}, sides=("a", "b", "c")), ["random"] * 3, "two sides, and a graph has 3"),
        (Nim(), ["random", "classic"], "plays on boards of three by three"),
    ],
)
def test_what_cannot_be_compared_is_refused(game, words, fact) -> None:
    with pytest.raises((NoArena, ValueError), match=fact):
        Arena(game, words, seed=0)
