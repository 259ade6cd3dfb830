"""Definitions by which a document says what its board is: each replaces one guess, and the rest stays."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from pathlib import Path
from random import Random

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.documents import library
from noughts.documents.board.looks import COLOURS
from noughts.documents.on_board import GameOnBoard
from noughts.easel import Color, Disc, Image, Point, Segment, Text, Triangle
from noughts.easel.svg import MEN
from noughts.games.match import Match
from noughts.games.picture import click
from noughts.language.show import laid_out
from noughts.values.scalars import Atom
from noughts.values.sets import Set
from noughts.values.value import Value
from tests.cli.conftest import Noughts
from tests.library.games import by_rules

HARE = library.path_of("hare").read_text("utf-8")
KALAH = library.path_of("kalah").read_text("utf-8")
OWARE = library.path_of("oware").read_text("utf-8")
HARE_SETS_OUT = Color(0, 128, 0)


def written(text: str, folder: Path) -> GameOnBoard:
    path = folder / "game.led"
    path.write_text(text, "utf-8")
    game = GameArgument([str(path)]).load()
    assert isinstance(game, GameOnBoard)
    return game


def with_word(text: str, word: str, folder: Path) -> tuple[GameOnBoard, GameOnBoard]:
    """The game of a document, and that of the same with one more definition."""
    (folder / "more").mkdir()
    return written(text, folder), written(f"{text}\n/$ {word} $/\n", folder / "more")


@pytest.mark.parametrize("name", ["breakthrough", "hex"])
def test_the_pieces_of_a_side_may_have_a_colour_and_all_others_another_one(name: str, tmp_path: Path) -> None:
    """A piece that is called as a side is asked about by the side, whatever the state holds."""
    first, *_ = by_rules(name).sides
    word = f"boardColour(v) := `purple if v = `{first}; `orange otherwise"
    _, after = with_word(library.path_of(name).read_text("utf-8"), word, tmp_path)
    match, dice = Match(after), Random(1)
    for _ in range(4):
        match = match.play(dice.choice(match.legal_moves))
    assert {disc.color for disc in after.images(match.position) if isinstance(disc, Disc)} == {
        Color(*COLOURS["purple"]),
        Color(*COLOURS["orange"]),
    }


def pictures(game: GameOnBoard) -> list[Sequence[Image]]:
    """The pictures of some positions."""
    match, dice = Match(game), Random(1)
    found = [game.images(match.position)]
    for _ in range(4):
        match = match.play(dice.choice(match.legal_moves))
        found.append(game.images(match.position))
    return found


def test_a_colour_of_a_document_differs_from_the_guess_in_that_alone(tmp_path: Path) -> None:
    before, after = with_word(HARE, "boardColour(p) := color(255, 20, 147) if p = `hare", tmp_path)
    assert (
        str(pictures(after))
        == str(pictures(before)).replace(str(HARE_SETS_OUT), str(Color(255, 20, 147)))
        != str(pictures(before))
    )
    assert after.click_paths(after.initial) == before.click_paths(before.initial)


def test_a_colour_may_be_a_name_and_is_that_of_the_pieces_of_a_side(tmp_path: Path) -> None:
    draughts = library.path_of("draughts").read_text("utf-8")
    before, after = with_word(draughts, "boardColour(p) := `red if p = `white", tmp_path)
    assert str(Color(250, 250, 246)) in str(before.images(before.initial))
    drawn = str(after.images(after.initial))
    assert str(Color(250, 250, 246)) not in drawn
    assert str(Color(200, 40, 40)) in drawn


def test_a_sign_of_a_document_is_written_on_the_pieces(tmp_path: Path) -> None:
    before, after = with_word(HARE, 'boardSign(p) := "♞" if p = `hare', tmp_path)
    for guessed, said in zip(pictures(before), pictures(after), strict=True):
        more = [image for image in said if image not in guessed]
        assert [image.content for image in more if isinstance(image, Text)] == ["♞"]
        assert len(more) == 1
        assert [image for image in said if image not in more] == list(guessed)


def test_a_size_of_a_document_is_that_of_the_piece_alone(tmp_path: Path) -> None:
    before, after = with_word(HARE, "boardSize(p) := 1/2 if p = `hare", tmp_path)
    for guessed, said in zip(pictures(before), pictures(after), strict=True):
        (small,) = (image for image in said if isinstance(image, Disc) and image not in guessed)
        (large,) = (image for image in guessed if isinstance(image, Disc) and image not in said)
        assert (small.center, small.color) == (large.center, large.color)
        assert small.radius == large.radius // 2


def test_places_of_a_document_are_where_it_says_and_their_lines_go_along(tmp_path: Path) -> None:
    before, after = with_word(HARE, "boardPlaces := {(a, b) |-> (b, a) | (a, b) in points}", tmp_path)
    assert places(after) == {cell: (y, x) for cell, (x, y) in places(before).items()}
    assert lines(after) == lines(before)


def lines(game: GameOnBoard) -> set[frozenset[Value]]:
    """The two places that each line joins."""
    at = {cell: (x, y) for cell, _, x, y in rows(game)}

    def nearest(point: Point) -> Value:
        return min(at, key=lambda cell: dist(at[cell], (int(point.x), int(point.y))))

    segments = (image for image in game.images(game.initial) if isinstance(image, Segment))
    return {frozenset({nearest(each.start), nearest(each.end)}) for each in segments}


def rows(game: GameOnBoard) -> list[tuple[Value, Value, int, int]]:
    cells = game.screen.value("boardCells", at=game.initial)
    assert isinstance(cells, Set)
    found = []
    for each in cells:
        match each:
            case (cell, name, int() as x, int() as y):
                found.append((cell, name, x, y))
    return found


def places(game: GameOnBoard) -> dict[Value, tuple[int, int]]:
    """The column and the row of each place, in places from the first."""
    found = {cell: (x, y) for cell, _, x, y in rows(game)}
    left, bottom = (min(each[k] for each in found.values()) for k in (0, 1))
    unit = min(x - left for x, _ in found.values() if x > left)
    return {cell: ((x - left) // unit, (y - bottom) // unit) for cell, (x, y) in found.items()}


def test_a_part_of_the_state_is_called_as_the_document_says_or_not_shown(tmp_path: Path) -> None:
    word = 'boardLabel(v) := "south has" if v = 3; "" if v = 4'
    before, after = with_word(OWARE, word, tmp_path)
    assert {"captured by south:", "captured by north:"} <= texts(before)
    assert "south has:" in texts(after)
    assert not {"captured by south:", "captured by north:"} & texts(after)


def texts(game: GameOnBoard) -> set[str]:
    return {image.content for image in game.images(game.initial) if isinstance(image, Text)}


def test_men_in_hand_lie_beside_the_board_in_the_colour_of_their_side() -> None:
    game = by_rules("morris", ["men=6"])
    assert isinstance(game, GameOnBoard)
    match = Match(game)
    for left in range(12, 6, -1):
        discs = [image for image in game.images(match.position) if isinstance(image, Disc)]
        beside = [disc for disc in discs if disc.radius == 18]
        white = [image for image in beside if image.color == Color(250, 250, 246)]
        assert (len(white), len(beside)) == ((left + (match.to_move == "white")) // 2, left)
        match = match.play(match.legal_moves[0])


def test_a_man_is_placed_by_a_click_on_a_point_alone() -> None:
    game = by_rules("morris")
    assert isinstance(game, GameOnBoard)
    for path in game.click_paths(game.initial).values():
        assert len(path.cells) == 1
        assert not path.words
    assert not any(isinstance(image, Text) and image.content == "hand" for image in game.images(game.initial))


@pytest.mark.parametrize(("name", "let"), [("kalah", {}), ("oware", {}), ("kalah", {"k": 3})])
def test_pits_lie_in_two_opposite_rows_with_stores_at_their_ends(name: str, let: dict[str, int]) -> None:
    game = GameArgument([name], let=[f"{key}={value}" for key, value in let.items()]).load()
    assert isinstance(game, GameOnBoard)
    k, has_stores = let.get("k", 2), name == "kalah"
    at = {cell: (x, y) for cell, _, x, y in rows(game)}
    south = [at[pit] for pit in range(1, k + 1)]
    north = [at[pit] for pit in range(k + 1 + has_stores, 2 * k + 1 + has_stores)]
    assert len({y for _, y in south}) == len({y for _, y in north}) == 1
    assert south[0][1] < north[0][1]
    assert [x for x, _ in south] == sorted(x for x, _ in south) == [x for x, _ in reversed(north)]
    if has_stores:
        (right, high), (left, level) = at[k + 1], at[2 * k + 2]
        assert left < south[0][0]
        assert south[-1][0] < right
        assert high == level == (south[0][1] + north[0][1]) // 2


@pytest.mark.parametrize(
    ("word", "fact", "help"),
    [
        ("boardPlaces := 5", "`boardPlaces` must be a map from places to pairs, but is 5", "write `{c |->"),
        ("boardColour(p) := 5", "must be a colour, but is 5", "write `color(r, g, b)`"),
        ("boardSign(p) := {}", "must be a text, but is {}", "write a text"),
        ("boardSize(p) := 5", "must be a number above 0, at most 1, but is 5", "write the size"),
        ("boardBeside(p) := {}", "must be a number, but is {}", "write the number"),
        ("boardDue := 5", "must be a set of places, but is 5", "write the set"),
        ("boardSign := 5", "`boardSign` is no `boardSign(v) := …`", "write `boardSign(v) := …`"),
        ("boardColor(p) := `red if p = `hare", "`boardColour`", "`boardColour`"),
    ],
)
def test_check_says_what_is_wrong_with_a_word(
    word: str, fact: str, help: str, tmp_path: Path, noughts: Noughts
) -> None:
    path = tmp_path / "game.led"
    path.write_text(f"{HARE}\n/$ {word} $/\n", "utf-8")
    said = noughts("check", str(path)).stdout
    assert fact in said
    assert help in said
    game = GameArgument([str(path)]).load()
    assert isinstance(game, GameOnBoard)
    assert game.images(game.initial) == written(HARE, tmp_path).images(game.initial)


@pytest.mark.parametrize("name", ["hare", "kalah", "oware", "draughts", "endgame", "hex", "morris", "quarto"])
def test_the_words_that_are_printed_are_the_board(name: str, tmp_path: Path, noughts: Noughts) -> None:
    path = library.path_of(name)
    said = noughts("board", name, "--words")
    assert (said.returncode, said.stderr) == (0, "")
    definitions = said.stdout.split("/$")[1].split("$/")[0]
    text, game = path.read_text("utf-8"), by_rules(name)
    assert isinstance(game, GameOnBoard)
    for each in game.vocabulary:
        if each.name in game.program.definitions:
            definitions = definitions.replace(laid_out(each), "")
    (tmp_path / "again").mkdir()
    again = written(f"{text}\n/$ {definitions} $/\n", tmp_path / "again")
    assert list(map(laid_out, again.vocabulary)) == list(map(laid_out, game.vocabulary))


def test_sides_named_by_a_colour_have_it_whatever_pieces_are_called() -> None:
    game = by_rules("endgame")
    assert isinstance(game, GameOnBoard)
    men = [image for image in game.images(game.initial) if isinstance(image, Text) and image.content in MEN]
    assert sorted(str(image.color) for image in men) == sorted(
        map(str, [Color(250, 250, 246), Color(250, 250, 246), Color(40, 44, 52)])
    )


def test_places_that_are_due_are_marked_in_each_position() -> None:
    game = by_rules("ultimate")
    assert isinstance(game, GameOnBoard)
    match = Match(game)
    assert not any(isinstance(image, Triangle) for image in game.images(match.position))
    match = match.play((1, 2))  # the place on the left in the middle: board 4
    marks = [image for image in game.images(match.position) if isinstance(image, Triangle)]
    assert len(marks) == 2 * 9
    unit = {cell: (x, y) for cell, _, x, y in rows(game)}
    corners = [(int(point.x), int(point.y)) for mark in marks for point in (mark.a, mark.b, mark.c)]
    for axis in (0, 1):
        inside = [unit[column, row][axis] for column in (1, 2, 3) for row in (4, 5, 6)]
        assert min(each[axis] for each in corners) < min(inside)
        assert max(inside) < max(each[axis] for each in corners)


def test_numbers_are_pieces_where_the_document_says_how_they_look() -> None:
    game = by_rules("quarto")
    assert isinstance(game, GameOnBoard)
    match = Match(game).play((Atom("none"), 110))
    assert {"to be placed:", "□"} <= {
        image.content for image in game.images(match.position) if isinstance(image, Text)
    }
    written_numbers = [image for image in game.images(match.position) if isinstance(image, Text)]
    assert not {image.content for image in written_numbers} & {"0", "10", "11", "100", "101", "110", "111"}


def test_a_line_between_dots_is_clicked_where_it_lies() -> None:
    game = by_rules("boxes")
    assert isinstance(game, GameOnBoard)
    at = {cell: (x, y) for cell, _, x, y in rows(game)}
    for move, path in game.click_paths(game.initial).items():
        ((area,),) = path.cells
        assert isinstance(move, Set)
        ends = [at[cell] for cell in move]
        x, y = (sum(each[axis] for each in ends) // 2 for axis in (0, 1))
        assert (x, y) in area
        assert click(game.click_paths(game.initial), (), x, y)[1] == move
