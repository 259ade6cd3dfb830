"""Games whose states are values of each kind: the same race of few steps, told by other values."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from noughts.documents.from_document import By
from noughts.pages.live_game import LiveGame, live_game
from noughts.text.document import split_document
from noughts.text.source import Source

STATES: Final = {
    "truth": ["1 = 1", "1 = 2"],
    "number": ["7", "0", "-3", "2", "1"],
    "fraction": ["1/2", "-1/3", "22/7", "0"],
    "large number": ["2^70", "2^71", "-2^80", "5"],
    "text": ['"a"', '""', '"é ü"', '"7"', '"a b"'],
    "atom": ["`start", "`constructor", "`mid", "`done"],
    "empty": ["()", "{}", "(0,)", "{0}"],
    "tuple": ["(1, 2)", "(1,)", "(`a, (2, 3))", "(4, 5, 6)"],
    "tuple of sets": ["({1}, {2})", "({1, 2}, {})", "({}, {})", "({2}, 1)"],
    "set": ["{1, 2}", "{`a, 3}", "{}", "{{1}, {}}"],
    "map": ["{1 |-> 2}", "{1 |-> `a, 2 |-> (1, 2)}", "{2 |-> {}}"],
    "range": ["{1..4}", "{2..9}", "{1..0}", "{3..3}"],
    "product": ["{1, 2} * {3, 4}", "{1} * {2}", "Pow({1, 2})"],
    "point": ["point(1, 2)", "point(0, 0)", "point(300, 400)"],
    "color": ["color(1, 2, 3)", "color(0, 0, 0)", "color(255, 0, 0)"],
    "image": ["disc(point(1, 2), 3, color(1, 2, 3))", 'text("a", point(1, 2), 3, color(1, 2, 3))'],
    "mixed": ["1", '"1"', "`one", "(1,)", "{1}", "point(1, 1)", "1 = 1"],
}
"""For each kind of value the states of a game, in the order in which it goes through them."""

PICTURES: Final = """
images := {text(now, point(500, 400), 40, color(0, 0, 0)), disc(point(100 * now, 200), 30, color(200, 0, 0))}
step := 2 if mouseX > 500 & legalMove(2); 1 otherwise
newState := currentState if ~mouseClicked V gameOver; states[now + step] otherwise
"""


def race_of(states: list[str], *, drawn: bool, wins: str = "gameOver & p /= playerToMove") -> str:
    """A document in which two sides go one or two steps in turn through some states."""
    return f"""# Race

/$
states := ({", ".join(states)})
now := k where k in {{i | i in {{1..{len(states)}}} & states[i] = currentState}}
initialState := states[1]
playerToMove := `x if now mod 2 = 1; `o otherwise
moves := {{1, 2}}
legalMove(m) iff now + m <= {len(states)}
outcome(m) := states[now + m]
gameOver iff now = {len(states)}
wins(p) iff {wins}
{PICTURES if drawn else ""}$/
"""


def live_race(kind: str, *, drawn: bool, by: By = "rules") -> LiveGame:
    """The race through states of a kind, as a page has it."""
    text = split_document(Source("race.led", race_of(STATES[kind], drawn=drawn)))
    return live_game([text], name="race", title="Race", folder=Path(), by=by)


def film_of(states: list[str]) -> LiveGame:
    """A film that goes through some states, and shows the number of each."""
    text = f"""/$
states := ({", ".join(states)})
now := k where k in {{i | i in {{1..{len(states)}}} & states[i] = currentState}}
initialState := states[1]
newState := currentState if now = {len(states)}; states[now + 1] otherwise
images := {{disc(point(100 * now, 200), 30, color(200, 0, 0))}}
$/
"""
    return live_game([split_document(Source("film.led", text))], name="film", title="Film", folder=Path())
