"""How large is a woven page, how soon can it be played, and how long does a move take on it?"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from gzip import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.measuring import PATIENCE, Ratio
from noughts.cli.game_argument import GameArgument
from noughts.cli.main import obey
from noughts.documents import library
from noughts.documents.animation import Animation
from system_packages import chromium
from tests.browser import OPTIONS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OPENINGS: Final = 5
MATCHES: Final = 5
"""Pages on which the same match is played at most: one page knows the positions of its matches."""
IN_A_FRAME: Final = 0.016
"""Seconds in which every move has promised to be seen."""
LONGEST: Final = 60
"""Clicks of a match: puzzles need not end."""
PAUSE: Final = 0.35
"""Seconds that a program waits at least, so that its opponent's move is seen first (`play/thinker.js`)."""

FIRST_PAINT: Final = f"""() => new Promise((found) => {{
  const look = () => {{
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    paint ? found(paint.startTime / 1000) : requestAnimationFrame(look);
  }};
  setTimeout(found, {1000 * PATIENCE}, {PATIENCE});
  look();
}})"""

PLAYABLE: Final = """() => { (function look() {
  if (document.querySelector(".choice:not([disabled])")) window.playable ??= performance.now() / 1000;
  else requestAnimationFrame(look);
})(); }"""
"""Notes when a move can be made; begun before the page."""

ALL_PERSONS: Final = """() => {
  for (const select of document.querySelectorAll("#players select")) select.value = "person";
  document.querySelector("#choices-form [value=start]").click();
}"""

CLICKS: Final = """([longest, patience]) => new Promise((done) => {
  const choices = document.querySelector("#choices");
  const times = [];
  let [start, isSeen, planned] = [0, true, 0];
  const press = () => {
    const free = [...choices.querySelectorAll("button:not([disabled])")];
    if (free.length === 0 || times.length === longest) return done(times);
    const goesOn = document.querySelector("#areas [data-begun]") !== null;
    const button = free[goesOn ? 0 : (5 * times.length + 3) % free.length];
    [start, isSeen] = [performance.now(), false];
    clearTimeout(planned);
    planned = setTimeout(standStill, 1000 * patience);
    button.click();
  };
  const since = () => (performance.now() - start) / 1000;
  const standStill = () => {
    if (isSeen) times.pop();
    times.push({ seen: patience, whole: patience });
    done(times);
  };
  const watch = (ids, change) => {
    const seen = new MutationObserver(change);
    const all = { childList: true, subtree: true, attributes: true };
    for (const id of ids) seen.observe(document.querySelector(id), all);
  };
  watch(["#images", "#line", "#areas"], () => {
    if (!isSeen) times.push({ seen: since() });
    isSeen = true;
  });
  watch(["#line", "#areas"], () => {
    if (times.length) times.at(-1).whole = since();
    clearTimeout(planned);
    planned = setTimeout(press, 30);
  });
  press();
})"""
"""The seconds from each click to its picture, and to all that the page shows of the position, where
persons play all sides: the same match each time, up to so many clicks. Where a move takes several clicks, the
picture and the list of moves do not change with each, but the places to click do; those that go on with a
move come first.  A move that never comes ends the match, and has taken all the patience there is."""

REPLIES: Final = """([count, patience]) => new Promise((done) => {
  const [line, choices] = [document.querySelector("#line"), document.querySelector("#choices")];
  const times = [];
  let [since, planned] = [null, 0];
  const standStill = () => done([...times, ...Array(count - times.length).fill(patience)]);
  const press = () => {
    planned = setTimeout(standStill, 1000 * patience);
    const free = choices.querySelector("button:not([disabled])");
    if (!free) document.querySelector("#restart").click();
    else free.click();
  };
  new MutationObserver(() => {
    const isOver = choices.childElementCount === 0;
    if (choices.querySelector("button:disabled")) since = performance.now();
    else {
      if (since !== null && !isOver) times.push((performance.now() - since) / 1000);
      since = null;
      clearTimeout(planned);
      times.length >= count ? done(times) : (planned = setTimeout(press, 50));
    }
  }).observe(line, { childList: true });
  press();
})"""
"""The seconds from the view of a person's move to that of the program's; those that never come have taken all
the patience there is."""


def measure() -> Iterator[Ratio]:
    from playwright.sync_api import sync_playwright

    program = chromium()
    assert program is not None, "there is no Chromium: run make test, which installs it"
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=program, args=list(OPTIONS))
        page = woven("tictactoe", Path(folder))
        yield from openings(browser, page)
        yield replies(browser, page)
        for name in library.names():
            sized, game = GameArgument([name]).at_known_size()
            if isinstance(game, Animation):
                continue
            yield clicks(browser, name, woven(name, Path(folder)))
            if sized.let:
                yield clicks(browser, f"{name} {' '.join(sized.let)}", woven(name, Path(folder), sized.let))
        browser.close()


def woven(name: str, folder: Path, size: Iterable[str] = ()) -> Path:
    """The page of a game of the library."""
    path = folder / f"{name}.html"
    settings = [word for constant in size for word in ("--let", constant)]
    assert obey(["weave", name, *settings, "-o", str(path)]) == 0
    return path


def openings(browser: Browser, path: Path) -> Iterator[Ratio]:
    """Its size, when something is painted, and when a move can be made, beside a page of one sentence."""
    text = path.read_bytes()
    bare = path.with_name("bare.html")
    bare.write_text("<!doctype html><title>Bare</title><p>A sentence.</p>")
    paint = [opening(browser, path, FIRST_PAINT) for _ in range(OPENINGS)]
    reference = min(opening(browser, bare, FIRST_PAINT) for _ in range(OPENINGS))
    size = f"{len(text) / 1000:.0f} KB, compressed {len(compress(text, 9)) / 1000:.0f} KB"
    yield Ratio("first paint of tictactoe", min(paint), "a bare page", reference, 0.5, size)
    playable = [opening(browser, path, "() => window.playable", is_playable) for _ in range(OPENINGS)]
    yield Ratio("tictactoe playable", min(playable), "a bare page", reference, 0.7)


def opening(
    browser: Browser, path: Path, question: str, ready: Callable[[Page], object] = lambda page: None
) -> float:
    """The seconds that a page in a new window answers."""
    with browser.new_context() as window:
        window.add_init_script(f"addEventListener('DOMContentLoaded', {PLAYABLE})")
        page = window.new_page()
        page.goto(path.as_uri())
        ready(page)
        return float(page.evaluate(question))


def is_playable(page: Page) -> None:
    """Wait until a move can be made."""
    page.wait_for_function("() => window.playable")


def clicks(browser: Browser, name: str, path: Path) -> Ratio:
    """The slowest picture after a move of a match on a new page, where values are not shown.

    Of each move it is the time that was disturbed least.  The match is played again only while a move takes
    longer than it has promised.
    """
    times, whole = list[float](), list[float]()
    for _ in range(MATCHES):
        match = answers(browser, path, CLICKS, [LONGEST, PATIENCE], persons=True)
        if match[-1]["seen"] == PATIENCE:
            times, whole = [move["seen"] for move in match], [PATIENCE]
            break
        times = shortest(times, [move["seen"] for move in match])
        whole = shortest(whole, [move["whole"] for move in match])
        if max(times) < IN_A_FRAME:
            break
    times, whole = sorted(times), sorted(whole)
    median = times[len(times) // 2]
    note = f"median {median * 1000:.1f} of {len(times)} moves, all else {whole[-1] * 1000:.1f}"
    return Ratio(f"slowest move of {name}", times[-1], "the median", median, IN_A_FRAME, note)


def shortest(before: list[float], now: list[float]) -> list[float]:
    """The shorter time of each move, in the matches before and in this one."""
    return [min(each) for each in zip(before or now, now, strict=True)]


def replies(browser: Browser, path: Path) -> Ratio:
    """The replies of a program that has solved the game, beyond the pause that it makes."""
    times = sorted(answers(browser, path, REPLIES, [10, PATIENCE], persons=False))
    note = f"median of {len(times)}, the slowest {(times[-1] - PAUSE) * 1000:.1f}"
    return Ratio("reply in tictactoe", times[len(times) // 2] - PAUSE, "its pause", PAUSE, 0.050, note)


def answers(browser: Browser, path: Path, script: str, count: object, *, persons: bool) -> list[Any]:
    """What a script of a page answers once somebody may move."""
    with browser.new_context() as window:
        page = window.new_page()
        page.goto(path.as_uri())
        page.wait_for_selector(".choice:not([disabled])", state="attached")
        if persons:
            page.click("#choose")
            page.wait_for_selector("#players select")
            page.evaluate(ALL_PERSONS)
            page.wait_for_function("() => !document.querySelector('#seats .note')")
        else:
            page.wait_for_selector("#seats .note")  # the game is solved
        found: list[Any] = page.evaluate(script, count)
        return found
