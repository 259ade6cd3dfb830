"""The files that make the page, read once for all tabs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

MEDIA_TYPES: Final[Mapping[str, str]] = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
"""The kinds of files that are served of the page's folder."""


@cache
def page_texts() -> Mapping[str, str]:
    """All files of the page by name, as they lie in its folder."""
    folder = files("noughts.faces") / "browser" / "page"
    return {
        file.name: file.read_text("utf-8")
        for file in folder.iterdir()
        if Path(file.name).suffix in MEDIA_TYPES
    }


def page_ids() -> frozenset[str]:
    """The names of elements of the page, which a paper in it must leave alone."""
    return frozenset(re.findall(r'\bid="([^"]+)"', page_texts()["index.html"]))
