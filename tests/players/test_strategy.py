"""The player ``strategy`` never loses, takes wins, and plays the same with the same seed."""

from __future__ import annotations

import pytest

from noughts.games.match import Match
from noughts.players.player import Player
from noughts.players.strategy import NoStrategy, StrategyPlayer
from tests.automata.boards import InARow

TIC_TAC_TOE = InARow(3, 3, 3)


@pytest.mark.parametrize("side", ["x", "o"])
@pytest.mark.parametrize("seed", [1, 2])
def test_it_never_loses_whatever_the_other_side_does(side: str, seed: int) -> None:
    player: Player = StrategyPlayer(TIC_TAC_TOE, side, seed=seed)
    todo = [Match(TIC_TAC_TOE)]
    plays = 0
    while todo:
        match = todo.pop()
        if match.outcome is not None:
            assert match.outcome.winner in (side, None)
            plays += 1
        elif match.to_move == side:
            todo.append(match.play(player.choose(match)))
        else:
            todo += [match.play(move) for move in match.legal_moves]
    assert plays > 50


def test_a_winning_move_is_taken() -> None:
    moves = [("x", 1), ("o", 4), ("x", 2), ("o", 5)]
    player = StrategyPlayer(TIC_TAC_TOE, "x", seed=0)
    assert player.choose(Match(TIC_TAC_TOE, tuple(moves))) == ("x", 3)


def test_every_permitted_move_can_be_seen() -> None:
    player = StrategyPlayer(TIC_TAC_TOE, "o")
    corner = Match(TIC_TAC_TOE, (("x", 1),))
    assert player.permitted(corner) == (("o", 5),)
    assert player.permitted(Match(TIC_TAC_TOE)) == ()


def test_the_seed_decides() -> None:
    match = Match(TIC_TAC_TOE)
    chosen = [[StrategyPlayer(TIC_TAC_TOE, "x", seed=s).choose(match) for s in range(5)] for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) > 1


def test_where_there_is_no_strategy_the_lost_play_is_shown() -> None:
    with pytest.raises(NoStrategy) as told:
        StrategyPlayer(InARow(2, 2, 2), "o")
    assert told.value.fact == "o cannot be sure not to lose 2×2, 2 in a row"
    assert told.value.help == "it is lost after x 1, o 4, x 2, for instance"
