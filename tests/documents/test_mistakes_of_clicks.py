"""Mistakes in a game by its clicks: what a check says of each, and nothing of the right document."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.documents.check_report import notes_on
from noughts.language.check import check_text

GAME = (Path(__file__).parent / "seed001-mended.led").read_text("utf-8").partition("## The transcript")[0]
"""Tic-tac-toe with a screen and a mouse, which says nowhere who wins."""


@pytest.mark.parametrize("restart", ["restartClicked", "restartClicked ∧ gameOver", "again"])
def test_the_right_document_is_left_alone(restart: str) -> None:
    document = GAME.replace("initialState if restartClicked", f"initialState if {restart}")
    document = document.replace(
        "newState ≔", "again ≔ restartClicked ∧ gameOver\nnewState ≔" if restart == "again" else "newState ≔"
    )
    assert restart in document
    assert notes_on(check_text(document))[0] == []


def test_a_small_button_is_found_on_the_screen() -> None:
    document = GAME.replace("restartRight ≔ 550", "restartRight ≔ 374")
    assert notes_on(check_text(document.replace("restartTop ≔ 775", "restartTop ≔ 749")))[0] == []


def test_white_signs_may_stand_on_dark_ground() -> None:
    mark = 'text("x", point(centerX(c), centerY(c)), fontSize, '
    document = GAME.replace(f"{mark}BLUE)", f"{mark}WHITE)")
    document = document.replace("{xImage(c)}", "{xImage(c), disc(point(centerX(c), centerY(c)), 40, BLACK)}")
    assert "disc" in document
    assert notes_on(check_text(document))[0] == []


@pytest.mark.parametrize("otherwise", ["{frame}", "∅", "{1..fontSize - 36}"])
def test_images_of_several_clauses_are_not_judged_by_the_first(otherwise: str) -> None:
    definitions = f"""marks ≔ {{frame, cross}} if fontSize < 20; {otherwise} otherwise
    frame ≔ segment(point(200, 700), point(200, 400), BLACK)
    cross ≔ segment(point(300, 700), point(300, 400), BLACK)
    gridDisplay ≔"""
    document = GAME.replace("gridDisplay ≔", definitions, 1)
    document = document.replace("alwaysDisplay = gridDisplay ∪", "alwaysDisplay = gridDisplay ∪ marks ∪")
    assert notes_on(check_text(document))[0] == []


@pytest.mark.parametrize(
    ("right", "wrong", "fact"),
    [
        ("{3, 5, 7}", "{3, 5, 8}", "the mirror image of another line"),
        (
            "occupies(`x, c) ∨ occupies(`o, c)",
            "occupies(`x, c) ∧ occupies(`o, c)",
            "belongs to `x` and to `o`",
        ),
        ("∀c ∈ R", "∃c ∈ R", "every match is over after its first move"),
        ("|currentState| = 9", "|currentState| = 8", "one move could be clicked without `gameOver`"),
        ("|currentState| = 9", "|currentState| = 10", "`gameOver` does not hold, and nobody has won"),
        (
            "threeInRow(`x) ∨ threeInRow(`o)",
            "threeInRow(`x)",
            "`threeInRow` holds for `x` and for `o`",
        ),
        ("¬occupied(c) ∧", "occupied(c) ∧", "no click changes the first state"),
        ("point(200, 700), point(200, 400)", "point(200, 400), point(200, 400)", "begins where it ends"),
        ("point(100, 500), point(400, 500)", "point(100, 600), point(400, 600)", "two of these 4 images"),
        (
            "150 + 100 × ((c − 1) mod 3)",
            "150 + 100 × (c mod 3)",
            "changes the state, but nothing that is drawn",
        ),
        (
            "650 − 100 × ⌊(c − 1) / 3⌋",
            "650 + 100 × ⌊(c − 1) / 3⌋",
            "changes the state, but nothing that is drawn",
        ),
        ("fontSize ≔ 36", "fontSize ≔ 0", "cannot be seen: it has no size"),
        (
            "point(100, 500), point(400, 500)",
            "point(100, 900), point(400, 900)",
            "it lies outside the screen",
        ),
        ("fontSize, BLUE", "fontSize, WHITE", "it is white, as all around it"),
        ("xMax(c) ≔ 200 + 100", "xMax(c) ≔ 250 + 100", "makes two moves"),
        ("yMin(c) ≔ 600 − 100", "yMin(c) ≔ 600 + 100", "`gameOver` does not hold, and nobody has won"),
        ("restartRight ≔ 550", "restartRight ≔ 250", "`restartClicked` holds for no click"),
        ("iff mouseClicked ∧\n    mouseX > xMin", "iff mouseX > xMin", "changes the state without a click"),
        ("currentState ∪ movesMade", "initialState ∪ movesMade", "the state changes without a click"),
        ("currentState ∪ movesMade", "currentState ∩ movesMade", "no click changes the first state"),
    ],
)
def test_a_mistake_is_told(right: str, wrong: str, fact: str) -> None:
    assert right in GAME
    notes = notes_on(check_text(GAME.replace(right, wrong, 1)))[0]
    assert fact in "\n".join(note.fact for note in notes)
    assert not any("`outcome`" in note.help or "`legalMove`" in note.help for note in notes), "it has none"
