"""A game of few positions does not wait for its formulas; others have them."""

from __future__ import annotations

from contextlib import nullcontext
from math import inf
from pathlib import Path

import pytest

from noughts.documents import formulas
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.games.game import CannotGround, TooManyPositions
from noughts.grounding import ground, known_failures, known_formulas
from noughts.grounding.grounded import Grounded
from noughts.kernels.explore import ListedSooner, explore, explore_rules
from noughts.kernels.state_graph import StateGraph
from noughts.language.check import check_text
from noughts.solvers.plan import Plan
from noughts.stop import watched
from tests.library.games import by_rules, program_of


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered under other limits than the usual ones is nobody else's."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.fixture
def listed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of few positions are listed before formulas are looked for."""
    monkeypatch.setattr(formulas, "_LOOKS", 0)


def fresh() -> GameByRules:
    """A game nobody has asked for its formulas."""
    game = game_from(program_of("nim"), name="nim")
    assert isinstance(game, GameByRules)
    return game


@pytest.mark.usefixtures("listed_first")
def test_a_game_of_few_positions_does_not_wait():
    positions = len(explore_rules(by_rules("nim")))
    with pytest.raises(CannotGround, match=f"nim has {positions} positions, which are listed sooner"):
        fresh().ground(soon=True)


@pytest.mark.usefixtures("listed_first")
def test_what_is_listed_sooner_has_formulas_for_those_who_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(known_failures, "SECONDS_WORTH_CACHING", 0)
    monkeypatch.setattr(known_formulas, "SECONDS_WORTH_CACHING", inf)
    game = fresh()
    with pytest.raises(ListedSooner):
        game.ground(soon=True)
    assert len(list(tmp_path.rglob("*.json"))) == 1
    for waiting in (game, fresh()):
        found = waiting.ground()
        assert isinstance(found, Grounded)
        assert waiting.ground(soon=True) is found
    monkeypatch.setattr(ground, "ground", None)
    with pytest.raises(CannotGround, match="listed sooner"):
        fresh().ground(soon=True)


@pytest.mark.usefixtures("listed_first")
def test_what_was_listed_meanwhile_is_not_listed_again():
    game = fresh()
    with pytest.raises(ListedSooner) as refused:
        game.ground(soon=True)
    found, way = Plan().explore(game)
    assert isinstance(found, StateGraph)
    assert (found.game, found.positions) == (game, refused.value.graph.positions)
    assert found.positions is refused.value.graph.positions is explore(game).positions
    assert way.reason is refused.value
    again, _ = Plan().explore(game, game.initial)
    later, _ = Plan().explore(game, game.after(game.initial, game.moves(game.initial)[0]))
    assert isinstance(again, StateGraph)
    assert again.positions is found.positions
    assert len(later) < len(found)
    with pytest.raises(TooManyPositions):
        Plan(limit=len(found) - 1).explore(game)


@pytest.mark.usefixtures("listed_first")
def test_a_game_of_many_positions_waits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(formulas, "_FEW", 3)
    assert isinstance(fresh().ground(soon=True), Grounded)


@pytest.mark.usefixtures("listed_first")
def test_a_game_of_many_moves_waits(monkeypatch: pytest.MonkeyPatch):
    tray = """{1..4} * {1..4}
        initialState := {(1, 1), (4, 4)}
        playerToMove := `you
        moves := {(s, t) | s in tray & t in tray}
        legalMove((s, t)) iff s in currentState & ~(t in currentState) & (s[1] - t[1])^2 + (s[2] - t[2])^2 = 1
        outcome((s, t)) := currentState \\ {s} U {t}
        gameOver iff {(4, 1), (1, 4)} sub currentState
        wins(p) iff gameOver & p = playerToMove"""
    game = game_from(check_text(f"/$ tray := {tray} $/"), name="pair")
    assert isinstance(game, GameByRules)
    asked = 16 * 16 * len(explore_rules(game))
    for limit, listed in ((asked, True), (asked // 2, False)):
        monkeypatch.setattr(formulas, "_QUESTIONS", limit)
        assert (formulas.few_positions(game) is not None) == listed


@pytest.mark.usefixtures("listed_first")
def test_that_a_game_is_too_large_for_a_list_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(formulas, "_FEW", 3)
    for _ in range(2):
        assert isinstance(fresh().ground(soon=True), Grounded)
        assert len(list(tmp_path.rglob("*.json"))) == 1
        monkeypatch.setattr(formulas, "few_positions", None)


def test_those_who_wait_have_formulas_over_the_list_where_the_rules_show_no_bound():
    grounded = by_rules("oware").ground()
    assert grounded.codes is not None
    assert len(grounded.codes) == len(explore_rules(by_rules("oware")))


def test_formulas_that_come_soon_are_taken(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(formulas, "few_positions", None)
    game = fresh()
    assert game.ground(soon=True) is game.ground()


@pytest.mark.parametrize("looks", [1, 100, 300])
def test_work_on_formulas_ends_at_the_same_place_on_every_machine(looks: int):
    begun = [ground.Widening(), ground.Widening()]
    for each in begun:
        assert formulas.formulas_within(looks, fresh(), each) is None
    assert begun[0].rounds == begun[1].rounds
    assert formulas.formulas_within(10 * looks + 10_000, fresh(), begun[0]) is not None


def test_the_search_for_formulas_tells_how_far_it_is():
    told: list[str] = []
    token = watched.set(lambda: nullcontext(told.append))
    try:
        fresh().ground()
    finally:
        watched.reset(token)
    moves = len(by_rules("nim").ground().moves)
    assert told[0] == f"formulas, round 1: move 1 of {moves}"
    assert told[-1].endswith(f"move {moves} of {moves}")


def test_the_time_of_a_game_is_a_limit_of_looks_that_take_long():
    hurried = fresh()
    hurried.meaning.budget.seconds = 0
    assert formulas.formulas_within(10**9, hurried, ground.Widening()) is None
    assert formulas.formulas_within(10**9, fresh(), ground.Widening()) is not None
