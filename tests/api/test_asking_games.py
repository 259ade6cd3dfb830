"""Games and matches from Python give the figures of the command line."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import noughts
from noughts.documents import library
from noughts.documents.on_board import GameOnBoard
from tests.small_games.graph import GraphGame
from tests.small_games.nim import Nim

pytestmark = pytest.mark.long


def test_a_game_is_loaded_from_whatever_names_it(tmp_path: Path):
    text = noughts.load_document("nim").texts[0].source.text
    (tmp_path / "mine.led").write_text(text, "utf-8")
    games = [noughts.load("nim"), noughts.load(str(tmp_path / "mine.led")), noughts.load(text)]
    assert len({str(game.explore().counts()) for game in games}) == 1
    assert [game.name for game in games] == ["nim", "mine", "game"]


def test_constants_are_python_values():
    assert (
        noughts.load("nim", heaps=(1, 2)).explore().counts()
        == noughts.load("nim", heaps=[1, 2]).explore().counts()
    )
    with pytest.raises(noughts.DocumentError, match="E504"):
        noughts.load("nim", heap=3)


def test_a_game_in_python_is_asked_the_same():
    game = noughts.Game(Nim((3, 2)))
    match = noughts.Match(game)
    assert game.solve().value(match) == game.solve().value(match.position)
    assert match.play(match.legal_moves[0]).undo() == match
    with pytest.raises(noughts.Refusal, match="is a game in Python"):
        game.prove("true")


def test_two_games_are_not_read_as_one():
    with pytest.raises(noughts.Refusal, match="`tictactoe` and `nim` are two games"):
        noughts.load("tictactoe", "nim")


def test_a_match_is_read_move_by_move():
    match = noughts.Match(noughts.load("tictactoe"), "1 4 2 5")
    assert [each.text for each in match] == ["", "1", "1 4", "1 4 2", "1 4 2 5"]
    assert (match.to_move, match.outcome, list(match.legal_moves)) == ("x", None, ["3", "6", "7", "8", "9"])
    over = match.play("3")
    assert (over.to_move, str(over.outcome), len(over.legal_moves)) == (None, "x wins", 0)
    assert over.at(2) == match.at(2)
    with pytest.raises(noughts.Refusal, match="comes too late"):
        over.play("9")
    with pytest.raises(noughts.Refusal, match="no move to undo"):
        over.at(0).undo()


def test_positions_are_python_values_and_read_back():
    game = noughts.load("tictactoe")
    match = noughts.Match(game, "5 1")
    x, o = noughts.Atom("x"), noughts.Atom("o")
    assert match.position == {(x, 5), (o, 1)}
    table = game.solve()
    assert table.value({(x, 5), (o, 1)}) == table.value(match)
    with pytest.raises(noughts.Refusal, match="play does not reach"):
        table.value({(o, 1)})


def test_what_is_found_out():
    game = noughts.load("mnk", m=3, n=3, k=3)
    assert game.explore().counts() == (5478, 16167, {"x": 626, "o": 316, "draw": 16})
    assert str(game.solve().value()) == "draw"
    assert len(game.explore().rows()) == 16167
    assert game.prove("~(wins(`x) & wins(`o))")
    proof = game.can("wins(`o)")
    assert proof.line is not None
    assert (proof.holds, len(proof.line.moves)) == (True, 6)
    assert not game.forces("x", "wins(`x)")
    assert (game.synthesise("o").states, game.synthesise("o").transitions) == (2095, 4417)
    with pytest.raises(noughts.Refusal, match="no safe strategy"):
        noughts.load("mnk", m=3, n=2, k=2).synthesise("o")
    with pytest.raises(noughts.Refusal, match="no side `p`"):
        game.synthesise("p")


def test_what_was_solved_is_saved_and_read(tmp_path: Path):
    game = noughts.load("mnk", m=3, n=2, k=2)
    game.solve().save(tmp_path / "mnk.solved")
    assert noughts.load_solution(game, tmp_path / "mnk.solved").counts() == game.solve().counts()
    with pytest.raises(noughts.Refusal, match="another game"):
        noughts.load_solution(noughts.load("tictactoe"), tmp_path / "mnk.solved")


def test_a_match_and_a_strategy_are_saved(tmp_path: Path):
    game = noughts.load("tictactoe")
    noughts.Match(game, "1 5").save(tmp_path / "matches.txt", x="Ada")
    noughts.Match(game, "1 5 9").save(tmp_path / "matches.txt")
    assert (tmp_path / "matches.txt").read_text("utf-8").count("noughts match 1\n") == 2
    game.synthesise("o").save(tmp_path / "o.data")
    assert (tmp_path / "o.data").read_text("utf-8").startswith("Rank: ")
    with pytest.raises(noughts.Refusal, match="there is no side `z`"):
        noughts.Match(game).save(tmp_path / "matches.txt", z="Ada")


@pytest.mark.parametrize("name", ["tictactoe", "nim", "disctru"])
def test_it_is_shown_in_a_notebook(name: str):
    game = noughts.load(name)
    assert game._repr_html_().count("<figure") == 1
    assert "to move" in noughts.Match(game)._repr_html_()
    assert "<article>" in noughts.load_document(name)._repr_html_()


def test_nothing_of_a_document_is_html_but_what_markdown_makes():
    shown = noughts.load_document('<script>alert(1)</script>\n\n/$ a := "<i>" $/')._repr_html_()
    assert "<script>" not in shown
    assert "<i>" not in shown


POPOUT = Path(__file__).parents[1] / "documents" / "boards" / "popout.led"


def test_a_large_game_of_lines_is_referred_to_the_search_at_once() -> None:
    with pytest.raises(noughts.Refusal) as refused:
        noughts.load("four").solve()
    assert "surely has more than 10,000,000 positions" in refused.value.fact
    assert "`search()`" in refused.value.hint
    assert str(noughts.load("four", columns=3, rows=3, line=3).solve().value()) == "draw"


@pytest.mark.parametrize("name", ["tictactoe", "nim", "disctru"])
def test_a_match_is_printed_and_drawn_as_its_board(name: str):
    game = noughts.load(name)
    first = game.match()
    second = first.play(first.legal_moves[0])
    for match in (first, second):
        assert str(match).endswith(f"{match.to_move} to move")
        assert match.svg() == match._repr_svg_()
        assert match.svg() in match._repr_html_()
        assert game.match(match.text) == match
    assert len({str(first), str(second)}) == len({first.svg(), second.svg()}) == 2


@pytest.mark.parametrize("name", sorted({*library.names()} - {*library.kinds()["Animations"]}))
def test_the_picture_of_a_match_is_a_file_of_its_own(name: str):
    """It looks the same wherever it is shown, and nothing of a derived board is cut off."""
    game = noughts.load(name)
    match = game.match()
    match = match.play(match.legal_moves[0])
    picture = ElementTree.fromstring(match.svg())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert not [node for node in picture.iter() if "class" in node.attrib]
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    texts = [node for node in picture.iter() if node.tag.endswith("}text")]
    if isinstance(game.rules, GameOnBoard):
        assert all(left <= float(node.attrib["x"]) <= left + width for node in texts)
        assert all(top <= float(node.attrib["y"]) <= top + height for node in texts)


def frames_of_last_move(match: noughts.Match) -> list[tuple[float, float]]:
    """The sizes of the frames around the last move."""
    nodes = ElementTree.fromstring(match.svg()).iter()
    found = [node.attrib for node in nodes if node.attrib.get("stroke") == "#e8a317"]
    return [(float(frame["width"]), float(frame["height"])) for frame in found]


@pytest.mark.parametrize(
    ("name", "move", "frames"),
    [("tictactoe", "5", 1), ("breakthrough", "a1-a2", 2), ("four", "4,1", 1), (POPOUT, "drop-2", 1)],
)
def test_what_the_last_move_changed_is_marked_and_no_column_or_button(name: str, move: str, frames: int):
    match = noughts.load(name).match(move)
    found = frames_of_last_move(match)
    assert len(found) == frames
    assert all(max(size) < 2 * min(size) for size in found)


def test_a_game_without_a_screen_is_printed_as_its_position():
    match = noughts.Game(GraphGame({0: [1], 1: []}, {0: "a", 1: "b"})).match()
    assert str(match) == "0\n\na to move"
    assert match._repr_svg_() is None
    with pytest.raises(noughts.Refusal, match="has no screen"):
        match.svg()


def test_answers_are_written_on_one_line():
    game = noughts.load("tictactoe")
    lost = game.audit(lambda match: match.legal_moves[0], "o")
    shown = [repr(each) for each in (lost, game.audit("perfect", "o"), game.search(), game.prove("true"))]
    assert all(each.startswith("<") and len(each) < 100 and "\n" not in each for each in shown)
    assert "can lose, 1; 2; 4; 3; 7" in shown[0]


def test_an_audit_shows_the_match_that_is_lost():
    game = noughts.load("tictactoe")
    lost, safe = (game.audit(who, "o") for who in (lambda match: match.legal_moves[0], "perfect"))
    assert lost.lost == game.match("1 2 4 3 7")
    assert lost._repr_html_().count("<svg") == 1
    assert "✗" in lost._repr_html_()
    assert safe.lost is None
    assert "✓ perfect as o never loses" in re.sub("<[^>]*>", "", safe._repr_html_())


def test_a_refusal_in_a_notebook_has_no_calls():
    with pytest.raises(noughts.Refusal) as refused:
        noughts.load("tictacto")
    shown = refused.value._render_traceback_()
    assert shown == ["Refusal: there is no game `tictacto`; did you mean `tictactoe`?"]
