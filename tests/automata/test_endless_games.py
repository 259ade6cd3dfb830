"""The strategy of a side in any game, also one that may go on for ever: all with which it does not lose.

It has the positions that the side has not lost, by `solve`, and that its own play reaches: there the moves of
the side to others such, and all moves of other sides.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given

import noughts
from noughts.automata.automaton import Automaton
from noughts.automata.data_file import data_lines, parse_data
from noughts.automata.from_game import (
    GameGraph,
    contest,
    game_graph,
    lost_play,
    plant,
    plant_of_positions,
    strategy,
    tally,
)
from noughts.automata.synthesise import Synthesis, mpc
from noughts.automata.transition import Modality, anything
from noughts.games.game import Game, Side
from noughts.games.match import Match
from noughts.players.audit import audit
from noughts.players.strategy import NoStrategy, StrategyPlayer
from noughts.refusal import Refusal
from noughts.solvers.backward import Solution, solve
from tests.library.games import AT_LENGTH, by_rules
from tests.small_games import GraphGame
from tests.small_games.graph import graphs

pytestmark = pytest.mark.long

FIGURES = Path(__file__).parents[1] / "library" / "figures.toml"
MOST = 10_000 if AT_LENGTH else 60
SMALL = [
    known
    for known in tomllib.loads(FIGURES.read_text("utf-8"))["game"]
    if not known.get("large") and (known["name"] == "hare" or sum(known.get("by_ply", ())) <= MOST)
]
"""The games of the library that are soon solved, and hare: with ends and without, for one, two and three
sides."""

Edge: TypeAlias = tuple[int, int, int]
"""A move: the number of its position, that of its kind, and that of where it leads."""


def safe_edges(graph: GameGraph, side: Side) -> set[Edge] | None:
    """The moves of the strategy by its definition; ``None`` if the side has lost from the beginning.

    A position is lost if another side has won, the side has no other move than to lost ones, or another side
    can move to one: by iteration to the least set.
    """
    leaving = by_source(graph)
    lost, before = {p for p, winner in graph.ends.items() if winner not in (side, None)}, -1
    while len(lost) > before:
        before = len(lost)
        for p, edges in leaving.items():
            own = graph.made[edges[0][1]][0] == side
            if (all if own else any)(q in lost for _, _, q in edges):
                lost.add(p)
    if 0 in lost:
        return None
    reached, found = [0], set[Edge]()
    for p in reached:
        following = [edge for edge in leaving.get(p, ()) if edge[2] not in lost]
        found.update(following)
        reached += dict.fromkeys(q for _, _, q in following if q not in reached)
    return found


def by_source(graph: GameGraph) -> dict[int, list[Edge]]:
    leaving: dict[int, list[Edge]] = {}
    for edge in zip(graph.sources, graph.kinds, graph.targets, strict=True):
        leaving.setdefault(edge[0], []).append(edge)
    return leaving


def edges_of(found: Automaton, graph: GameGraph) -> set[Edge]:
    """The moves in an automaton of rank 1 whose codes are the numbers of positions."""
    columns = zip(found.sources, found.label_numbers, found.targets, strict=True)
    codes, ends = found.codes, len(graph.made)
    return {(codes[source], kind, codes[target]) for source, kind, target in columns if kind < ends}


def check(game: Game) -> None:
    """The strategies of all sides of a game are those of the definition, and say what `solve` says."""
    graph = game_graph(game)
    solution = solve(graph.states) if len(game.sides) < 3 else None
    for side in game.sides:
        found, wanted = strategy(plant_of_positions(graph), side), safe_edges(graph, side)
        if solution is not None:
            assert (wanted is None) == (solution.value_of(0).winner not in (side, None))
        if wanted is None:
            assert found.automaton is None
            check_loss(graph, found, side, solution)
        else:
            assert found.automaton is not None
            assert edges_of(found.automaton, graph) == wanted
            check_automaton(graph, found.automaton, side, solution)
            assert mpc(found.given, anything).automaton == found.automaton
            check_player(graph, found.automaton, side)


def check_automaton(graph: GameGraph, found: Automaton, side: Side, solution: Solution | None) -> None:
    """Its modalities, ends and final states; a file has it all."""
    count = len(graph.positions)
    reached = {code for code in found.codes if code < count}
    assert tally(found).positions == len(reached)
    ends = {code: graph.ends[code] for code in reached if code in graph.ends}
    assert (tally(found).wins, tally(found).ties) == tuple(
        sum(winner == wanted for winner in ends.values()) for wanted in (side, None)
    )
    for source, kind, modality in zip(found.sources, found.label_numbers, found.modalities, strict=True):
        other = kind < len(graph.made) and graph.made[kind][0] != side
        assert modality == (Modality.URGENT if other else Modality.PERMITTED), source
    if solution is not None:
        assert all(solution.value_of(code).winner in (side, None) for code in reached)
    assert {found.codes[s] for s, final in enumerate(found.finals) if final} >= reached - forcing(graph, side)
    assert not {found.codes[s] for s, final in enumerate(found.finals) if final} & forcing(graph, side)
    assert parse_data(data_lines(found)) == found


def forcing(graph: GameGraph, side: Side) -> set[int]:
    """The positions from which the side can force an end that it has not lost."""
    leaving = by_source(graph)
    found, before = {p for p, winner in graph.ends.items() if winner in (side, None)}, -1
    while len(found) > before:
        before = len(found)
        for p, edges in leaving.items():
            own = graph.made[edges[0][1]][0] == side
            if (any if own else all)(q in found for _, _, q in edges):
                found.add(p)
    return found


def check_player(graph: GameGraph, found: Automaton, side: Side) -> None:
    """It permits the moves of the strategy, whether it works that out or is given it, and never loses."""
    game, edges = graph.game, edges_of(found, graph)
    player, given = StrategyPlayer(game, side), StrategyPlayer(game, side, automaton=found)
    for p in {source for source, _, _ in edges}:
        own = {graph.made[kind] for source, kind, _ in edges if source == p}
        permitted = player.permitted(at := Match(game, (), (graph.positions[p],)))
        assert given.permitted(at) == permitted
        assert set(permitted) == {move for mover, move in own if mover == side}
    told = audit(player, game, side)
    assert told.safe
    assert told.positions <= tally(found).positions


def check_loss(graph: GameGraph, found: Synthesis, side: Side, solution: Solution | None) -> None:
    """A side without a strategy is shown a longest line of play that it loses."""
    game = graph.game
    line = lost_play(plant_of_positions(graph), found, side)
    match = Match(game)
    for played in line:
        assert match.to_move == played.side
        match = match.play(match.legal_moves[match.legal_texts.index(played.text)])
        assert match.position == played.position
    assert match.outcome is not None
    assert match.outcome.winner not in (side, None)
    if solution is not None:
        assert len(line) == solution.value_of(0).distance
    with pytest.raises(NoStrategy, match="has no safe strategy") as told:
        StrategyPlayer(game, side)
    said = f"it loses, for example, after {', '.join(map(str, line))}"
    assert told.value.hint == (said if line else "it has lost before the first move")


@given(graphs())
def test_any_graph_has_the_strategies_of_the_definition(game: GraphGame) -> None:
    check(game)


LOOP = """/$
edges := {(1, 2), (2, 1), (2, 3)}
initialState := (`x, 1)
(playerToMove, node) := currentState
moves := {1, 2, 3}
gameOver iff node = 3
legalMove(m) iff ~gameOver & (node, m) in edges
other := `o if playerToMove = `x; `x otherwise
outcome(m) := (other, m)
wins(p) iff gameOver & p = `x
$/"""
"""A token goes to and fro between 1 and 2; o, who moves it from 2, would lose at 3, and never needs to."""


@pytest.mark.parametrize("seed", range(40 if AT_LENGTH else 8))
def test_a_token_on_a_graph_has_the_strategies_of_the_definition(seed: int) -> None:
    check(noughts.load(token(Random(seed))).rules)


def token(dice: Random) -> str:
    """The rules of a game in which two sides move a token along random arrows, in turn or not."""
    nodes = range(1, dice.randint(3, 7))
    arrows = {(a, b) for a in nodes for b in nodes if dice.random() < 1.6 / len(nodes)} or {(1, 2)}
    owned = {a: f"{a} |-> {dice.choice(('`x', '`o'))}" for a in nodes}
    after = dice.choice(("other", "owner[m]"))
    winner = ", ".join(f"{a} |-> {dice.choice(('`x', '`o', '`nobody'))}" for a in nodes)
    return f"""/$
edges := {{{", ".join(map(str, sorted(arrows)))}}}
owner := {{{", ".join(owned.values())}}}
winner := {{{winner}}}
initialState := (`x, 1)
(playerToMove, node) := currentState
moves := {{{", ".join(map(str, nodes))}}}
gameOver iff all m in moves. ~((node, m) in edges)
legalMove(m) iff (node, m) in edges
other := `o if playerToMove = `x; `x otherwise
outcome(m) := ({after}, m)
wins(p) iff gameOver & winner[node] = p
$/"""


def title(known: dict[str, Any]) -> str:
    return " ".join([known["name"], *known.get("let", ())])


@pytest.mark.parametrize("known", SMALL, ids=title)
def test_games_of_the_library_have_the_strategies_of_the_definition(known: dict[str, Any]) -> None:
    check(by_rules(known["name"], known.get("let", ())))


@pytest.mark.parametrize("known", SMALL, ids=title)
def test_both_ways_to_build_a_game_agree(known: dict[str, Any]) -> None:
    """A game of cells and turns: as many positions, moves and ends, and it is the mpc of the contest."""
    graph = game_graph(by_rules(known["name"], known.get("let", ())))
    if (whole := plant(graph)).automaton.rank == 1:
        return
    for side in graph.game.sides:
        found = strategy(whole, side).automaton
        assert found == mpc(contest(whole, side), anything).automaton
        by_position = strategy(plant_of_positions(graph), side).automaton
        assert (found and tally(found)) == (by_position and tally(by_position))


def test_a_side_that_never_needs_to_lose_has_a_strategy_without_an_end() -> None:
    game = noughts.load(LOOP)
    found = game.synthesise("o")
    assert (found.states, found.transitions) == (2, 2)
    assert all(found.automaton.finals)
    assert game.audit("strategy", "o").safe
    assert [str(move) for move in StrategyPlayer(game.rules, "o").permitted(game.match("2").played)] == ["1"]
    with pytest.raises(Refusal, match="has no safe strategy"):
        noughts.load(LOOP.replace("(2, 1), ", "")).synthesise("o")
