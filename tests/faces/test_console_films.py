"""Documents that move on their own in the console: at a terminal, and in a pipe."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import termios
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pexpect
import pytest

from noughts.easel import FRAMES_PER_SECOND, Circle, Color, Disc, Image, Input, Point, Triangle
from noughts.faces import console
from noughts.faces.console.canvas import Sign
from noughts.faces.console.printer import Printer
from noughts.faces.console.raster import as_text
from noughts.faces.console.watch import HELD, KeyInput, grid
from noughts.faces.table import Film
from tests.faces.sample_games import BLACK, RED, Bouncing, segment, text
from tests.terminals import WAIT, press_until_it_ends

ROOT = Path(__file__).parents[2]
BLUE = Color(0, 0, 200)

SCRIPT = """
from noughts.faces import console
from noughts.faces.table import Film
from tests.faces.test_console_films import *
console.watch(Film({film}), "There is more.")
"""


class Day:
    """A morning of a second, and then evening for ever."""

    name = "Day"
    keys = ()
    initial = 0

    def images(self, position: int) -> Sequence[Image]:
        return (text("morning" if position < FRAMES_PER_SECOND else "evening", 500, 400),)

    def frame(self, position: int, given: Input) -> int:
        return position + 1


SKY = Triangle(Point(-1000, 0), Point(2000, 0), Point(500, 2400), BLUE)


def started(film: str = "Bouncing()", **variables: str) -> pexpect.spawn:
    """Somebody who watches a film at a terminal."""
    environment = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    return pexpect.spawn(
        sys.executable,
        ["-c", SCRIPT.format(film=film)],
        env=environment | variables,
        encoding="utf-8",
        timeout=WAIT,
        dimensions=(30, 100),
    )


def test_a_film_is_redrawn_in_place_and_ctrl_c_leaves_the_terminal_whole() -> None:
    person = started()
    before = termios.tcgetattr(person.child_fd)
    person.expect_exact("\x1b[?1049h")
    person.expect_exact("Enter starts over, Ctrl-C ends.")
    assert termios.tcgetattr(person.child_fd) != before, "keys are read at once"
    terminal = os.dup(person.child_fd)
    said = press_until_it_ends(person, "c")
    _, left, said = said.partition("\x1b[0m\x1b[?1049l\x1b[?25h")
    assert left
    assert re.search(r"Bouncing ball stops here\..*There is more\.", said, re.DOTALL)
    assert "Traceback" not in said
    assert termios.tcgetattr(terminal) == before
    os.close(terminal)
    assert person.exitstatus == 0


class Terminal(io.StringIO):
    """What a terminal is sent."""

    def isatty(self) -> bool:
        return True


def test_ctrl_c_gives_the_terminal_back_at_whatever_moment_it_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In each of the functions that drawing calls."""
    left = 0

    def interrupt(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setenv("TERM", "xterm-256color")
    sky = [[Sign("x", BLUE)] * 3] * 2
    for moment in range(1, 10_000):
        left, terminal = moment, Terminal()
        printer = Printer(terminal)
        with suppress(KeyboardInterrupt), printer.screen():
            try:
                sys.setprofile(interrupt)
                printer.redraw(sky, None, "last")
            finally:
                sys.setprofile(None)
        assert terminal.getvalue().endswith("\x1b[0m\x1b[?1049l\x1b[?25h"), moment
        if left > 0:
            return
    raise AssertionError("drawing has no end")


def test_the_ball_moves_and_keys_reach_the_document() -> None:
    person = started()
    person.expect_exact("keys ")
    person.expect("\x1b\\[14;1H +\x1b\\[48;5;196m +\x1b")
    person.expect("\x1b\\[14;1H +\x1b\\[48;5;196m +\x1b")
    person.send("w")
    person.expect_exact("keys w")
    person.sendcontrol("z")
    person.send("\x1b[A\x1bOPs")
    person.expect_exact("keys s")
    press_until_it_ends(person, "c")


def test_enter_begins_anew() -> None:
    person = started("Day()")
    person.expect_exact("evening")
    person.send("\r")
    person.expect_exact("morning")
    press_until_it_ends(person, "c")


def test_where_nothing_can_be_redrawn_there_are_pictures() -> None:
    person = started(TERM="dumb")
    person.expect("After 0 seconds")
    person.expect("After 2 seconds")
    person.expect("There is more")
    person.expect(pexpect.EOF)


def test_a_pipe_gets_a_few_pictures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "42")
    console.watch(Film(Bouncing()), "There is more.")
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert said.startswith("Bouncing ball\n\nAfter 0 seconds:\n")
    assert said.endswith("There is more.\n")
    balls = [line.index("◉") for line in said.splitlines() if "◉" in line]
    assert sorted(balls) == balls
    assert len(set(balls)) == 3


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Two ends: what is written to the second can be read from the first."""
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            assert end == ends[1], "closed by the test"


def test_a_letter_is_held_for_some_frames_after_it_came(pipe: tuple[int, int]) -> None:
    keys = KeyInput(pipe[0])
    assert keys.held() == frozenset()
    os.write(pipe[1], b"w")
    assert [keys.held() for _ in range(HELD + 1)] == [{"w"}] * HELD + [frozenset()]
    os.write(pipe[1], b"w")
    keys.held()
    os.write(pipe[1], b"W")
    assert [keys.held() for _ in range(HELD + 1)] == [{"w"}] * HELD + [frozenset()], "held on by repeating"


def test_letters_only_are_keys_and_enter_is_told_apart(pipe: tuple[int, int]) -> None:
    keys = KeyInput(pipe[0])
    os.write(pipe[1], b"7 \x1b[A\x1bOP\x1b[15;2~\x1b\ta")
    assert keys.held() == {"a"}
    assert not keys.entered
    os.write(pipe[1], b"\n")
    keys.held()
    assert keys.entered
    keys.held()
    assert not keys.entered


def test_a_closed_terminal_sends_no_more_keys(pipe: tuple[int, int]) -> None:
    keys = KeyInput(pipe[0])
    os.close(pipe[1])
    assert keys.held() == keys.held() == frozenset()


def rows_of(*images: Image) -> list[str]:
    return list(as_text(grid(images, 40, 16)[0]))


def test_only_what_moves_changes() -> None:
    still: Sequence[Image] = [
        segment(100, 100, 900, 100),
        text("points", 500, 750),
        Disc(Point(50, 600), 60, RED),
    ]
    pictures = [rows_of(*still, Disc(Point(at, 400), 15, BLACK)) for at in (300, 437, Fraction(2000, 3))]
    columns = [picture[7].index("●") for picture in pictures]
    assert columns == [12, 17, 26]
    assert len({"\n".join(picture[:7] + picture[8:]) for picture in pictures}) == 1


def test_what_covers_the_screen_is_its_backdrop_and_hides_what_is_behind() -> None:
    ball = Disc(Point(500, 400), 15, BLACK)
    assert grid([text("hidden", 500, 400), SKY, ball], 40, 16) == (grid([ball], 40, 16)[0], BLUE)
    halves = rectangle(0, 0, 1000, 800)
    assert grid([text("hidden", 500, 400), *halves, ball], 40, 16) == (grid([ball], 40, 16)[0], RED)
    assert grid([halves[0], ball], 40, 16)[1] is None, "half of the screen is no backdrop"


def test_the_screen_keeps_its_size_whatever_lies_beyond_it() -> None:
    far = 10**9
    images: list[Image] = [
        Disc(Point(0, 0), far, RED),
        Circle(Point(500, 400), far, BLACK),
        segment(-far, 300, far, 300),
        segment(-far, -far, far, far),
        text("away", far, -far),
        text("cut", 1000, 400),
    ]
    cells = grid(images, 40, 30)[0]
    assert len(cells) == 16, "as wide as there is room, and in proportion"
    assert {len(row) for row in cells} == {40}
    assert {len(row) for row in grid(images, 90, 10)[0]} == {25}


@pytest.mark.parametrize(
    ("at", "signs"),
    [
        (lambda x: [Disc(Point(x, x), 3, RED)], "·"),
        (lambda x: [Disc(Point(x, x), 40, RED)], "◉"),
        (lambda x: [Disc(Point(x, x), 55, RED)], "▓"),
        (lambda x: [Circle(Point(x, x), 60, RED)], "○"),
        (lambda x: [Circle(Point(x, x), 80, RED)], "│─╭╮╯╰"),
        (lambda x: [Triangle(Point(x, x), Point(x + 90, x), Point(x + 45, x + 90), RED)], "▲"),
        (lambda x: [Triangle(Point(x, x), Point(x + 120, x), Point(x + 60, x + 120), RED)], "▓"),
        (lambda x: rectangle(x, x, x + 4, x + 4), "▓"),
    ],
)
def test_a_shape_looks_alike_wherever_it_is(at: Callable[[int], list[Image]], signs: str) -> None:
    for x in range(300, 500, 7):
        assert set("".join(rows_of(*at(x)))) - {" "} == set(signs)


def rectangle(left: int, bottom: int, right: int, top: int) -> list[Image]:
    return [
        Triangle(Point(left, bottom), Point(right, bottom), Point(right, top), RED),
        Triangle(Point(left, bottom), Point(left, top), Point(right, top), RED),
    ]


def test_small_discs_are_dots() -> None:
    assert rows_of(Disc(Point(512, 400), 3, BLACK), Disc(Point(700, 400), 20, BLACK))[7].split() == ["·", "●"]


def test_colour_at_the_end_of_a_row_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    Printer().draw([[Sign("x"), Sign(" ", ground=RED), Sign(" ")]])
    assert capsys.readouterr().out == "  x\x1b[48;5;196m \x1b[0m\n"
