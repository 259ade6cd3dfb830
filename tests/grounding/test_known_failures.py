"""A failure to ground a game is remembered from run to run, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.documents import formulas
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.grounding import ground, known_failures
from noughts.grounding.grounded import TooLate
from noughts.grounding.symbolic_evaluation import CannotGroundHere
from noughts.language.check import check_text
from noughts.stop import Stopped

ENDLESS = """/$ ledGame
initialState := 0
playerToMove := `x
moves := {1, 2}
legalMove(m) iff 1 = 1
outcome(m) := currentState + m
wins(p) iff gameOver
gameOver iff currentState mod 100 = 99
$/"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, in which failures of any length are remembered."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(known_failures, "SECONDS_WORTH_CACHING", 0)
    monkeypatch.setattr(ground, "_MOST_VALUES", 8)
    return tmp_path / "noughts" / "grounding"


def game(text: str = ENDLESS) -> GameByRules:
    found = game_from(check_text(text, "endless.led"), name="endless")
    assert isinstance(found, GameByRules)
    return found


def failure(found: GameByRules) -> CannotGroundHere:
    with pytest.raises(CannotGroundHere) as refused:
        found.ground()
    return refused.value


def unasked(*_: object) -> None:
    raise AssertionError("this was known")


def test_a_failure_is_remembered_with_its_place(monkeypatch: pytest.MonkeyPatch):
    first = failure(game())
    with monkeypatch.context() as patch:
        patch.setattr(ground, "at_fixpoint", unasked)
        again = failure(game(f"One line more.\n\n{ENDLESS}"))
    assert (again.fact, again.help) == (first.fact, first.help)
    there, here = first.diagnostics[0].span, again.diagnostics[0].span
    assert there is not None
    assert here is not None
    assert (here.line, here.column, here.text) == (there.line + 2, there.column, there.text)


def test_a_list_of_moves_is_refused_with_what_to_keep():
    text = ENDLESS
    for number, moves in {":= 0": ":= ()", "+ m": "+ (m,)", "currentState mod": "|currentState| mod"}.items():
        text = text.replace(number, moves)
    refused = failure(game(text))
    assert "there may be no end to it" in refused.fact
    assert refused.help.startswith("a list of moves has a value for each order")


def test_other_rules_are_tried(home: Path):
    failure(game())
    game(ENDLESS.replace("1 = 1", "currentState < 4")).ground()
    assert len(list(home.glob("*.json"))) == 1  # formulas may be kept, too


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"fact": ""}', '{"fact": "", "help": "", "definition": ""}']
)
def test_a_damaged_record_is_none(home: Path, content: str):
    failure(game())
    (record,) = home.iterdir()
    record.write_text(content)
    assert "there may be no end to it" in failure(game()).fact
    assert record.read_text() != content


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, Stopped, MemoryError])
def test_an_interrupt_is_no_failure(
    interrupt: type[BaseException], home: Path, monkeypatch: pytest.MonkeyPatch
):
    def interrupted(*_: object) -> None:
        raise interrupt

    with monkeypatch.context() as patch:
        patch.setattr(ground, "at_fixpoint", interrupted)
        with pytest.raises(interrupt):
            game().ground()
    assert not list(home.iterdir())
    game(ENDLESS.replace("1 = 1", "currentState < 4")).ground()


def test_the_oldest_is_forgotten(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(known_failures, "_FILES_KEPT", 3)
    for number in range(5):
        failure(game(ENDLESS.replace("1 = 1", f"currentState >= {-number}")))
    assert len(list(home.iterdir())) == 3


def test_without_a_cache_every_run_fails_anew(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(known_failures, "folder", lambda _: None)
    assert failure(game()).fact == failure(game()).fact


def test_what_came_too_late_is_tried_again(monkeypatch: pytest.MonkeyPatch):
    def late(*_: object) -> None:
        tries.append(1)
        raise TooLate("its formulas were not found in 10 seconds", "make it smaller")

    tries: list[int] = []
    monkeypatch.setattr(formulas, "formulas", late)
    monkeypatch.setattr(formulas, "formulas_soon", late)
    for soon, expected in ((True, 1), (True, 2), (True, 2), (False, 3), (False, 4), (True, 4)):
        with pytest.raises(TooLate, match="not found in 10 seconds"):
            game().ground(soon=soon)
        assert len(tries) == expected
