"""Games made by dice whose moves, cells and contents are values of every kind."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

from noughts.easel import Color, Disc, Point, Text
from noughts.language.expression_of import literal
from noughts.pages.live_game import LiveGame, live_game
from noughts.text.document import split_document
from noughts.text.source import Source, Span
from noughts.values.scalars import FALSE, TRUE, Atom
from noughts.values.sets import FiniteSet
from noughts.values.value import Value

PLACE = Point(1, Fraction(1, 2))
SIMPLE: Sequence[Sequence[Value]] = (
    (0, 1, 2, 10, -1, -7, Fraction(1, 3), Fraction(-5, 2)),
    (TRUE, FALSE),
    (Atom("x"), Atom("o"), Atom("a"), Atom("undo"), Atom("constructor")),
    ("", "a", "x", "a b", "ab", "1", "-1", "true", "`a", "(1, 2)", "{}", " ", "a  b", "#2", "quit"),
    ('say "no"', "back\\slash", "two\nlines", "a;b", "a~b", ",", "a,"),
    ("ü €", "\u2028", "𝔸", "\x00", "</script>"),
    (PLACE, Point(3, 4), Color(1, 2, 3), Disc(PLACE, 3, Color(0, 0, 0))),
    (Text('"', PLACE, 12, Color(0, 0, 0)),),
)
"""Values of each simple kind; among them such as are written alike, or cannot be written in a document."""

BY_MAP = """/$
every := {}  nothing := `none  mine := `x  yours := `o
initialState := (`x, {c |-> nothing | c in every})
(playerToMove, board) := currentState
other := `o if playerToMove = `x; `x otherwise
moves := every
legalMove(m) iff board[m] = nothing
outcome(m) := (other, board[m |-> (mine if playerToMove = `x; yours otherwise)])
gameOver iff all c in every. board[c] /= nothing
wins(p) iff gameOver & p /= playerToMove
$/"""
BY_SET = """/$
every := {}  nothing := `none  mine := `x  yours := `o
initialState := {}
playerToMove := `x if |currentState| mod 2 = 0; `o otherwise
moves := {(p, c) | p in {`x, `o} & c in every}
legalMove((p, c)) iff p = playerToMove & ~(some (q, d) in currentState. d = c)
outcome((p, c)) := currentState U {(mine if p = `x; yours otherwise), c}
gameOver iff |currentState| = |every|
wins(p) iff gameOver & p /= playerToMove
$/""".replace("{(mine if p = `x; yours otherwise), c}", "{((mine if p = `x; yours otherwise), c)}")
BY_STEPS = """/$
every := {}  nothing := `none  mine := `x  yours := `o
initialState := (mine, 0)
(what, n) := currentState
playerToMove := `x if n mod 2 = 0; `o otherwise
moves := every U {(mine, e) | e in every} U {nothing}
legalMove(m) iff n < 3
outcome(m) := (m, n + 1)
gameOver iff n = 3
wins(p) iff gameOver & p /= playerToMove & what /= yours
$/"""
BY_NAMES = BY_STEPS.replace(
    "legalMove", "moveName(m) := (m[2] if m in {(mine, e) | e in every}; m otherwise)\nlegalMove"
)
BY_ROWS = """/$
every := {}  nothing := `none  mine := `x  yours := `o
initialState := (`x, ((nothing, nothing, nothing), (nothing, nothing, nothing)))
(playerToMove, board) := currentState
other := `o if playerToMove = `x; `x otherwise
moves := {1, 2} * {1..3}
legalMove((i, j)) iff board[i][j] = nothing
outcome((i, j)) := (other, board[i |-> board[i][j |-> (mine if playerToMove = `x; yours otherwise)]])
gameOver iff board[1][1] /= nothing & board[2][2] /= nothing
wins(p) iff gameOver & p /= playerToMove
$/"""
BY_MEN = """/$
every := {}  nothing := `none  mine := `x  yours := `o
initialState := (1, {(mine, nothing)} U {(yours, e) | e in every})
(n, men) := currentState
playerToMove := `x if n mod 2 = 1; `o otherwise
places := every U {nothing, 1}
moves := {(what, from, to) | (what, from) in {mine, yours} * places & to in places}
legalMove((what, from, to)) iff (what, from) in men & from /= to & n < 4
outcome((what, from, to)) := (n + 1, (men - {(what, from)}) U {(what, to)})
gameOver iff n = 4
wins(p) iff gameOver & p /= playerToMove
$/"""
BY_PAIRS = """/$
every := {}  nothing := `none  mine := `x  yours := `o
initialState := {(c, e) |-> nothing | c in {1, 2} & e in every}
taken := {k | (k, w) in currentState & w /= nothing}
playerToMove := `x if |taken| mod 2 = 0; `o otherwise
moves := {1, 2} * every
legalMove(m) iff ~(m in taken)
outcome(m) := currentState[m |-> (mine if playerToMove = `x; yours otherwise)]
gameOver iff |taken| >= 3 V |taken| = 2 * |every|
wins(p) iff gameOver & p /= playerToMove
$/"""
DOCUMENTS = {
    "map": BY_MAP,
    "set": BY_SET,
    "steps": BY_STEPS,
    "names": BY_NAMES,
    "rows": BY_ROWS,
    "men": BY_MEN,
    "pairs": BY_PAIRS,
}


def random_value(dice: Random, depth: int = 0) -> Value:
    """A value of any kind."""
    kind = dice.random()
    if depth < 2 and kind < 0.15:
        return tuple(random_value(dice, depth + 1) for _ in range(dice.randrange(4)))
    if depth < 2 and kind < 0.3:
        return FiniteSet([random_value(dice, depth + 1) for _ in range(dice.randrange(3))])
    if depth < 2 and kind < 0.35:
        return FiniteSet([(k, random_value(dice, depth + 1)) for k in range(dice.randrange(1, 3))])
    return dice.choice(dice.choice(SIMPLE))


def random_values(dice: Random) -> list[Value]:
    """Some values, all of one kind or of several."""
    found = [random_value(dice) for _ in range(dice.randrange(2, 6))]
    if dice.random() < 0.4:
        found = [*dice.choice(SIMPLE)]
        dice.shuffle(found)
    return list(dict.fromkeys(found))[:6]


@cache
def game_of_any_values(seed: int) -> LiveGame:
    """A game as a page has it."""
    dice = Random(seed)
    nothing, mine, yours = random_value(dice), random_value(dice), random_value(dice)
    if dice.random() < 0.5:
        nothing, mine, yours = Atom("empty"), Atom("x"), Atom("o")
    while nothing in (mine, yours):
        nothing = (nothing,)
    return game_of_values(list(DOCUMENTS)[seed % len(DOCUMENTS)], random_values(dice), nothing, mine, yours)


def game_of_values(kind: str, every: Sequence[Value], nothing: Value, mine: Value, yours: Value) -> LiveGame:
    """A game of one of the kinds with these values as a page has it."""
    span = Span(Source("constants", ""), 0, 0)
    constants = {"every": FiniteSet(every), "nothing": nothing, "mine": mine, "yours": yours}
    return live_game(
        [split_document(Source(f"{kind}.led", DOCUMENTS[kind]))],
        name=kind,
        title=f"By {kind}",
        folder=Path("."),
        constants={name: literal(value, span) for name, value in constants.items()},
    )
