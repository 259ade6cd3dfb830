"""Pictures: what is in them, near a state and around it, with boards; and JSON."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from noughts.automata.automaton import Automaton
from noughts.automata.data_file import parse_data
from noughts.automata.from_game import game_graph, plant, strategy
from noughts.automata.pictures import (
    Board,
    NoGraphviz,
    boards,
    bundled,
    by_graphviz,
    complete_excerpt,
    dot_text,
    json_text,
    neighbourhood,
    svg_text,
)
from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import Modality
from noughts.easel import Circle, Color, Disc, Graphic, Image, Point, Segment, Text, Triangle
from noughts.easel.svg import frame_of, screen_svg
from noughts.games.game import Game
from noughts.games.picture import MARGIN, Pictured
from tests.automata.boards import InARow

SVG = "{http://www.w3.org/2000/svg}"

PIPE = """\
Rank: 1
Initial state: [a]
Final states: [[c]]
Transitions:
!L([b],[?back "slow\\ly"],[a])
!U([a],[!go],[b])
([a],[!hurry],[b])
([a],[!run],[b])
([b],[!go],[c])
([c],[!stop],[c])
"""


@pytest.fixture
def pipe() -> Automaton:
    return parse_data(PIPE.splitlines(keepends=True))


def test_a_neighbourhood_is_what_is_near_before_and_behind(pipe: Automaton) -> None:
    def near(name: str, depth: int) -> set[str]:
        return {pipe.state(s)[0] for s in neighbourhood(pipe, pipe.number((name,)), depth).states}

    assert near("c", 0) == {"c"}
    assert near("c", 1) == {"b", "c"}
    assert near("a", 1) == {"a", "b"}
    assert near("a", 2) == {"a", "b", "c"}


def test_the_neighbourhood_of_everything_takes_no_longer_than_all_of_it(pipe: Automaton) -> None:
    assert neighbourhood(pipe, pipe.start, 10**12) == neighbourhood(pipe, pipe.start, 100)


def test_what_is_drawn_is_gone_through_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not once for every state of it."""
    steps = "".join(f"([{k}],[!a],[{k + 1}])\n" for k in range(500))
    head = "Rank: 1\nInitial state: [0]\nFinal states: [[500]]\nTransitions: \n"
    given = parse_data((head + steps).splitlines())
    looked = 0
    outgoing = Automaton.outgoing

    def counting(automaton: Automaton, s: int) -> range:
        nonlocal looked
        looked += 1
        return outgoing(automaton, s)

    monkeypatch.setattr(Automaton, "outgoing", counting)
    assert dot_text(neighbourhood(given, 250, 100)).count("->") == 200
    assert looked < 3000


def test_an_excerpt_knows_where_more_follows(pipe: Automaton) -> None:
    excerpt = neighbourhood(pipe, pipe.start, 1)
    assert {pipe.state(s)[0] for s in excerpt.cut} == {"b"}
    assert complete_excerpt(pipe).cut == set()
    assert len(excerpt.transitions) == 4


def test_arrows_with_the_same_ends_are_bundled_by_modality(pipe: Automaton) -> None:
    arrows = {
        (pipe.state(s)[0], pipe.state(t)[0], modality.name): labels
        for (s, t, modality), labels in bundled(complete_excerpt(pipe)).items()
    }
    assert arrows["a", "b", "PERMITTED"] == ["!hurry", "!run"]
    assert arrows["a", "b", "URGENT"] == ["!go"]
    assert len(arrows) == 5


def test_dot_says_everything(pipe: Automaton) -> None:
    text = dot_text(complete_excerpt(pipe))
    start, end = pipe.start, pipe.number(("c",))
    assert f"begin -> s{start}" in text
    assert f's{end} [label="c" peripheries=2]' in text
    assert '?back \\"slow\\\\ly\\"' in text
    assert "style=dashed" in text
    assert dot_text(complete_excerpt(pipe)) == text


def test_labels_of_many_principals_are_short() -> None:
    given = plant(game_graph(InARow(2, 2, 2))).automaton
    labels = {label for labels in bundled(complete_excerpt(given)).values() for label in labels}
    assert labels == {f"{mark}_{i}" for mark in "XO" for i in range(4)}


def test_a_picture_has_every_state_and_every_arrow(pipe: Automaton) -> None:
    root = ET.fromstring(svg_text(complete_excerpt(pipe)))
    texts = [(text.text or "").strip() for text in root.iter(f"{SVG}text")]
    assert {"a", "b", "c", "!hurry", "!run", '?back "slow\\ly"'} <= set(texts)
    groups = [(group, group.get("class", "").split()) for group in root.iter(f"{SVG}g")]
    arrows = [" ".join(look[1:]) for _, look in groups if look[0] == "edge"]
    assert sorted(arrows) == ["arrow", "arrow lazy"] + ["arrow permitted"] * 3 + ["arrow urgent"]
    states = [len(list(group.iter(f"{SVG}path"))) for group, look in groups if look == ["node", "state"]]
    assert sorted(states) == [1, 1, 2]  # borders: one state is final


ODD = [
    "<",
    "&lt;",
    '"',
    "'",
    "\\N",
    "\\",
    "\x00",
    "a\x0bb",
    "é",
    "☕",
    "a\u2028b",
    "\u202e",
    "{",
    "|",
    "%",
    "->",
    "\ufffe",
    "q" * 999,
]


def test_any_name_can_be_drawn() -> None:
    """Also two that no picture can hold: they are shown as codes."""
    for k, name in enumerate(ODD):
        other = ODD[k - 1]
        head = ["Rank: 1", f"Initial state: [{name}]", f"Final states: [[{name}]]"]
        given = parse_data([*head, f"([{name}],[!{other}],[{name}])"])
        shown = "".join(ET.fromstring(svg_text(complete_excerpt(given))).itertext())
        for wanted in (name, f"!{other}"):
            codes = [f"⟨U+{ord(c):04X}⟩" if not c.isprintable() else c for c in wanted]
            assert "".join(codes) in shown
        assert json.loads(json_text(complete_excerpt(given)))["states"] == [[name]]


def test_without_graphviz_there_is_a_hint(pipe: Automaton, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(NoGraphviz) as told:
        by_graphviz(dot_text(complete_excerpt(pipe)))
    assert told.value.hint == "install the package graphviz, or ask for DOT: -o FILE.dot"


def test_what_follows_a_dashed_state_is_left_out(pipe: Automaton) -> None:
    excerpt = neighbourhood(pipe, pipe.start, 1)
    for sides in ({}, dict.fromkeys(excerpt.states, 1.0)):
        dashed = [line for line in dot_text(excerpt, sides).splitlines() if "filled,dashed" in line]
        assert [line.split()[0] for line in dashed] == [f"s{pipe.number(('b',))}"]


def test_a_board_is_in_the_middle_of_its_state(pipe: Automaton) -> None:
    """Also within the double border of a final one."""
    root = ET.fromstring(svg_text(complete_excerpt(pipe), lambda s: None if s == pipe.start else "<g/>"))
    found = 0
    for group in root.iter(f"{SVG}g"):
        for screen in group.findall(f"{SVG}svg"):
            border = group.find(f"{SVG}polygon")
            assert border is not None
            corners = [tuple(map(float, corner.split(","))) for corner in border.get("points", "").split()]
            for axis, side, size in ((0, "x", "width"), (1, "y", "height")):
                middle = float(screen.get(side, "")) + float(screen.get(size, "")) / 2
                ends = [corner[axis] for corner in corners]
                assert middle == pytest.approx((min(ends) + max(ends)) / 2, abs=0.02)
            found += 1
    assert found == 2


@pytest.fixture(scope="module")
def tictactoe() -> Game:
    from noughts.cli.game_argument import GameArgument

    return GameArgument(["tictactoe"]).load()


@pytest.fixture(scope="module")
def never_lost(tictactoe: Game) -> Automaton:
    """The strategy of o."""
    found = strategy(plant(game_graph(tictactoe)), "o").automaton
    assert found is not None
    return found


@pytest.fixture(scope="module")
def board(tictactoe: Game, never_lost: Automaton) -> Board:
    return boards(tictactoe, never_lost)


def test_boards_are_drawn_into_the_states_of_a_game(
    tictactoe: Game, never_lost: Automaton, board: Board
) -> None:
    assert isinstance(tictactoe, Pictured)
    root = ET.fromstring(svg_text(neighbourhood(never_lost, never_lost.start, 1), board))
    screens = [screen for screen in root.iter(f"{SVG}svg") if screen.find(f"{SVG}title") is not None]
    assert len(screens) == 10
    areas = [area for owned in tictactoe.areas(tictactoe.initial).values() for area in owned]
    left, bottom = min(area.left for area in areas), min(area.bottom for area in areas)
    inner = screens[0].find(f"{SVG}svg")
    assert inner is not None
    assert [inner.get(name) for name in ("width", "height")] == ["62", "62"]  # all of it is in the state
    view = list(map(float, (inner.get("viewBox") or "").split()))
    grid = 1  # pixel around the cells
    assert view[0] == left - grid - MARGIN
    assert view[3] == max(area.top for area in areas) - bottom + 2 * (grid + MARGIN)
    marks = [sum(text.text == "x" for text in screen.iter(f"{SVG}text")) for screen in screens]
    assert sorted(marks) == [0] + [1] * 9


def test_the_state_of_success_has_no_board(never_lost: Automaton, board: Board) -> None:
    assert board(never_lost.number(("Success",) * 10)) is None


def test_a_game_without_a_screen_is_told() -> None:
    game = InARow(2, 2, 2)
    with pytest.raises(Unsuitable, match="no screen"):
        boards(game, plant(game_graph(game)).automaton)


BLACK, RED = Color(0, 0, 0), Color(255, Fraction(1, 2), 300)
DRAWN = {
    Segment(Point(0, 0), Point(10, 20), BLACK): (
        '<line x1="0" y1="800" x2="10" y2="780" stroke="#000000"',
        (0, 0, 10, 20),
    ),
    Circle(Point(50, 50), 5, RED): (
        '<circle cx="50" cy="750" r="5" fill="none" stroke="#ff00ff"',
        (45, 45, 55, 55),
    ),
    Disc(Point(50, 50), Fraction(5, 2), RED): (
        '<circle cx="50" cy="750" r="2.5" fill="#ff00ff"',
        (47.5, 47.5, 52.5, 52.5),
    ),
    Triangle(Point(1, 2), Point(3, 4), Point(5, 0), RED): (
        '<polygon points="1,798 3,796 5,800"',
        (1, 0, 5, 4),
    ),
    Text("a < b", Point(30, 40), 10, BLACK): ('<text x="30" y="760" dy="0.35em"', (20, 30, 40, 50)),
    Graphic("cat.png", Point(30, 40), 20, 10): (
        '<rect x="20" y="755" width="20" height="10"',
        (20, 35, 40, 45),
    ),
}
"""How images are drawn, and the boxes around them: left, bottom, right, top."""


@pytest.mark.parametrize("image", DRAWN)
def test_images_are_drawn_the_right_way_up(image: Image) -> None:
    element, (left, bottom, right, top) = DRAWN[image]
    assert frame_of([image]) == (left - 4, bottom - 4, right + 4, top + 4)
    drawn = screen_svg([image], (0, 100, 200, 400))
    assert 'width="200" height="300" viewBox="0 400 200 300">' in drawn
    assert element in drawn
    assert ("a &lt; b" in drawn) == isinstance(image, Text)


def test_texts_do_not_widen_the_frame_but_where_there_is_nothing_else() -> None:
    text = Text("far away", Point(900, 700), 20, BLACK)
    line = Segment(Point(0, 0), Point(10, 20), BLACK)
    assert frame_of([text, line]) == frame_of([line])
    assert frame_of([]) == (-4, -4, 5, 5)


def test_json(pipe: Automaton) -> None:
    made = json.loads(json_text(complete_excerpt(pipe)))
    assert made["states"][made["initial"]] == ["a"]
    assert [made["states"][s] for s in made["final"]] == [["c"]]
    assert len(made["transitions"]) == 6
    lazy = [t for t in made["transitions"] if t["modality"] == Modality.LAZY.name.lower()]
    assert [made["states"][t["target"]] for t in lazy] == [["a"]]
    part = json.loads(json_text(neighbourhood(pipe, pipe.number(("c",)), 0)))
    assert part["initial"] is None
