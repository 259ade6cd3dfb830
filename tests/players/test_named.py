"""A word names a player, or the error says which words do."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.games.match import Match
from noughts.players.named import KINDS, PlayerUnavailable, Seat, UnknownPlayer, named
from noughts.players.player import Person
from noughts.solvers.backward import Solution, solve_game
from tests.small_games import GraphGame, TicTacToe


@pytest.mark.parametrize("word", KINDS)
def test_every_row_of_the_table_makes_a_player_of_that_name(word: str) -> None:
    game = GameArgument(["tictactoe"]).load()
    who = named(word, Seat(game, "x"))
    assert who.name == word
    if not isinstance(who, Person):
        assert who.choose(Match(game)) in game.moves(game.initial)


def test_case_and_blanks_do_not_matter() -> None:
    assert named(" Random ", Seat(TicTacToe(), "x")).name == "random"


def test_an_unknown_word_is_told_the_nearest_or_all() -> None:
    with pytest.raises(UnknownPlayer) as caught:
        named("perfekt", Seat(TicTacToe(), "x"))
    assert str(caught.value) == "there is no player `perfekt`; did you mean `perfect`?"
    with pytest.raises(UnknownPlayer) as caught:
        named("kasparov", Seat(TicTacToe(), "x"))
    assert str(caught.value).startswith("there is no player `kasparov`; the names are `person`, ")
    assert all(f"`{word}`" in str(caught.value) for word in KINDS)


def test_one_seed_gives_each_side_its_own_dice() -> None:
    def first_moves(side: str, seed: int | None) -> list[object]:
        player = named("random", Seat(TicTacToe(), side, seed))
        assert not isinstance(player, Person)
        return [player.choose(Match(TicTacToe())) for _ in range(20)]

    assert first_moves("x", 1) == first_moves("x", 1)
    assert first_moves("x", 1) != first_moves("o", 1)
    assert first_moves("x", None) != first_moves("x", None)


def test_a_solver_is_asked_once_and_only_by_who_needs_it() -> None:
    asked = []

    def solver() -> Solution:
        asked.append(1)
        return solve_game(TicTacToe())

    seat = Seat(TicTacToe(), "x", solver=solver)
    named("random", seat)
    assert not asked
    named("perfect", seat)
    named("perfect", seat)
    assert asked == [1]


def test_perfect_says_that_a_game_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.players.named._MOST_POSITIONS", 1000)
    with pytest.raises(PlayerUnavailable) as caught:
        named("perfect", Seat(TicTacToe(), "x"))
    assert str(caught.value) == (
        "the perfect player must know every position, and tic-tac-toe has more than 1,000; "
        "choose another player, such as `strategy` or `search`, or make the game smaller"
    )


def test_perfect_says_that_there_are_too_many_sides(tmp_path: Path) -> None:
    game = GraphGame({0: []}, {0: "a"}, sides=("a", "b", "c"), name="three at a table")
    with pytest.raises(PlayerUnavailable, match=r"^there is no perfect player: three at a table has 3 sides"):
        named("perfect", Seat(game, "a"))
    with pytest.raises(PlayerUnavailable, match=r"^there is no perfect player: three at a table has 3 sides"):
        named(f"perfect:{tmp_path}", Seat(game, "a"))
    assert named("mcts", Seat(game, "a"))  # the player that the hint names


def test_strategy_says_how_a_side_may_lose() -> None:
    game = GraphGame({0: [1], 1: []}, {0: "b", 1: "a"}, name="lost from the start")
    with pytest.raises(PlayerUnavailable, match=r"^b has no safe strategy in") as caught:
        named("strategy", Seat(game, "b"))
    assert caught.value.hint == "it loses, for example, after b arrow 1"
