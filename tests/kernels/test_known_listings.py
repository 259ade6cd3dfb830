"""Positions listed by rules are kept from run to run: what is read is what was found, and nothing else."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest

from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.games.game import CannotGround, TooManyPositions
from noughts.grounding import known_formulas
from noughts.kernels import explore
from noughts.kernels.explore import explore_rules, listed_once
from noughts.kernels.state_graph import RuleGraph
from noughts.language.check import check_text
from noughts.solvers import many_sides, plan
from noughts.solvers.many_sides import list_positions
from noughts.solvers.plan import Plan

HISTORY = """/$
initialState := ()
playerToMove := `x if |currentState| mod 2 = 0; `o otherwise
moves := {1, 1/2, "three", (), {4}}
legalMove(m) iff ~(some k in {1..|currentState|}. currentState[k] = m)
outcome(m) := currentState + (m,)
gameOver iff |currentState| = 3
wins(p) iff gameOver & p /= playerToMove & currentState[1] = 1
$/"""
"""A game whose positions are tuples of all lengths, so that it has no formulas."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, in which is kept what is found in no time."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(explore, "SECONDS_WORTH_CACHING", 0)
    return tmp_path / "noughts" / "grounding"


def history(text: str = HISTORY) -> GameByRules:
    found = game_from(check_text(text, "history.led"), name="history")
    assert isinstance(found, GameByRules)
    return found


def asked_anew(game: GameByRules, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the positions of a game are listed by its rules."""

    def unasked(*_: object, **__: object) -> None:
        raise AssertionError("this was known")

    with monkeypatch.context() as patch:
        patch.setattr(explore, "explore_rules", unasked)
        try:
            listed_once(game)
        except AssertionError:
            return True
    return False


def assert_same(found: RuleGraph, read: RuleGraph) -> None:
    """Everything is as it was found, in the same order."""
    assert (read.positions, read.every_move, read.number_of) == (
        found.positions,
        found.every_move,
        found.number_of,
    )
    for part in ("offsets", "targets", "movers", "winners", "move_of"):
        assert getattr(read, part) == getattr(found, part)


def test_positions_are_listed_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = listed_once(history())
    assert len(list(home.glob("*.listing"))) == 1
    again = history(f"Some prose.\n\n{HISTORY}")
    assert not asked_anew(again, monkeypatch)
    read = listed_once(again)
    assert read.game is again
    assert_same(found, read)
    assert_same(explore_rules(history()), read)


def test_verbs_take_the_list_that_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(game: object) -> None:
        raise CannotGround("there are no formulas")

    for module in (plan, explore, many_sides):
        monkeypatch.setattr(module, "kernel_of", none)
    found, method = Plan().explore(history())
    assert isinstance(found, RuleGraph)
    assert (len(found), method.through) == (86, "compile")
    monkeypatch.setattr(explore, "explore_rules", none)
    for read in (
        Plan().explore(history())[0],
        explore.explore(history()),
        list_positions(history(), (), 100),
    ):
        assert isinstance(read, RuleGraph)
        assert_same(found, read)


def test_each_beginning_and_other_rules_have_a_list_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = history()
    listed_once(game)
    later = listed_once(game, game.after(game.initial, 1))
    assert len(later) == 1 + 4 + 12
    assert asked_anew(history(HISTORY.replace("= 3", "= 2")), monkeypatch)
    monkeypatch.setattr(known_formulas, "program_facts", lambda: "another version")
    assert asked_anew(history(), monkeypatch)


def test_a_limit_holds_for_a_list_that_was_kept() -> None:
    listed_once(history())
    with pytest.raises(TooManyPositions):
        listed_once(history(), limit=85)


@pytest.mark.parametrize("damage", ["empty", "cut", "changed", "other", "text"])
def test_a_damaged_file_is_none(home: Path, damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listed_once(history())
    (file,) = home.glob("*.listing")
    whole = file.read_bytes()
    middle = len(whole) // 2
    damaged = {
        "empty": b"",
        "cut": whole[:middle],
        "changed": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "other": zlib.compress(b'{"positions":[],"moves":[]}'),
        "text": b"{}",
    }[damage]
    file.write_bytes(damaged)
    assert asked_anew(history(), monkeypatch)
    listed_once(history())
    assert file.read_bytes() == whole


def test_without_a_cache_positions_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_formulas, "folder", lambda _: None)
    assert_same(listed_once(history()), listed_once(history()))


def test_a_position_may_have_values_of_any_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    game = history(HISTORY.replace('"three"', "point(1, 2)"))
    found = listed_once(game)
    assert not asked_anew(game, monkeypatch)
    assert_same(found, listed_once(game))
