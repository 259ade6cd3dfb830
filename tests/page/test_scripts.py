"""Modules joined into one script: it does what a browser does with the modules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from noughts.page.scripts import FOLDERS, BadModule, Module, module_files, one_script
from tests.browser import new_window

MODULES = {
    "main.js": """
        import whole from "./deep/numbers.js";
        import { two as pair, three } from "./deep/numbers.js";
        import * as all from "./others.js";
        import value from "./value.js";
        const { log } = globalThis;
        log.push(pair, three(), typeof whole, [...Object.keys(all)].sort().join(), all.own, value.at);
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
        globalThis.log.push("others run once");
        const one = 1;
        export { one as own, one };
        export { four as quattro } from "./four.js";
    """,
    "four.js": "export const four = 4\n",
    "value.js": "export default { at: 7 };\n",
    "unused.js": "globalThis.log.push('nobody asked');",
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page."""
    with new_window(browser) as window:
        yield window.new_page()


def test_a_joined_script_does_what_its_modules_do(page: Page) -> None:
    by_script = in_script(page, MODULES)
    assert by_script == ["others run once", 2, 3, "function", "one,own,quattro", 1, 7, 33]
    assert by_script == by_browser(page, MODULES)


SCOPES = {
    "main.js": r"""
        import { add, Counter as Meter, name } from "./all.js";
        const { log } = globalThis;
        const over = (work, first) => (second, third) =>
          work(first, second) + (third ?? add(1, 1));
        const each = (list, { key = "id", deep: { low, ...rest } = {} }, ...others) =>
          list.map((item) => ({ item, key, [key]: item, low, rest: Object.keys(rest), others }));
        function shadow(add) {
          const inner = (Meter) => {
            const add = 3;
            return add + Meter;
          };
          if (add > 1) {
            const low = inner(add);
            return low;
          } else {
            const low = inner(0);
            return -low;
          }
        }
        function looped(list) {
          const found = [];
          for (const [k, value] of list.entries()) if (value > 1) { found.push(k); } else found.push(-value);
          for (let k = 0, end = list.length; k < end; k += 1) found.push(() => k);
          return found.map((entry) => (typeof entry === "function" ? entry() : entry));
        }
        function failing(text) {
          try { throw new Error(text); }
          catch ({ message: text }) { return `${text} of ${`<${name}>`} ${add(1, 2)}`; }
        }
        const unused = (nothing) => { const other = 1; return other; };
        const table = { add, class: "yes", get: 1, get size() { return 2; }, async later() {}, "odd": Meter };
        log.push(over(add, 1)(2), over((a, b) => a * b, 3)(4, 5), shadow(2), shadow(1), looped([1, 2, 3]));
        log.push(each([7], { deep: { low: 1, high: 2 } }, "x", "y"), failing("no"), unused());
        log.push(Object.keys(table));
        const meter = new Meter({ step: 2 });
        meter.count(); meter.count();
        log.push(meter.value, meter.size, Meter.made, { ...meter.told }, class { static a = name; }.a);
    """,
    "all.js": r"""
        export const name = "all";
        export const add = (a, b) => a + b;
        export class Counter {
          static made = 0;
          #value = 0;
          #step;
          constructor({ step: first }) { this.#step = first; Counter.made += 1; }
          get value() { return this.#value; }
          get size() { const value = 5; return value + this.#step; }
          get told() { const { value, size: told } = this; return { value, told, name }; }
          count() { this.#value += this.#step; }
        }
    """,
}
"""Names that mean something else in each function, and names that are properties as well."""


def test_names_mean_what_they_did_in_their_modules(page: Page) -> None:
    assert in_script(page, SCOPES) == by_browser(page, SCOPES)


PARTS = {
    "main.js": """
        import { needed, Thing } from "./all.js";
        import * as some from "./all.js";
        import { never } from "./never.js";
        import { viaOther } from "./other.js";
        const { log } = globalThis;
        const notAsked = () => never();
        log.push(needed(), new Thing().said, some.called(), `${some.inTemplate}`, viaOther);
    """,
    "all.js": """
        globalThis.log.push("all.js runs");
        const makes = (what) => () => `made ${what}`;
        const left = makes("left out"), other = globalThis.log.push("two constants");
        const pushed = globalThis.log.push("a constant with an effect");
        const without = { brace: 1 }
        function followed() { return "followed"; }
        globalThis.log.push(followed());
        export const called = makes("called");
        export const spare = makes("spare");
        export const inTemplate = "in a template";
        const helper = (deep) => function* () { yield deep; };
        export function needed() { return [...helper("help")()].join(); }
        export function unneeded() { return spare() + useless; }
        const useless = 'nobody reads this';
        export class Thing { get said() { return "class"; } }
        export class Unasked { static made = globalThis.log.push("a static field"); }
    """,
    "never.js": """
        globalThis.log.push("never.js runs");
        export function never() { return "unasked"; }
    """,
    "other.js": """
        export { viaOther } from "./deep.js";
        export { never as again } from "./never.js";
    """,
    "deep.js": "export const viaOther = [1, 2].map((each) => each + 1);\n",
}
"""Modules of which only parts are used; what has effects says so."""


def test_each_module_has_its_effects_once_and_in_order(page: Page) -> None:
    assert in_script(page, PARTS) == by_browser(page, PARTS)


def test_what_no_module_imports_is_left_out() -> None:
    assert "nobody asked" in MODULES["unused.js"]
    assert "nobody asked" not in one_script(MODULES, "main.js")


def in_script(page: Page, modules: Mapping[str, str]) -> object:
    """What modules do that are joined."""
    return page.evaluate(f"() => {{ globalThis.log = []; {one_script(modules, 'main.js')} return log; }}")


def by_browser(page: Page, modules: Mapping[str, str]) -> object:
    """What modules do where the browser itself loads them."""
    page.unroute_all()
    page.route(
        "http://modules.test/**",
        lambda route: route.fulfill(
            content_type="text/html" if route.request.url.endswith("/") else "text/javascript",
            body=modules.get(route.request.url.removeprefix("http://modules.test/"), ""),
        ),
    )
    page.goto("http://modules.test/")
    return page.evaluate("async () => { globalThis.log = []; await import('/main.js'); return log; }")


def test_modules_in_a_circle_are_refused() -> None:
    modules = {"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'}
    with pytest.raises(BadModule, match=r"a\.js → b\.js → a\.js"):
        one_script(modules, "a.js")


def test_what_is_missing_or_not_understood_is_named() -> None:
    with pytest.raises(BadModule, match=r"a\.js imports gone\.js"):
        one_script({"a.js": 'import { b } from "./gone.js";'}, "a.js")
    with pytest.raises(BadModule, match=r"a\.js: this import or export is not understood: 'export let"):
        one_script({"a.js": "export let changing = 1;"}, "a.js")
    with pytest.raises(BadModule, match=r"a\.js imports b of b\.js, which does not export it"):
        one_script({"a.js": 'import { b } from "./b.js";', "b.js": "const b = 1;"}, "a.js")


def test_every_export_has_a_user() -> None:
    """In another module, or in tests and benchmarks, which name the module."""
    modules = [Module(path, text) for path, text in module_files().items()]
    used = {pair for module in modules for pair in module.imports}
    root = Path(__file__).parents[2]
    others = [
        path.read_text("utf-8")
        for folder in ("tests", "benchmarks")
        for path in (root / folder).rglob("*.*")
        if path.suffix in (".py", ".js")
    ]
    for module in modules:
        if (module.path, None) in used:
            continue  # as a whole: operations are called by their names
        asked = " ".join(text for text in others if Path(module.path).name in text)
        for name in module.exports:
            assert (module.path, name) in used or re.search(rf"\b{name}\b", asked), (module.path, name)


def test_folders_import_only_from_those_before_them() -> None:
    for path, text in module_files().items():
        for source, _ in Module(path, text).imports:
            here, there = (FOLDERS.index(name.partition("/")[0]) for name in (path, source))
            assert there <= here, (path, source)
