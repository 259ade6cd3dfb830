"""The player ``strategy`` never loses, takes wins, and plays the same with the same seed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.automata.automaton import Automaton
from noughts.automata.data_file import write_data
from noughts.automata.from_game import (
    GameGraph,
    Plant,
    game_graph,
    plant_of_cells,
    plant_of_positions,
    strategy,
)
from noughts.games.game import Move
from noughts.games.match import Match
from noughts.players.named import PlayerUnavailable, Seat, named
from noughts.players.player import Player
from noughts.players.strategy import NoStrategy, StrategyPlayer
from tests.automata.boards import InARow
from tests.library.games import by_rules, played

pytestmark = pytest.mark.long

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


@pytest.fixture(scope="module")
def graph() -> GameGraph:
    """What happens in the tic-tac-toe of the library."""
    return game_graph(by_rules("tictactoe"))


@pytest.fixture(scope="module")
def own() -> StrategyPlayer:
    """The player of that game that works out its own strategy."""
    return StrategyPlayer(by_rules("tictactoe"), "o")


@pytest.mark.parametrize("positions", [True, False])
def test_an_automaton_in_a_file_is_a_player(
    tmp_path: Path, graph: GameGraph, own: StrategyPlayer, positions: bool
) -> None:
    """The strategy that was written is the one that is played, however its states are named."""
    game, path = by_rules("tictactoe"), tmp_path / "o.data"
    given = plant_of_positions(graph) if positions else plant_of_cells(graph)
    found = strategy(given, "o").automaton
    assert found is not None
    write_data(found, path)
    player = named(str(path), Seat(game, "o", seed=1))
    assert isinstance(player, StrategyPlayer)
    for position in played(game, seed=1, matches=30):
        assert player.permitted(at := Match(game, (), (position,))) == own.permitted(at)
    with pytest.raises(PlayerUnavailable, match=r"the automaton permits x no move of tictactoe"):
        named(str(path), Seat(game, "x"))
    path.write_text("Rank: 1\n")
    with pytest.raises(PlayerUnavailable, match=r"o.data"):
        named(str(path), Seat(game, "o"))


@pytest.fixture(scope="module")
def plant() -> Plant:
    """What happens in tic-tac-toe."""
    return plant_of_positions(game_graph(TIC_TAC_TOE))


def strategy_of(side: str, plant: Plant) -> Automaton:
    """The most permissive one."""
    found = strategy(plant, side).automaton
    assert found is not None
    return found


@pytest.fixture(scope="module")
def plays(plant: Plant) -> Automaton:
    """What `o` may do."""
    return strategy_of("o", plant)


def only(source: Automaton, keep: Callable[[int], bool]) -> Automaton:
    """The automaton with the transitions that are to be kept."""
    kept = [t for t in range(source.transition_count) if keep(t)]
    columns = (source.sources, source.label_numbers, source.targets, source.modalities)
    return Automaton(
        source.principals,
        source.codes,
        source.start,
        source.labels,
        *([column[t] for t in kept] for column in columns),
    )


def refusal_of(automaton: Automaton, side: str) -> str:
    """Why it is no strategy."""
    with pytest.raises(NoStrategy) as told:
        StrategyPlayer(TIC_TAC_TOE, side, automaton=automaton)
    return told.value.fact


def test_an_automaton_that_may_lose_is_refused_with_a_shortest_loss(plant: Plant) -> None:
    fact = refusal_of(plant.automaton, "o")
    head, _, line = fact.partition(" after ")
    assert head == f"the automaton may lose {TIC_TAC_TOE.name} as o"
    moves = [(side, int(cell)) for side, cell in map(str.split, line.split(", "))]
    match = Match(TIC_TAC_TOE, tuple(moves))
    assert len(moves) == 5
    assert match.outcome is not None
    assert match.outcome.winner == "x"


def test_an_automaton_that_lacks_a_reply_is_refused(plays: Automaton) -> None:
    """A strategy without one of the transitions that are the other side's."""
    after = plays.label_numbers[plays.outgoing(plays.start)[0]]
    lacking = only(plays, lambda t: plays.sources[t] != plays.start or plays.label_numbers[t] != after)
    fact = refusal_of(lacking, "o")
    assert fact == f"the automaton lacks the move x 1 of {TIC_TAC_TOE.name} at the beginning"


def test_an_automaton_that_has_nothing_to_play_is_refused(plays: Automaton) -> None:
    """A strategy without its answer to the corner."""
    corner = plays.targets[plays.outgoing(plays.start)[0]]
    lacking = only(plays, lambda t: plays.sources[t] != corner)
    assert refusal_of(lacking, "o") == f"the automaton permits o no move of {TIC_TAC_TOE.name} after x 1"


def test_a_part_of_a_strategy_that_only_draws_is_one(plays: Automaton) -> None:
    """Of the moves of its side the first one everywhere: never losing is enough."""
    first = {(plays.sources[t], plays.modalities[t]): t for t in reversed(range(plays.transition_count))}
    narrow = only(plays, lambda t: bool(plays.modalities[t]) or first[plays.sources[t], 0] == t)
    player = StrategyPlayer(TIC_TAC_TOE, "o", automaton=narrow)
    assert player.permitted(Match(TIC_TAC_TOE, (("x", 5),))) == (("o", 1),)


def test_nothing_is_permitted_where_the_automaton_does_not_come(plant: Plant) -> None:
    """What it has elsewhere may lose, for nobody has looked at it."""
    whole = strategy_of("x", plant)
    begin = whole.outgoing(whole.start)[0]
    player = StrategyPlayer(
        TIC_TAC_TOE, "x", automaton=only(whole, lambda t: whole.sources[t] != whole.start or t == begin)
    )
    assert player.permitted(Match(TIC_TAC_TOE)) == (("x", 1),)
    assert player.permitted(Match(TIC_TAC_TOE, (("x", 1), ("o", 2))))
    assert player.permitted(Match(TIC_TAC_TOE, (("x", 5), ("o", 2)))) == ()


def test_the_seed_decides(plant: Plant) -> None:
    match, found = Match(TIC_TAC_TOE), strategy_of("x", plant)

    def choices() -> list[Move]:
        players = [StrategyPlayer(TIC_TAC_TOE, "x", automaton=found, seed=seed) for seed in range(5)]
        return [player.choose(match) for player in players]

    chosen = [choices(), choices()]
    assert chosen[0] == chosen[1]
    assert len(set(chosen[0])) > 1


def test_where_there_is_no_strategy_the_lost_play_is_shown() -> None:
    with pytest.raises(NoStrategy) as told:
        StrategyPlayer(InARow(2, 2, 2), "o")
    assert told.value.fact == "o has no safe strategy in 2×2, 2 in a row"
    assert told.value.hint == "it loses, for example, after x 1, o 4, x 2"
