"""How long after a click on the page is the new picture there?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.measuring import PATIENCE, Ratio
from noughts.cli.game_argument import GameArgument
from noughts.cli.page_options import page_settings
from noughts.service.serve import TURN
from system_packages import chromium
from tests.faces.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLICKS = 200
LIMIT = 0.050
LIMIT_WITH_VALUES = 0.030

AFTER_FRAME = """work => requestAnimationFrame(() => {
    scheduler.postTask(work, { priority: "user-blocking" });
})"""
"""Does some work in the first task after the next frame.

A timer or a message would come behind what the page has asked for in that frame: both have one priority.
"""

PLAY = f"""clicks => new Promise(done => {{
    const afterFrame = {AFTER_FRAME};
    const screen = document.querySelector("#screen");
    const times = [];
    const wanted = new Set();
    let left = clicks, start, standing;
    const end = found => {{
        for (const each of watching) each.disconnect();
        done(found);
    }};
    const standStill = () => end([...times, ...Array(clicks - times.length).fill({PATIENCE})]);
    const next = () => {{
        if (left-- === 0) return end(times);
        standing = setTimeout(standStill, {1000 * PATIENCE});
        for (const part of ["images", "line"]) wanted.add(part);
        const free = document.querySelector("#areas .playable .reach");
        const target = free ? free.getBoundingClientRect() : null;
        start = performance.now();
        if (target) press(target.x + target.width / 2, target.y + target.height / 2);
        else document.querySelector("#restart").click();
    }};
    const press = (clientX, clientY) => {{
        const element = document.elementFromPoint(clientX, clientY);
        element.dispatchEvent(new MouseEvent("click", {{ clientX, clientY, bubbles: true }}));
    }};
    const see = part => {{
        if (part === "images") times.push((performance.now() - start) / 1000);
        if (!wanted.delete(part) || wanted.size) return;
        clearTimeout(standing);
        setTimeout(next, 40);
    }};
    const watching = ["images", "line"].map(part => {{
        const watch = new MutationObserver(() => afterFrame(() => see(part)));
        watch.observe(document.getElementById(part), {{ childList: true }});
        return watch;
    }});
    next();
}})"""
"""Click free places until there are none, begin again, and so on; the time until each picture is painted.

The next click waits for the view that follows: before that the place clicked last still seems free.  The time
runs from the event to the first task after the frame that has the new images.  Pictures that never come have
taken all the patience there is.
"""


FRAME = f"""frames => new Promise(done => {{
    const afterFrame = {AFTER_FRAME};
    const times = [];
    const next = () => {{
        if (times.length === frames) return done(times);
        const start = performance.now();
        document.querySelector("#images").firstChild.setAttribute("opacity", 1 - Math.random() / 100);
        afterFrame(() => {{
            times.push((performance.now() - start) / 1000);
            setTimeout(next, 40);
        }});
    }};
    next();
}})"""
"""What the browser takes to show a change that needs no program."""


def measure() -> Iterator[Ratio]:
    sys.setswitchinterval(TURN)  # as where games are served
    yield clicked("tictactoe", LIMIT)
    yield clicked("disctru", LIMIT_WITH_VALUES, values=True)


def clicked(name: str, limit: float, *, values: bool = False) -> Ratio:
    """The clicks of two persons at a game of the library, perhaps with the values of all moves."""
    people = {"x": "person", "o": "person"}
    shown = page_settings(GameArgument([name]), options=people, pairs=[], seed=None)
    with served(shown) as address, opened(address) as page:
        if values:
            page.click("#values")
            page.wait_for_selector("#legend span", timeout=600_000)
        page.evaluate(PLAY, 20)
        times = sorted(page.evaluate(PLAY, CLICKS))
        bare = sorted(page.evaluate(FRAME, CLICKS))
    at = partial(percentile, times)
    what = f"click to picture in {name}{' with values' if values else ''}"
    note = f"median {at(50) * 1000:.1f}, 95th percentile of {CLICKS} clicks"
    return Ratio(what, at(95), "a frame of the browser", percentile(bare, 95), limit, note)


def percentile(ordered: list[float], percent: int) -> float:
    """The least time that so many per cent do not exceed."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


@contextmanager
def opened(address: str) -> Iterator[Page]:
    """The page in a Chromium without a window."""
    from playwright.sync_api import expect, sync_playwright

    program = chromium()
    assert program is not None, "there is no Chromium: install the package chromium, or run make test"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(address)
        expect(page.locator("#choices button").first).to_be_attached()
        yield page
        browser.close()
