"""Boards that are derived from rules: cells, places, names and clicks of games that draw nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import chain, combinations, pairwise, permutations, product
from math import hypot
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from noughts.cli.game_argument import GameArgument
from noughts.documents import library
from noughts.documents.board.coordinates import clearance, compass, cycles_by_length
from noughts.documents.board.derived import derivation_of, derived_board, with_borders
from noughts.documents.board.drawing import between_blocks, sides_of, strokes_of
from noughts.documents.board.looks import COLOURS, HOLE, are_chess_men, looks_of
from noughts.documents.board.places import BoardPlan, Place, layout_of_cells
from noughts.documents.board.reading import best_reading
from noughts.documents.board.sampled import sampled
from noughts.documents.board.things import Things
from noughts.documents.by_rules import GameByRules
from noughts.documents.documented import as_value
from noughts.documents.from_document import game_from
from noughts.documents.on_board import GameOnBoard
from noughts.easel import HEIGHT, WIDTH, Color, Disc, Image, Point, Segment, Text, Triangle
from noughts.easel.svg import MEN
from noughts.faces.console.play import read_move
from noughts.faces.describe import describe
from noughts.games.game import Move, Position
from noughts.games.match import Match
from noughts.games.picture import Area, Chosen, ClickPath, board_frame, click
from noughts.language.check import check_text
from noughts.language.conventions import BOARD_WORDS, PLACEHOLDERS
from noughts.values.order import key
from noughts.values.scalars import Atom
from noughts.values.sets import FiniteSet, Set, listable
from noughts.values.show import show
from noughts.values.value import Value
from tests.library.games import by_rules
from tests.pages.no_move import why_no_move_at
from tests.pages.page_table import PageTable

pytestmark = pytest.mark.long

DOCUMENTS = Path(__file__).parent / "boards"
NAMES = tuple(sorted(path.stem for path in DOCUMENTS.glob("*.led")))


@cache
def game_of(name: str) -> GameOnBoard:
    game = GameArgument([str(DOCUMENTS / f"{name}.led")]).load()
    assert isinstance(game, GameOnBoard)
    return game


def random_match(game: GameByRules, seed: int, moves: int = 12) -> Match:
    """Some moves at random; the match may be over before."""
    dice, match = Random(seed), Match(game)
    while len(match.moves) < moves and match.outcome is None:
        match = match.play(dice.choice(match.legal_moves))
    return match


FIRST_MOVES = {
    "achi": "a1 a2 a3 b1 b2 b3 c1 c2 c3",
    "bridges": "a1,a3 a1,c1 a3,c3 c1,c3 c1,e1 c3,e3 e1,e3",
    "breakthrough": "c1-c2 c1-b2 b1-c2 b1-b2 b1-a2 a1-b2 a1-a2",
    "cars": "a-1 b-(-1) d-(-1) d-1",
    "cells": "a1-a2 a1-b1 a1-b2 a1-b3 a1-c2 c3-a2 c3-b1 c3-b2 c3-b3 c3-c2",
    "chopsticks": "1-1 1-2 2-1 2-2",
    "columns": "1 2 3 4",
    "cubes": "a1-a5 a1-e1 a2-a1 a2-a5 a2-e2 a3-a1 a3-a5 a3-e3 a4-a1 a4-a5 a4-e4 a5-a1 a5-e5 b1-a1 "
    "b1-b5 b1-e1 b5-a5 b5-b1 b5-e5 c1-a1 c1-c5 c1-e1 c5-a5 c5-c1 c5-e5 d1-a1 d1-d5 d1-e1 "
    "d5-a5 d5-d1 d5-e5 e1-a1 e1-e5 e2-a2 e2-e1 e2-e5 e3-a3 e3-e1 e3-e5 e4-a4 e4-e1 e4-e5 "
    "e5-a5 e5-e1",
    "cups": " ".join(f"{size}-{column}{row}" for size, column, row in product((1, 2), "abc", (1, 2))),
    "domineering": "a1,a2 a2,a3 a3,a4 b1,b2 b2,b3 b3,b4 c1,c2 c2,c3 c3,c4 d1,d2 d2,d3 d3,d4",
    "drops": "b1-a1 b1-a2 b1-c2 b2-b3 c1-c2",
    "fences": "a1 b2 c1 "
    + " ".join(
        f"{way}-{column}{row}" for way, column, row in product(("across", "upright"), "abc", (1, 2, 3))
    ),
    "fifteen": "1 2 3 4 5 6 7 8 9",
    "fingers": "split-1 tap-1-1 tap-1-2 tap-2-1 tap-2-2",
    "gobblet": " ".join(
        f"x,{size},{number}-{column}{row}"
        for size, number, column, row in product((1, 2), (1, 2), "abc", (1, 2, 3))
    ),
    "friends": "1 2",
    "hanoi": "1-2 1-3",
    "heaps": "1-1 2-1 2-2 3-1 3-2 3-3",
    "hackenbush": "b-c d-e ground-a",
    "hexes": "a0 a1 a2 b-1 b0 b1 b2 c-1 c-2 c0 c1 c2 d-1 d-2 d0 d1 e-1 e-2 e0",
    "hex": "a1 a2 a3 b1 b2 b3 c1 c2 c3",
    "isles": " ".join(
        f"{to}-{gone}"
        for to in ("a1", "a3", "b1", "b2", "b3")
        for gone in (column + row for column, row in product("abcd", "123"))
        if gone not in (to, "d2")
    ),
    "kalah": "1 2",
    "kings": "a2 b1 b2",
    "linego": "1 2 3 4 5 6 7 pass",
    "masters": "a1-a2 b1-b2 c1-c2",
    "mutorere": "1-0 4-0",
    "nested": "a1 a2 a3 b1 b2 b3 c1 c2 c3",
    "nesting": "large-a1 large-a2 large-a3 large-b1 large-b2 large-b3 large-c1 large-c2 large-c3 "
    "middling-a1 middling-a2 middling-a3 middling-b1 middling-b2 middling-b3 middling-c1 "
    "middling-c2 middling-c3 small-a1 small-a2 small-a3 small-b1 small-b2 small-b3 small-c1 "
    "small-c2 small-c3",
    "nests": " ".join(
        f"{size}-{column}{row}" for size, column, row in product(("small", "large"), "abc", (1, 2))
    ),
    "othello": "a2 b1 c4 d3",
    "owners": "a2 a3 b1 b2 b3 c1 c2",
    "painted": "england ireland scotland wales",
    "path": "1 2 4",
    "pile": "a1 b1 c1",
    "ponghauki": "ne-m nw-m",
    "popout": "drop-1 drop-2 drop-3 drop-4",
    "queen": "a4 b1 b4 c2 c4 d3 d4 e1 e2 e3",
    "quixo": "a1-east a1-north a2-east a2-north a2-south a3-east a3-south b1-east b1-north b1-west b3-east "
    "b3-south b3-west c1-north c1-west c2-north c2-south c2-west c3-south c3-west",
    "race": "go-1",
    "river": "goat",
    "record": "c e n ne nw s se sw w",
    "rooks": "wk-a2 wk-b2 wr-a2 wr-b2 wr-c1 wr-c2",
    "sim": "1,2 1,3 1,4 1,5 2,3 2,4 2,5 3,4 3,5 4,5",
    "prizes": "1 2 3",
    "sokoban": "right up",
    "space": " ".join(column + row for column, row in product("abcdefghi", "123")),
    "slides": "a1-e a1-n a1-ne c1-n c1-nw c1-w",
    "squares": "a1 a2 a3 b1 b2 b3 c1 c2 c3",
    "splits": "10-1-2-7 10-1-3-6 10-1-4-5 10-2-3-5",
    "stalks": "0,1 2,3 4,5",
    "solitaire": "b4-b2 d2-b2",
    "steps": "a1-a2 b1-b2 c1-c2",
    "stock": "1 1,2 2 2,3 3 3,4 4 4,5 5",
    "tricks": "clubs-1 clubs-4 hearts-1 hearts-3",
    "tour": "b3 c2",
    "triangle": "a-b a-ca ab-b ab-m",
    "triangles": "a1 a2 a3 b2 b3 c2 c3 d3 e3",
    "turning": " ".join(
        f"{column}{row}-{a}-{b}" for column, row, a, b in product("abcd", "1234", (1, 2), (1, 2))
    ),
    "vulture": "1 10 2 3 4 5 6 7 8 9",
}


def test_every_document_has_its_moves() -> None:
    assert tuple(sorted(FIRST_MOVES)) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_called_by_their_cells(name: str) -> None:
    assert sorted(Match(game_of(name)).legal_texts) == sorted(FIRST_MOVES[name].split())


@pytest.mark.parametrize("name", NAMES)
def test_the_name_of_a_move_reads_back(name: str) -> None:
    for match in random_match(game_of(name), 1).plies():
        texts = match.legal_texts
        assert [read_move(text, texts) for text in texts] == list(range(len(texts)))


@pytest.mark.parametrize("name", NAMES)
def test_the_clicks_on_its_places_make_a_move(name: str) -> None:
    for match in random_match(game_of(name), 2).plies():
        clicks_make_moves(match)


def clicks_make_moves(match: Match) -> None:
    """Each legal move is made by clicks in the middle of its places."""
    if match.outcome is None:
        assert set(match.click_paths) == set(match.legal_moves)
    for move, path in match.click_paths.items():
        table, left = PageTable(match.game, {}), path
        table.whole, table.ply = match, len(match.moves)
        while table.whole is match and left.next:
            area = left.next[0]
            table.click((area.left + area.right) // 2, (area.bottom + area.top) // 2)
            following = left.after((area,))
            assert following is not None
            left = following
        assert table.whole.moves == (*match.moves, move)


@pytest.mark.parametrize("seed", range(3))
def test_a_document_that_draws_says_where_to_click(seed: int) -> None:
    game = GameArgument(["sprouts"], ["n=4"]).load()
    assert isinstance(game, GameOnBoard)
    for match in list(random_match(game, seed).plies())[:4]:
        clicks_make_moves(match)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_drawn_is_on_the_screen_and_changes_with_every_move(name: str) -> None:
    game = game_of(name)
    match = random_match(game, 3)
    pictures = [game.images(position) for position in match.positions]
    for (before, after), (one, two) in zip(pairwise(pictures), pairwise(match.positions), strict=True):
        assert set(before) != set(after) or lying_in(game, one) == lying_in(game, two)
    for image in pictures[-1]:
        if isinstance(image, Text | Disc):
            assert 0 < image.center.x < WIDTH
            assert 0 < image.center.y < HEIGHT
        if isinstance(image, Text):
            assert image.center.y >= image.height / 2, image.content


@pytest.mark.parametrize("name", NAMES)
def test_cells_lie_apart(name: str) -> None:
    game = game_of(name)
    matches = random_match(game, 4).plies()
    areas = sorted({area for match in matches for places in match.areas.values() for area in places})
    for k, one in enumerate(areas):
        for two in areas[:k]:
            across = min(one.right, two.right) - max(one.left, two.left)
            up = min(one.top, two.top) - max(one.bottom, two.bottom)
            overlap = max(across, 0) * max(up, 0)
            assert overlap <= 0.2 * (one.right - one.left) * (one.top - one.bottom), (one, two)


@pytest.mark.parametrize("name", ["mutorere", "ponghauki", "sim", "painted"])
def test_the_name_of_a_point_lies_on_no_line(name: str) -> None:
    game = game_of(name)
    images = game.images(game.initial)
    names = [image.center for image in images if isinstance(image, Text)]
    lines = [image for image in images if isinstance(image, Segment)]
    assert names
    assert lines
    assert all(distance(each, line) > 8 for each in names for line in lines)


def test_points_of_several_grids_are_joined_by_the_lines_of_each() -> None:
    game = game_of("bridges")
    every = game.value("moves", at=game.initial)
    assert isinstance(every, Set)
    lines = [image for image in game.images(game.initial) if isinstance(image, Segment)]
    assert len(lines) == every.size


@pytest.mark.parametrize("name", ["hex", "mutorere", "ponghauki", "sim", "painted"])
def test_the_name_of_a_point_or_hexagon_lies_on_no_place_to_click(name: str) -> None:
    game = game_of(name)
    names = [image for image in game.images(game.initial) if isinstance(image, Text)]
    areas = {area for places in Match(game).areas.values() for area in places}
    assert areas
    for each in names:
        half = float(each.height) * 0.36  # of a capital or a digit, which is lower than its line
        wide = float(each.height) * 0.25 * len(each.content)
        x, y = float(each.center.x), float(each.center.y)
        on = [
            area
            for area in areas
            if area.left - wide < x < area.right + wide and area.bottom - half < y < area.top + half
        ]
        assert not on, each.content


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_can_be_read_and_names_in_a_row_lie_apart(name: str) -> None:
    game = game_of(name)
    texts = [image for image in game.images(game.initial) if isinstance(image, Text)]
    assert all(each.height >= 12 for each in texts)
    for one, two in pairwise(sorted(texts, key=lambda each: (each.center.y, each.center.x))):
        if one.center.y == two.center.y:
            widths = (float(each.height) * 0.58 * len(each.content) for each in (one, two))
            assert float(two.center.x - one.center.x) >= sum(widths) / 2, (one.content, two.content)


def distance(point: Point, line: Segment) -> float:
    """From a point to the nearest one of a line."""
    a, b, p = (complex(float(each.x), float(each.y)) for each in (line.start, line.end, point))
    along = ((p - a) * (b - a).conjugate()).real / abs(b - a) ** 2
    return abs(p - a - min(max(along, 0), 1) * (b - a))


def test_the_same_board_is_derived_each_time() -> None:
    game = game_of("mutorere")
    assert derived_board(game.twin()) == derived_board(game) == game.board


def test_pieces_have_the_colours_of_their_names() -> None:
    game = game_of("othello")
    colours = {image.color for image in game.images(game.initial) if isinstance(image, Disc)}
    assert sorted((c.red, c.green, c.blue) for c in colours) == [(40, 44, 52), (250, 250, 246)]


def test_a_piece_that_a_move_names_is_clicked_where_it_stands() -> None:
    game = game_of("rooks")
    sample = sampled(game)
    places = layout_of_cells(game, best_reading(sample), sample.states).places
    middle_of = {place.cell: (place.x, place.y) for place in places}
    for seed in range(4):
        match = random_match(game, seed)
        for position in match.positions:
            assert isinstance(position, tuple)
            stands = dict(map(as_pair, listable(position[1])))
            for move, path in game.click_paths(position).items():
                piece, _ = as_pair(move)
                boxes, _ = path.cells
                assert not path.words
                assert any(middle_of[stands[piece]] in area for area in boxes)


@pytest.mark.parametrize("name", ["nested", "squares"])
def test_squares_lie_in_rows_whatever_they_are_named_by(name: str) -> None:
    game = game_of(name)
    sample = sampled(game)
    places = layout_of_cells(game, best_reading(sample), sample.states).places
    at = {place.name: (place.x, place.y) for place in places}
    across, up = ([at[f"{c}2"] for c in "abc"], [at[f"b{k}"] for k in (1, 2, 3)])
    assert len(places) == 9
    assert across == sorted(across)
    assert len({y for _, y in across}) == 1
    assert len({x for x, _ in up}) == 1
    assert [y for _, y in up] in (sorted(y for _, y in up), sorted((y for _, y in up), reverse=True))
    match = random_match(game, 1, moves=3)
    assert len([image for image in game.images(match.position) if isinstance(image, Disc)]) == 3


def test_a_state_may_be_a_record() -> None:
    game = game_of("record")
    for position in random_match(game, 3).positions:
        state = dict(map(as_pair, listable(position)))
        men = [state[Atom(side)] for side in ("white", "black")]
        discs = Counter(image.color for image in game.images(position) if isinstance(image, Disc))
        sizes = [many.size for many in men if isinstance(many, Set)]
        assert len(sizes) == 2
        assert sorted(discs.values()) == sorted([9, *(size for size in sizes if size)])


def test_the_cards_of_each_hand_are_written() -> None:
    game = game_of("tricks")
    for position in random_match(game, 2).positions:
        assert isinstance(position, tuple)
        assert isinstance(position[1], Set)
        hands = [hand for _, hand in map(as_pair, position[1]) if isinstance(hand, Set)]
        written = {image.content for image in game.images(position) if isinstance(image, Text)}
        cards = {f"{suit}-{rank}" for suit, rank in product(("clubs", "hearts"), range(1, 5))}
        held = {f"{suit}-{rank}" for hand in hands for suit, rank in map(as_pair, hand)}
        assert written & cards == {name.replace("`", "") for name in held}


def test_a_pair_that_no_set_of_squares_has_is_no_square(tmp_path: Path) -> None:
    text = (DOCUMENTS / "rooks.led").read_text("utf-8").replace("`off", "(0, 0)")
    (tmp_path / "rooks.led").write_text(text, "utf-8")
    game = GameArgument([str(tmp_path / "rooks.led")]).load()
    assert isinstance(game, GameOnBoard)
    texts = [image.content for image in game.images(game.initial) if isinstance(image, Text)]
    assert {"a", "b", "c", "d", "off:"} <= set(texts)
    assert not {"0", "e"} & set(texts)


@pytest.mark.parametrize("name", ["columns", "popout"])
def test_a_move_that_names_a_column_is_clicked_there_and_the_column_called_so(name: str) -> None:
    game = game_of(name)
    board = [image.content for image in game.images(game.initial) if isinstance(image, Text)]
    assert {"1", "2", "3", "4"} <= set(board)
    assert "a" not in board
    for seed in range(3):
        for position in random_match(game, seed).positions:
            discs = [image.center for image in game.images(position) if isinstance(image, Disc)]
            for move, path in game.click_paths(position).items():
                column = path.words[-1]
                after = [
                    each.center for each in game.images(game.after(position, move)) if isinstance(each, Disc)
                ]
                changed = Counter(after) - Counter(discs) or Counter(discs) - Counter(after)
                assert changed
                assert all((int(one.x), int(one.y)) in column for one in changed)


def as_pair(value: Value) -> tuple[Value, Value]:
    """A pair of a map."""
    assert isinstance(value, tuple)
    return value[0], value[1]


def test_men_that_a_map_has_for_each_side_are_drawn_and_told_from_its_other_men() -> None:
    game = game_of("masters")
    for seed in range(4):
        for state in random_match(game, seed).positions:
            assert isinstance(state, tuple)
            _, masters, pupils = state
            assert isinstance(masters, Set)
            assert isinstance(pupils, Set)
            many = [own.size for _, own in map(as_pair, pupils) if isinstance(own, Set)]
            images = game.images(state)
            discs = Counter(image.color for image in images if isinstance(image, Disc))
            letters = Counter(image.content for image in images if isinstance(image, Text))
            assert sorted(discs.values()) == sorted(1 + each for each in many)
            assert letters["m"] == masters.size
            assert letters["p"] == sum(many)


def test_a_man_stands_in_the_middle_where_no_other_can_stand() -> None:
    game = game_of("fences")
    sample = sampled(game)
    plan = layout_of_cells(game, best_reading(sample), sample.states)
    middles = {(place.x, place.y) for place in plan.places}
    men = [image for image in game.images(game.initial) if isinstance(image, Disc)]
    assert len(men) == 2
    assert all((man.center.x, man.center.y) in middles for man in men)


@pytest.mark.parametrize("sides", [*permutations(("red", "blue", "green", "orange", "brown"), 2), ("x", "o")])
def test_the_pieces_of_nobody_are_told_from_those_of_the_sides(sides: tuple[str, str]) -> None:
    """A neutral piece of the L game was a shade of those of the red side."""
    atoms = [Atom(side) for side in sides]
    one, other, neutral = (look.colour for look in looks_of([*atoms, Atom("~")], atoms))
    for colour in (one, other):
        assert max(abs(a - b) for a, b in zip(neutral, colour, strict=True)) >= 60


@pytest.mark.parametrize("name", ["endgame", "knights"])
def test_chess_men_stand_on_the_board_without_discs(name: str) -> None:
    game = by_rules(name)
    assert isinstance(game, GameOnBoard)
    images = game.images(game.initial)
    assert not [image for image in images if isinstance(image, Disc)]
    men = [image for image in images if isinstance(image, Text) and image.content in MEN]
    assert {image.color for image in men} == {Color(*COLOURS["white"]), Color(*COLOURS["black"])}


def test_the_crown_of_a_draughtsman_lies_on_a_disc() -> None:
    looks = looks_of(
        [(Atom("white"), Atom("man")), (Atom("white"), Atom("king"))], [Atom("white"), Atom("black")]
    )
    assert {look.letter for look in looks} == {"", "♚"}
    assert not are_chess_men(looks)


def test_names_beside_a_board_are_words() -> None:
    game = GameArgument(["oware"]).load()
    assert isinstance(game, GameOnBoard)
    written = {image.content for image in game.images(game.initial) if isinstance(image, Text)}
    assert {"captured by south:", "captured by north:"} <= written


def test_what_is_on_no_cell_is_written_beneath() -> None:
    game = game_of("linego")
    written = {image.content for image in game.images(game.initial) if isinstance(image, Text)}
    assert {"passes:", "0"} <= written


def test_the_number_of_the_side_to_move_is_no_heap_and_not_written() -> None:
    """As the side itself is not: every face says whose turn it is."""
    game = game_of("friends")
    written = [image.content for image in game.images(game.initial) if isinstance(image, Text)]
    assert written == ["1", "2", "part 1:", "8"]


def test_numbers_that_both_players_have_at_the_beginning_are_hands() -> None:
    assert best_reading(sampled(game_of("prizes"))).layers == ()


def test_a_map_from_names_to_squares_and_to_the_side_to_move_is_a_record() -> None:
    game = game_of("kings")
    assert {image.content for image in game.images(game.initial) if isinstance(image, Text)} == set(
        "abcd1234"
    )


def test_the_rules_have_no_definition_of_the_board() -> None:
    game = game_of("hex")
    assert game.board.program.definitions.keys() > game.program.definitions.keys()
    assert "images" not in game.program.definitions


def test_a_second_click_takes_the_choice_back_and_another_begins_anew() -> None:
    match = Match(game_of("breakthrough"))
    first = {text: match.click_paths[move].next[0] for text, move in by_text(match)}
    a1, b1 = first["a1-a2"], first["b1-b2"]
    chosen, move = click(match.click_paths, (), *middle(a1))
    assert (chosen, move) == ((a1,), None)
    assert click(match.click_paths, chosen, *middle(a1)) == ((), None)
    assert click(match.click_paths, chosen, *middle(b1)) == ((b1,), None)
    assert click(match.click_paths, chosen, 1, 1) == ((), None)


def test_the_view_says_where_the_next_click_may_be() -> None:
    table = PageTable(game_of("breakthrough"), {})
    choices = describe(table).choices
    assert not any(each.final for each in choices)
    (start,) = {each.areas for each in choices if each.text in ("a1-a2", "a1-b2")}
    table.click(*middle(start[0]))
    match = table.match
    left = {
        text: match.click_paths[move].after(start)
        for move, text in zip(match.legal_moves, match.legal_texts, strict=True)
    }
    assert table.chosen == start
    begun = {text: path for text, path in left.items() if path is not None}
    assert begun.keys() == {"a1-a2", "a1-b2"}
    assert begun["a1-a2"].is_last
    table.click(*middle(begun["a1-b2"].next[0]))
    assert table.match.move_texts() == ("a1-b2",)
    assert table.chosen == ()


def test_a_word_needs_no_click_where_the_cell_says_enough() -> None:
    """From a heap of one counter there is only one to take."""
    match = Match(game_of("heaps"))
    first = dict(by_text(match))["1-1"]
    path = match.click_paths[first]
    assert (len(path.cells), len(path.words)) == (1, 1)
    assert click(match.click_paths, (), *middle(path.next[0])) == ((), first)


@pytest.mark.parametrize("name", NAMES)
def test_a_click_says_why_it_makes_no_move(name: str) -> None:
    """Wherever a single click would make a move if it were legal, whether it ever was or not."""
    game = game_of(name)
    for seed in range(3):
        match = random_match(game, seed)
        legal = set(match.legal_moves)
        for move, path in game.paths_of(game.every_move(match.position), match.position).items():
            x, y = middle(path.areas[0])
            if not path.is_last or game.clicked(match.position, x, y) is not None:
                continue
            because = why_no_move_at(game, match.positions, x, y)
            assert move not in legal
            assert because is not None
            assert because.fact.endswith("is not legal")


@pytest.mark.parametrize("name", ["othello", "breakthrough"])
def test_every_legal_move_has_its_place_on_the_board(name: str) -> None:
    """Among them one such as a pass, which has no cell, and is legal late or never."""
    game = by_rules(name)
    assert isinstance(game, GameOnBoard)
    for seed in range(20):
        for position in random_match(game, seed, moves=60).positions:
            assert set(game.click_paths(position)) == set(game.moves(position))


PLACES = {
    "cubes": "Cells",
    "drops": "squares",
    "fifteen": "numbers",
    "linego": "points",
    "race": "fields",
    "stock": "squares",
    "vulture": "points",
}
"""The constant set of the cells of a document."""


@pytest.mark.parametrize("name", PLACES)
def test_the_places_are_the_cells_and_nothing_else(name: str) -> None:
    """Neither what stands for nowhere nor what is counted is a place, and no cell is missing."""
    game = game_of(name)
    cells = game.value(PLACES[name], at=game.initial)
    assert isinstance(cells, Set)
    assert {place.cell for place in derivation_of(game).plan.places} == set(listable(cells))


def numbers_in(game: GameOnBoard, name: str, position: Position) -> Sequence[int]:
    """The numbers in a map of the document."""
    found = game.value(name, at=position)
    pairs = listable(found) if isinstance(found, Set) else ()
    return [pair[1] for pair in pairs if isinstance(pair, tuple) and isinstance(pair[1], int)]


@pytest.mark.parametrize(("name", "many"), [("drops", 6), ("race", 2), ("stock", 8), ("vulture", 8)])
def test_every_man_is_to_be_seen_on_the_board_or_beside_it(name: str, many: int) -> None:
    """None is hidden by another, in a hand, in a stock, or because he was taken."""
    game = game_of(name)
    for seed in range(4):
        for position in random_match(game, seed).positions:
            discs = [image.center for image in game.images(position) if isinstance(image, Disc)]
            assert all(hypot(a.x - b.x, a.y - b.y) > 10 for a, b in combinations(discs, 2))
            hands = ("senteHand", "goteHand") if name == "drops" else ()
            numbers = [number for hand in hands for number in numbers_in(game, hand, position)]
            assert len(discs) + sum(number - 1 for number in numbers if number > 1) == many


@pytest.mark.parametrize(("stock", "is_drawn"), [(24, True), (25, False)])
def test_a_stock_is_drawn_if_one_can_count_it(stock: int, is_drawn: bool, tmp_path: Path) -> None:
    text = (DOCUMENTS / "stock.led").read_text("utf-8").replace("{}, 8,", f"{{}}, {stock},")
    path = tmp_path / "stock.led"
    path.write_text(text, "utf-8")
    game = GameArgument([str(path)]).load()
    assert isinstance(game, GameOnBoard)
    images = game.images(game.initial)
    assert len([image for image in images if isinstance(image, Disc)]) == (stock if is_drawn else 0)
    assert any(isinstance(image, Text) and image.content == str(stock) for image in images) != is_drawn


def test_a_tower_lies_on_its_cell_however_high_it_is() -> None:
    """All discs are on the board, and none on one beside it."""
    game = game_of("pile")
    plan = derivation_of(game).plan
    match = random_match(game, 1, moves=30)
    towers = game.value("stacks", at=match.position)
    assert isinstance(towers, Set)
    heights = {pair[0]: len(pair[1]) for pair in listable(towers) if isinstance(pair, tuple)}  # type: ignore[arg-type]
    assert max(heights.values()) > 8
    discs = [image for image in game.images(match.position) if isinstance(image, Disc)]
    spots = [(float(disc.center.x), float(disc.center.y), float(disc.radius)) for disc in discs]
    for place in plan.places:
        half = plan.unit // 2
        on = [(x, y) for x, y, r in spots if max(abs(x - place.x), abs(y - place.y)) + r <= half]
        assert len({*on}) == len(on) == heights[place.cell]


@pytest.mark.parametrize("name", ["triangle", "vulture", "mutorere", "painted", "hackenbush"])
def test_lines_cross_nowhere_if_they_need_not(name: str) -> None:
    """A triangle with joined corners was drawn as a knot."""
    plan = derivation_of(game_of(name)).plan
    spots = [(place.x, place.y) for place in plan.places]
    numbers = {place.cell: k for k, place in enumerate(plan.places)}
    edges = [(numbers[one.cell], numbers[two.cell]) for one, two in plan.lines]
    assert clearance([(float(x), float(y)) for x, y in spots], edges) > 0


def test_of_many_cycles_only_short_ones_are_tried() -> None:
    edges = [(one, two) for one in range(6) for two in range(6, 12)]
    assert [len(cycles[0]) for cycles in cycles_by_length(12, edges)] == [4, 6]


def test_the_top_of_a_tower_is_seen_in_its_size_and_what_is_beneath_it() -> None:
    game = game_of("nesting")
    sizes = {look.label: look.size for look in derivation_of(game).pieces.looks}
    for side, name in product(("red", "blue"), ("small", "middling", "large")):
        assert sizes[Atom(side), Atom(name)] == {"small": Fraction(3, 5), "middling": Fraction(4, 5)}.get(
            name, 1
        )
    for seed in range(4):
        for position in random_match(game, seed).positions:
            stacks, beside = (game.value(name, at=position) for name in ("stacks", "beside"))
            assert isinstance(stacks, Set)
            assert isinstance(beside, Set)
            towers = [pair[1] for pair in listable(stacks) if isinstance(pair, tuple)]
            there = [pair for pair in listable(beside) if isinstance(pair, tuple) and pair[1] != 0]
            discs = [image for image in game.images(position) if isinstance(image, Disc)]
            cups = [cup for tower in towers if isinstance(tower, tuple) for cup in tower]
            assert len(discs) == len(cups) + len(there)


@pytest.mark.parametrize(("name", "mirrored"), [("river", False), ("couples", False), ("river", True)])
def test_everyone_stands_on_his_bank_of_the_river(name: str, mirrored: bool, tmp_path: Path) -> None:
    """The river was a word, and who had crossed it was not to be seen."""
    text = library.path_of(name).read_text("utf-8")
    path = tmp_path / f"{name}.led"
    path.write_text(
        re.sub("\\b(left|right)\\b", lambda each: _OTHER[each[1]], text) if mirrored else text, "utf-8"
    )
    game = GameArgument([str(path)]).load()
    assert isinstance(game, GameOnBoard)
    plan = derivation_of(game).plan
    here = "right" if mirrored else "left"
    for seed in range(4):
        for position in random_match(game, seed).positions:
            images = game.images(position)
            those = game.value(here, at=position)
            assert isinstance(those, Set)
            names = {image.content: image.center.x for image in images if isinstance(image, Text)}
            for place in plan.places:
                assert (names[place.name] < plan.middle) is ((place.cell in those) is not mirrored)
            wood = [image for image in images if isinstance(image, Triangle) and image.color == _WOOD]
            assert {each.a.x < plan.middle for each in wood} == {
                game.value("boat", at=position) == Atom("left")
            }
            discs = [image for image in images if isinstance(image, Disc)]
            assert len(discs) == len(plan.places)
            assert set(game.click_paths(position)) == set(game.moves(position))


_OTHER = {"left": "right", "right": "left"}
_WOOD = Color(130, 85, 50)


def test_a_die_lies_beside_its_track_and_a_phase_needs_no_click() -> None:
    game = game_of("race")
    found = derivation_of(game)
    assert [layer.form for layer in found.reading.layers] == ["man", "man"]
    assert [button.text for button in found.buttons] == ["1", "2", "3"]
    colours = {look.label: look.colour for look in found.pieces.looks}
    assert colours == {"redAt": (200, 40, 40), "blueAt": (0, 80, 200)}
    for position in random_match(game, 2).positions:
        written = [image.content for image in game.images(position) if isinstance(image, Text)]
        assert written[written.index("die:") + 1] == str(game.value("die", at=position))
        assert "phase:" not in written


def test_a_track_goes_on_beside_the_field_before() -> None:
    plan = derivation_of(game_of("race")).plan
    places = sorted(plan.places, key=lambda place: key(place.cell))
    assert all(hypot(b.x - a.x, b.y - a.y) == plan.unit for a, b in pairwise(places))


@pytest.mark.parametrize(
    ("name", "let", "heaps"),
    [
        ("squares", (), {"counters"}),
        ("squares", ("n=45",), set()),
        ("euclid", (), {"larger", "smaller"}),
        ("euclid", ("a=45",), {"smaller"}),
    ],
)
def test_where_there_are_no_cells_numbers_are_heaps(name: str, let: Sequence[str], heaps: set[str]) -> None:
    """Of forty counters at most: of more only the number is written."""
    game = by_rules(name, let)
    assert isinstance(game, GameOnBoard)
    for position in random_match(game, 1).positions:
        images = game.images(position)
        numbers = {
            each: show(game.value(each, at=position))
            for each in ("counters", "larger", "smaller")
            if game.defines(each, 0)
        }
        assert sum(isinstance(image, Disc) for image in images) == sum(int(numbers[each]) for each in heaps)
        assert set(numbers.values()) <= {image.content for image in images if isinstance(image, Text)}


def test_a_tuple_of_numbers_is_heaps_in_rows() -> None:
    """Two heaps in one part of the state, from both of which a move may take, beneath the buttons for it."""
    text = """/$ H := {0..5} moves := {(k, l) | k in H & l in H & (k = 0 V l = 0 V k = l) & k + l > 0}
        initialState := ((3, 5), `first) heaps := currentState[1] playerToMove := currentState[2]
        other(p) := `second if p = `first; `first otherwise
        legalMove((k, l)) iff k <= heaps[1] & l <= heaps[2]
        outcome((k, l)) := ((heaps[1] - k, heaps[2] - l), other(playerToMove))
        gameOver iff heaps = (0, 0)  wins(p) iff gameOver & p /= playerToMove $/"""
    game = game_from(check_text(text), name="wythoff")
    assert isinstance(game, GameOnBoard)
    for position in random_match(game, 1).positions:
        discs = [image for image in game.images(position) if isinstance(image, Disc)]
        assert sorted(Counter(disc.center.y for disc in discs).values()) == sorted(filter(None, position[0]))
        buttons = [
            image for image in game.images(position) if isinstance(image, Text) and image.content.isdigit()
        ]
        assert len({button.center.y for button in buttons}) == 1, "six buttons stand in one row"


@pytest.mark.parametrize("name", ["draughts", "fanorona", "lgame", "linego", "stock"])
def test_what_tells_nothing_is_not_written(name: str) -> None:
    """That nobody is taken, which kind of move is due, how many earlier positions there are."""
    game = game_of(name) if name in NAMES else by_rules(name)
    assert isinstance(game, GameOnBoard)
    for position in random_match(game, 1).positions:
        written = {image.content for image in game.images(position) if isinstance(image, Text)}
        assert written.isdisjoint({*PLACEHOLDERS, "due:", "phase:"})
        assert not any(text.startswith("size of") for text in written)


@pytest.mark.parametrize(
    ("nowhere", "points", "more"),
    [
        ("`out", "{1..10}", ""),
        ("0", "{1..10}", ""),
        ("`out", "{1..10}", "Position := points U {`out}"),
        ("`p0", "{`p1, `p2, `p3, `p4, `p5, `p6, `p7, `p8, `p9, `p10}", ""),
        ("`p0", "{`p1, `p2, `p3, `p4, `p5, `p6, `p7, `p8, `p9, `p10}", "Position := points U {`p0}"),
    ],
)
def test_what_stands_for_nowhere_is_no_place(nowhere: str, points: str, more: str, tmp_path: Path) -> None:
    """A star has ten points, whatever stands for a man who is not on it yet: his piece lies beside it."""
    text = (DOCUMENTS / "vulture.led").read_text()
    text = text.replace("{1..10}", points).replace("`out", nowhere).replace("/$\n", f"/$\n{more}\n", 1)
    if "`p1" in points:
        head, lines, tail = re.split("(lines := .*\n)", text)
        text = head + re.sub(r"(\d+)", r"`p\1", lines) + tail
    path = tmp_path / "star.led"
    path.write_text(text)
    game = GameArgument([str(path)]).load()
    assert isinstance(game, GameOnBoard)
    found = derivation_of(game)
    assert len(found.plan.places) == 10
    assert len(found.plan.lines) == 15
    away = {name for layer in found.reading.layers for spot in layer.spots for name in spot.away}
    assert len(away) == 1
    assert away.isdisjoint(place.cell for place in found.plan.places)
    for seed in range(3):
        for position in random_match(game, seed).positions:
            discs = [image for image in game.images(position) if isinstance(image, Disc)]
            assert len(discs) == 8  # the vulture and seven crows
            assert set(game.click_paths(position)) == set(game.moves(position))


@pytest.mark.parametrize(("name", "sides"), [("fifteen", "ann bob"), ("linego", "black white")])
def test_two_empty_sets_of_numbers_are_the_men_of_two_sides(name: str, sides: str) -> None:
    """Also where a set of earlier positions stands beside them, which was taken for lines of the board."""
    found = derivation_of(game_of(name))
    assert [layer.form for layer in found.reading.layers] == ["set", "set"]
    assert not any(layer.is_link for layer in found.reading.layers)
    assert {str(look.label) for look in found.pieces.looks} == set(sides.split())
    assert not found.plan.lines


@pytest.mark.parametrize("name", ["kayles", "couples", "stock"])
def test_a_move_of_some_cells_of_another_ends_with_a_click(name: str) -> None:
    """A pin was bowled down before one could name the one beside it."""
    game = game_of(name) if name in NAMES else by_rules(name)
    assert isinstance(game, GameOnBoard)
    for match in random_match(game, 5).plies():
        for move, path in match.click_paths.items():
            chosen: Chosen = ()
            made: Move | None = None
            left: ClickPath | None = path
            while made is None:
                assert left is not None
                chosen, made = click(match.click_paths, chosen, *middle(left.next[0]))
                left = path.after(chosen)
            assert made == move


@pytest.mark.parametrize("name", ["breakthrough", "hanoi", "mutorere", "solitaire"])
def test_both_ends_of_the_last_move_are_marked(name: str) -> None:
    game = game_of(name)
    sample = sampled(game)
    names = {place.name for place in layout_of_cells(game, best_reading(sample), sample.states).places}
    for match in list(random_match(game, 4).plies())[1:]:
        start, end = match.last_text.split("-") if match.last_text else ("", "")
        assert {start, end} <= names
        assert match.before is not None
        assert len(set(game.areas(match.before.position)[match.move])) == 2


def lying_in(game: GameOnBoard, position: Position) -> Value:
    """A state but for whose turn it is: a pass changes nothing else, nor does a cube pushed by its like."""
    state = as_value(position)
    mover = game.value("playerToMove", at=position)
    return tuple(part for part in state if part != mover) if isinstance(state, tuple) else state


def by_text(match: Match) -> list[tuple[str, Move]]:
    return list(zip(match.legal_texts, match.legal_moves, strict=True))


def middle(area: Area) -> tuple[int, int]:
    return (area.left + area.right) // 2, (area.bottom + area.top) // 2


@pytest.mark.parametrize(("name", "moves"), [("tour", [(2, 3), (4, 4)]), ("path", [4, 5])])
def test_the_places_of_a_path_are_numbered_and_of_one_colour(name: str, moves: list[Move]) -> None:
    match = reduce(Match.play, moves, Match(game_of(name)))
    assert isinstance(match.game, GameOnBoard)
    images = match.game.images(match.position)
    assert {image.content for image in images if isinstance(image, Text)} >= {"1", "2", "3"}
    assert len({image.color for image in images if isinstance(image, Disc)}) == 1
    assert sum(isinstance(image, Disc) for image in images) == 3


def test_cells_that_lines_join_are_points_unless_these_are_steps_on_squares() -> None:
    outlines = {name: layout_of_library(name).outline for name in ("tapatan", "hare", "boxes")}
    assert set(outlines.values()) == {"point"}
    outlines = {
        name: layout_of_library(name).outline for name in ("domineering", "knights", "clobber", "lights")
    }
    assert set(outlines.values()) == {"square"}


def layout_of_library(name: str) -> BoardPlan:
    game = by_rules(name)
    sample = sampled(game)
    return layout_of_cells(game, best_reading(sample), sample.states)


def test_what_stands_for_nothing_is_not_drawn_and_numbers_are_written() -> None:
    written = [image.content for image in pictured("sliding") if isinstance(image, Text)]
    assert sorted(set(written) & set("012345")) == list("12345")
    assert not any(isinstance(image, Disc) for image in pictured("sliding"))
    assert sum(isinstance(image, Disc) for image in pictured("frogs")) == 6
    quarto = guessed("quarto")
    assert not any(isinstance(image, Disc) for image in quarto.images(quarto.initial))


def guessed(name: str) -> GameOnBoard:
    """A game of the library without what its document says of its board."""
    game = by_rules(name)
    definitions = {key: each for key, each in game.program.definitions.items() if key not in BOARD_WORDS}
    return GameOnBoard(replace(game.program, definitions=definitions), name=name, wins=game.wins)


def test_what_is_known_of_a_game_without_cells_stands_in_the_frame_of_its_board() -> None:
    game = by_rules("squares")
    left, bottom, right, top = board_frame(game, game.initial)
    (counters,) = [
        image for image in pictured("squares") if isinstance(image, Text) and image.content == "20"
    ]
    assert left < counters.center.x < right
    assert bottom < counters.center.y < top


def pictured(name: str) -> Sequence[Image]:
    game = by_rules(name)
    return game.images(game.initial)


def test_cells_named_by_the_points_of_the_compass_lie_where_they_say() -> None:
    at = {show(place.cell): (place.x, place.y) for place in layout_of_library("ponghauki").places}
    (left, high), (right, low) = at["`nw"], at["`se"]
    assert (at["`ne"], at["`sw"]) == ((right, high), (left, low))
    assert left < right
    assert low < high
    assert at["`m"] == ((left + right) // 2, (low + high) // 2)


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ("north south", {"north": (0, 1), "south": (0, -1)}),
        ("w river e", {"w": (-1, 0), "river": (0, 0), "e": (1, 0)}),
        ("North_East Southwest", {"North_East": (1, 1), "Southwest": (-1, -1)}),
        ("b w", {}),  # black and white
        ("n s east", {}),
        ("n north s south", {}),
        ("n s home away", {}),
    ],
)
def test_a_compass_has_each_direction_once_with_its_opposite(
    names: str, found: dict[str, tuple[int, int]]
) -> None:
    assert compass([*map(Atom, names.split())]) == {Atom(name): at for name, at in found.items()}


def test_ends_of_links_are_dots_and_no_places_of_pieces() -> None:
    dots = [image for image in pictured("boxes") if isinstance(image, Disc)]
    assert len(dots) == 6
    assert max(dot.radius for dot in dots) < 20


def test_letters_that_tell_nothing_are_not_written() -> None:
    """The hare and the hounds have one initial, and two colours."""
    assert not any(isinstance(image, Text) and image.content == "h" for image in pictured("hare"))


@pytest.mark.parametrize("n", [3, 11])
def test_hex_is_played_on_hexagons_in_every_size(n: int) -> None:
    plan = derivation_of(by_rules("hex", [f"n={n}"])).plan
    assert plan.outline == "hexagon"
    assert len(plan.places) == n * n


@pytest.mark.parametrize(
    ("up", "width"),
    [
        ("s = r + 1 & d = c + 1 & c mod 2 = 1", "2 * r - 1"),  # a row for each r, counted from its left end
        ("s = r + 1 & d = c & (r + c) mod 2 = 0", "5"),  # a strip, in which neighbours have the same column
        ("s = r + 1 & d = c - 1 & c mod 2 = 0", "6"),
    ],
)
def test_cells_of_three_neighbours_are_triangles(tmp_path: Path, up: str, width: str) -> None:
    """Those that lie next to each other, and no others, have two corners in common."""
    text = (DOCUMENTS / "triangles.led").read_text("utf-8")
    for written, wanted in (("s = r + 1 & d = c + 1 & c mod 2 = 1", up), ("2 * r - 1", width)):
        text = text.replace(written, wanted).replace(turned(written), turned(wanted))
    path = tmp_path / "mine.led"
    path.write_text(text[: text.index("/?")], "utf-8")
    game = GameArgument([str(path)]).load()
    assert isinstance(game, GameOnBoard)
    plan = derivation_of(game).plan
    assert plan.outline == "triangle"
    corners = {place.cell: {one for one, _ in sides_of(plan, place)} for place in plan.places}
    assert all(len(each) == 3 for each in corners.values())
    for one, two in combinations(corners, 2):
        are_neighbours = game.holds("adjacent", one, two, at=game.initial)
        assert (len(corners[one] & corners[two]) == 2) == are_neighbours


def turned(condition: str) -> str:
    """A condition on (r, c) and (s, d) as one on (s, d) and (r, c)."""
    other = {"r": "s", "s": "r", "c": "d", "d": "c"}
    return re.sub(r"\b[rscd]\b", lambda found: other[found[0]], condition)


def test_cells_of_hexagons_are_named_beside_the_board() -> None:
    """In a hexagon there is no room for a name between a piece and the edge."""
    layout = layout_of_library("y")
    assert not layout.names_inside
    beside = {name: (x, y) for name, x, y in layout.beside}
    assert set(beside) == set("abcd1234")
    far = layout.unit * 0.58
    for place in layout.places:
        assert all(hypot(x - place.x, y - place.y) > far for x, y in beside.values())
        assert place.y == beside[place.name[1]][1]


def test_squares_of_both_colours_are_drawn_where_cells_are_of_one() -> None:
    layout = layout_of_library("draughts")
    assert len(layout.places) == 8
    assert len(squares_drawn := list(strokes_of(layout))) == 10
    assert {abs(a - u) + abs(b - v) for a, b, u, v in squares_drawn} == {4 * layout.unit}


@pytest.mark.parametrize("let", [[], ["men=6"], ["rings=3", "men=9", "flying=3"]])
def test_a_board_of_morris_needs_no_buttons(let: list[str]) -> None:
    """Also where a sample of matches has hardly a man who is taken."""
    assert derivation_of(by_rules("morris", let)).buttons == []


def test_a_man_who_is_taken_is_clicked() -> None:
    """Other words of the move are buttons: nobody is no cell."""
    game = GameArgument(["morris"], ["men=6"]).load()
    assert isinstance(game, GameOnBoard)
    match = Match(game)
    for text in ("a1", "b2", "c1", "b3"):
        match = match.play(dict(by_text(match))[text])
    takes = {text: match.click_paths[move] for text, move in by_text(match) if text.startswith("e1-")}
    assert set(takes) == {"e1-b2", "e1-b3"}
    [corner], [man] = takes["e1-b3"].cells
    assert click(match.click_paths, (corner,), *middle(man))[1] == dict(by_text(match))["e1-b3"]


@pytest.mark.parametrize(
    ("let", "placed"),
    [([], 6), (["men=6"], 12), (["rings=3", "men=9", "flying=3"], 18)],
    ids=["three", "six", "nine"],
)
def test_a_man_is_clicked_before_the_point_to_which_he_goes(let: list[str], placed: int) -> None:
    """At first he comes from a hand, which is no cell, so that the point is enough."""
    game = GameArgument(["morris"], let).load()
    assert isinstance(game, GameOnBoard)
    first = Match(game)
    point = {text: first.click_paths[move].cells for text, move in by_text(first)}
    assert click(first.click_paths, (), *middle(*point["a1"][0]))[1] is not None
    match = random_match(game, 2, placed + 1)
    for text, move in by_text(match):
        start, end, *_ = text.split("-")
        assert match.click_paths[move].cells[:2] == (*point[start], *point[end])


def test_numbers_of_two_players_are_not_drawn_on_one_another() -> None:
    """The hands of both are first and second, and stand in lines that are named."""
    game = game_of("chopsticks")
    written = [each for each in game.images(game.initial) if isinstance(each, Text)]
    assert {"ann:", "ben:"} <= {each.content for each in written}
    assert len({each.center for each in written}) == len(written)


def test_a_number_of_things_is_no_cell_of_that_number() -> None:
    reading = best_reading(sampled(game_of("heaps")))
    assert not any(kind.targets for kind in reading.kinds)


def test_values_of_uneven_length_stand_beneath_their_name() -> None:
    """Beside it there must be room for the longest, and a short one would stand far away."""
    places = {}
    for name in ("fanorona", "draughts"):
        game = GameArgument([name]).load()
        assert isinstance(game, GameOnBoard)
        texts = [image for image in game.images(game.initial) if isinstance(image, Text)]
        label, value = sorted(texts, key=lambda each: -each.center.y)[-2:]
        assert (label.content, value.content) == ("", "")  # nobody is to be taken
        places[name] = (value.center.x - label.center.x, label.center.y - value.center.y)
    assert places["fanorona"] == (0, 36)
    assert places["draughts"][1] == 0


@pytest.mark.parametrize("name", ["c", "s", "x", "col", "row"])
def test_the_name_of_a_parameter_that_is_no_coordinate_turns_no_board(name: str, tmp_path: Path) -> None:
    """`owns(p, c)` was taken for a row and a column."""
    rules = (DOCUMENTS / "owners.led").read_text().replace("owns(p, c)", f"owns(p, {name})")
    rules = rules.replace("c in white if p = `a; c in", f"{name} in white if p = `a; {name} in")
    assert f"owns(p, {name}) iff {name} in white" in rules
    assert places_of(rules, tmp_path) == places_of((DOCUMENTS / "owners.led").read_text(), tmp_path)
    assert places_of(rules, tmp_path)[3, 1] == "c1"


@pytest.mark.parametrize("names", ["b |-> x", "b |-> c", "x |-> b"])
def test_the_names_of_a_map_turn_no_board(names: str, tmp_path: Path) -> None:
    rules = f"""/$ squares := {{1..3}} * {{1..2}}
men := currentState
initialState := {{c |-> `none | c in squares}}
playerToMove := `you
moves := squares
hasMan(a) iff some {names} in men. (a = {names.split()[0]} & {names.split()[2]} /= `none)
legalMove(m) iff ~hasMan(m)
outcome(m) := men[m |-> `man]
gameOver iff all m in moves. hasMan(m)
wins(p) iff gameOver $/"""
    assert places_of(rules, tmp_path)[3, 1] == "c1"


def test_the_names_of_a_cell_still_tell_its_row(tmp_path: Path) -> None:
    rules = """/$ squares := {1..3} * {1..2}
initialState := {}
playerToMove := `you
moves := squares
legalMove(m) iff ~(m in currentState) & (some (r, c) in squares. m = (r, c))
outcome(m) := currentState U {m}
gameOver iff currentState = squares
wins(p) iff gameOver $/"""
    assert places_of(rules, tmp_path)[3, 1] == "a3"


def test_the_names_of_a_step_turn_no_board_beside_those_of_a_cell(tmp_path: Path) -> None:
    rules = """/$ tray := {1..3} * {1..2}
initialState := {(1, 1)}
playerToMove := `you
moves := {((x, y), d) | (x, y) in tray & d in {(1, 0), (0, 1)}}
legalMove((s, (i, j))) iff s in currentState & (s[1] + i, s[2] + j) in tray
outcome((s, (i, j))) := currentState \\ {s} U {(s[1] + i, s[2] + j)}
gameOver iff (3, 2) in currentState
wins(p) iff gameOver $/"""
    assert places_of(rules, tmp_path)[3, 1] == "c1"
    matrix = rules.replace("(x, y)", "(i, j)")
    assert places_of(matrix, tmp_path)[3, 1] == "a3"


def places_of(rules: str, folder: Path) -> dict[Value, str]:
    return {each.cell: each.name for each in layout_of(rules, folder).places}


def layout_of(rules: str, folder: Path) -> BoardPlan:
    game = written(rules, folder)
    sample = sampled(game)
    return layout_of_cells(game, best_reading(sample), sample.states)


def written(rules: str, folder: Path) -> GameOnBoard:
    path = folder / "rules.led"
    path.write_text(rules)
    game = GameArgument([str(path)]).load()
    assert isinstance(game, GameOnBoard)
    return game


@pytest.mark.parametrize("name", ["cups", "nests"])
def test_places_that_share_a_cell_are_drawn_beside_each_other_and_nothing_is_not(name: str) -> None:
    game = game_of(name)
    sample = sampled(game)
    layout = layout_of_cells(game, best_reading(sample), sample.states)
    assert len(layout.places) == 6
    side_of = {color_of(side): Atom(side) for side in ("orange", "blue")}
    for seed in range(3):
        for state in random_match(game, seed).positions:
            assert isinstance(state, tuple)
            board = state[1]
            assert isinstance(board, Set)
            images = game.images(state)
            discs = [image for image in images if isinstance(image, Disc)]
            for place in layout.places:
                here = [disc for disc in discs if is_in(disc.center, place, layout.unit // 2)]
                here.sort(key=lambda disc: float(disc.center.x))
                assert [side_of[disc.color] for disc in here] == contents_of(board, place.cell)
                if name == "cups" and len(here) > 1:
                    assert here[0].radius < here[1].radius
            for one, two in combinations(discs, 2):
                apart = hypot(float(one.center.x - two.center.x), float(one.center.y - two.center.y))
                assert apart >= float(one.radius + two.radius)
            on_discs = {disc.center for disc in discs}
            written = {text.content for text in images if isinstance(text, Text) and text.center in on_discs}
            assert written <= ({"1", "2"} if name == "cups" else set())


@pytest.mark.parametrize(("name", "many"), [("gobblet", 8), ("rooks", 3)])
def test_a_piece_is_drawn_once_on_its_square_or_beneath_the_board(name: str, many: int) -> None:
    game = game_of(name)
    sample = sampled(game)
    layout = layout_of_cells(game, best_reading(sample), sample.states)
    for seed in range(3):
        for state in random_match(game, seed, moves=16).positions:
            assert isinstance(state, tuple)
            pieces = state[1]
            assert isinstance(pieces, Set)
            discs = [image for image in game.images(state) if isinstance(image, Disc)]
            assert len(discs) == pieces.size == many
            for one, two in combinations(discs, 2):
                apart = hypot(float(one.center.x - two.center.x), float(one.center.y - two.center.y))
                assert apart >= float(one.radius + two.radius)
            on_board: list[Value] = [square for _, square in pairs_of(pieces) if isinstance(square, tuple)]
            for place in layout.places:
                half = layout.unit // 2
                here = [disc for disc in discs if is_in(disc.center, place, half)]
                assert len(here) == on_board.count(place.cell)
            assert sum(disc.center.y > layout.bottom for disc in discs) == len(on_board)


def test_what_stays_for_good_where_men_move_closes_its_cell() -> None:
    game = game_of("isles")
    sample = sampled(game)
    layout = layout_of_cells(game, best_reading(sample), sample.states)
    half = layout.unit // 2
    for seed in range(3):
        for state in random_match(game, seed).positions:
            assert isinstance(state, tuple)
            _, white, black, sunk = state
            assert isinstance(sunk, Set)
            images = game.images(state)
            filled = [image for image in images if isinstance(image, Triangle)]
            discs = [image for image in images if isinstance(image, Disc)]
            for place in layout.places:
                covered = any(is_in(middle_of(each), place, half) for each in filled)
                assert covered == (place.cell in sunk)
                assert sum(is_in(disc.center, place, half) for disc in discs) == (
                    place.cell in (white, black)
                )


def test_squares_amid_the_cells_that_are_no_cells_are_filled(tmp_path: Path) -> None:
    """Those at the edge of the board lie open: nobody takes them for cells."""
    game = written(
        """/$ ground := {1..5} * {1..5} \\ {(2, 2), (3, 2), (4, 4), (1, 5), (5, 3)}
steps := {`up |-> (0, 1), `down |-> (0, -1), `left |-> (-1, 0), `right |-> (1, 0)}
initialState := (1, 1)
playerToMove := `you
to(d) := (currentState[1] + a, currentState[2] + b) where (a, b) = steps[d]
moves := {`up, `down, `left, `right}
legalMove(d) iff to(d) in ground
outcome(d) := to(d)
gameOver iff currentState = (5, 5)
wins(p) iff gameOver $/""",
        tmp_path,
    )
    filled = [image for image in game.images(game.initial) if isinstance(image, Triangle)]
    sample = sampled(game)
    layout = layout_of_cells(game, best_reading(sample), sample.states)
    (left, bottom), unit = next((p.x, p.y) for p in layout.places if p.cell == (1, 1)), layout.unit
    middles = {middle_of(each) for each in filled}
    covered = {(1 + round((at.x - left) / unit), 1 + round((at.y - bottom) / unit)) for at in middles}
    assert covered == {(2, 2), (3, 2), (4, 4)}


def test_no_square_is_filled_where_the_document_says_where_its_cells_lie(tmp_path: Path) -> None:
    """Cells that are shifted leave no square free, though no cell has its middle there."""
    game = written(
        """/$ cells := {1..4} * {1..4}
initialState := {}
playerToMove := `a if |currentState| mod 2 = 0; `b otherwise
moves := cells
legalMove(c) iff ~(c in currentState)
outcome(c) := currentState U {c}
gameOver iff currentState = cells
wins(p) iff gameOver & p = `a
boardPlaces := {(x, y) |-> (x + (1/4 if 1 < x < 4 & 1 < y < 4; 0 otherwise), y) | (x, y) in cells} $/""",
        tmp_path,
    )
    assert not [image for image in game.images(game.initial) if isinstance(image, Triangle)]


def test_a_trail_lies_beneath_the_men_who_leave_it(tmp_path: Path) -> None:
    """Each man stands in the middle of his cell, which is closed as all that he has left."""
    game = written(
        """/$ grid := {1..4} * {1..4}
steps := {`n |-> (0, 1), `s |-> (0, -1), `e |-> (1, 0), `w |-> (-1, 0)}
initialState := ((1, 1), (4, 4), {(1, 1), (4, 4)}, 0)
turn := currentState[4]
playerToMove := {0 |-> `blue, 1 |-> `orange}[turn]
target(d) := (a[1] + b[1], a[2] + b[2]) where a = currentState[turn + 1] & b = steps[d]
walls := currentState[3]
moves := {`n, `s, `e, `w}
legalMove(d) iff target(d) in grid \\ walls
outcome(d) := (target(d), currentState[2], walls U {target(d)}, 1) if turn = 0;
    (currentState[1], target(d), walls U {target(d)}, 0) otherwise
gameOver iff all d in moves. ~legalMove(d)
wins(p) iff gameOver & p /= playerToMove $/""",
        tmp_path,
    )
    sample = sampled(game)
    layout = layout_of_cells(game, best_reading(sample), sample.states)
    for state in random_match(game, 1).positions:
        assert isinstance(state, tuple)
        blue, orange, walls, _ = state
        assert isinstance(walls, Set)
        images = game.images(state)
        filled = [middle_of(image) for image in images if isinstance(image, Triangle)]
        half, places = layout.unit // 2, layout.places
        closed = {place.cell for place in places if any(is_in(each, place, half) for each in filled)}
        assert closed == {*walls}
        discs = {image.center for image in images if isinstance(image, Disc)}
        assert discs == {Point(place.x, place.y) for place in places if place.cell in (blue, orange)}


@pytest.mark.parametrize("name", ["clobber", "fanorona", "tictactoe", "kalah"])
def test_no_cell_is_closed_where_things_are_pieces_or_nothing(name: str) -> None:
    game = by_rules(name)
    sample = sampled(game)
    assert not Things(best_reading(sample).layers, sample, game.side_values).closed


def test_what_shares_a_cell_with_a_man_is_a_mark_beside_him() -> None:
    game = game_of("fences")
    sample = sampled(game)
    layout = layout_of_cells(game, best_reading(sample), sample.states)
    shared = 0
    for seed in range(6):
        for state in random_match(game, seed).positions:
            assert isinstance(state, tuple)
            _, white, black, built, _ = state
            assert isinstance(built, Set)
            discs = [image for image in game.images(state) if isinstance(image, Disc)]
            assert len(discs) == 2 + built.size
            for one, two in combinations(discs, 2):
                apart = hypot(float(one.center.x - two.center.x), float(one.center.y - two.center.y))
                assert apart >= float(one.radius + two.radius)
            fenced = [square for _, square in pairs_of(built)]
            for place in layout.places:
                here = [disc for disc in discs if is_in(disc.center, place, layout.unit // 2)]
                assert len(here) == fenced.count(place.cell) + (place.cell in (white, black))
                shared += len(here) > 1
    assert shared


def middle_of(triangle: Triangle) -> Point:
    points = (triangle.a, triangle.b, triangle.c)
    return Point(Fraction(sum(each.x for each in points), 3), Fraction(sum(each.y for each in points), 3))


def test_numbers_of_each_side_on_a_cell_have_its_colour(tmp_path: Path) -> None:
    """Also numbers that no match of the sample has reached."""
    game = written(
        """/$ squares := {1..3} * {1..2}
initialState := (`white, {(p, c) |-> 0 | c in squares & p in {`white, `black}})
playerToMove := currentState[1]
men := currentState[2]
next := `black if playerToMove = `white; `white otherwise
moves := squares
legalMove(m) iff men[(playerToMove, m)] < 90
outcome(m) := (next, men[(playerToMove, m) |-> men[(playerToMove, m)] + 1])
gameOver iff some c in squares. men[(`white, c)] = 90
wins(p) iff gameOver & p = `white $/""",
        tmp_path,
    )
    sample = sampled(game)
    layout = layout_of_cells(game, best_reading(sample), sample.states)
    for match in random_match(game, 1, 60).plies():
        assert isinstance(match.position, tuple)
        men = match.position[1]
        assert isinstance(men, Set)
        images = game.images(match.position)
        numbers = {image.center: image.content for image in images if isinstance(image, Text)}
        discs = [image for image in images if isinstance(image, Disc)]
        found = {
            (place.cell, disc.color, numbers[disc.center])
            for disc in discs
            for place in layout.places
            if is_in(disc.center, place, layout.unit // 2)
        }
        wanted = set()
        for front, number in pairs_of(men):
            assert isinstance(front, tuple)
            assert isinstance(front[0], Atom)
            if number:
                wanted.add((front[1], color_of(front[0].name), show(number)))
        assert len(discs) == len(found)
        assert found == wanted


def test_hexagons_and_points_are_closed_as_squares_are(tmp_path: Path) -> None:
    for cells, joined in (
        (
            "{1..3} * {1..3}",
            "(b[1] - a[1], b[2] - a[2]) in {(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)}",
        ),
        ("{1..7}", "(a - b) mod 7 in {1, 2, 5, 6}"),
    ):
        start, other = ("(1, 1)", "(3, 3)") if "*" in cells else ("1", "4")
        game = written(
            f"""/$ cells := {cells}
adjacent(a, b) iff {joined}
initialState := (`white, {start}, {other}, {{}})
playerToMove := currentState[1]
white := currentState[2]
black := currentState[3]
gone := currentState[4]
mine := white if playerToMove = `white; black otherwise
moves := cells
legalMove(m) iff adjacent(mine, m) & ~(m in gone U {{white, black}})
outcome(m) := (`black, m, black, gone U {{white}}) if playerToMove = `white;
  (`white, white, m, gone U {{black}}) otherwise
gameOver iff ~some m in moves. legalMove(m)
wins(p) iff gameOver & p /= playerToMove $/""",
            tmp_path,
        )
        sample = sampled(game)
        reading = best_reading(sample)
        assert [layer.form for layer in reading.layers] == ["set", "man", "man"]
        assert [number for number, _ in Things(reading.layers, sample, game.side_values).closed] == [0]
        assert layout_of_cells(game, reading, sample.states).outline == (
            "hexagon" if "*" in cells else "point"
        )
        for match in random_match(game, 1).plies():
            discs = [image for image in game.images(match.position) if isinstance(image, Disc)]
            assert sum(disc.color != HOLE for disc in discs) == 2


def color_of(side: str) -> Color:
    (look,) = looks_of([Atom(side)], [])
    return Color(*look.colour)


def contents_of(board: Set, cell: Value) -> list[Value]:
    """What lies on a cell, of which the keys have a place, or the contents are tuples of places."""
    found: list[Value] = []
    for front, content in sorted(pairs_of(board), key=key):
        if front == cell and isinstance(content, tuple):
            found += content
        elif isinstance(front, tuple) and front[0] == cell:
            found.append(content)
    return [content for content in found if content != Atom("none")]


def pairs_of(pieces: Set) -> Iterator[tuple[Value, Value]]:
    for pair in listable(pieces):
        assert isinstance(pair, tuple)
        piece, square = pair
        yield piece, square


def test_a_piece_has_the_colour_of_the_side_that_moves_it_and_its_whole_name() -> None:
    game = game_of("rooks")
    images = game.images(game.initial)
    colours = {disc.center: disc.color for disc in images if isinstance(disc, Disc)}
    named = {
        text.content: colours[text.center]
        for text in images
        if isinstance(text, Text) and text.center in colours
    }
    assert sorted(named) == ["bk", "wk", "wr"]
    assert named["wk"] == named["wr"] != named["bk"]


@pytest.mark.parametrize("name", ["kalah", "oware", "tchoukaillon", "jugs"])
def test_things_that_are_counted_are_drawn_beneath_their_number(name: str) -> None:
    game = by_rules(name)
    sample = sampled(game)
    layout = derivation_of(game).plan
    half = layout.unit // 2
    for state in sample.states:
        images = game.images(state)
        for place in layout.places:
            discs = [disc for disc in images if isinstance(disc, Disc) and is_in(disc.center, place, half)]
            (number,) = (
                text.content
                for text in images
                if isinstance(text, Text)
                and text.content.isdigit()
                and text.center.x == place.x
                and is_in(text.center, place, half)
            )
            assert len(discs) == int(number)
            for one, two in combinations(discs, 2):
                apart = hypot(float(one.center.x - two.center.x), float(one.center.y - two.center.y))
                assert apart >= float(one.radius + two.radius)


def is_in(point: Point, place: Place, half: int) -> bool:
    return max(abs(float(point.x) - place.x), abs(float(point.y) - place.y)) < half


@pytest.mark.parametrize("let", [[], ["n=20"]])
def test_heaps_of_each_size_are_drawn_as_heaps_of_that_size(let: list[str]) -> None:
    """The counters of a heap lie nearer to each other than to those of another one."""
    game = by_rules("grundy", let)
    layout = derivation_of(game).plan
    for state in sampled(game).states:
        assert isinstance(state, tuple)
        assert isinstance(state[1], Set)
        numbers = dict(pairs_of(state[1]))
        discs = [image for image in game.images(state) if isinstance(image, Disc)]
        for place in layout.places:
            here = [disc for disc in discs if is_in(disc.center, place, layout.unit // 2)]
            heaps: list[list[Disc]] = []
            for disc in here:
                near = [heap for heap in heaps if any(gap_of(disc, other) < disc.radius for other in heap)]
                heaps = [heap for heap in heaps if heap not in near] + [[disc, *chain(*near)]]
            assert Counter(map(len, heaps)) == +Counter({place.cell: numbers[place.cell]})
            assert all(gap_of(one, two) > 0 for one, two in combinations(here, 2))


def gap_of(one: Disc, two: Disc) -> float:
    across, up = float(one.center.x - two.center.x), float(one.center.y - two.center.y)
    return hypot(across, up) - float(one.radius + two.radius)


@pytest.mark.parametrize("name", ["sliding", "quarto"])
def test_numbers_that_are_names_or_grow_are_only_written(name: str) -> None:
    game = guessed(name)
    for state in sampled(game).states:
        assert not any(isinstance(image, Disc) for image in game.images(state))


def test_numbered_pieces_on_one_cell_are_bars_on_wider_ones() -> None:
    game = by_rules("hanoi")
    for state in sampled(game).states:
        assert isinstance(state, Set)
        bars: dict[tuple[float, float], set[float]] = {}
        for image in game.images(state):
            if isinstance(image, Triangle):
                across = [float(point.x) for point in (image.a, image.b, image.c)]
                low = min(float(point.y) for point in (image.a, image.b, image.c))
                bars.setdefault((min(across) + max(across), low), set()).update(across)
        assert len(bars) == state.size
        columns: dict[float, list[tuple[float, float]]] = {}
        for (middle, low), ends in bars.items():
            columns.setdefault(middle, []).append((low, max(ends) - min(ends)))
        for column in columns.values():
            widths = [width for _, width in sorted(column)]
            assert widths == sorted(set(widths), reverse=True)


JOINED = {
    "adjacent(a, b) iff (b[1] - a[1], b[2] - a[2]) in "
    "{(0, 1), (1, 0), (1, 0 - 1), (0, 0 - 1), (0 - 1, 0), (0 - 1, 1)}": "hexagon",
    "adjacent(a, b) iff (b[1] - a[1], b[2] - a[2]) in {(0, 1), (1, 0), (0, 0 - 1), (0 - 1, 0)}": "square",
}
"""Which cells are neighbours, and the outline of cells that goes with it."""


@pytest.mark.parametrize("adjacent", JOINED)
@pytest.mark.parametrize("first", [1, 2])
def test_the_borders_that_a_side_has_to_join_have_its_colour(
    adjacent: str, first: int, tmp_path: Path
) -> None:
    game = written(
        f"""/$ n := 4
cells := {{1..n}} * {{1..n}}
{adjacent}
initialState := (`red, {{}}, {{}})
playerToMove := currentState[1]
red := currentState[2]
blue := currentState[3]
moves := cells
legalMove(m) iff ~(m in red U blue)
outcome(m) := (`blue, red U {{m}}, blue) if playerToMove = `red; (`red, red, blue U {{m}}) otherwise
reached(S, T) := S if new = {{}}; reached(S U new, T) otherwise
  where new = {{c in T \\ S | some d in S. adjacent(c, d)}}
joins(T, k) iff some c in reached({{c in T | c[k] = 1}}, T). c[k] = n
gameOver iff joins(red, {first}) V joins(blue, {3 - first})
wins(p) iff p = `red & joins(red, {first}) V p = `blue & joins(blue, {3 - first}) $/""",
        tmp_path,
    )
    sample = sampled(game)
    reading = best_reading(sample)
    plan = layout_of_cells(game, reading, sample.states)
    assert plan.outline == JOINED[adjacent]
    plan = with_borders(game, reading, sample, plan)
    ends = {
        path: {frozenset(cell[first - 1 if path == (2,) else 2 - first] for cell in cells_of(border))}
        for path, border in plan.borders
    }
    assert set(ends) == {(2,), (3,)}
    assert [len(border) for _, border in plan.borders] == [4] * 4
    assert all(len(numbers) == 1 for found in ends.values() for numbers in found)
    drawn = game.images(game.initial)
    colours = {image.color for image in drawn if isinstance(image, Segment)}
    assert len(colours) == 3


def cells_of(border: Sequence[Place]) -> Iterator[tuple[Value, ...]]:
    for place in border:
        assert isinstance(place.cell, tuple)
        yield place.cell


@pytest.mark.parametrize("name", ["y", "ultimate", "northcott", "breakthrough", "domineering"])
def test_no_border_is_coloured_where_no_side_has_to_join_two(name: str) -> None:
    game = by_rules(name)
    sample = sampled(game)
    reading = best_reading(sample)
    plan = layout_of_cells(game, reading, sample.states)
    assert not with_borders(game, reading, sample, plan).borders


BLOCKS = {
    "block(x, y) := (floor((x - 1) / {wide}), floor((y - 1) / {high}))": True,
    "block(x, y) := {{(a, b) in squares | ceil(a / {wide}) = ceil(x / {wide}) & "
    "ceil(b / {high}) = ceil(y / {high})}}": True,
    "block(x, y) := x": False,
    "block(x, y) := y": False,
    "block(x, y) := (x + y) mod 2": False,
    "block(x, y) := ceil(x * y / {wide})": False,
    "block(x, y) := (x, y)": False,
    "block(x, y) := 1": False,
}
"""What a function gives each cell, and whether that divides a grid into blocks."""


@pytest.mark.parametrize("function", BLOCKS)
@pytest.mark.parametrize(("wide", "high"), [(2, 2), (3, 2), (2, 3)])
def test_heavier_lines_bound_equal_rectangles_of_cells(
    function: str, wide: int, high: int, tmp_path: Path
) -> None:
    defined = function.format(wide=wide, high=high).replace("(x, y) :=", "(c) :=")
    layout = layout_of(
        f"""/$ squares := {{1..6}} * {{1..6}}
{defined.replace("x", "c[1]").replace("y", "c[2]")}
initialState := {{}}
playerToMove := `you
moves := squares
legalMove(m) iff ~(m in currentState) & block(m) = block(m)
outcome(m) := currentState U {{m}}
gameOver iff currentState = squares
wins(p) iff gameOver $/""",
        tmp_path,
    )
    if not BLOCKS[function]:
        assert not layout.blocks
        return
    columns, rows = 6 // wide, 6 // high
    lines = between_blocks(layout)
    assert len(layout.blocks) == columns * rows
    assert {len({each.x for each in block}) for block in layout.blocks} == {wide}
    assert {len({each.y for each in block}) for block in layout.blocks} == {high}
    assert len({x for x, _, u, _ in lines if x == u}) == columns + 1
    assert len({y for _, y, _, v in lines if y == v}) == rows + 1


def test_blocks_may_be_a_set_of_sets_of_cells(tmp_path: Path) -> None:
    layout = layout_of(
        """/$ squares := {1..4} * {1..4}
blocks := {{(2 * a + i, 2 * b + j) | i in {1, 2} & j in {1, 2}} | a in {0, 1} & b in {0, 1}}
initialState := {}
playerToMove := `you
moves := squares
legalMove(m) iff ~(m in currentState)
outcome(m) := currentState U {m}
gameOver iff some B in blocks. B sub currentState
wins(p) iff gameOver $/""",
        tmp_path,
    )
    assert sorted(map(len, layout.blocks)) == [4, 4, 4, 4]


def test_cells_in_space_are_layers_side_by_side_and_four_of_them_a_square(tmp_path: Path) -> None:
    game = game_of("space")
    reading = best_reading(sampled(game))
    places = layout_of_cells(game, reading, ()).places
    assert [len({place.x for place in places}), len({place.y for place in places})] == [9, 3]
    assert len({place.name for place in places}) == 27
    document = tmp_path / "cube.led"
    document.write_text((DOCUMENTS / "space.led").read_text("utf-8").replace("1..3", "1..4"), "utf-8")
    many = by_rules(str(document))
    places = layout_of_cells(many, best_reading(sampled(many)), ()).places
    assert [len({place.x for place in places}), len({place.y for place in places})] == [8, 8]
    assert len({place.name for place in places}) == 64


def test_lines_of_two_colours_are_written_as_triples() -> None:
    reading = best_reading(sampled(game_of("hackenbush")))
    assert [layer.is_link for layer in reading.layers] == [True]


def test_three_coordinates_of_one_sum_are_hexagons() -> None:
    game = game_of("hexes")
    layout = layout_of_cells(game, best_reading(sampled(game)), ())
    assert (layout.outline, len(layout.places)) == ("hexagon", 19)
    assert len({place.y for place in layout.places}) == 5


def test_pairs_that_two_players_have_at_once_are_no_cells() -> None:
    """The fingers of two hands: each player begins with (1, 1)."""
    reading = best_reading(sampled(game_of("fingers")))
    assert reading.layers == ()
    assert (2,) in reading.rest


@pytest.mark.parametrize(
    ("name", "cells"), [("achi", 9), ("cars", 11), ("columns", 12), ("sokoban", 13), ("turning", 16)]
)
def test_pairs_of_numbers_are_a_board_whatever_the_moves_are(name: str, cells: int) -> None:
    game = game_of(name)
    sample = sampled(game)
    reading = best_reading(sample)
    assert reading.grain == "pair"
    assert len(layout_of_cells(game, reading, sample.states).places) == cells
    assert not any(path in reading.rest for layer in reading.layers for path in [layer.path])


def test_a_map_from_numbers_to_numbers_is_no_board() -> None:
    game = by_rules("sprouts")
    assert not best_reading(sampled(game)).layers


def test_what_is_known_of_a_game_without_cells_stays_within_its_frame(tmp_path: Path) -> None:
    """The regions of sprouts ran over it; now the document draws them, in definitions at its end."""
    rules, _, _ = library.path_of("sprouts").read_text("utf-8").partition("## The picture")
    (tmp_path / "sprouts.led").write_text(rules, "utf-8")
    game = GameArgument([str(tmp_path / "sprouts.led")]).load()
    assert isinstance(game, GameOnBoard)
    left, _, right, _ = board_frame(game, game.initial)
    for match in random_match(game, 5, 24).plies():
        for image in game.images(match.position):
            if isinstance(image, Text):
                half = float(image.height) * 0.58 * len(image.content) / 2
                assert left <= image.center.x - half, image.content
                assert image.center.x + half <= right, image.content


@pytest.mark.parametrize(
    "sides", ["red green blue", "a b", "yellow purple orange brown", "somebody nobody_else"]
)
def test_a_map_from_names_says_what_each_has_within_the_frame(sides: str, tmp_path: Path) -> None:
    names = sides.split()
    first = ", ".join(f"`{name} |-> {k + 5}" for k, name in enumerate(names))
    game = written(
        f"""/$ initialState := (`{names[0]}, {{{first}}})
next := {{{", ".join(f"`{one} |-> `{two}" for one, two in pairwise([*names, names[0]]))}}}
playerToMove := currentState[1]
left := currentState[2]
moves := {{1, 2}}
legalMove(m) iff left[playerToMove] >= m
outcome(m) := (next[playerToMove], left[playerToMove |-> left[playerToMove] - m])
gameOver iff left[playerToMove] = 0
wins(p) iff gameOver & p = playerToMove $/""",
        tmp_path,
    )
    left, _, right, _ = board_frame(game, game.initial)
    for match in random_match(game, 1, 30).plies():
        assert isinstance(match.position, tuple)
        has = match.position[1]
        assert isinstance(has, Set)
        texts = [image for image in game.images(match.position) if isinstance(image, Text)]
        texts.sort(key=lambda each: (-each.center.y, each.center.x))
        words = [each.content for each in texts]
        assert "left:" in words
        for side, number in pairs_of(has):
            assert isinstance(side, Atom)
            assert words[words.index(side.name) + 1] == show(number)
        for each in texts:
            half = float(each.height) * 0.58 * len(each.content) / 2
            assert left <= each.center.x - half < each.center.x + half <= right, each.content
        for one, two in pairwise(texts):
            widths = (float(each.height) * 0.58 * len(each.content) for each in (one, two))
            assert one.center.y > two.center.y or two.center.x - one.center.x >= sum(widths) / 2


def test_what_is_wider_than_the_board_lies_in_its_middle() -> None:
    game = game_of("fences")
    sample = sampled(game)
    layout = layout_of_cells(game, best_reading(sample), sample.states)
    texts = [image for image in game.images(game.initial) if isinstance(image, Text)]
    low = min(each.center.y for each in texts)
    line = [each for each in texts if each.center.y == low]
    ends = [
        float(each.center.x) + sign * float(each.height) * 0.58 * len(each.content) / 2
        for each in line
        for sign in (-1, 1)
    ]
    assert {each.content for each in line} == {"left:", "black", "white", "2"}
    assert abs((min(ends) + max(ends)) / 2 - layout.middle) <= 12


@pytest.mark.parametrize("is_colour_first", [False, True])
def test_lines_that_are_there_from_the_beginning_go_with_their_links(
    is_colour_first: bool, tmp_path: Path
) -> None:
    rules = (DOCUMENTS / "stalks.led").read_text()
    if is_colour_first:
        rules = re.sub(r"\(({[0-9], [0-9]}), (`\w+)\)", r"(\2, \1)", rules)
        rules = rules.replace("(e, c)", "(c, e)").replace("m[2]", "m[1]")
    game = written(rules, tmp_path)
    colour = {"blue": color_of("blue"), "red": color_of("red")}
    sample = sampled(game)
    place_of = {each.cell: each for each in layout_of_cells(game, best_reading(sample), sample.states).places}
    assert set(place_of) == {*range(6)}
    for match in random_match(game, 1).plies():
        assert set(match.click_paths) == set(match.legal_moves)
        assert isinstance(match.position, tuple)
        edges = match.position[1]
        assert isinstance(edges, Set)
        wanted = set()
        for pair in pairs_of(edges):
            side, ends = sorted(pair, key=lambda each: isinstance(each, Set))
            assert isinstance(ends, Set)
            assert isinstance(side, Atom)
            places = [place_of[cell] for cell in listable(ends)]
            wanted.add((frozenset((each.x, each.y) for each in places), colour[side.name]))
        images = game.images(match.position)
        lines = [image for image in images if isinstance(image, Segment)]
        drawn = {(frozenset((end.x, end.y) for end in (each.start, each.end)), each.color) for each in lines}
        assert wanted <= drawn
        assert {each.color for each in lines} <= set(colour.values())
        dots = {each.center for each in images if isinstance(each, Disc)}
        assert not any(isinstance(each, Text) and each.center in dots for each in images)


def test_numbers_in_the_name_of_a_move_are_in_order(tmp_path: Path) -> None:
    game = written(
        """/$ times := {1, 2, 5, 10}
initialState := times
playerToMove := `guide
moves := {G in Pow(times) | 1 <= |G| <= 2}
legalMove(G) iff G sub currentState
outcome(G) := currentState \\ G
gameOver iff currentState = {}
wins(p) iff gameOver $/""",
        tmp_path,
    )
    names = set(Match(game).legal_texts)
    assert names == {"1", "2", "5", "10", "1,2", "1,5", "1,10", "2,5", "2,10", "5,10"}


STEPS = {
    "→": (1, 0),
    "↗": (1, 1),
    "↑": (0, 1),
    "↖": (-1, 1),
    "←": (-1, 0),
    "↙": (-1, -1),
    "↓": (0, -1),
    "↘": (1, -1),
}


@pytest.mark.parametrize("names", ["(x, y), (i, j)", "(r, c), (i, j)"])
def test_the_arrow_of_a_direction_shows_where_a_piece_goes(names: str, tmp_path: Path) -> None:
    rules = (DOCUMENTS / "slides.led").read_text()
    first, second = names[1], names[4]
    rules = rules.replace("(x, y), (i, j)", names).replace("(x + i, y + j)", f"({first} + i, {second} + j)")
    game = written(rules, tmp_path)
    sample = sampled(game)
    place_of = {each.cell: each for each in layout_of_cells(game, best_reading(sample), sample.states).places}
    for match in random_match(game, 2).plies():
        for move, path in match.click_paths.items():
            assert isinstance(move, tuple)
            start, pair = move
            assert isinstance(start, tuple)
            assert isinstance(pair, tuple)
            end = tuple(int(one) + int(two) for one, two in zip(start, pair, strict=True))
            (word,) = path.words
            (arrow,) = (
                text.content
                for text in game.images(match.position)
                if isinstance(text, Text) and (text.center.x, text.center.y) == middle(word)
            )
            one, two = place_of[start], place_of[end]
            unit = max(abs(two.x - one.x), abs(two.y - one.y))
            assert STEPS[arrow] == ((two.x - one.x) / unit, (two.y - one.y) / unit)


LABELS: Sequence[Value] = [
    FiniteSet({1, 2}),
    (FiniteSet({1}), Atom("a")),
    (Atom("a"), (1, 2)),
    FiniteSet(()),
    ((), 3),
    FiniteSet({(1, 2), (2, 1)}),
]


@pytest.mark.parametrize("label", LABELS)
def test_no_piece_is_named_by_a_bracket(label: Value) -> None:
    for look in looks_of([label, Atom("other")], []):
        assert not set(look.letter) & set("(){},∅")


def test_a_state_that_has_a_name_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "said.led"
    path.write_text("""/$ initialState := ()
said := currentState
playerToMove := `you
moves := {`n, `o, `t}
legalMove(a) iff |said| < 3
outcome(a) := said + (a,)
gameOver iff |said| = 3
wins(p) iff gameOver $/""")
    game = GameArgument([str(path)]).load()
    assert isinstance(game, GameOnBoard)
    assert "said:" in {image.content for image in game.images(game.initial) if isinstance(image, Text)}


@pytest.mark.parametrize("name", ["red", "blue", "green", "orange", "purple", "gold"])
def test_pieces_without_a_colour_are_told_from_those_named_by_one(name: str) -> None:
    for sides in ([], [Atom("x"), Atom("o")]):
        looks = looks_of([Atom(each) for each in ("a", "b", name)] + sides, sides)
        named = next(look.colour for look in looks if look.label == Atom(name))
        for look in looks:
            far = max(abs(a - b) for a, b in zip(named, look.colour, strict=True))
            assert look.label == Atom(name) or far >= 60, look
