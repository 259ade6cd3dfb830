"""Documents as games, by their rules and by their clicks, whole or with something missing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

import pytest

from noughts.documents import library
from noughts.documents.animation import Animation
from noughts.documents.by_clicks import Click, GameByClicks, areas_without, rest
from noughts.documents.by_rules import GameByRules, PicturedByRules, short
from noughts.documents.documented import BrokenRules
from noughts.documents.from_document import game_from
from noughts.easel import Input
from noughts.games.game import Game, Outcome, Position
from noughts.games.laws import check_laws
from noughts.games.picture import Area, Restart
from noughts.language.check import check_text, override, read_program
from noughts.language.parse import parse_expression
from noughts.text.diagnostic import DocumentError
from noughts.values.sets import FiniteSet
from noughts.values.show import show
from tests.led import program

# By rules

RULES = {
    "initialState": "initialState := 3",
    "playerToMove": "playerToMove := `a if currentState mod 2 = 1; `b otherwise",
    "gameOver": "gameOver iff currentState = 0",
    "moves": "moves := {1, 2}",
    "legalMove": "legalMove(m) iff m <= currentState",
    "outcome": "outcome(m) := currentState - m",
    "wins": "wins(p) iff gameOver & p = `b",
}


def rules(**changes: str) -> str:
    """The rules with some definitions put in place of others."""
    return "\n".join({**RULES, **changes}.values())


def by_rules(text: str) -> GameByRules:
    game = game_from(program(text), name="test")
    assert isinstance(game, GameByRules)
    return game


def test_a_game_by_its_rules():
    game = by_rules(rules())
    assert list(check_laws(game)) == []
    assert game.sides == ("a", "b")
    assert (game.initial, game.moves(3), game.after(3, 2), game.to_move(1)) == (3, (1, 2), 1, "a")
    assert game.moves(1) == (1,)
    assert game.outcome(0) == Outcome("b", "gameOver")
    assert game.outcome(1) is None
    assert [game.move_text(3, move) for move in game.moves(3)] == ["1", "2"]


@pytest.mark.parametrize("cells", [3, 5])
def test_moves_made_from_the_state_have_the_same_order_in_equal_states(cells: int) -> None:
    game = by_rules(
        rules(
            initialState="initialState := {}",
            playerToMove="playerToMove := `a if |currentState| mod 2 = 1; `b otherwise",
            gameOver=f"gameOver iff |currentState| = {cells}",
            moves=f"moves := {{(S, S U {{k}}) | S = currentState & k in {{1..{cells}}} \\ S}}",
            legalMove="legalMove(m) iff m[1] = currentState",
            outcome="outcome(m) := m[2]",
        )
    )
    assert list(check_laws(game, walks=40)) == []
    one, other = FiniteSet([1, 2]), FiniteSet([2, 1])
    assert [show(move) for move in game.moves(one)] == [show(move) for move in game.moves(other)]


def test_a_game_may_end_because_nobody_can_move():
    game = by_rules(rules(gameOver="gameOver iff false", wins="wins(p) iff p = `b"))
    assert game.outcome(0) == Outcome("b", "no legal move")


def test_equal_moves_have_one_name() -> None:
    """A formula and the rules may list the elements of a set in different orders, at every depth."""
    for one, other in product(permutations(((1, 3), (3, 1), (2, 4))), repeat=2):
        assert short((FiniteSet(one), 1), "x") == short((FiniteSet(other), 1), "x")
        nested = [FiniteSet([FiniteSet(order), FiniteSet(other[:2])]) for order in (one, other)]
        assert short(nested[0], "x") == short(nested[1], "x")


def test_a_name_for_a_move():
    for name, text in (("(`take, m)", "take-2"), ('"two"', "two"), ("`two", "two"), ("m + 1", "3")):
        game = by_rules(rules() + f" moveName(m) := {name} if m = 2; m otherwise")
        assert game.move_text(3, 2) == text


@pytest.mark.parametrize("name", [name for name in RULES if name != "wins"])
def test_what_is_missing_is_told(name: str):
    with pytest.raises(DocumentError) as caught:
        by_rules("k := 1\n" + rules(**{name: ""}).replace("gameOver &", "true &"))
    (found,) = caught.value.diagnostics
    assert found.code in ("E501", "E202")
    assert f"`{name}`" in found.fact


def test_nobody_says_who_wins():
    with pytest.raises(DocumentError) as caught:
        by_rules(rules(wins=""))
    (found,) = caught.value.diagnostics
    assert (found.code, found.fact) == ("E501", "nothing decides who won")
    assert "--wins NAME" in found.help
    game = game_from(program(rules(wins="won(p) iff p = `a")), name="test", wins="won")
    assert game.outcome(0) == Outcome("a", "gameOver")  # type: ignore[union-attr]
    with pytest.raises(DocumentError) as caught:
        game_from(program(rules(wins="won(p) iff p = `a")), name="test", wins="wun")
    assert "its relations of one side are `legalMove`, `won`" in caught.value.diagnostics[0].help
    with pytest.raises(DocumentError) as caught:
        game_from(program(rules(wins="won(p) iff p = `a")), name="test", wins="gameOver")
    (found,) = caught.value.diagnostics
    assert found.fact == "a game needs `gameOver(p)`, but this has no parameters"
    assert found.help == "its relations of one side are `legalMove`, `won`"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"legalMove": "legalMove(m, k) iff m < k"}, "`legalMove(m)`, but this has 2 parameters"),
        ({"outcome": "outcome := 1"}, "`outcome(m)`, but this has no parameters"),
        ({"initialState": "initialState(x) := x"}, "`initialState`, but this has 1 parameter"),
        ({"initialState": "initialState := |currentState|"}, "`initialState` depends on the frame"),
        ({"wins": "wins iff true"}, "`wins(p)`, but this has no parameters"),
    ],
)
def test_a_definition_of_the_wrong_shape(change: dict[str, str], says: str):
    with pytest.raises(DocumentError) as caught:
        by_rules(rules(**change))
    (found,) = caught.value.diagnostics
    assert found.code == "E502"
    assert says in found.fact
    assert found.span is not None


def look_around(game: Game, positions: Sequence[Position]) -> None:
    """Ask for everything that a game tells of some positions."""
    for position in positions:
        if game.outcome(position) is None:
            for move in game.moves(position):
                game.after(position, move)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"wins": "wins(p) iff true"}, "E503"),
        ({"outcome": "outcome(m) := {1..10^12}"}, "E402"),
        ({"moves": "moves := {1..10^12}"}, "E402"),
        ({"moves": "moves := 5"}, "E301"),
        ({"legalMove": "legalMove(m) iff m"}, "E301"),
        ({"outcome": "outcome(m) := 1/0"}, "E302"),
        ({"outcome": "outcome(m) := 5 if m = 7"}, "E305"),
        ({"gameOver": "gameOver := currentState"}, "E301"),
    ],
)
def test_rules_that_break_down_are_told_with_the_state(change: dict[str, str], code: str):
    game = by_rules(rules(**change))
    with pytest.raises(BrokenRules) as caught:
        look_around(game, (3, 0))
    assert caught.value.diagnostics[0].code == code
    assert str(caught.value)


def test_a_state_too_large_to_tell_from_others():
    with pytest.raises(BrokenRules) as caught:
        by_rules(rules(initialState="initialState := Pow({1..60})"))
    assert caught.value.diagnostics[0].code == "E402"


def test_constants_are_overridden():
    module = {"n": parse_expression("5")}
    text = "/$ n := 3 m := n + 1 $/"
    from noughts.language.parse import parse
    from noughts.text.document import split_document
    from noughts.text.source import Source

    parsed, _ = parse([split_document(Source("a.led", text))])
    assert override(parsed, module).definitions[0].clauses[0].term == parse_expression("5")
    for name, fact in (("k", "names no definition"), ("f", "only constants can be overridden")):
        parsed, _ = parse([split_document(Source("a.led", "/$ n := 3 f(x) := x $/"))])
        with pytest.raises(DocumentError) as caught:
            override(parsed, {name: parse_expression("5")})
        (found,) = caught.value.diagnostics
        assert found.code == "E504"
        assert fact in found.fact


# By clicks

SQUARES = """
initialState := {}
images := {disc(point(50, 50), 10, color(0, 0, 0))}
hit(k) iff mouseClicked & 100 * k < mouseX < 100 * k + 50 & 100 < mouseY < 200
"""
COUNTING = (
    SQUARES
    + """
newState := initialState if restartClicked; currentState U {k | k in {1..3} & hit(k)} otherwise
restartClicked iff mouseClicked & mouseX > 900 & mouseY > 700
"""
)


def by_clicks(text: str) -> GameByClicks:
    game = game_from(program(text), name="test")
    assert isinstance(game, GameByClicks)
    return game


def test_a_game_by_its_clicks_alone():
    """Neither sides nor an end nor a winner: one plays alone until nothing can be clicked any more."""
    game = by_clicks(COUNTING)
    assert list(check_laws(game)) == []
    assert game.sides == ("player",)
    assert game.to_move(game.initial) == "player"
    assert len(game.moves(game.initial)) == 3
    assert game.restart == (Area(901, 701, 999, 799),)
    full = game.initial
    for _ in range(3):
        full = game.after(full, game.moves(full)[0])
    assert show(full) == "{1, 2, 3}"
    assert game.outcome(full) == Outcome(None, "no legal move")
    assert game.clicked(full, 950, 750) == Restart()


def test_what_is_clicked():
    game = by_clicks(COUNTING)
    moves = game.moves(game.initial)
    assert moves == (Click(125, 150), Click(225, 150), Click(325, 150))
    assert game.clicked(game.initial, 101, 101) == moves[0]
    assert game.clicked(game.initial, 349, 199) == moves[2]
    assert game.clicked(game.initial, 100, 150) is None
    assert game.areas(game.initial)[moves[1]] == (Area(201, 101, 249, 199),)
    assert game.move_text(game.initial, moves[0]) == "125,150"


def test_without_a_restart_nothing_is_one():
    game = by_clicks(SQUARES + "newState := currentState U {k | k in {1..3} & hit(k)}")
    assert game.restart == ()
    assert list(check_laws(game)) == []


def test_what_leads_back_from_everywhere_but_the_beginning_is_a_move():
    """A switch: a click turns it on, and off again; in the beginning that is no restart either."""
    game = by_clicks(SQUARES + "newState := {1} \\ currentState if hit(1); currentState otherwise")
    assert game.restart == ()
    on = game.after(game.initial, game.moves(game.initial)[0])
    assert [game.after(on, move) for move in game.moves(on)] == [game.initial]


def test_a_move_back_beside_the_restart_is_a_move():
    """What can be taken back leads to the beginning too, after the first move; its place is by the button."""
    game = by_clicks(
        SQUARES
        + """
        count := |currentState|
        newState := {} if mouseClicked & mouseX > 900 & mouseY > 700;
            currentState \\ {count} if mouseClicked & 800 < mouseX <= 900 & mouseY > 700;
            currentState U {count + 1} if hit(1) & count < 3;
            currentState otherwise
        """
    )
    assert game.restart == (Area(901, 701, 999, 799),)
    one = game.after(game.initial, game.moves(game.initial)[0])
    assert set(game.areas(one)) == {Click(125, 150), Click(850, 750)}
    assert game.areas(one)[Click(850, 750)] == (Area(801, 701, 900, 799),)
    assert game.clicked(one, 950, 750) == Restart()
    assert game.clicked(one, 850, 750) == Click(850, 750)


def test_sides_and_winner_of_clicks():
    game = by_clicks(
        COUNTING
        + """
        playerToMove := `a if |currentState| mod 2 = 0; `b otherwise
        gameOver iff 2 in currentState
        wins(p) iff gameOver & p /= playerToMove
        """
    )
    assert game.sides == ("a", "b")
    middle = game.moves(game.initial)[1]
    over = game.after(game.initial, middle)
    assert game.outcome(over) == Outcome("a", "gameOver")
    assert game.moves(over) == ()
    assert list(check_laws(game)) == []


def test_clicks_without_an_end_but_with_sides():
    game = by_clicks(COUNTING + "playerToMove := `a if |currentState| mod 2 = 0; `b otherwise")
    assert game.sides == ("a", "b")
    assert game.outcome(game.initial) is None


def test_the_two_ways_of_a_document():
    checked = read_program([library.path_of("tictactoe")])
    assert isinstance(game_from(checked, name="t"), PicturedByRules)
    assert isinstance(game_from(checked, name="t", by="clicks"), GameByClicks)
    assert isinstance(game_from(program(COUNTING), name="t"), GameByClicks)
    with pytest.raises(DocumentError) as caught:
        game_from(program(COUNTING), name="t", by="rules")
    assert caught.value.diagnostics[0].code == "E501"
    with pytest.raises(DocumentError) as caught:
        game_from(program(rules()), name="t", by="clicks")
    assert "`newState`, `images`" in caught.value.diagnostics[0].fact


def test_what_moves_on_its_own_is_no_board_game():
    moving = "initialState := 0 newState := currentState + 1 images := {}"
    keyed = "initialState := 0 newState := 1 if `a in heldKeys; currentState otherwise images := {}"
    assert isinstance(game_from(program(moving), name="t"), Animation)
    assert isinstance(game_from(program(keyed), name="t"), Animation)


@pytest.mark.parametrize("images", ["{1}", "5", "(disc(point(0, 0), 1, color(0, 0, 0)), `x)", "{1..10^9}"])
def test_images_that_are_none(images: str):
    game = by_clicks(COUNTING.replace("{disc(point(50, 50), 10, color(0, 0, 0))}", images))
    with pytest.raises(BrokenRules) as caught:
        game.images(game.initial)
    assert caught.value.diagnostics[0].code == "E503"


def test_images_are_drawn_in_layers_or_as_a_tuple_says():
    parts = [f"{kind}(point(1, 1), 5, color(0, 0, 0))" for kind in ("circle", "disc")]
    in_a_set = by_clicks(
        COUNTING.replace("{disc(point(50, 50), 10, color(0, 0, 0))}", f"{{{', '.join(parts)}}}")
    )
    in_order = by_clicks(
        COUNTING.replace("{disc(point(50, 50), 10, color(0, 0, 0))}", f"({', '.join(parts)})")
    )
    assert [type(image).__name__ for image in in_a_set.images(in_a_set.initial)] == ["Disc", "Circle"]
    assert [type(image).__name__ for image in in_order.images(in_order.initial)] == ["Circle", "Disc"]


@pytest.mark.parametrize("name", ["tictactoe", "hexapawn", "mnk"])
def test_areas_agree_with_single_clicks(name: str):
    """Over a coarse set of pixels, in positions along a line of play, by clicks and by rules."""
    checked = read_program([library.path_of(name)])
    for by in ("clicks", "rules"):
        game = game_from(checked, name=name, by=by)
        assert isinstance(game, GameByClicks | PicturedByRules)
        position = game.initial
        for _ in range(4):
            areas = game.areas(position)
            for x, y in product(range(13, 1000, 75), range(17, 800, 75)):
                meant = game.clicked(position, x, y)
                after = game.next_state(position, Input(clicked=True, x=x, y=y))
                if meant is None:
                    assert after == position or game.outcome(position) is not None
                elif isinstance(meant, Restart):
                    assert after == game.initial
                else:
                    assert after == game.after(position, meant)
                    assert any((x, y) in area for area in areas[meant])
            if not game.moves(position):
                break
            position = game.after(position, game.moves(position)[-1])


def test_rules_and_mouse_that_disagree():
    text = rules() + " newState := 7 if mouseClicked; currentState otherwise images := {}"
    game = by_rules(text)
    assert isinstance(game, PicturedByRules)
    with pytest.raises(BrokenRules) as caught:
        game.clicked(3, 10, 10)
    assert caught.value.diagnostics[0].code == "E503"
    assert "leads to 7, where no legal move leads" in caught.value.diagnostics[0].fact


def test_rectangles_without_others():
    whole = Area(0, 0, 9, 9)
    assert areas_without((whole,), ()) == (whole,)
    assert areas_without((whole,), (whole,)) == ()
    left = areas_without((whole,), (Area(3, 4, 5, 6), Area(8, 8, 20, 20)))
    pixels = {
        (x, y)
        for area in left
        for x in range(area.left, area.right + 1)
        for y in range(area.bottom, area.top + 1)
    }
    assert pixels == {
        (x, y) for x in range(10) for y in range(10) if not (3 <= x <= 5 and 4 <= y <= 6) and (x < 8 or y < 8)
    }
    assert rest(whole, Area(20, 20, 30, 30)) == (whole,)


def test_a_document_read_as_text_is_the_same_game():
    text = library.path_of("tictactoe").read_text("utf-8")
    game = game_from(check_text(text), name="t")
    assert len(game.moves(game.initial)) == 9  # type: ignore[union-attr]
