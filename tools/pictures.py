"""Pictures of the page of every game of the library, to be looked at: the desktop, a phone, the dark.

    python tools/pictures.py DIR [GAME …]
    python tools/pictures.py --readme

Each game is shown as it begins, in the middle of a match with the values of its moves, at its end, and with
a move begun; films as they are after a second.  The picture in the README is taken anew with `--readme`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from noughts.cli.game_argument import GameArgument
from noughts.cli.main import obey
from noughts.documents import library
from noughts.documents.animation import Animation
from noughts.games.match import Match
from system_packages import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WAIT: Final = 60_000

KNOWN: Final = """() => {
  const message = document.querySelector("#message").textContent;
  const ends = ["could not be computed", "Searched to"];
  return document.querySelector("#legend span") || ends.some((words) => message.includes(words));
}"""
"""Whether the values of the moves are shown, or are known to be unknown."""


@dataclass(frozen=True)
class Look:
    """How a page is looked at, and after how much of a match: 0 none of it, 1 all."""

    name: str
    width: int
    height: int
    scheme: str
    share: float
    values: bool = False
    begun: bool = False


LOOKS: Final = (
    Look("desktop", 1280, 900, "light", 0),
    Look("desktop-dark", 1280, 900, "dark", 0.5, values=True),
    Look("desktop-end", 1280, 900, "light", 1),
    Look("phone", 360, 740, "light", 0.5, values=True),
    Look("phone-dark", 360, 740, "dark", 1),
    Look("phone-begun", 360, 740, "light", 0, begun=True),
)


README: Final = Path(__file__).parents[1] / "docs" / "pictures" / "browser.png"


def main(folder: Path, names: list[str]) -> None:
    """Weave the pages and take their pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with opened_browser() as browser:
        for name in names or library.names():
            page = woven(folder, name)
            for look in LOOKS:
                print(taken(browser, page, look, list(line_of(name))))


def readme() -> None:
    """Take the picture in the README: values of which some are better than others."""
    look = Look("readme", 1280, 800, "light", 1, values=True)
    with TemporaryDirectory() as folder, opened_browser() as browser:
        copyfile(taken(browser, woven(Path(folder), "tictactoe"), look, ["5", "2"]), README)


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """A browser, closed afterwards."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


def woven(folder: Path, name: str) -> Path:
    """The page of a game."""
    page = folder / f"{name}.html"
    assert obey(["weave", name, "-o", str(page)]) == 0
    return page


def line_of(name: str) -> Iterator[str]:
    """The moves of a match that somebody wins, if one of some matches at random is won; none of a film."""
    game = GameArgument([name]).load_any()
    if isinstance(game, Animation):
        return
    for seed in range(20):
        match, dice = Match(game), Random(seed)
        while match.outcome is None:
            match = match.play(dice.choice(match.legal_moves))
        if match.outcome.winner is not None:
            break
    yield from match.move_texts()


def taken(browser: Browser, page: Path, look: Look, line: list[str]) -> Path:
    """The picture of a page."""
    moves = line[: round(look.share * len(line) / 2) * 2] if look.share < 1 else line
    words = f"#moves={'~'.join(map(quote, moves))}" if moves else ""
    size = {"width": look.width, "height": look.height}
    with browser.new_context(viewport=size, color_scheme=look.scheme, has_touch=look.width < 500) as window:  # type: ignore[arg-type]
        shown = window.new_page()
        shown.goto(page.as_uri() + words)
        shown.wait_for_function("() => document.body.dataset.kind", timeout=WAIT)
        if moves:
            shown.wait_for_function(
                "count => document.querySelectorAll('#line li').length > count", arg=len(moves), timeout=WAIT
            )
        if look.values and shown.locator("#values:enabled:visible").count():
            shown.click("#values")
            shown.wait_for_function(KNOWN, timeout=WAIT)
        if look.begun and (moves_there := shown.locator("#sheet #choices button:enabled")).count():
            moves_there.first.click(force=True)
        shown.wait_for_timeout(1000)  # the reply of a program, and animations
        picture = page.with_name(f"{page.stem}-{look.name}.png")
        shown.screenshot(path=picture)
        return picture


if __name__ == "__main__":
    if sys.argv[1:] == ["--readme"]:
        readme()
    elif len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    else:
        main(Path(sys.argv[1]).resolve(), sys.argv[2:])
