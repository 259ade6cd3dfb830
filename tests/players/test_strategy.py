"""The player ``strategy`` never loses, takes wins, and plays the same with the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.automata.explore import explore
from noughts.automata.from_game import plant_of_cells, plant_of_positions, strategy
from noughts.automata.write_data import write_data
from noughts.games.match import Match
from noughts.players.named import PlayerUnavailable, Seat, named
from noughts.players.player import Player
from noughts.players.strategy import NoStrategy, StrategyPlayer
from tests.automata.boards import InARow
from tests.library.games import by_rules, played

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


@pytest.mark.parametrize("positions", [True, False])
def test_an_automaton_in_a_file_is_a_player(tmp_path: Path, positions: bool) -> None:
    """The strategy that was written is the one that is played, however its states are named."""
    game, path = by_rules("tictactoe"), tmp_path / "o.data"
    graph = explore(game)
    given = plant_of_positions(graph) if positions else plant_of_cells(graph)
    found = strategy(given, "o").automaton
    assert found is not None
    write_data(found, path)
    player = named(str(path), Seat(game, "o", seed=1))
    assert isinstance(player, StrategyPlayer)
    own = StrategyPlayer(game, "o")
    for position in played(game, seed=1, matches=30):
        assert player.permitted(at := Match(game, (), (position,))) == own.permitted(at)
    with pytest.raises(PlayerUnavailable, match=r"the automaton permits x no move of tictactoe"):
        named(str(path), Seat(game, "x"))
    path.write_text("Rank: 1\n")
    with pytest.raises(PlayerUnavailable, match=r"o.data"):
        named(str(path), Seat(game, "o"))


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
