"""Clicks at a pixel of a document's screen."""

from __future__ import annotations

from playwright.sync_api import Page


def click_pixel(page: Page, x: int, y: int) -> None:
    """A real click where the document has that pixel."""
    place = page.evaluate(
        """([x, y]) => {
            const matrix = document.querySelector("#screen").getScreenCTM();
            const point = new DOMPoint(x, 800 - y).matrixTransform(matrix);
            return [point.x, point.y];
        }""",
        [x + 0.5, y - 0.5],
    )
    page.mouse.click(*place)
