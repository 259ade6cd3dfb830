"""How soon does the playground check a document, and how soon after an edit is its page there?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import TYPE_CHECKING, Final

from benchmarks.measuring import PATIENCE, Ratio
from noughts.pages.playground.build import playground
from noughts.pages.site.folder import write_folder
from system_packages import chromium
from tests.browser import OPTIONS
from tests.pages.test_site import QuietHandler

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPENINGS: Final = 3
EDITS: Final = 10

CHECKED: Final = """() => { (function look() {
  const state = document.querySelector("#state")?.textContent;
  if (state === "Weaving …") window.checked ??= performance.now() / 1000;
  else requestAnimationFrame(look);
})(); }"""
"""Notes when the first document has been checked; begun before the page."""

EDIT: Final = """async ([edits, change, patience]) => {
  const { EditorView } = await import("./codemirror.js");
  const content = document.querySelector("#text").shadowRoot.querySelector(".cm-content");
  const editor = EditorView.findFromDOM(content);
  const [state, page] = ["state", "page"].map((id) => document.getElementById(id));
  const times = [];
  let [start, checked, before, standing] = [null, null, null, 0];
  return new Promise((done) => {
    const standStill = () => done([...times, ...Array(edits - times.length).fill([patience, patience])]);
    const write = () => {
      standing = setTimeout(standStill, 1000 * patience);
      before = page.querySelector(".seen");
      const [found, put] = change;
      const text = editor.state.doc.toString();
      const from = found === null ? text.length : text.indexOf(found);
      const insert = found === null ? `\\nEdit ${times.length}.\\n` : put;
      start = performance.now();
      checked = null;
      editor.dispatch({ changes: { from, to: from + (found ?? "").length, insert } });
    };
    new MutationObserver(() => {
      if (start !== null && state.textContent === "Weaving …") checked ??= (performance.now() - start) / 1000;
    }).observe(state, { childList: true });
    new MutationObserver(() => {
      const seen = page.querySelector(".seen");
      if (start === null || checked === null || seen === null || seen === before) return;
      times.push([checked, (performance.now() - start) / 1000]);
      start = null;
      clearTimeout(standing);
      times.length === edits ? done(times) : setTimeout(write, 700);
    }).observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
    write();
  });
}"""
"""The seconds from each edit to the errors, and to the page that replaces the one before, board and all.

Pages that never come have taken all the patience there is.
"""

CHANGES: Final[Mapping[str, Sequence[str | None]]] = {
    "the prose": [None, ""],
    "a rule": ["gameOver iff ", "gameOver iff 1 = 2 V "],
}
"""What is edited: a sentence is added, or a piece of a rule replaced by another one."""


def measure() -> Iterator[Ratio]:
    from playwright.sync_api import sync_playwright

    program = chromium()
    assert program is not None, "there is no Chromium: run make test, which installs it"
    with sync_playwright() as playwright, served() as address:
        browser = playwright.chromium.launch(executable_path=program, args=list(OPTIONS))
        cold = min(begun(browser, address) for _ in range(OPENINGS))
        found = {what: edited(browser, address, change) for what, change in CHANGES.items()}
        later = median(check for check, _ in found["the prose"])
        yield Ratio("first check of tictactoe, all files near", cold, "a check later", later, 2.0)
        for what, times in found.items():
            checks, pages = zip(*times, strict=True)
            note = f"median of {EDITS}, the slowest {max(pages) * 1000:.0f}"
            yield Ratio(f"edit of {what} to page", median(pages), "edit to errors", median(checks), 0.5, note)
        browser.close()


@contextmanager
def served() -> Iterator[str]:
    """The address of a playground."""
    with tempfile.TemporaryDirectory() as name:
        write_folder(Path(name) / "public", playground().files)
        handler = partial(QuietHandler, directory=name)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            Thread(target=server.serve_forever).start()
            yield f"http://127.0.0.1:{server.server_port}/public/playground/index.html"
            server.shutdown()


def begun(browser: Browser, address: str) -> float:
    """The seconds from an empty cache to the first document checked."""
    with browser.new_context() as window:
        window.add_init_script(f"addEventListener('DOMContentLoaded', {CHECKED})")
        page = window.new_page()
        page.goto(address)
        page.wait_for_function("() => window.checked")
        return float(page.evaluate("() => window.checked"))


def edited(browser: Browser, address: str, change: Sequence[str | None]) -> list[tuple[float, float]]:
    """From each edit to its errors, and to its page."""
    with browser.new_context() as window:
        page = window.new_page()
        page.goto(address)
        page.wait_for_selector("#state[data-kind=good]", timeout=60_000)
        page.wait_for_selector("iframe.seen", timeout=60_000)
        found: list[tuple[float, float]] = page.evaluate(EDIT, [EDITS, change, PATIENCE])
        return found
