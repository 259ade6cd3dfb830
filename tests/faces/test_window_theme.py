"""The window, light and dark."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from itertools import combinations
from tkinter import ttk

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.easel import Color, Disc, Image, Point, Triangle
from noughts.faces.table import Table
from noughts.faces.window.looks import DARK, LIGHT, Palette
from noughts.faces.window.open_window import furnish, stop_on_failure
from noughts.faces.window.sheet import drawn_on, in_the_dark
from tests.faces.sample_games import PicturedTicTacToe, Subtraction, table_for
from tests.faces.test_window import close, every, press, wait_until

Opened = Callable[[Table], tk.Tk]


@pytest.fixture
def opened(display: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """Opens windows with a table in them, on a desktop that says nothing about themes."""
    monkeypatch.delenv("GTK_THEME", raising=False)
    roots: list[tuple[tk.Tk, list[BaseException]]] = []

    def open_one(table: Table) -> tk.Tk:
        root = tk.Tk()
        roots.append((root, stop_on_failure(root)))
        furnish(root, table, folder=None, pause=0.0)
        wait_until(root, lambda: bool(root.winfo_viewable()))
        root.focus_force()
        wait_until(root, lambda: root.focus_displayof() is not None)
        return root

    yield open_one
    for root, failures in roots:
        assert failures == []
        close(root)


def menus(root: tk.Tk) -> list[tk.Menu]:
    """The bar and what hangs from it; Tk's own copies of them are left out."""
    return [menu for menu in every(root, tk.Menu) if "#" not in str(menu)]  # type: ignore[misc]


def colors(root: tk.Tk) -> set[str]:
    """The ground and the ink of everything but the screen."""
    style = ttk.Style(root)
    found = {
        str(root.cget("background")),
        style.lookup("TLabel", "background"),
        style.lookup("TLabel", "foreground"),
    }
    found |= {style.lookup("TEntry", option) for option in ("fieldbackground", "foreground", "insertcolor")}
    for widget in [*every(root, tk.Listbox), *menus(root)]:
        found |= {str(widget.cget("background")), str(widget.cget("foreground"))}
    return found


def of(palette: Palette) -> set[str]:
    return {palette.ground, palette.card, palette.ink}


@pytest.mark.parametrize("game", [PicturedTicTacToe(), Subtraction()])
def test_a_key_makes_the_window_dark_and_light_again(opened: Opened, game: PicturedTicTacToe) -> None:
    root = opened(table_for(game))
    assert colors(root) == of(LIGHT)
    press(root, "t")
    assert colors(root) == of(DARK)
    press(root, "t")
    assert colors(root) == of(LIGHT)


def test_the_menu_does_the_same_and_says_how_it_is(opened: Opened) -> None:
    root = opened(table_for(PicturedTicTacToe()))
    match = menus(root)[-1]
    variable = str(match.entrycget("Dark", "variable"))
    match.invoke("Dark")
    root.update()
    assert colors(root) == of(DARK)
    assert root.tk.getboolean(root.getvar(variable))
    press(root, "t")
    assert colors(root) == of(LIGHT)
    assert not root.tk.getboolean(root.getvar(variable))


def test_a_dark_desktop_gets_a_dark_window(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GTK_THEME", "Adwaita:dark")
    root = opened(table_for(PicturedTicTacToe()))
    assert colors(root) == of(DARK)
    (canvas,) = every(root, tk.Canvas)
    assert contrast(str(canvas.cget("background")), DARK.ink) > 10, "so is the sheet"


def test_the_theme_that_was_chosen_is_that_of_the_next_window(opened: Opened) -> None:
    press(opened(table_for(PicturedTicTacToe())), "t")
    root = opened(table_for(Subtraction()))
    assert colors(root) == of(DARK)
    press(root, "t")
    assert colors(opened(table_for(Subtraction()))) == of(LIGHT)


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_what_is_legible_on_white_is_legible_on_the_dark_sheet(parts: tuple[int, int, int]) -> None:
    color = "#" + "".join(f"{part:02x}" for part in parts)
    if contrast(color, "#ffffff") >= 4.5:
        assert contrast(in_the_dark(color), in_the_dark("#ffffff")) >= 3.0


@given(st.integers(0, 255))
def test_greys_stay_grey_and_change_their_order(part: int) -> None:
    def light(part: int) -> int:
        [found] = {in_the_dark(f"#{part:02x}{part:02x}{part:02x}")[k : k + 2] for k in (1, 3, 5)}
        return int(found, 16)

    assert light(min(part + 2, 255)) <= light(part)


def rectangle(left: int, bottom: int, right: int, top: int) -> list[Image]:
    a, b, c, d = (Point(x, y) for x, y in ((left, bottom), (right, bottom), (right, top), (left, top)))
    return [Triangle(a, b, c, Color(250, 220, 160)), Triangle(a, c, d, Color(250, 220, 160))]


def test_a_painted_board_keeps_its_colours() -> None:
    board, piece = rectangle(100, 100, 700, 700), rectangle(100, 100, 200, 200)
    sheet = drawn_on([*board, *piece], ())
    assert sheet is not None
    assert sheet.with_margin().is_painted([*piece, *board])
    assert not sheet.with_margin().is_painted(piece)


@given(st.lists(st.tuples(*[st.integers(-2000, 2000)] * 2), min_size=1, max_size=4))
def test_a_sheet_lies_on_the_screen_and_contains_what_does(places: list[tuple[int, int]]) -> None:
    sheet = drawn_on([Disc(Point(x, y), 5, Color(0, 0, 0)) for x, y in places], ())
    assert sheet is not None
    shown = sheet.with_margin()
    assert 0 <= shown.left < shown.right <= 1000
    assert 0 <= shown.bottom < shown.top <= 800
    for x, y in places:
        if 0 <= x <= 1000 and 0 <= y <= 800:
            assert shown.left <= x <= shown.right
            assert shown.bottom <= y <= shown.top


def test_values_keep_their_meaning_in_the_dark(opened: Opened) -> None:
    root = opened(table_for(Subtraction()))
    moves = next(every(root, tk.Listbox))
    assert isinstance(moves, tk.Listbox)
    press(root, "v")
    wait_until(root, lambda: "win" in str(moves.get("end")))
    for palette in (LIGHT, DARK):
        shown = [str(moves.itemcget(number, "foreground")) for number in range(3)]
        assert shown == [palette.results["loss"], palette.results["loss"], palette.results["win"]]
        press(root, "t")


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_what_is_written_can_be_read(palette: Palette) -> None:
    for written in (palette.ink, palette.muted, *palette.results.values()):
        for behind in (palette.ground, palette.card):
            assert contrast(written, behind) >= 4.2
    assert all(one != other for one, other in combinations(palette.results.values(), 2))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (WCAG 2.1)."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color: str) -> float:
    """The relative luminance of a colour (WCAG 2.1)."""
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
