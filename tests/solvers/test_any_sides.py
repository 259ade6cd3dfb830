"""Games with one side, two or three, some of which only win, in every way of answering, against an oracle."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache

import pytest

from noughts.automata.from_game import game_graph, plant, strategy
from noughts.documents.by_rules import GameByRules
from noughts.documents.claim import claim_about
from noughts.documents.from_document import game_from
from noughts.games.game import Game
from noughts.games.result import Value
from noughts.grounding.symmetry import identity
from noughts.kernels.compact_graph import explore_by_machine
from noughts.kernels.explore import POSITION_LIMIT, explore_kernel, explore_rules
from noughts.kernels.kernel import Kernel
from noughts.kernels.state_graph import StateGraph
from noughts.language.check import check_text
from noughts.players.audit import audit
from noughts.players.named import Seat, named
from noughts.refusal import Refusal
from noughts.solvers import proof
from noughts.solvers.backward import solve
from noughts.solvers.many_sides import ManySided
from noughts.solvers.proof import ClaimQuery, QuestionKind, Through, prove_quickest
from tests.kernels.slow_machine import SlowMachine
from tests.solvers.random_sides import Oracle, SidedDocument, random_document

pytestmark = pytest.mark.long
SEEDS = range(int(os.environ.get("NOUGHTS_FUZZ_SIDES", "5")))


@cache
def subject(seed: int, loops: bool) -> tuple[SidedDocument, GameByRules, Oracle]:
    """A document, its game, and what is true of it."""
    document = random_document(seed, loops=loops)
    game = game_from(document.program, name=f"sides {seed}")
    assert isinstance(game, GameByRules)
    game.ground()  # so that nobody who asks for its kernel has a list instead
    return document, game, Oracle(document)


def subjects(loops: bool) -> Iterator[tuple[SidedDocument, GameByRules, Oracle]]:
    """All of them, with loops or without."""
    yield from (subject(seed, loops) for seed in SEEDS)


def listings(game: GameByRules) -> Iterator[StateGraph]:
    """All positions, by each way to list them."""
    kernel = Kernel(game.ground())
    yield explore_rules(game)
    yield explore_kernel(game, kernel, kernel.initial, limit=POSITION_LIMIT)


@pytest.mark.parametrize("loops", [False, True])
def test_the_sides_are_those_that_can_move_or_win(loops: bool) -> None:
    for document, game, oracle in subjects(loops):
        assert {*game.sides} == document.sides, document.text
        assert game.sides[0] == oracle.mover(oracle.initial)


@pytest.mark.parametrize("loops", [False, True])
def test_each_end_is_won_by_whom_the_text_says(loops: bool) -> None:
    for document, game, oracle in subjects(loops):
        for graph in listings(game):
            assert len(graph) == len(oracle.after)
            found = {None if side == "draw" else side: count for side, count in graph.terminal().items()}
            assert found == oracle.ends, document.text


def claims(document: SidedDocument) -> Iterator[str]:
    """Sentences that are true of some positions, of all, and of none."""
    yield from ("1 = 1", "n = 0", "n = 2 V n = 3", "gameOver", "n > 1 => playerToMove /= `a", "n < 0")
    yield from (f"wins(`{side})" for side in sorted(document.sides))


@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize("through", ["positions", "diagrams", None])
def test_claims_of_each_form_are_answered_as_by_walking_the_positions(
    through: Through | None, loops: bool
) -> None:
    for document, game, oracle in subjects(loops):
        for text in claims(document):
            true = oracle.true_at(text)
            assert holds(game, text, "always", None, through) == (true == {*oracle.after})
            assert holds(game, text, "sometimes", None, through) == bool(true)
            for side in game.sides:
                found = holds(game, text, "forced", side, through)
                if found is not None or not loops:
                    assert found == oracle.forced([side], true.__contains__), (document.text, text, side)


def holds(
    game: GameByRules, text: str, question: QuestionKind, side: str | None, through: Through | None
) -> bool | None:
    """The verdict on a claim, by the loops of machine code if no method is asked for; ``None`` if refused."""
    claim = claim_about(game, text)
    if through is None:
        grounded = game.ground()
        machine = SlowMachine(grounded)
        graph = explore_by_machine(game, machine, [identity(grounded)], grounded.initial, limit=99)
        if side is not None:
            return proof.forced(graph, side, claim).holds
        return (proof.always if question == "always" else proof.sometimes)(graph, claim).holds
    try:
        return prove_quickest(game, ClaimQuery(question, claim, side), through=through).verdict.holds
    except Refusal:
        return None


@pytest.mark.parametrize("loops", [False, True])
def test_values_are_those_that_a_side_can_force(loops: bool) -> None:
    for document, game, oracle in subjects(loops):
        for graph in listings(game):
            for side in game.sides:
                found = value_for(graph, side)
                assert (found.winner == side) == oracle.forced([side], oracle.won_by([side])), document.text


def value_for(graph: StateGraph, side: str) -> Value:
    """What a side can get from the first position on."""
    if len(graph.game.sides) > 2:
        return ManySided(graph).can_force(side, 0)
    return solve(graph).value_of(0)


def test_a_safe_strategy_is_found_if_there_is_one() -> None:
    for document, game, oracle in subjects(loops=False):
        whole = plant(game_graph(game, limit=99))
        for side in game.sides:
            others = {*game.sides} - {side}
            beaten = oracle.forced(others, oracle.won_by(others))
            assert (strategy(whole, side).automaton is None) == beaten, (document.text, side)


@pytest.mark.parametrize("loops", [False, True])
def test_a_player_is_said_never_to_lose_only_if_nobody_else_can_win(loops: bool) -> None:
    for document, game, oracle in subjects(loops):
        for side in game.sides:
            can_lose = any(count for winner, count in oracle.ends.items() if winner not in (None, side))
            assert audited(game, side) != can_lose, document.text


def audited(game: Game, side: str) -> bool:
    """Whether the random player never loses."""
    return audit(named("random", Seat(game, side, seed=0)), game, side).safe


def test_who_moves_by_a_part_of_a_record_is_a_side_though_the_match_ends_before() -> None:
    text = """/$ initialState := {`turn |-> `x, `heap |-> 1}
        playerToMove := currentState[`turn]
        other := `o if playerToMove = `x; `x otherwise
        moves := {1}
        legalMove(m) iff currentState[`heap] > 0
        outcome(m) := {`turn |-> other, `heap |-> currentState[`heap] - m}
        gameOver iff currentState[`heap] = 0
        wins(p) iff gameOver & p = playerToMove $/"""
    game = game_from(check_text(text, "record.led"), name="record")
    assert isinstance(game, GameByRules)
    assert game.sides == ("x", "o")
    assert str(solve(explore_rules(game)).value(game.initial)) == "o wins in 1"
