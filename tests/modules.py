"""Modules of JavaScript in a Chromium: those of the project from its folders, and generated ones.

The page's security policy is as strict as that of a woven page: nothing in it may evaluate text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser, Page, Route

from tests.browser import new_window

_ROOT = Path(__file__).parents[1]
_ORIGIN = "http://modules.invalid"
"""Answered by the test itself: no request leaves the browser."""
POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'"


class ModulePage:
    """A page that may import files of ``/src``, ``/tests`` and ``/benchmarks``, and texts by their paths."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.texts: dict[str, str] = {"/": "<!doctype html><title>Modules</title>"}
        page.context.route(f"{_ORIGIN}/**", self.answer)
        page.goto(f"{_ORIGIN}/")

    def answer(self, route: Route) -> None:
        """Give what stands at a path."""
        path = unquote(urlsplit(route.request.url).path)
        kind = "text/javascript" if path.endswith(".js") else "text/html"
        headers = {"content-type": f"{kind}; charset=utf-8", "content-security-policy": POLICY}
        if path in self.texts:
            route.fulfill(body=self.texts[path], headers=headers)
        elif path.startswith(("/src/", "/tests/", "/benchmarks/")) and (_ROOT / path[1:]).is_file():
            route.fulfill(path=_ROOT / path[1:], headers=headers)
        else:
            route.fulfill(status=404)

    def call(
        self, module: str, function: str, argument: object, texts: Mapping[str, str] | None = None
    ) -> Any:
        """What a function of a module returns, or promises; it may import the texts."""
        self.texts.update(texts or {})
        script = "async ([module, name, argument]) => (await import(module))[name](argument)"
        return self.page.evaluate(script, [module, function, argument])


@contextmanager
def module_page(browser: Browser) -> Iterator[ModulePage]:
    """A page for some tests."""
    with new_window(browser) as window:
        yield ModulePage(window.new_page())
