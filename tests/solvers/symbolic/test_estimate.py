"""Work that outgrows its budget ends soon, with what it would have needed."""

from __future__ import annotations

from functools import partial

import pytest

from noughts.documents.claim import claim_about
from noughts.solvers.proof import Budget, ClaimQuery, prove_quickest
from noughts.solvers.symbolic.cells import Cells
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.diagrams import Diagrams, TooManyNodes, TooMuchWork, WorkBudget
from noughts.solvers.symbolic.layers import Layered, RunAway, Watch, rounded
from noughts.solvers.symbolic.strategy import extent, winning_region
from tests.library.games import by_rules

BOARDS = {"3 by 3": ("m=3", "n=3", "k=3"), "2 by 6": ("m=2", "n=6", "k=3")}


def layered(board: str, limit: int) -> Layered:
    return Layered(by_rules("mnk", BOARDS[board]).ground(), partial(DiagramEngine, limit=limit))


def work(board: str, limit: int) -> int:
    """The nodes that a strategy and its counts take."""
    layers = layered(board, limit)
    strategy = winning_region(layers, 0)
    extent(strategy)
    return layers.sets.made


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("part", [2, 3, 5])
def test_the_estimate_is_of_the_size_of_what_is_needed(board: str, part: int) -> None:
    needed = work(board, 1_000_000)
    with pytest.raises(RunAway) as caught:
        work(board, needed // part)
    assert needed / 2 < caught.value.needed < 5 * needed
    assert caught.value.hint.startswith(f"allow that with `--nodes {caught.value.needed}`")


@pytest.mark.parametrize("board", BOARDS)
def test_what_was_estimated_is_enough_or_the_next_estimate_is(board: str) -> None:
    """Whoever does as told comes through: nobody is sent from one refusal to another."""
    limit = work(board, 1_000_000) // 8
    for _ in range(3):
        try:
            work(board, limit)
            break
        except RunAway as refusal:
            limit = refusal.needed
    else:
        pytest.fail("three estimates were not enough")


def test_work_that_is_far_too_large_is_given_up_before_its_budget_is_spent() -> None:
    layers = Layered(by_rules("mnk", ("m=4", "n=4", "k=4")).ground(), partial(DiagramEngine, limit=12_000))
    with pytest.raises(RunAway, match=r"would grow past 12,000 nodes: about [\d,]+ are needed"):
        winning_region(layers, 0)
    assert layers.sets.made < 12_000


def test_a_claim_is_given_up_with_an_estimate_too() -> None:
    game = by_rules("mnk", ("m=4", "n=4", "k=4"))
    for question, text, side in (("always", "~(wins(`x) & wins(`o))", None), ("forced", "wins(`x)", "x")):
        asked = ClaimQuery(question, claim_about(game, text), side)  # type: ignore[arg-type]
        with pytest.raises(RunAway):
            prove_quickest(game, asked, budget=Budget(nodes=5_000), through="diagrams")


def engine(limit: int) -> DiagramEngine:
    return DiagramEngine(Cells(tuple((cell,) for cell in range(20))), limit=limit)


def test_an_estimate_goes_by_the_share_of_positions() -> None:
    sets = engine(10_000)
    with Watch(sets, [100, 300, 600]) as watch:
        assert watch.needed is None
        made = sets.made
        sets.only([1] * 20)
        added = sets.made - made
        assert added > 0
        watch.done()
        assert watch.needed == made + 10 * added
        watch.done()
        assert watch.needed == made + 10 * added // 4


def test_nothing_is_estimated_from_nothing() -> None:
    sets = engine(10)
    with pytest.raises(TooManyNodes, match="grown past 10 nodes") as caught, Watch(sets, [1, 1]):
        sets.only([1] * 20)
    assert not isinstance(caught.value, RunAway)


def test_nobody_is_told_to_allow_what_no_machine_has() -> None:
    assert RunAway(1000, 10**12).hint == "make the game smaller"


@pytest.mark.parametrize(("number", "figures"), [(7, 7), (99, 99), (101, 110), (123_456, 130_000)])
def test_an_estimate_has_two_figures(number: int, figures: int) -> None:
    assert rounded(number) == figures


def test_diagrams_make_no_more_nodes_than_their_work_may_be() -> None:
    grounded = by_rules("mnk", ("m=4", "n=4")).ground()
    with pytest.raises(TooMuchWork, match="the diagrams take too long"):
        list(Layered(grounded, partial(DiagramEngine, work=WorkBudget(1_000))).positions)
    budget = WorkBudget(1_000_000)
    layered = Layered(grounded, partial(DiagramEngine, work=budget))
    assert winning_region(layered, 0).holds
    again = WorkBudget(1_000_000)
    winning_region(Layered(grounded, partial(DiagramEngine, work=again)), 0)
    assert again == budget


def test_nodes_that_are_swept_are_work_too() -> None:
    budget = WorkBudget(10_000)
    sets = Diagrams((2,) * 40, fillings=1, work=budget)
    for _ in range(50):
        sets.only([1] * 40)
        sets.sweep([])
    assert sets.made < 100
    assert budget.left < 9_000
