"""Modules joined into one script: it does what a browser does with the modules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from noughts.pages.bundle import bundled
from noughts.pages.tokens import BadScript

pytestmark = pytest.mark.xdist_group("browser")

MODULES = {
    "main.js": """
        import whole from "./deep/numbers.js";
        import { two as pair, three } from "./deep/numbers.js";
        import * as all from "./others.js";
        import value from "./value.js";
        log.push(pair, three(), whole.name, [...Object.keys(all)].sort().join(), all.own, value.at);
        const text = `import { no } from "./nothing.js"`; // export const no = 1
        log.push(text.length);
    """,
    "deep/numbers.js": """
        import { own } from "../others.js";
        export const two = 2 * own;
        export function three() { return two + own; }
        export default class Whole {}
    """,
    "others.js": """
        log.push("others run once");
        const one = 1;
        export { one as own, one };
        export { four as quattro } from "./four.js";
    """,
    "four.js": "export const four = 4\n",
    "value.js": "export default { at: 7 };\n",
    "unused.js": "log.push('nobody asked');",
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page."""
    page = browser.new_page()
    yield page
    page.close()


def test_a_bundle_does_what_its_modules_do(page: Page) -> None:
    script = f"(() => {{ const log = []; {bundled(MODULES, 'main.js')}; return log; }})()"
    by_bundle = page.evaluate(script)
    assert by_bundle == ["others run once", 2, 3, "Whole", "one,own,quattro", 1, 7, 33]
    assert by_bundle == by_browser(page)


def by_browser(page: Page) -> object:
    """What the modules do where the browser itself loads them."""
    page.route(
        "http://modules.test/**",
        lambda route: route.fulfill(
            content_type="text/html" if route.request.url.endswith("/") else "text/javascript",
            body=MODULES.get(route.request.url.removeprefix("http://modules.test/"), ""),
        ),
    )
    page.goto("http://modules.test/")
    return page.evaluate("async () => { globalThis.log = []; await import('/main.js'); return log; }")


def test_modules_in_a_circle_are_refused() -> None:
    modules = {"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'}
    with pytest.raises(BadScript, match=r"a\.js → b\.js → a\.js"):
        bundled(modules, "a.js")


def test_what_is_missing_or_not_understood_is_named() -> None:
    with pytest.raises(BadScript, match=r"a\.js imports gone\.js"):
        bundled({"a.js": 'import { b } from "./gone.js";'}, "a.js")
    with pytest.raises(BadScript, match=r"a\.js: this import or export is not understood: 'export let"):
        bundled({"a.js": "export let changing = 1;"}, "a.js")
