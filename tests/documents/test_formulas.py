"""A game of few positions does not wait for its formulas; others have them."""

from __future__ import annotations

import pytest

from noughts.documents import formulas
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.grounding.grounded import CannotGround, Grounded
from noughts.kernels.explore import explore_rules
from tests.library.games import by_rules, program_of


def fresh() -> GameByRules:
    """A game nobody has asked for its formulas."""
    game = game_from(program_of("nim"), name="nim")
    assert isinstance(game, GameByRules)
    return game


def test_a_game_of_few_positions_does_not_wait(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(formulas, "_SOON", 0)
    positions = len(explore_rules(by_rules("nim")))
    with pytest.raises(CannotGround, match=f"nim has {positions} positions, which are listed sooner"):
        fresh().ground()


@pytest.mark.parametrize(("limit", "value"), [("_FEW", 3), ("_PATIENCE", 0)])
def test_a_game_that_is_not_listed_soon_waits(limit: str, value: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(formulas, "_SOON", 0)
    monkeypatch.setattr(formulas, limit, value)
    assert isinstance(fresh().ground(), Grounded)


def test_formulas_that_come_soon_are_taken(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(formulas, "few_positions", None)
    assert isinstance(fresh().ground(), Grounded)
