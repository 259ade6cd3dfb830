"""What it means that formulas say what the rules say: question by question, position by position."""

from __future__ import annotations

from noughts.games.by_rules import GameByRules
from noughts.games.grounded import Grounded
from noughts.games.walk import holds
from noughts.solvers.explore import Exploration


def assert_agreement(exploration: Exploration, grounded: Grounded) -> None:
    """Every position of an exploration through `compile` has the same answers from the formulas."""
    game = exploration.game
    assert isinstance(game, GameByRules)
    for position in exploration.positions:
        code = grounded.encoded(position)
        assert grounded.decoded(code) == position
        assert not holds(grounded.undefined, code)
        outcome = game.outcome(position)
        legal = grounded.legal_moves(code)
        assert [move.move for move in legal] == list(game.moves(position))
        assert holds(grounded.over, code) == game.is_over(position)
        if outcome is None:
            mover = game.sides.index(game.to_move(position))
            assert [holds(turn, code) for turn in grounded.to_move] == [
                k == mover for k in range(len(game.sides))
            ]
        else:
            winner = None if outcome.winner is None else game.sides.index(outcome.winner)
            assert [holds(won, code) for won in grounded.wins] == [
                k == winner for k in range(len(game.sides))
            ]
        for move in legal:
            assert grounded.decoded(grounded.after(code, move)) == game.after(position, move.move)
