"""Screens drawn as text, compared whole: a picture of what a person sees."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from random import Random
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import noughts
from noughts.easel import Circle, Color, Disc, Graphic, Image, Point, Segment, Text, Triangle
from noughts.faces.console.canvas import axis_through
from noughts.faces.console.raster import Picture, as_text, raster
from noughts.faces.console.sketch import SCALES, Attempt, Label, Scale, Sketch, best
from noughts.games.game import Game
from noughts.games.match import Match
from noughts.games.picture import Area, Pictured
from tests.faces.sample_games import BLACK, GRID, RED, PicturedTicTacToe, box, segment, text
from tests.library.games import ASKED

WHITE = Color(255, 255, 255)
GREY = Color(120, 120, 120)


def drawn(*images: Image, labels: tuple[Label, ...] = (), columns: int = 80) -> str:
    return "\n".join(as_text(raster(images, labels, columns=columns).rows))


def picture(art: str) -> str:
    return dedent(art).strip("\n")


def board(squares: int, side: int) -> list[Image]:
    ends = (100, 100 + squares * side)
    lines = [100 + side * number for number in range(squares + 1)]
    return [
        s for at in lines for s in (segment(at, *ends[:1], at, ends[1]), segment(ends[0], at, ends[1], at))
    ]


def triangle(*corners: tuple[int, int], color: Color = BLACK) -> Triangle:
    a, b, c = (Point(x, y) for x, y in corners)
    return Triangle(a, b, c, color)


def square(left: int, bottom: int, side: int, color: Color) -> list[Image]:
    right, top = left + side, bottom + side
    return [
        triangle((left, bottom), (right, bottom), (right, top), color=color),
        triangle((left, bottom), (left, top), (right, top), color=color),
    ]


def test_the_screen_of_tic_tac_toe() -> None:
    assert drawn(*PicturedTicTacToe().images("x.o.x....")) == picture("""
                   ┌─────────┐
         o's turn  │ restart │
                   └─────────┘

         x │   │ o
        ───┼───┼───
           │ x │
        ───┼───┼───
           │   │
    """)


@pytest.mark.parametrize("shown", [True, False])
def test_a_board_stays_as_it_is_while_it_fills(shown: bool) -> None:
    game = PicturedTicTacToe()
    picture, lines = None, set()
    for cells in (".........", "x........", "xo.......", "xoxxoo.x.", "xoxxoooxx"):
        labels = [Label(str(cell + 1) * shown, area) for cell, (area,) in game.areas(cells).items()]
        picture = raster([*GRID, *game.marks(cells)], labels, before=picture)
        lines.add(frozenset(places_of_lines("\n".join(as_text(picture.rows)))))
    assert len(lines) == 1


TERMINALS = [(80, 24), (60, 20)]


def library_games() -> list[Game]:
    """The games of the library that have a screen and are no animations."""
    games: list[Game] = []
    for name in ASKED:
        with suppress(noughts.Refusal):
            games.append(noughts.load(name).rules)
    return [game for game in games if isinstance(game, Pictured)]


def test_every_game_of_the_library_fits_into_a_terminal() -> None:
    games = library_games()
    assert len(games) >= 7
    for game in games:
        stages = stages_of(Match(game))
        for columns, lines in TERMINALS:
            all_fit(stages, columns, lines)


def stages_of(match: Match) -> list[Match]:
    """A match at random at its beginning, in the middle and at its end."""
    dice, line = Random(5), [match]
    while not line[-1].outcome:
        line.append(line[-1].play(dice.choice(line[-1].legal_moves)))
    return [line[0], line[len(line) // 2], line[-1]]


def all_fit(stages: list[Match], columns: int, lines: int) -> None:
    """There is room for the board and the prompt at all stages of a match."""
    drawn = None
    for now in stages:
        assert isinstance(now.game, Pictured)
        labels = [
            Label(text, areas[0]) for text, areas in zip(now.legal_texts, now.areas.values(), strict=True)
        ]
        images = now.game.images(now.position)
        drawn = raster(images, labels, columns=columns - 2, lines=lines - 3, before=drawn)
        assert len(drawn.rows) <= lines - 3
        assert max(map(len, drawn.rows)) <= columns - 2


def test_without_a_limit_of_lines_a_board_is_drawn_as_well_as_it_can_be() -> None:
    tall, flat = raster(board(6, 100)), raster(board(6, 100), lines=14)
    assert len(tall.rows) >= len(flat.rows)
    assert len(raster(board(6, 100), lines=100).rows) == len(tall.rows)


def test_crossing_diagonals_of_flat_squares_meet_in_a_cross() -> None:
    lines = [*board(3, 100), segment(150, 150, 350, 350), segment(150, 350, 350, 150)]
    assert "╳" in "\n".join(as_text(raster(lines, lines=7).rows))


def test_a_cramped_board_grows_once_and_then_stays() -> None:
    empty = raster(board(3, 100))
    first = raster([*board(3, 100), text("x", 150, 150)], before=empty)
    later = raster([*board(3, 100), text("x", 150, 150), text("o", 250, 250)], before=first)
    again = raster(board(3, 100), before=later)
    assert scales(empty) != scales(first) == scales(later) == scales(again)


def test_a_board_has_room_for_pieces_from_the_beginning_where_names_of_moves_find_none() -> None:
    names = [
        Label(f"square {k},{m}", Area(101 + 100 * k, 101 + 100 * m, 199 + 100 * k, 199 + 100 * m))
        for k in range(5)
        for m in range(5)
    ]
    empty = raster(board(5, 100), names, columns=30)
    later = raster([*board(5, 100), text("x", 150, 150)], names[1:], columns=30, before=empty)
    assert scales(empty) == scales(later)
    assert list(as_text(later.rows))[-2] == "│ x │   │   │   │   │"


def test_pieces_on_lines_do_not_drive_a_board_to_another_scale() -> None:
    lines = board(4, 100)
    stones = [Disc(Point(200 + 100 * k, 200 + 100 * m), 30, BLACK) for k in range(3) for m in range(3)]
    pictures = [raster(lines)]
    for count in range(1, len(stones) + 1):
        pictures.append(raster([*lines, *stones[:count]], before=pictures[-1]))
    assert len({scales(picture) for picture in pictures}) == 1
    assert "\n".join(as_text(pictures[-1].rows)) == picture("""
        ┌─┬─┬─┬─┐
        │ │ │ │ │
        ├─●─●─●─┤
        │ │ │ │ │
        ├─●─●─●─┤
        │ │ │ │ │
        ├─●─●─●─┤
        │ │ │ │ │
        └─┴─┴─┴─┘
    """)


def test_a_board_that_would_lose_something_changes() -> None:
    before = raster(board(3, 100), columns=40)
    after = raster([*board(3, 100), text("queen", 150, 150)], columns=40, before=before)
    assert scales(before) != scales(after)
    narrow = raster([*board(3, 100), text("queen", 150, 150)], columns=20, before=after)
    assert max(map(len, as_text(narrow.rows))) <= 20 < max(map(len, as_text(after.rows)))


def scales(drawn: Picture) -> tuple[Scale, ...]:
    return tuple(drawing.scale for drawing in drawn.drawings)


def places_of_lines(drawing: str) -> set[tuple[int, int]]:
    rows = drawing.splitlines()
    return {(row, at) for row, line in enumerate(rows) for at, sign in enumerate(line) if sign in "│─┼"}


def test_moves_are_written_where_a_click_makes_them() -> None:
    game = PicturedTicTacToe()
    labels = tuple(Label(str(cell + 1), game.area(cell)) for cell in range(9))
    assert drawn(*GRID, *game.marks("x.o.x...."), labels=labels) == picture("""
         x │ 2 │ o
        ───┼───┼───
         4 │ x │ 6
        ───┼───┼───
         7 │ 8 │ 9
    """)


def test_cells_grow_with_what_stands_in_them() -> None:
    assert drawn(*board(2, 60), text("queen", 130, 130)) == picture("""
        ┌───────┬───────┐
        │       │       │
        ├───────┼───────┤
        │ queen │       │
        └───────┴───────┘
    """)


def test_boards_are_compact_whatever_their_size_on_the_screen() -> None:
    small, large = drawn(*board(3, 40), text("x", 120, 120)), drawn(*board(3, 220), text("x", 210, 210))
    assert (
        small
        == large
        == picture("""
        ┌───┬───┬───┐
        │   │   │   │
        ├───┼───┼───┤
        │   │   │   │
        ├───┼───┼───┤
        │ x │   │   │
        └───┴───┴───┘
    """)
    )


def test_a_narrow_terminal_gets_a_narrow_board() -> None:
    assert drawn(*board(3, 100), text("x", 150, 150), columns=12) == picture("""
        ┌─┬─┬─┐
        │ │ │ │
        ├─┼─┼─┤
        │ │ │ │
        ├─┼─┼─┤
        │x│ │ │
        └─┴─┴─┘
    """)


def test_letters_and_numbers_beside_a_board_stand_at_its_squares() -> None:
    letters = [text(letter, 150 + 100 * k, 70) for k, letter in enumerate("abc")]
    numbers = [text(number, 70, 150 + 100 * k) for k, number in enumerate("123")]
    assert drawn(*board(3, 100), *letters, *numbers) == picture("""
          ┌─────┬─────┬─────┐
        3 │     │     │     │
          ├─────┼─────┼─────┤
        2 │     │     │     │
          ├─────┼─────┼─────┤
        1 │     │     │     │
          └─────┴─────┴─────┘
             a     b     c
    """)


def test_triangles_point_where_they_do() -> None:
    up = [triangle((120 + 100 * k, 120), (180 + 100 * k, 120), (150 + 100 * k, 180)) for k in range(3)]
    down = [triangle((120 + 100 * k, 380), (180 + 100 * k, 380), (150 + 100 * k, 320)) for k in range(3)]
    aside = [triangle((120, 220), (120, 280), (180, 250)), triangle((380, 220), (380, 280), (320, 250))]
    assert drawn(*board(3, 100), *up, *down, *aside) == picture("""
        ┌───┬───┬───┐
        │ ▼ │ ▼ │ ▼ │
        ├───┼───┼───┤
        │ ▶ │   │ ◀ │
        ├───┼───┼───┤
        │ ▲ │ ▲ │ ▲ │
        └───┴───┴───┘
    """)


def test_a_row_of_buttons_does_not_widen_the_board_below() -> None:
    buttons = [*box(100, 900, 300, 950), text("a long inscription", 200, 925)]
    below = drawn(*buttons, *board(3, 100)).splitlines()[4:]
    assert below == drawn(*board(3, 100)).splitlines()


def test_pieces_are_signs_or_what_is_written_on_them() -> None:
    pieces: list[Image] = [
        Disc(Point(150, 150), 40, RED),
        text("K", 150, 150),
        Disc(Point(250, 150), 40, RED),
    ]
    rings: list[Image] = [Circle(Point(350, y), 40, BLACK) for y in (150, 250)]
    filled = Disc(Point(350, 250), 20, RED)
    marks = [triangle((140, 192), (160, 192), (150, 199))]
    assert drawn(*board(3, 100), *pieces, *rings, filled, *marks) == picture("""
        ┌───┬───┬───┐
        │   │   │   │
        ├───┼───┼───┤
        │   │   │ ○ │
        ├─▲─┼───┼───┤
        │ K │ ◉ │ ○ │
        └───┴───┴───┘
    """)


def test_what_stands_near_a_line_on_purpose_may_stand_right_beside_it() -> None:
    numbers = [text(str(k + 1), 112 + 100 * k, 150, height=20) for k in range(3)]
    assert (
        drawn(*board(3, 100), *numbers, text("x", 150, 150)).splitlines()[-2] == "│1  x   │2      │3      │"
    )


def test_discs_in_heaps() -> None:
    heaps = [
        Disc(Point(400 - 60 * h + 60 * k, 600 - 100 * h), 25, BLACK)
        for h in range(4)
        for k in range(2 * h + 1)
    ]
    assert drawn(*heaps) == picture("""
              ●
            ● ● ●
          ● ● ● ● ●
        ● ● ● ● ● ● ●
    """)


def test_upright_matches_with_names_beside_them() -> None:
    matches = [
        segment(200 + 40 * k, 570 - 100 * h, 200 + 40 * k, 630 - 100 * h)
        for h in range(2)
        for k in range(2 * h + 1)
    ]
    names = [text(f"heap {h + 1}", 80, 600 - 100 * h) for h in range(2)]
    assert drawn(*matches, *names) == picture("""
        heap 1  │


        heap 2  │ │ │
    """)


def test_squares_of_two_triangles_are_filled_and_light_discs_are_hollow() -> None:
    dark = [
        s
        for a in range(4)
        for b in range(4)
        if (a + b) % 2 == 0
        for s in square(100 + a * 100, 100 + b * 100, 100, GREY)
    ]
    men = (
        text("K", 150, 150),
        text("q", 250, 150),
        Disc(Point(250, 350), 30, WHITE),
        Disc(Point(350, 350), 30, BLACK),
    )
    assert drawn(*dark, *men) == picture("""
           ▓▓▓   ▓▓▓
        ▓▓▓ ○ ▓●▓
           ▓▓▓   ▓▓▓
        ▓K▓ q ▓▓▓
    """)


def test_crosses_and_rings() -> None:
    cross = segment(115, 615, 185, 685), segment(115, 685, 185, 615)
    assert drawn(*GRID, *cross, Circle(Point(350, 650), 35, BLACK)) == picture("""
         ╳ │   │ ○
        ───┼───┼───
           │   │
        ───┼───┼───
           │   │
    """)


def test_lines_that_join_in_every_way() -> None:
    squares = [s for r in (300, 200, 100) for s in box(400 - r, 400 - r, 400 + r, 400 + r)]
    spokes = (
        segment(400, 100, 400, 300),
        segment(400, 500, 400, 700),
        segment(100, 400, 300, 400),
        segment(500, 400, 700, 400),
    )
    assert drawn(*squares, *spokes) == picture("""
        ┌─────┬─────┐
        │     │     │
        │ ┌───┼───┐ │
        │ │   │   │ │
        │ │ ┌─┴─┐ │ │
        │ │ │   │ │ │
        ├─┼─┤   ├─┼─┤
        │ │ │   │ │ │
        │ │ └─┬─┘ │ │
        │ │   │   │ │
        │ └───┼───┘ │
        │     │     │
        └─────┴─────┘
    """)


def test_large_rings_and_discs_have_room_for_text() -> None:
    rings = [Circle(Point(100 + 200 * k, 400), 50, BLACK) for k in range(3)]
    inside = [text(str(k), 100 + 200 * k, 400) for k in range(3)]
    between = [segment(150 + 200 * k, 400, 250 + 200 * k, 400) for k in range(2)]
    assert drawn(*rings, *inside, *between) == picture("""
         ╭─╮     ╭─╮     ╭─╮
        │ 0 │───│ 1 │───│ 2 │
         ╰─╯     ╰─╯     ╰─╯
    """)
    assert drawn(Disc(Point(400, 400), 200, RED), text("abc", 400, 400)) == picture("""
         ▓▓▓▓▓
        ▓▓abc▓▓
         ▓▓▓▓▓
    """)


def test_slanted_lines_and_a_picture_file() -> None:
    slanted = segment(100, 100, 400, 400), segment(100, 400, 400, 100), segment(500, 100, 900, 180)
    assert drawn(*slanted) == picture("""
        ╲   ╱
          ╳
        ╱   ╲ ─────╱
    """)
    assert drawn(Graphic("pictures/king.png", Point(300, 300), 50, 50)) == "[king]"


def test_wide_letters_take_two_cells() -> None:
    assert drawn(*board(2, 100), text("漢", 150, 150)).splitlines()[3] == "│  漢 │     │"


def test_what_is_white_wipes_out_what_is_under_it() -> None:
    assert drawn(*square(100, 100, 300, BLACK), *square(100, 100, 300, WHITE)).strip() == ""


def test_nothing_is_drawn_of_nothing() -> None:
    assert drawn() == ""


PLACES = st.integers(0, 1000) | st.fractions(0, 1000, max_denominator=7)
POINTS = st.builds(Point, PLACES, PLACES)
SIZES = st.integers(0, 400) | st.fractions(0, 400, max_denominator=7)
IMAGES = st.one_of(
    st.builds(Segment, POINTS, POINTS, st.just(BLACK)),
    st.builds(Circle, POINTS, SIZES, st.just(BLACK)),
    st.builds(Disc, POINTS, SIZES, st.sampled_from([BLACK, WHITE, RED])),
    st.builds(Triangle, POINTS, POINTS, POINTS, st.just(GREY)),
    st.builds(Text, st.text(max_size=12), POINTS, SIZES, st.just(BLACK)),
)


@given(st.lists(IMAGES, max_size=8))
def test_any_screen_can_be_drawn(images: list[Image]) -> None:
    assert len(drawn(*images).splitlines()) <= 120


@settings(max_examples=15, deadline=None)
@given(st.lists(IMAGES, min_size=1, max_size=6), st.booleans())
def test_the_best_of_all_attempts_is_found_without_making_them_all(images: list[Image], boxed: bool) -> None:
    sketch = Sketch([*images, *GRID] if boxed else images, [], 80)
    attempts = [Attempt(sketch, scale) for scale in SCALES]
    for attempt in attempts:
        attempt.finish()
    assert best(sketch).cost == min(attempt.cost for attempt in attempts)


@given(
    st.sets(st.integers(0, 1000).map(float), min_size=1, max_size=12),
    st.sets(st.integers(0, 1000).map(float), max_size=6),
    st.sampled_from([8.0, 12.5, 25.0, 50.0]),
)
def test_an_axis_grows_and_can_be_read_backwards(
    lines: set[float], borders: set[float], scale: float
) -> None:
    axis = axis_through(lines, borders - lines, scale)
    cells = [axis.at(place) for place in range(0, 1001, 7)]
    assert cells == sorted(cells)
    for place in range(0, 1001, 31):
        assert axis.place(axis.at(place)) == pytest.approx(place)
    assert all(cell * 2 == int(cell * 2) for cell in axis.cells), "lines and borders lie in or between cells"


def test_equal_distances_stay_equal() -> None:
    axis = axis_through([100, 133, 166, 199, 232], [], 10)
    assert len({after - before for before, after in zip(axis.cells, axis.cells[1:], strict=False)}) == 1


def test_exact_numbers_are_drawn_where_they_are() -> None:
    third = Fraction(1000, 3)
    assert drawn(*board(2, 100), Text("x", Point(third - 183, 150), 36, BLACK)) == drawn(
        *board(2, 100), text("x", 150, 150)
    )
