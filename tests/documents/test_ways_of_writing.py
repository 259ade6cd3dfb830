"""One game, written in many ways, has one board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from noughts.documents.board.derived import derivation_of
from noughts.documents.from_document import game_from
from noughts.documents.on_board import GameOnBoard
from noughts.easel import Disc, Text
from noughts.games.match import Match
from noughts.kernels.explore import explore_kernel
from noughts.kernels.kernel import Kernel
from noughts.language.check import check_text

SQUARES = [*product((1, 2, 3), repeat=2)]
LINES = [
    *([(x, y) for x in (1, 2, 3)] for y in (1, 2, 3)),
    *([(x, y) for y in (1, 2, 3)] for x in (1, 2, 3)),
    *([(k, k) for k in (1, 2, 3)], [(k, 4 - k) for k in (1, 2, 3)]),
]
COMPASS = {(1, 1): "sw", (1, 2): "w", (1, 3): "nw", (2, 1): "s", (2, 2): "c"}
COMPASS |= {(2, 3): "n", (3, 1): "se", (3, 2): "e", (3, 3): "ne"}
CELLS = {
    "pairs": lambda x, y: f"({x}, {y})",
    "pairs from 0": lambda x, y: f"({x - 1}, {y - 1})",
    "numbers": lambda x, y: f"{3 * y + x - 3}",
    "numbers from 0": lambda x, y: f"{3 * y + x - 4}",
    "atoms": lambda x, y: f"`{'abc'[x - 1]}{y}",
    "strings": lambda x, y: f'"{"abc"[x - 1]}{y}"',
    "letters and numbers": lambda x, y: f"(`{'abc'[x - 1]}, {y})",
    "numbers and letters": lambda x, y: f'({y}, "{"abc"[x - 1]}")',
    "the compass": lambda x, y: f"`{COMPASS[x, y]}",
}
MARKS = {
    "atoms": ("`x", "`o", "`empty"),
    "strings": ('"x"', '"o"', '""'),
    "dots": ('"X"', '"O"', '"."'),
}
FREE = "~(some p in {`x, `o}. has(p, m))"
ROW = "(`empty, `empty, `empty)"


def rules(cells: str, initial: str, has: str, outcome: str, *more: str) -> str:
    """A document: the first state, whether somebody has a cell, and the state after a move."""
    named = {square: CELLS[cells](*square) for square in SQUARES}
    lines = ", ".join(f"{{{', '.join(named[square] for square in line)}}}" for line in LINES)
    return "\n".join(
        [
            "/$",
            f"cells := {{{', '.join(named.values())}}}",
            f"lines := {{{lines}}}",
            f"initialState := {initial}",
            "other := `o if playerToMove = `x; `x otherwise",
            "moves := cells",
            f"legalMove(m) iff ~gameOver & {FREE}",
            f"outcome(m) := {outcome}",
            f"has(p, c) iff {has}",
            "wins(p) iff some L in lines. all c in L. has(p, c)",
            "gameOver iff wins(`x) V wins(`o) V (all c in cells. (has(`x, c) V has(`o, c)))",
            *more,
            "$/",
        ]
    )


def ways(cells: str) -> Iterator[tuple[str, str]]:
    """The names of ways to write tic-tac-toe on some cells, and the documents."""
    turn, second = "playerToMove := currentState[1]", "men := currentState[2]"
    for name, (x, o, empty) in MARKS.items():
        mark = f"({x} if p = `x; {o} otherwise)"
        yield (
            f"a map to {name}",
            rules(
                cells,
                f"(`x, {{c |-> {empty} | c in cells}})",
                f"men[c] = {mark}",
                f"(other, men[m |-> {mark.replace('p =', 'playerToMove =')}])",
                turn,
                second,
            ),
        )
    yield (
        "pairs",
        rules(cells, "(`x, {})", "(c, p) in men", "(other, men U {(m, playerToMove)})", turn, second),
    )
    yield (
        "sides first",
        rules(cells, "(`x, {})", "(p, c) in men", "(other, men U {(playerToMove, m)})", turn, second),
    )
    own = "c in (xs if p = `x; os otherwise)"
    yield (
        "two sets",
        rules(
            cells,
            "(`x, {}, {})",
            own,
            "(`o, xs U {m}, os) if playerToMove = `x; (`x, xs, os U {m}) otherwise",
            turn,
            "xs := currentState[2]",
            "os := currentState[3]",
        ),
    )
    yield (
        "two sets alone",
        rules(
            cells,
            "({}, {})",
            own,
            "(xs U {m}, os) if playerToMove = `x; (xs, os U {m}) otherwise",
            "playerToMove := `x if |xs| = |os|; `o otherwise",
            "xs := currentState[1]",
            "os := currentState[2]",
        ),
    )
    yield (
        "a map to sets",
        rules(
            cells,
            "(`x, {`x |-> {}, `o |-> {}})",
            "c in men[p]",
            "(other, men[playerToMove |-> men[playerToMove] U {m}])",
            turn,
            second,
        ),
    )
    yield (
        "a record",
        rules(
            cells,
            "{`turn |-> `x, `men |-> {c |-> `empty | c in cells}}",
            "men[c] = p",
            "currentState[`turn |-> other, `men |-> men[m |-> playerToMove]]",
            "playerToMove := currentState[`turn]",
            "men := currentState[`men]",
        ),
    )
    yield (
        "a record of sets",
        rules(
            cells,
            "{`turn |-> `x, `x |-> {}, `o |-> {}}",
            "c in currentState[p]",
            "currentState[`turn |-> other, playerToMove |-> currentState[playerToMove] U {m}]",
            "playerToMove := currentState[`turn]",
        ),
    )


def histories(cells: str) -> Iterator[tuple[str, str]]:
    """Ways to write it with the moves that were made."""
    mover = "playerToMove := `x if |men| mod 2 = 0; `o otherwise"
    by_turns = "some i in {1..|men|}. (men[i] = c & i mod 2 = (1 if p = `x; 0 otherwise))"
    yield "a history", rules(cells, "()", by_turns, "men + (m,)", mover, "men := currentState")
    turn, second = "playerToMove := currentState[1]", "men := currentState[2]"
    yield "a turn and a history", rules(cells, "(`x, ())", by_turns, "(other, men + (m,))", turn, second)
    own = "some i in {1..|men|}. men[i] = (p, c)"
    yield (
        "a history of sides",
        rules(cells, "()", own, "men + ((playerToMove, m),)", mover, "men := currentState"),
    )


def ways_in_rows() -> Iterator[tuple[str, str]]:
    """Ways to write it with rows, each of which has three cells."""
    maps = "{1 |-> `empty, 2 |-> `empty, 3 |-> `empty}"
    of_rows = {
        "tuples of tuples": f"({ROW}, {ROW}, {ROW})",
        "tuples of maps": f"({maps}, {maps}, {maps})",
        "a map of tuples": f"{{k |-> {ROW} | k in {{1..3}}}}",
        "a map of maps": f"{{k |-> {maps} | k in {{1..3}}}}",
    }
    for name, board in of_rows.items():
        yield (
            name,
            rules(
                "pairs",
                f"(`x, {board})",
                "men[c[1]][c[2]] = p",
                "(other, men[m[1] |-> men[m[1]][m[2] |-> playerToMove]])",
                "playerToMove := currentState[1]",
                "men := currentState[2]",
            ),
        )


def with_sides(text: str, first: str, second: str) -> str:
    """The same with other players."""
    return text.replace("`x", first).replace("`o", second)


DOCUMENTS = {f"{name}, {cells}": text for cells in CELLS for name, text in ways(cells)} | dict(ways_in_rows())
DOCUMENTS |= {f"{name}, {cells}": text for cells in CELLS for name, text in histories(cells)}
DOCUMENTS |= {f"{name}, strings play": with_sides(text, '"x"', '"o"') for name, text in ways("pairs")}
DOCUMENTS |= {
    f"{name}, numbers play": with_sides(text, "1", "2")
    for name, text in ways("pairs")
    if name != "a record of sets"  # where a number would be a name
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_board_has_three_rows_of_squares_and_a_man_for_each_move(name: str) -> None:
    game = game_from(check_text(DOCUMENTS[name], f"{name}.led"), name="written in another way")
    assert isinstance(game, GameOnBoard)
    found = derivation_of(game)
    assert len({(place.x, place.y) for place in found.plan.places}) == 9
    assert [len({getattr(place, axis) for place in found.plan.places}) for axis in ("x", "y")] == [3, 3]
    assert not found.buttons
    match, dice = Match(game), Random(1)
    first = images_of(match, Disc)
    texts = images_of(match, Text)
    for made in range(1, 6):
        assert game.click_paths(match.position).keys() == set(match.legal_moves)
        match = match.play(dice.choice(match.legal_moves))
        assert images_of(match, Disc) == first + made
        assert texts <= images_of(match, Text) <= texts + made


def images_of(match: Match, kind: type) -> int:
    """How many images of a kind the board of a match has."""
    assert isinstance(match.game, GameOnBoard)
    return sum(isinstance(image, kind) for image in match.game.images(match.position))


@pytest.mark.parametrize(
    "name",
    [name for name in DOCUMENTS if "history" not in name and ("," not in name or name.endswith(" pairs"))],
)
def test_formulas_know_as_many_positions(name: str) -> None:
    game = game_from(check_text(DOCUMENTS[name], f"{name}.led"), name="written in another way")
    assert isinstance(game, GameOnBoard)
    kernel = Kernel(game.ground())
    assert len(explore_kernel(game, kernel, kernel.initial, limit=10_000)) == 5_478
