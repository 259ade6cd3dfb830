"""The window on a display of its own, with real mouse clicks and keys."""

from __future__ import annotations

import base64
import gc
import os
import signal
import subprocess
import sys
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import ttk

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.easel import Color, Disc, Point, Text
from noughts.faces import window
from noughts.faces.film import Film
from noughts.faces.no_face import NoFace
from noughts.faces.table import Table
from noughts.faces.view import Choice, Worth
from noughts.faces.window.open_window import furnish, stop_on_failure
from noughts.faces.window.pictures import ratio
from noughts.faces.window.screen import Screen
from noughts.games.picture import Area
from noughts.games.record import load_records
from tests.faces.sample_games import (
    Awaited,
    Bouncing,
    Breaking,
    First,
    PicturedTicTacToe,
    Subtraction,
    table_for,
)

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
PIXEL = base64.b64decode("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=")

Root = Callable[..., tk.Tk]


@pytest.fixture
def open_window(display: str) -> Iterator[Root]:
    """Opens a window with a stage in it."""
    roots: list[tk.Tk] = []

    def opened(stage: Table | Film, folder: Path | None = None, pause: float = 0.0) -> tk.Tk:
        root = tk.Tk()
        roots.append(root)
        failures = stop_on_failure(root)
        root.failures = failures  # type: ignore[attr-defined]
        furnish(root, stage, folder=folder, pause=pause)
        root.geometry("1100x760+0+0")
        wait_until(root, lambda: bool(root.winfo_viewable()) and root.winfo_width() == 1100)
        root.focus_force()
        wait_until(root, lambda: root.focus_displayof() is not None)
        return root

    yield opened
    for root in roots:
        assert root.failures == []  # type: ignore[attr-defined]
        close(root)


def close(root: tk.Tk) -> None:
    """Close the window, and forget what was still to be done in it: another one may run in this thread."""
    for waiting in root.tk.splitlist(root.tk.call("after", "info")):
        root.after_cancel(waiting)
    root.destroy()


def wait_until(root: tk.Tk, holds: Callable[[], bool]) -> None:
    """Let the window live until something holds."""
    end = time.monotonic() + 600
    while not holds():
        assert time.monotonic() < end, "it does not come to hold"
        root.update()
        time.sleep(0.005)


def every(root: tk.Misc, kind: type[tk.Misc]) -> Iterator[tk.Misc]:
    for child in root.winfo_children():
        if isinstance(child, kind):
            yield child
        yield from every(child, kind)


def texts(root: tk.Tk) -> list[str]:
    """What the canvas says."""
    (canvas,) = every(root, tk.Canvas)
    assert isinstance(canvas, tk.Canvas)
    return [canvas.itemcget(item, "text") for item in canvas.find_all() if str(canvas.type(item)) == "text"]


def labels(root: tk.Tk) -> list[str]:
    return [str(label.cget("text")) for label in every(root, ttk.Label)]


def reports(root: tk.Tk) -> list[str]:
    """What is written in letters of one width."""
    return [text.get("1.0", "end").strip() for text in every(root, tk.Text)]  # type: ignore[attr-defined]


def lists(root: tk.Tk) -> list[list[str]]:
    """The moves to make and the moves made."""
    return [[entry.strip() for entry in box.get(0, "end")] for box in every(root, tk.Listbox)]  # type: ignore[attr-defined]


def button(root: tk.Tk, text: str) -> ttk.Button:
    return next(b for b in every(root, ttk.Button) if b.cget("text") == text)  # type: ignore[return-value]


def click(widget: tk.Misc, x: float, y: float) -> None:
    """A real click of the mouse."""
    place = (str(round(widget.winfo_rootx() + x)), str(round(widget.winfo_rooty() + y)))
    subprocess.run(["xdotool", "mousemove", *place, "click", "1"], check=True, timeout=600)
    widget.update()


def screen_of(root: tk.Tk) -> Screen:
    """The screen whose canvas is in the window."""
    (canvas,) = every(root, tk.Canvas)
    [screen] = [one for one in gc.get_objects() if type(one) is Screen and one.canvas is canvas]
    return screen


def click_pixel(root: tk.Tk, x: int, y: int) -> None:
    screen = screen_of(root)
    click(screen.canvas, *screen.at(x, y))


def press(root: tk.Tk, *keys: str) -> None:
    for key in keys:
        root.event_generate(f"<KeyPress-{key}>")
        root.event_generate(f"<KeyRelease-{key}>")
        root.update()


def test_clicks_on_the_screen_are_answered(open_window: Root) -> None:
    root = open_window(table_for(PicturedTicTacToe(), o=First()))
    assert root.title() == "x to move – Tic-tac-toe"
    click_pixel(root, 250, 550)
    wait_until(root, lambda: lists(root)[1] == ["Start", "1.  x  5", "2.  o  1"])
    assert sorted(texts(root)) == ["o", "restart", "x", "x's turn"]
    click_pixel(root, 450, 750)
    wait_until(root, lambda: lists(root)[1] == ["Start"])


def test_what_is_drawn_stays_where_the_mouse_finds_it_when_the_window_grows(open_window: Root) -> None:
    root = open_window(table_for(PicturedTicTacToe()))
    for width, height, cell, number in ((1200, 640, (150, 650), "1"), (800, 900, (350, 450), "9")):
        root.geometry(f"{width}x{height}+0+0")
        wait_until(root, lambda width=width: root.winfo_width() == width)  # type: ignore[misc]
        click_pixel(root, *cell)
        wait_until(root, lambda number=number: lists(root)[1][-1].endswith(number))  # type: ignore[misc]


def boxes(canvas: tk.Canvas) -> list[tuple[int, int, int, int]]:
    return [canvas.bbox(item) for item in canvas.find_all()]


@pytest.mark.parametrize("size", [(1100, 760), (800, 900), (1300, 600)])
def test_what_is_drawn_fills_the_window_and_is_centred(open_window: Root, size: tuple[int, int]) -> None:
    root = open_window(table_for(PicturedTicTacToe()))
    root.geometry(f"{size[0]}x{size[1]}+0+0")
    wait_until(root, lambda: (root.winfo_width(), root.winfo_height()) == size)
    root.update()
    canvas = screen_of(root).canvas
    left, top, right, bottom = canvas.bbox("all")
    across, down = canvas.winfo_width(), canvas.winfo_height()
    assert left >= 0 <= top
    assert right <= across
    assert bottom <= down
    assert max((right - left) / across, (bottom - top) / down) > 0.85, "before it was less than half"
    assert abs(left - (across - right)) < 0.1 * across
    assert abs(top - (down - bottom)) < 0.1 * down


def test_a_board_stays_where_it_is_while_it_fills(open_window: Root) -> None:
    root = open_window(table_for(PicturedTicTacToe(), o=First()))
    screen = screen_of(root)
    corners = [screen.at(x, y) for x in (100, 400) for y in (400, 700)]
    for number, cell in enumerate(((250, 550), (350, 450)), 1):
        click_pixel(root, *cell)
        wait_until(root, lambda number=number: len(lists(root)[1]) == 2 * number + 1)  # type: ignore[misc]
        assert [screen.at(x, y) for x in (100, 400) for y in (400, 700)] == corners


def test_a_key_lists_the_keys_and_any_key_closes_the_list(open_window: Root) -> None:
    root = open_window(table_for(PicturedTicTacToe()))
    press(root, "question")
    (dialog,) = every(root, tk.Toplevel)
    listed = labels(dialog)  # type: ignore[arg-type]
    bound = {event.removeprefix("<Key-").removesuffix(">") for event in root.bind()}
    for key in "urhvnpslt":
        assert key in bound, "what is listed works"
        assert any(key in caption.split() for caption in listed), "what works is listed"
    dialog.event_generate("<KeyPress-Escape>")
    wait_until(root, lambda: not list(every(root, tk.Toplevel)))


def test_keys_buttons_and_lists_do_the_same(open_window: Root) -> None:
    root = open_window(table_for(PicturedTicTacToe()))
    press(root, "Right", "Right", "Down", "Return")
    assert lists(root)[1] == ["Start", "1.  x  5"]
    press(root, "u")
    assert lists(root)[1] == ["Start", "1.  x  5"]
    assert len(lists(root)[0]) == 9
    button(root, "Redo").invoke()
    assert len(lists(root)[0]) == 8
    choices, line = every(root, tk.Listbox)
    click(choices, 20, 10)
    wait_until(root, lambda: lists(root)[1][-1] == "2.  o  1")
    click(line, 20, 10)
    wait_until(root, lambda: len(lists(root)[0]) == 9)
    press(root, "period")
    assert len(lists(root)[0]) == 8
    press(root, "comma", "n")
    assert lists(root)[1] == ["Start"]
    assert "A new match. Undo leads back to the one before." in labels(root)
    press(root, "u")
    assert lists(root)[1] == ["Start", "1.  x  5", "2.  o  1"]


def test_a_match_is_saved_and_loaded(open_window: Root, tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.match"
    for ask in ("asksaveasfilename", "askopenfilename"):
        monkeypatch.setattr(f"tkinter.filedialog.{ask}", lambda **_: str(path))
    root = open_window(table_for(PicturedTicTacToe()))
    press(root, "l")
    wait_until(root, lambda: any("No such file" in label for label in labels(root)))
    press(root, "Right", "Right", "Down", "Return", "s", "n")
    assert lists(root)[1] == ["Start"]
    assert [record.moves for record in load_records(path)] == [("5",)]
    press(root, "l")
    assert lists(root)[1] == ["Start", "1.  x  5"]


def test_values_and_hints(open_window: Root) -> None:
    root = open_window(table_for(PicturedTicTacToe()))
    for ply, cell in enumerate(((250, 550), (250, 650), (150, 550), (250, 450)), 1):
        click_pixel(root, *cell)
        wait_until(root, lambda ply=ply: len(lists(root)[1]) == ply + 1)  # type: ignore[misc]
    press(root, "v")
    wait_until(root, lambda: "6   win in 1" in lists(root)[0])
    assert "win 1" in texts(root)
    (canvas,) = every(root, tk.Canvas)
    assert isinstance(canvas, tk.Canvas)
    fills = {
        canvas.itemcget(item, "fill") for item in canvas.find_all() if str(canvas.type(item)) == "rectangle"
    }
    assert len(fills - {""}) == 2, "the win in one stands out"
    press(root, "h")
    wait_until(root, lambda: "Hint: 6 wins in 1 move." in labels(root))
    press(root, "v")
    assert lists(root)[0] == ["1", "3", "6   win in 1", "7", "9"], "the hint is still there"


def test_the_past_can_be_played_on_from(open_window: Root) -> None:
    root = open_window(table_for(Subtraction(), second=First()))
    press(root, "Down", "Return")
    wait_until(root, lambda: lists(root)[1] == ["Start", "1.  first  take 1", "2.  second  take 1"])
    press(root, "comma")
    assert "Here second is played by a program." in labels(root)
    press(root, "p")
    wait_until(root, lambda: len(lists(root)[1]) == 3)
    assert "5 left" in labels(root)


def test_the_window_answers_while_a_program_thinks(open_window: Root) -> None:
    program = Awaited()
    root = open_window(table_for(Subtraction(), second=program))
    press(root, "Down", "Return")
    assert "second is thinking" in labels(root)
    press(root, "u")
    assert "first to move" in labels(root)
    program.told.set()
    for _ in range(20):
        root.update()
        time.sleep(0.01)
    assert "7 left" in labels(root)


def test_rules_that_break_down_are_told(open_window: Root) -> None:
    root = open_window(table_for(Breaking()))
    press(root, "Down", "Down", "Down", "Return")
    press(root, "Down", "Return")
    assert "there are no rules for 3" in reports(root)
    assert "4 left" in labels(root)
    press(root, "n")
    assert "there are no rules for 3" not in reports(root)
    assert "7 left" in labels(root)


def test_the_window_says_why_and_marks_what_decided(open_window: Root) -> None:
    root = open_window(table_for(GameArgument(["tictactoe"]).load()))
    (canvas,) = every(root, tk.Canvas)
    press(root, "y")
    assert not any(reports(root))
    click_pixel(root, 150, 650)
    wait_until(root, lambda: lists(root)[1][-1] == "1.  x  1")
    click_pixel(root, 150, 650)
    wait_until(root, lambda: "1 is not legal" in labels(root))
    assert any("occupied" in report for report in reports(root))
    for number, (x, y) in enumerate([(150, 550), (250, 650), (250, 550), (350, 650)], 2):
        assert not canvas.find_withtag("deciding")  # type: ignore[attr-defined]
        click_pixel(root, x, y)
        wait_until(root, lambda number=number: len(lists(root)[1]) == number + 1)  # type: ignore[misc]
    assert "1 is not legal" not in labels(root)
    assert len(canvas.find_withtag("deciding")) == 3  # type: ignore[attr-defined]
    press(root, "y")
    wait_until(root, lambda: "x has won" in labels(root))
    assert any("threeInRow" in report for report in reports(root))


def test_a_film_moves_and_hears_mouse_and_keys(open_window: Root) -> None:
    root = open_window(Film(Bouncing()))
    wait_until(root, lambda: "0 clicks" in texts(root))
    click_pixel(root, 500, 400)
    wait_until(root, lambda: "1 clicks" in texts(root))
    root.event_generate("<KeyPress-a>")
    wait_until(root, lambda: "keys a" in texts(root))
    root.event_generate("<KeyRelease-a>")
    root.event_generate("<KeyPress-a>")
    for _ in range(20):  # a key that is held repeats: it does not flicker
        root.update()
        assert "keys a" in texts(root)
        time.sleep(0.005)
    root.event_generate("<KeyRelease-a>")
    wait_until(root, lambda: "keys " in texts(root))


def test_a_film_shows_thirty_frames_a_second(open_window: Root) -> None:
    frames = 0

    class Counted(Film):
        def advance(self, given: object) -> bool:
            nonlocal frames
            frames += 1
            return super().advance(given)  # type: ignore[arg-type]

    def frames_in_a_second() -> int:
        start, end = frames, time.monotonic() + 1
        while time.monotonic() < end:
            root.update()
            time.sleep(0.001)
        return frames - start

    root = open_window(Counted(Bouncing()))
    assert any(24 <= frames_in_a_second() <= 32 for _ in range(30)), "no second is like that"


def test_pictures_are_scaled_and_missing_ones_are_named(display: str, tmp_path: Path) -> None:
    from noughts.easel import Graphic

    (tmp_path / "dot.gif").write_bytes(PIXEL)
    root = tk.Tk()
    screen = Screen(root, tmp_path)
    screen.canvas.configure(width=1000, height=800)
    screen.canvas.pack()
    root.update()
    screen.show([Graphic("dot.gif", Point(500, 400), 10, 8), Graphic("../dot.gif", Point(100, 100), 50, 50)])
    kinds = [str(screen.canvas.type(item)) for item in screen.canvas.find_all()]
    assert kinds == ["image", "rectangle", "text"]
    screen.show([Text("é", Point(100, 100), 20, Color(0, 0, 0))])
    root.destroy()


def test_a_place_has_the_worth_of_the_best_move_there_beside_its_disc(display: str) -> None:
    root = tk.Tk()
    screen = Screen(root, None)
    screen.canvas.configure(width=1000, height=800)
    screen.canvas.pack()
    root.update()
    left, middle, right = (Area(x, 400, x + 140, 540) for x in (100, 300, 500))
    worths = {left: Worth("loss", 2), middle: Worth("win", 5), right: Worth("draw", None)}
    choices = [Choice(f"{k}", (area,), worth) for k, (area, worth) in enumerate(worths.items())]
    choices.insert(1, Choice("better", (left,), Worth("win", 3)))
    on_both = [Disc(Point(x, 470), 50, Color(40, 44, 52)) for x in (370, 570)]
    screen.show(on_both, choices)
    canvas = screen.canvas
    written = [item for item in canvas.find_all() if str(canvas.type(item)) == "text"]
    assert sorted(canvas.itemcget(item, "text") for item in written) == ["5", "win 3"]
    root.destroy()


@pytest.mark.parametrize("scale", [0.1, 0.5, 0.75, 1, 1.33, 2.5, 10])
def test_the_ratio_is_near(scale: float) -> None:
    above, below = ratio(scale)
    assert above / below == pytest.approx(scale, rel=0.2)


def test_without_a_display_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(NoFace, match="there is no display to open a window on"):
        window.open_window(table_for(Subtraction()))


def test_without_tkinter_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tkinter", None)
    with pytest.raises(NoFace, match="no tkinter"):
        window.open_window(table_for(Subtraction()))


SCRIPT = """
from noughts.faces.window import open_window
from tests.faces.sample_games import *
print("opening", flush=True)
open_window(table_for({game}))
"""


def test_ctrl_c_in_the_terminal_closes_the_window(display: str) -> None:
    process = started("PicturedTicTacToe()")
    seen = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "Tic-tac-toe"]
    subprocess.run(seen, check=True, timeout=600, stdout=subprocess.DEVNULL)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=600)
    assert (process.returncode, said) == (0, "")


def started(game: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(game=game)],
        env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "DISPLAY": os.environ["DISPLAY"]},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "opening\n"
    return process
