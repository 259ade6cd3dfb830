"""Formulas are kept from run to run: what is read is what was found, and nothing else is read."""

from __future__ import annotations

import pickle
import zlib
from pathlib import Path

import pytest

from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.grounding import ground, known_formulas
from noughts.grounding.grounded import Grounded
from noughts.language.check import check_text
from tests.library.games import program_of

COUNTERS = """/$ ledGame
initialState := (`a, {1, 2, 3, 4})
playerToMove := currentState[1]
other := (`b if playerToMove = `a; `a otherwise)
moves := {1..4}
legalMove(m) iff m in currentState[2]
outcome(m) := (other, currentState[2] \\ {m})
gameOver iff |currentState[2]| < 2
wins(p) iff gameOver & p = playerToMove
loses(p) iff gameOver & p /= playerToMove & ~wins(p)
$/"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, in which formulas are kept that are found in no time."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(known_formulas, "SECONDS_WORTH_CACHING", 0)
    return tmp_path / "noughts" / "grounding"


def counters(text: str = COUNTERS, wins: str = "wins") -> GameByRules:
    found = game_from(check_text(text, "counters.led"), name="counters", wins=wins)
    assert isinstance(found, GameByRules)
    return found


def unasked(*_: object) -> None:
    raise AssertionError("this was known")


def asked_anew(game: GameByRules, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the formulas of a game are looked for."""
    with monkeypatch.context() as patch:
        patch.setattr(ground, "at_fixpoint", unasked)
        try:
            game.ground()
        except AssertionError:
            return True
    return False


def assert_same(found: Grounded, read: Grounded) -> None:
    """Formulas are the same objects, in the same order: equal ones are one."""
    assert read.layout == found.layout
    assert [str(bit) for bit in read.bits] == [str(bit) for bit in found.bits]
    assert (read.initial, read.sides, read.codes) == (found.initial, found.sides, found.codes)
    assert (read.over, read.undefined, *read.to_move, *read.wins) == (
        found.over,
        found.undefined,
        *found.to_move,
        *found.wins,
    )
    for one, other in zip(read.moves, found.moves, strict=True):
        assert (str(one.move), one.legal, dict(one.changes)) == (
            str(other.move),
            other.legal,
            dict(other.changes),
        )
        assert list(one.changes) == list(other.changes)


@pytest.mark.parametrize("name", ["tictactoe", "hanoi", "sim", "nim", "grundy", "mutorere", "dodgem"])
def test_what_is_read_is_what_was_found(name: str):
    game = game_from(program_of(name), name=name)
    assert isinstance(game, GameByRules)
    found = game.ground()
    content = pickle.loads(pickle.dumps(known_formulas.written_formulas(found)))
    assert_same(found, known_formulas.read_formulas(game, content))


def test_formulas_are_found_once(home: Path, monkeypatch: pytest.MonkeyPatch):
    found = counters().ground()
    assert len(list(home.glob("*.formulas"))) == 1
    again = counters(f"Some prose.\n\n{COUNTERS}")
    assert not asked_anew(again, monkeypatch)
    assert_same(found, again.ground())
    assert not asked_anew(counters(), monkeypatch)


def test_other_rules_have_other_formulas(monkeypatch: pytest.MonkeyPatch):
    counters().ground()
    assert asked_anew(counters(COUNTERS.replace("< 2", "< 1")), monkeypatch)
    assert asked_anew(counters(wins="loses"), monkeypatch)


def test_another_version_looks_anew(monkeypatch: pytest.MonkeyPatch):
    counters().ground()
    monkeypatch.setattr(known_formulas, "program_facts", lambda: "another")
    assert asked_anew(counters(), monkeypatch)


@pytest.mark.parametrize("damage", ["empty", "cut", "changed", "other", "text"])
def test_a_damaged_file_is_none(home: Path, damage: str, monkeypatch: pytest.MonkeyPatch):
    counters().ground()
    (file,) = home.glob("*.formulas")
    whole = file.read_bytes()
    middle = len(whole) // 2
    damaged = {
        "empty": b"",
        "cut": whole[:middle],
        "changed": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "other": zlib.compress(b"[[],[],0,[],2,[],null]"),
        "text": b"{}",
    }[damage]
    file.write_bytes(damaged)
    assert asked_anew(counters(), monkeypatch)
    counters().ground()
    assert file.read_bytes() == whole


def test_the_oldest_is_forgotten(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(known_formulas, "_FILES_KEPT", 2)
    for number in range(4):
        counters(COUNTERS.replace("{1, 2, 3, 4}", f"{{1..{number + 2}}}")).ground()
    assert len(list(home.glob("*.formulas"))) == 2


def test_without_a_cache_formulas_are_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(known_formulas, "folder", lambda _: None)
    assert_same(counters().ground(), counters().ground())
