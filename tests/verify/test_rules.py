"""The rules of a document by the reference evaluator agree with the game that the other parts play."""

from __future__ import annotations

import pytest

from noughts.documents.by_clicks import Click, GameByClicks
from noughts.documents.sided import Sided
from noughts.games.game import Position
from noughts.verify.rules import Rules, RulesByClicks, Situation, side_name
from tests.library.games import by_clicks, by_rules, played

MOST = 30
"""Positions of a game that are asked: matches of jugs go on for hundreds of moves."""


def agree(game: Sided, position: Position, said: Situation) -> None:
    outcome = game.outcome(position)
    assert said.is_over == (outcome is not None)
    if outcome is not None:
        assert [side_name(side) for side in said.winners] == [outcome.winner][: len(said.winners)]
        assert bool(said.winners) == (outcome.winner is not None)
        return
    assert said.to_move is None or side_name(said.to_move) == game.to_move(position)
    assert set(said.after.values()) == {game.after(position, move) for move in game.moves(position)}


@pytest.mark.parametrize("name", ["tictactoe", "hare", "nim", "jugs", "four", "euclid"])
def test_situations_by_rules_are_those_of_the_game(name):
    game = by_rules(name)
    rules = Rules(game.program, game.wins, game.side_values)
    for position in played(game, seed=1, matches=3)[:MOST]:
        said = rules.situation(position)
        agree(game, position, said)
        assert tuple(said.after) == tuple(game.moves(position))


def pixels(game: GameByClicks, position: Position) -> list[tuple[int, int]]:
    return [(move.x, move.y) for move in game.moves(position) if isinstance(move, Click)]


@pytest.mark.parametrize("name", ["tictactoe", "nim"])
def test_situations_by_clicks_are_those_of_the_game(name):
    game = by_clicks(name)
    for position in played(game, seed=1, matches=2):
        rules = RulesByClicks(game.program, pixels(game, position), game.wins, game.side_values)
        agree(game, position, rules.situation(position))
