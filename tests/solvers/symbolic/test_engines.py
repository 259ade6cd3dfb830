"""Two engines, one of diagrams and one that lists, come to the same sets, counts and answers."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from noughts.documents.claim import claim_about
from noughts.games.game import wins
from noughts.grounding.walk import bits_of
from noughts.refusal import Refusal
from noughts.solvers.symbolic import diagram_engine as family_engine
from noughts.solvers.symbolic import prove
from noughts.solvers.symbolic.cells import Cells
from noughts.solvers.symbolic.diagram_engine import DiagramEngine, Positions
from noughts.solvers.symbolic.layers import Endless, Layered
from noughts.solvers.symbolic.strategy import WinningRegion, extent, line_lost, winning_region
from tests.grounding.subjects import subject
from tests.library.games import ASKED, by_rules
from tests.solvers.symbolic.listing import Listed, ListingEngine
from tests.solvers.symbolic.relatives import relative

SMALLEST = ["mnk 2 2 2", "mnk 2 3 2", "nim 2 2", "disctru, no family"]
SMALL = [*SMALLEST, "hexapawn", "disctru, J on 2 by 4, shifted"]
"""Games of few positions, since a list is walked through for every question."""


def both(title: str) -> tuple[Layered, Layered]:
    """The layers of a game as diagrams, and as lists."""
    rules = relative(title).ground()
    return Layered(rules), Layered(rules, ListingEngine)


def listed(layered: Layered, some: Positions) -> Listed:
    """What is in a set, whoever holds it."""
    if isinstance(layered.sets, DiagramEngine):
        return frozenset(layered.sets.fillings(some))
    assert isinstance(some, frozenset)
    return some


@pytest.mark.parametrize("title", SMALL)
def test_layers_are_the_same_sets(title: str) -> None:
    diagrams, lists = both(title)
    assert diagrams.positions == lists.positions
    for depth in range(len(lists.all)):
        one, other = diagrams.layer(depth), lists.layer(depth)
        assert listed(diagrams, one.over) == listed(lists, other.over)
        assert listed(diagrams, one.going_on) == listed(lists, other.going_on)
        assert diagrams.ways(diagrams.movers(one.going_on)) == lists.ways(lists.movers(other.going_on))


def test_moves_do_not_ask_again_whether_the_game_goes_on() -> None:
    """Each asks for the stone below alone, though its rule says that no line is full."""
    turns = Layered(by_rules("four", ("columns=4", "rows=4")).ground()).turns
    assert {bits_of([turn.guard]).bit_count() for turn in turns} == {0, 2}
    assert len(turns) == 2 * (1 + 3 * 4)


@pytest.mark.parametrize("few", [0, family_engine.SWEEP_FROM])
@pytest.mark.parametrize("title", SMALL)
def test_strategies_are_the_same_sets_and_as_large(
    title: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if diagrams that nobody holds are let go all the time."""
    monkeypatch.setattr(family_engine, "SWEEP_FROM", few)
    diagrams, lists = both(title)
    for side in range(len(lists.rules.sides)):
        one, other = winning_region(diagrams, side), winning_region(lists, side)
        assert [listed(diagrams, kept) for kept in one.kept] == [listed(lists, kept) for kept in other.kept]
        if one.holds:
            assert extent(one) == extent(other)
        else:
            assert [lost(strategy) for strategy in (one, other)] == [True, True]


def lost(strategy: WinningRegion) -> bool:
    """Whether the line that is shown ends with a loss."""
    outcome = line_lost(strategy).outcome
    return outcome is not None and outcome.winner not in (None, strategy.side_name)


@pytest.mark.parametrize("title", SMALLEST)
def test_claims_get_the_same_answers(title: str) -> None:
    game, engines = relative(title), both(title)
    for text in ("~wins(`o)", "wins(`x)", "playerToMove = `x"):
        claim = claim_about(game, text)
        for question in (prove.always, prove.sometimes):
            one, other = (question(layered, claim) for layered in engines)
            assert (one.holds, one.positions, one.winless) == (other.holds, other.positions, other.winless)
            assert (one.line and len(one.line.moves)) == (other.line and len(other.line.moves))
        for side in game.sides:
            one, other = (prove.forced(layered, side, claim) for layered in engines)
            assert (one.holds, one.positions) == (other.holds, other.positions)


def test_diagrams_are_there_as_long_as_somebody_holds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(family_engine, "SWEEP_FROM", 0)
    sets = DiagramEngine(Cells(tuple((2 * cell, 2 * cell + 1) for cell in range(20))))
    dice = Random(1)
    wanted = [tuple(dice.choices(range(3), k=20)) for _ in range(30)]
    held = sets.union_of([sets.only(filling) for filling in wanted])
    size = sets.size(held)
    for _ in range(3):
        sets.forget()
        assert sets.alive == size + 2
        other = sets.union_of([sets.only(dice.choices(range(3), k=20)) for _ in range(200)])
        assert sets.count(other) == 200
        assert set(sets.fillings(held)) == set(wanted)
        assert sets.alive > 2 * size
        del other


# What the library is known for

FIGURES = tomllib.loads((Path(__file__).parents[2] / "library" / "figures.toml").read_text("utf-8"))["game"]
DIAGRAMS = ("dodgem", "mnk", "wythoff")
"""What is asked besides typical games: play that returns, stones anywhere, and sums."""
GOING_ROUND = {"dodgem", "hanoi", "mutorere", "ponghauki", "river"}
"""Games in which play can return to a position."""
KNOWN = [
    figures
    for figures in FIGURES
    if figures["name"] in {*ASKED, *DIAGRAMS}
    and "value" in figures
    and figures.get("formulas", True)
    and figures.get("diagrams", True)
]


@pytest.mark.parametrize(
    "figures", KNOWN, ids=lambda figures: " ".join([figures["name"], *figures.get("let", ())])
)
def test_diagrams_find_what_is_known_of_the_library(figures: dict[str, object]) -> None:
    """Positions of each ply, transitions, ends and the value, of every game that has been looked at."""
    let = figures.get("let", [])
    assert isinstance(let, list)
    layered = Layered(by_rules(str(figures["name"]), let).ground())
    try:
        assert len(layered.positions) > 1
    except Endless:
        assert figures["name"] in GOING_ROUND
        return
    assert figures["name"] not in GOING_ROUND
    sets, sides = layered.sets, layered.rules.sides
    arrived = list(prove.arrivals(layered))
    assert [sets.count(each.all) for each in arrived] == figures["by_ply"]
    assert (
        sum(layered.ways(layered.movers(each.layer.going_on)) for each in arrived) == figures["transitions"]
    )
    won = {
        side: sum(sets.count(layered.won_by(each.layer.over, number)) for each in arrived)
        for number, side in enumerate(sides)
    }
    over = sum(sets.count(each.layer.over) for each in arrived)
    assert {**won, "draw": over - sum(won.values())} == figures["terminal"]
    sure = [side for number, side in enumerate(sides) if winning_region(layered, number).holds]
    value = "draw" if len(sure) == 2 else wins(sure[0])
    assert str(figures["value"]).startswith(value)


@pytest.mark.parametrize("title", ["men", "sowing", "coins", *map(str, range(6))])
def test_layers_are_what_moves_lead_to(title: str) -> None:
    """Layer by layer, through the rules themselves."""
    known = subject(title)
    try:
        sizes = Layered(known.grounded).positions
    except Refusal:
        return
    graph = known.exploration
    layer = {0}
    for size in sizes:
        assert len(layer) == size
        layer = {following for number in layer for following in graph.successors(number)}
    assert not layer
