"""Moves that are seen to be made: what they add to the picture appears, and what they move glides."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.modules import module_page

TWO_MOVES = """
import { animate } from "/src/noughts/page/face/motion.js";

const disc = (cx) => ({ tag: "circle", attributes: { cx, cy: 0 }, text: "" });

export function moved() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.append(document.createElementNS(svg.namespaceURI, "circle"));
  document.body.append(svg);
  return [[0, 10], [10, 20]].map(([from, to]) => {
    animate(svg.children, [disc(to)], [disc(from)]);
    const seen = document.getAnimations();
    for (const each of seen) each.finish();
    return seen.length;
  });
}
"""


def test_a_move_glides_unless_it_follows_another_at_once(browser: Browser) -> None:
    with module_page(browser) as page:
        assert page.call("/moves.js", "moved", None, {"/moves.js": TWO_MOVES}) == [1, 0]
