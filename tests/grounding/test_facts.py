"""Facts do not depend on how a game is written, and a game that is said to be one of lines plays as one."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import product
from random import Random
from typing import Final

import pytest

from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.games.game import CannotGround
from noughts.grounding.facts import Lines, proved
from noughts.grounding.formula import bits_in
from noughts.grounding.grounded import Grounded
from noughts.kernels.kernel import Kernel
from noughts.language.check import check_text
from tests.documents.test_ways_of_writing import DOCUMENTS
from tests.grounding.subjects import ASKED, AT_LENGTH, subject

STATES: Final = {
    "pairs": ("{}", "(p, c) in now", "now U {(playerToMove, c)}"),
    "sets": (
        "({}, {})",
        "c in (now[1] if p = `x; now[2] otherwise)",
        "((now[1] U {c}, now[2]) if playerToMove = `x; (now[1], now[2] U {c}) otherwise)",
    ),
    "map": ("{c |-> `e | c in cells}", "now[c] = p", "now[c |-> playerToMove]"),
}
"""Ways of keeping the stones: at first, whether p has cell c, and when the side to move takes c."""
TURNS: Final = {
    "parity": "`x if |{c | c in cells & taken(c)}| mod 2 = 0; `o otherwise",
    "balance": "`x if |{c | c in cells & has(`x, c)}| = |{c | c in cells & has(`o, c)}|; `o otherwise",
    "kept": "currentState[2]",
}
MOVES: Final = {
    "sides": ("{(p, c) | p in {`x, `o} & c in cells}", "m[1] = playerToMove & ~taken(m[2])", "m[2]"),
    "cells": ("cells", "~taken(m)", "m"),
    "files": ("{1..3}", "height(m) < 2", "(m, height(m) + 1)"),
    "drops": ("cells", "~taken(m) & (m[2] = 1 V taken((m[1], 1)))", "m"),
}
"""The moves, when one is legal, and which cell it takes."""
NAMED: Final = ("pairs, ", "two sets alone, ", "a map to atoms, ", "a record of sets, ")
"""Ways of keeping stones of tic-tac-toe, on cells of any names."""
FALLS: Final = ("files", "drops")

PUT, FILL, LEGAL = "put(c) := ", "outcome(m) := put((m, height(m) + 1))", "legalMove(m) iff "
ADDED: Final = "now U {(playerToMove, c)"
SPOILT: Final = {
    "stones are put on others": {"~taken(": "~has(playerToMove, "},
    "moves are not always legal": {LEGAL: LEGAL + "~taken((1, 1)) & "},
    "o needs no room": {LEGAL: LEGAL + "playerToMove = `o V "},
    "o needs no floor": {"m[2] = 1 V": "m[2] = 1 V playerToMove = `o V"},
    "stones lie on x alone": {"taken((m[1], 1))": "has(`x, (m[1], 1))"},
    "a match ends early": {"full iff all c in cells": "full iff all c in cells \\ {(2, 1)}"},
    "a match does not end": {"V full": ""},
    "a win does not end the match": {"gameOver iff wins(`x) V": "gameOver iff"},
    "nobody takes turns": {"mod 2 = 0": "mod 3 = 0"},
    "x may be two ahead": {"cells & has(`x, c)}| =": "cells & has(`x, c)}| <= 1 +"},
    "turns by files": {"|{c | c in cells & taken(c)}|": "|{x | x in {1..3} & height(x) > 0}|"},
    "o keeps the turn once": {"other :=": "other := `o if has(`x, (1, 1)) & playerToMove = `o;"},
    "a cell may be named twice": {
        "moves := cells": "moves := cells U {(x, y, 1) | (x, y) in cells}",
        "~taken(m)": "~taken((m[1], m[2]))",
        "put(m)": "put((m[1], m[2]))",
    },
    "one may pass": {
        "moves := cells": "moves := cells U {(0, 0)}",
        "put(c) := (added(c), other)": "put(c) := (now, other) if c = (0, 0); (added(c), other) otherwise",
    },
    "two cells at once": {
        "moves := {1..3}": "moves := {1, 3}\nfiles(m) := {1, 2} if m = 1; {3} otherwise",
        FILL: "outcome(m) := now U {(playerToMove, (x, height(x) + 1)) | x in files(m) & height(x) < 2}",
    },
    "the cell below is taken as well": {ADDED: ADDED + ", (playerToMove, (c[1], 1))"},
    "what lies on its own is alone": {
        ADDED + "}": "(now U {(playerToMove, c)}) \\ {(playerToMove, (c[1], c[2] - 1))}"
    },
    "the wrong cell": {PUT: "put(d) := at(d if d /= (2, 1); (1, 2) otherwise)\nat(c) := "},
    "the wrong side": {ADDED + "}": "now U {(`o, c)} if c = (2, 1); now U {(playerToMove, c)} otherwise"},
    "files end sooner": {"height(m) < 2": "height(m) < 1"},
    "files begin at their top": {"height(m) + 1)": "2 - height(m))"},
    "files stay at their foot": {"height(m) + 1)": "1)"},
    "full files go on": {
        "height(m) < 2": "true",
        "height(m) + 1)": "(height(m) + 1 if height(m) < 2; 1 otherwise))",
    },
    "a full file may be named": {
        "height(m) < 2": "true",
        "put(c) := added(c)": "put(c) := now if ~(c in cells); added(c) otherwise",
    },
    "stones fall into another file": {FILL: "outcome(m) := put((4 - m, height(m) + 1))"},
    "o needs other lines": {"some l in lines": "some l in (lines if p = `x; lines \\ tall otherwise)"},
    "stones of both sides are a line": {"all c in l. has(p, c)": "all c in l. taken(c)"},
    "a line with a gap": {"all c in l. has(p, c)": "(all c in l. has(p, c)) & ~has(p, (1, 1))"},
    "x has a stone at first": {"initialState := {}": "initialState := {(`x, (1, 2))}"},
}
"""Changes of the rules: for some texts, which are in some ways of writing them, other texts."""


def written(state: str, turn: str, moves: str) -> str:
    """A game on three files of two cells: three stones in a row, or two in a file, win."""
    first, has, put = STATES[state]
    (made, legal, cell), kept = MOVES[moves], turn == "kept"
    return f"""/$
cells := {{(x, y) | x in {{1..3}} & y in {{1..2}}}}
tall := {{{{(x, 1), (x, 2)}} | x in {{1..3}}}}
lines := tall U {{{{(1, y), (2, y), (3, y)}} | y in {{1..2}}}}
initialState := {f"({first}, `x)" if kept else first}
now := {"currentState[1]" if kept else "currentState"}
has(p, c) iff {has}
taken(c) iff has(`x, c) V has(`o, c)
full iff all c in cells. taken(c)
playerToMove := {TURNS[turn]}
other := `o if playerToMove = `x; `x otherwise
height(x) := |{{y | y in {{1..2}} & taken((x, y))}}|
added(c) := {put}
put(c) := {"(added(c), other)" if kept else "added(c)"}
both(c) := put(c) if c[1] = 1; put((1, 2)) otherwise
moves := {made}
legalMove(m) iff {legal}
outcome(m) := put({cell})
wins(p) iff some l in lines. all c in l. has(p, c)
gameOver iff wins(`x) V wins(`o) V full
$/
"""


@cache
def grounded(text: str) -> Grounded:
    game = game_from(check_text(text, "files.led"), name="files")
    assert isinstance(game, GameByRules)
    return game.ground()


def plays_as(lines: Lines, game: Grounded) -> None:
    """In every position that play can reach, the rules say what stones and lines say."""
    rules, seen = game.game, {game.game.initial}
    waiting = [(game.game.initial, 0)]
    for position, mover in waiting:
        planes = lines.planes(game.encoded(position))
        taken, (mine, theirs) = planes[0] | planes[1], (planes[mover], planes[1 - mover])
        assert not planes[0] & planes[1]
        outcome = rules.outcome(position)
        empty = ([cell for cell in column if not taken >> cell & 1] for column in lines.columns)
        fills = [column[0] for column in empty if column]
        if any(theirs & line == line for line in lines.lines):
            assert outcome is not None
            assert outcome.winner == game.sides[1 - mover]
        elif not fills:
            assert outcome is not None
            assert outcome.winner is None
        else:
            assert outcome is None
            assert rules.to_move(position) == game.sides[mover]
            numbers = {move.move: number for number, move in enumerate(game.moves)}
            legal = rules.moves(position)
            assert {numbers[move] for move in legal} == {lines.moves[mover][cell] for cell in fills}
            for cell in fills:
                after = rules.after(position, game.moves[lines.moves[mover][cell]].move)
                new = lines.planes(game.encoded(after))
                assert (new[mover], new[1 - mover]) == (mine | 1 << cell, theirs)
                if after not in seen:
                    seen.add(after)
                    waiting.append((after, 1 - mover))


def comes_to_no_position_twice(game: Grounded) -> None:
    """The position tells how many moves were made."""
    kernel = Kernel(game)
    made = {kernel.initial: 0}
    waiting = [kernel.initial]
    for code in waiting:
        for move in bits_in(0 if kernel.over(code) else kernel.legal(code)):
            after = kernel.after(code, move)
            if after not in made:
                waiting.append(after)
            assert made.setdefault(after, made[code] + 1) == made[code] + 1


@pytest.mark.parametrize("title", ASKED)
def test_what_grows_comes_to_no_position_twice(title: str) -> None:
    if (game := subject(title).grounded).is_growing:
        comes_to_no_position_twice(game)


@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("state", STATES)
def test_the_way_of_writing_does_not_matter(state: str, turn: str, moves: str) -> None:
    game = grounded(written(state, turn, moves))
    facts = proved(game)
    assert facts.lines is not None, [fact.sentence for fact in facts.facts]
    assert facts["growing"]
    assert game.is_growing or state == "map" or moves == "files"
    assert sorted(facts.lines.lines) == [0b11, 0b1100, 0b10101, 0b101010, 0b110000]
    assert len(facts.lines.columns) == (3 if moves in FALLS else 6)
    plays_as(facts.lines, game)


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name.startswith(NAMED)])
def test_the_names_of_cells_do_not_matter(name: str) -> None:
    lines = proved(grounded(DOCUMENTS[name])).lines
    assert lines is not None
    assert (lines.cells, len(lines.lines)) == (9, 8)


@pytest.mark.parametrize("change", SPOILT)
def test_what_is_said_of_other_rules_is_true_of_them(change: str) -> None:
    texts = [written(*way) for way in product(STATES, TURNS, MOVES)]
    asked = [text for text in texts if all(old in text for old in SPOILT[change])]
    assert asked
    for text in asked if AT_LENGTH else Random(change).sample(asked, min(4, len(asked))):
        for old, new in SPOILT[change].items():
            text = text.replace(old, new)
        with suppress(CannotGround):
            game = grounded(text)
            if game.is_growing:
                comes_to_no_position_twice(game)
            if (lines := proved(game).lines) is not None:
                plays_as(lines, game)
