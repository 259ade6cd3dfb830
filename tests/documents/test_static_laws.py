"""Laws of lines on a board, and of rules: what is said of those that do not fit, and nothing of others."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.documents.check_report import notes_on
from noughts.language.check import check_text

ROWS = "{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}}"
FANO = "{{`a, `b, `c}, {`a, `d, `e}, {`a, `f, `g}, {`b, `d, `f}, {`b, `e, `g}, {`c, `d, `g}, {`c, `e, `f}}"
STRIPS = "{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}, {1, 4, 7}, {2, 5, 8}}"  # of three by four cells
SIDE = 4
CELLS = [(x, y) for x in range(1, SIDE + 1) for y in range(1, SIDE + 1)]


def told(document: str) -> list[tuple[str, str]]:
    """The fact and the place of each note on lines."""
    notes = [note for note in notes_on(check_text(f"/$ {document} $/"))[0] if note.code == "N310"]
    return [(note.fact, note.span.text if note.span else "") for note in notes]


@pytest.mark.parametrize(
    "document",
    [
        f"rows := {ROWS}",
        f"lines := {FANO}",
        f"strips := {STRIPS}",
        "v := {{(1, 1), (1, 2), (1, 3)}, {(2, 1), (2, 2), (2, 4)}}",
        "v := {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {2, 5, 9}}",
        "v := {{`a, `b, `c}, {`b, `c, `d}, {`e, `f, `g}, {`h, `i, `j}}",
        "v := {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9}}",
        "v := {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 8}, {2, 5, 9}}",
    ],
)
def test_lines_that_fit_are_left_alone(document: str) -> None:
    assert told(document) == []


# The steps of a king, a rook, a gold general, a silver general and a man.
PIECES = {
    "king": "(1, 0) (-1, 0) (0, 1) (0, -1) (1, 1) (-1, -1) (1, -1) (-1, 1)",
    "rook": "(1, 0) (-1, 0) (0, 1) (0, -1)",
    "gold": "(1, 0) (-1, 0) (0, 1) (0, -1) (1, 1) (-1, 1)",
    "silver": "(1, 1) (-1, 1) (1, -1) (-1, -1) (0, 1)",
    "man": "(1, 1) (-1, 1) (0, 1)",
}


def steps(vectors: Sequence[tuple[int, int]]) -> str:
    """A definition of the cells to which a piece steps by some vectors."""
    return f"near((x, y)) := {{{', '.join(f'(x + {v}, y + {w})' for v, w in vectors)}}}".replace("+ -", "- ")


def vectors_of(piece: str) -> list[tuple[int, int]]:
    return [literal_eval(each) for each in PIECES[piece].replace(") (", ");(").split(";")]


@pytest.mark.parametrize("piece", PIECES)
def test_the_steps_of_pieces_are_left_alone(piece: str) -> None:
    assert told(steps(vectors_of(piece))) == []


@pytest.mark.parametrize("piece", ["king", "rook"])
def test_a_step_without_its_opposite_is_told(piece: str) -> None:
    vectors = vectors_of(piece)
    for place, (v, w) in enumerate(vectors):
        for wrong in ((v + 1, w), (v, w + 1), (v - 1, w), (v, w - 1)):
            if wrong not in (*vectors, (0, 0)):
                [(fact, _)] = told(steps([*vectors[:place], wrong, *vectors[place + 1 :]]))
                assert "most others have an opposite" in fact


@pytest.mark.parametrize(
    ("lines", "right", "wrong", "fact"),
    [
        (
            ROWS,
            "{3, 5, 7}",
            "{3, 5, 8}",
            "has {3, 5, 8}, but not {3, 5, 7}, the mirror image of another line",
        ),
        (
            ROWS,
            "{3, 6, 9}",
            "{3, 6, 8}",
            "has {3, 6, 8}, but not {3, 6, 9}, the mirror image of another line",
        ),
        (ROWS, "{3, 5, 7}", "{3, 5}", "has {3, 5}, but its other sets have 3 elements"),
        (ROWS, "{3, 5, 7}", "{3, 57}", "has {3, 57}, but its other sets have 3 elements"),
        (ROWS, "{1, 2, 3}", "{1, 2, 3, 6}", "has {1, 2, 3, 6}, but its other sets have 3 elements"),
        (ROWS, "{3, 5, 7}", "{3, 5, 7}, {1, 2, 6}", "has {1, 2, 6}, but no mirror image of it"),
        (ROWS, ", {3, 5, 7}", "", "lacks {3, 5, 7}, the mirror image of another line"),
        (
            FANO,
            "{`c, `e, `f}",
            "{`c, `d, `f}",
            "has {`c, `d, `f}, which has two elements in common with {`c, `d, `g}",
        ),
        (
            FANO,
            ", {`c, `e, `f}",
            ", {`d, `e, `i}",
            "has {`d, `e, `i}, which has two elements in common with {`a, `d, `e}",
        ),
        (FANO, "{`a, `f, `g}", "{`a, `g}", "has {`a, `g}, but its other sets have 3 elements"),
        (
            "{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}}",
            "{2, 5, 8}",
            "{2, 5, 9}",
            "has {2, 5, 9}; its",
        ),
        (STRIPS, "{4, 5, 6}", "{4, 5, 11}", "has {4, 5, 11}; its other sets are evenly spaced"),
    ],
)
def test_a_line_that_does_not_fit_is_told_at_its_place(lines: str, right: str, wrong: str, fact: str) -> None:
    for document in (f"lines := {lines}", f"fits(S) iff some L in {lines}. L sub S"):
        [(said, place)] = told(document.replace(right, wrong))
        assert fact in said
        line = wrong.removeprefix("{3, 5, 7}").removeprefix(", ")
        assert place in ((line,) if line else ("lines", "fits"))


@given(st.sampled_from(list(combinations(CELLS, 3))), st.data())
def test_of_all_rows_of_a_board_any_that_is_mistyped_is_told(
    cells: tuple[tuple[int, int], ...], data: st.DataObject
) -> None:
    board = range(1, SIDE + 1)
    rows = [[(x, y) for x in board] for y in board] + [[(x, y) for y in board] for x in board]
    rows += [[(x, x) for x in board], [(x, SIDE + 1 - x) for x in board]]
    assert told(f"rows := {written(rows)}") == []
    row = data.draw(st.integers(0, len(rows) - 1))
    wrong = data.draw(st.sampled_from([cell for cell in CELLS if cell not in rows[row]]))
    mistyped = [*rows[row][:-1], wrong]
    changed = [*rows[:row], mistyped, *rows[row + 1 :]]
    [(_, place)] = told(f"rows := {written(changed)}")
    assert place == written(mistyped)


def written(value: object) -> str:
    """A list as a set of a document."""
    return str(value).replace("[", "{").replace("]", "}")


POINTS = """
    initialState := (`left, 9, 0, 0)
    playerToMove := currentState[1]
    coins := currentState[2]
    mine := currentState[3]
    yours := currentState[4]
    moves := {1..3}
    legalMove(n) iff n <= coins
    outcome(n) :=
        (`right, coins - n, mine + n mod 2, yours) if playerToMove = `left;
        (`left, coins - n, mine, yours + n mod 2) otherwise
    gameOver iff coins = 0
    wins(p) iff gameOver & (p = `left & mine > yours V p = `right & yours > mine)
"""


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        ("gameOver & (p = `left & mine > yours V p = `right & yours > mine)", None),
        ("gameOver & (p = `left & mine > yours V p = `left & yours > mine)", "`` `left ``, and none for"),
        ("p = `right & gameOver & mine > yours V gameOver & `right = p & yours > mine", "`` `right ``, and"),
        # one side alone can win, or the other where no alternative applies
        ("gameOver & p = `left & (mine > 3 V mine > yours)", None),
        ("gameOver & (mine > yours <=> p = `left) & (mine > 2 V yours > 2)", None),
        ("gameOver & leads(p)  leads(p) iff p = `left & mine > 3 V p = `left & mine > yours", None),
    ],
)
def test_alternatives_that_ask_for_one_side_are_told(wins: str, said: str | None) -> None:
    head, _, _ = POINTS.rpartition("gameOver & (p")
    facts = [
        note.fact for note in notes_on(check_text(f"/$ {head}{wins} $/"))[0] if "alternative" in note.fact
    ]
    assert len(facts) == (said is not None)
    assert said is None or said in facts[0]


@pytest.mark.parametrize(
    ("cells", "is_told"),
    [
        ("{(x, y), (x + 1, y)}", False),
        ("{(y, x), (x + 1, y)}", True),
        ("{(x, y), (y, x)}", False),
        ("{(x, y), (x + 1, y), (y, x + 1)}", True),
    ],
)
def test_a_cell_with_its_row_and_column_exchanged_is_told(cells: str, is_told: bool) -> None:
    rules = f"""
        steps := {{{cells} | x in {{1..3}} & y in {{1..3}}}} initialState := {{}} moves := steps
        playerToMove := `a if |currentState| mod 2 = 0; `b otherwise
        legalMove(m) iff ~(m in currentState) outcome(m) := currentState U {{m}}
        gameOver iff |currentState| >= 4 wins(p) iff gameOver & p /= playerToMove
    """
    assert any("one of these cells" in fact for fact, _ in told(rules)) == is_told
