"""An audit says that a player loses exactly if some match says so, and then shows a shortest one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.games.game import Game, TooManyPositions
from noughts.games.match import Match
from noughts.players.audit import NothingToAudit, audit
from noughts.players.levels import RandomPlayer
from noughts.players.named import Seat, named
from noughts.players.player import GivesUp, Person
from noughts.solvers.backward import solve_game
from tests.small_games import GraphGame, Hexapawn, Nim, TicTacToe


@dataclass(frozen=True)
class Scripted:
    """Chooses by a number for each position: which of the legal moves, or that it gives up."""

    numbers: Sequence[int]
    name: str = "scripted"

    def choices(self, match: Match) -> Sequence[Any]:
        number = self.numbers[hash(match.position) % len(self.numbers)]
        if number < 0:
            raise GivesUp(self.name)
        moves = match.legal_moves
        return [moves[number % len(moves)], moves[number // 3 % len(moves)]]

    def choose(self, match: Match) -> Any:
        return self.choices(match)[0]


def shortest_loss(player: Any, match: Match, side: str, plies: int) -> int | None:
    """How many moves until it can have lost, by trying every match of so many plies."""
    outcome = match.outcome
    if outcome is not None:
        return None if outcome.winner in (None, side) else len(match.moves)
    if len(match.moves) == plies:
        return None
    moves = match.legal_moves
    if match.to_move == side:
        try:
            moves = player.choices(match)
        except GivesUp:
            return len(match.moves)
    found = [shortest_loss(player, match.play(move), side, plies) for move in moves]
    return min((length for length in found if length is not None), default=None)


@st.composite
def graphs(draw: st.DrawFn) -> GraphGame:
    size = draw(st.integers(2, 7))
    arrows = {p: draw(st.lists(st.integers(0, size - 1), max_size=3)) for p in range(size)}
    owner = st.sampled_from(["a", "b"])
    marks = {p: draw(owner if arrows[p] else st.none() | owner) for p in range(size)}
    return GraphGame(arrows, marks)


@given(graphs(), st.lists(st.integers(-1, 8), min_size=1, max_size=5), st.sampled_from(["a", "b"]))
def test_it_finds_what_trying_every_match_finds(game: GraphGame, numbers: list[int], side: str) -> None:
    found = audit(Scripted(numbers), game, side)
    # a shortest match comes to no position twice
    shortest = shortest_loss(Scripted(numbers), Match(game), side, plies=len(game.arrows) - 1)
    assert found.safe == (shortest is None)
    if found.lost is not None:
        assert found.outcome is not None
        assert len(found.lost.moves) == shortest
        assert Match(game, found.lost.moves) == found.lost


@pytest.mark.parametrize("game", [TicTacToe(), Hexapawn(), Nim((1, 2))])
def test_perfect_loses_only_what_is_lost(game: Game) -> None:
    solution = solve_game(game)
    for side in game.sides:
        found = audit(named("perfect", Seat(game, side, solver=lambda: solution)), game, side)
        assert found.safe == (solution.value(game.initial).winner in (None, side))


def test_of_the_bots_the_mended_one_never_loses() -> None:
    for side in "xo":
        seat = Seat(TicTacToe(), side, seed=1)
        assert not audit(named("classic", seat), TicTacToe(), side).safe
        assert audit(named("mended", seat), TicTacToe(), side).safe


def test_a_player_of_random_moves_walks_the_whole_game() -> None:
    game = TicTacToe()
    tree = GraphGame({0: [1, 2], 1: [], 2: []}, {0: "a", 1: "a", 2: None})
    assert audit(RandomPlayer(), tree, "b").lost == Match(tree, (0,))
    assert audit(RandomPlayer(), tree, "a").positions == 3
    found = audit(RandomPlayer(), game, "o")
    assert found.lost is not None
    assert len(found.lost.moves) == 5


def test_a_move_that_is_not_legal_loses() -> None:
    class Cheat(RandomPlayer):
        name = "cheat"

        def choices(self, match: Match) -> Sequence[Any]:
            return [4]

    found = audit(Cheat(), TicTacToe(), "o")
    assert found.lost is not None
    assert found.outcome is not None
    assert found.lost.moves == (4,)
    assert (found.outcome.winner, found.outcome.termination) == ("x", "cheat chooses 4, which is not legal")


def test_what_says_nothing_of_its_choices_is_refused() -> None:
    with pytest.raises(NothingToAudit, match="nothing can be proved about `person`"):
        audit(Person(), TicTacToe(), "x")


def test_too_much_to_walk_is_refused() -> None:
    with pytest.raises(TooManyPositions, match="tic-tac-toe against `random`"):
        audit(RandomPlayer(), TicTacToe(), "x", limit=20)
