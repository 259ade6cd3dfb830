"""Games are told apart by their rules and their constants, and by nothing else."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import noughts
from noughts.adapters import identity
from noughts.adapters.identity import identity_of, parameter_text
from noughts.documents import library
from noughts.documents.documented import Documented
from noughts.documents.settings import settings_of
from tests.adapters.games import GAMES
from tests.small_games.nim import Nim

DOCUMENTS = [name for name in library.names() if name not in ("planets", "pong")]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_other_settings_are_other_parameters_of_the_same_family(name: str) -> None:
    game = noughts.load(name)
    found, again = identity_of(game), identity_of(noughts.load(name))
    assert found == again
    assert isinstance(game.rules, Documented)
    assert found.parameters == settings_of(game.rules)
    for setting, number in found.parameters.items():
        try:
            constants: dict[str, Any] = {setting: int(number) + 1}
            other = identity_of(noughts.load(name, **constants))
        except noughts.Refusal:
            continue
        assert other.family == found.family
        assert other.rules != found.rules
        assert other.parameters == {**found.parameters, setting: int(number) + 1}


def test_families_are_different() -> None:
    """By other rules, by clicks, by who wins, by the first position, and in Python as it says itself."""
    text = "/$ initialState := {n}\nplayerToMove := `x\nmoves := {{1}}\nlegalMove(m) iff 1 = 1\n{rest} $/"
    rest = "outcome(m) := currentState - m\ngameOver iff currentState = 0\n"
    rest += "wins(p) iff gameOver\nfails(p) iff 1 = 2"
    games = [
        *(make() for name, make in GAMES.items() if name != "mnk"),
        noughts.load("mnk"),
        noughts.load(text.format(n=3, rest=rest)),
        noughts.load(text.format(n=4, rest=rest)),
        noughts.load(text.format(n=3, rest=rest), wins="fails"),
        noughts.Game(Nim((5,))),
    ]
    families = [identity_of(game).family for game in games]
    assert not any(one == other for k, one in enumerate(families) for other in families[:k])
    assert identity_of(noughts.Game(Nim())) == identity_of(noughts.Game(Nim()))


def test_constants_that_are_no_settings_are_texts() -> None:
    plain, few, one = (noughts.load("nim", **c) for c in ({}, {"heaps": (1, 2)}, {"heaps": (12,)}))
    assert identity_of(plain).parameters == {}
    assert identity_of(few).parameters == {"heaps": parameter_text((1, 2))}
    assert identity_of(plain).family == identity_of(few).family == identity_of(one).family
    assert len({identity_of(game).rules for game in (plain, few, one)}) == 3


def test_no_text_is_read_as_something_else() -> None:
    """OpenSpiel's strings have numbers, truth values, and games with parameters in parentheses."""
    for value in (3, -3, 10**12, (1, 2), (), "True", "false", "a,b", "k=(1)", "é %"):
        text = parameter_text(value)
        assert not set(text) & set("(),=")
        assert text.strip("+-.0123456789")
        assert text.lower() not in ("true", "false")


def test_the_examples_run() -> None:
    assert doctest.testmod(identity).failed == 0
