"""The files that make the page, read and joined once for all tabs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from concurrent.futures import Future
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from noughts.faces.background import in_background

MEDIA_TYPES: Final[Mapping[str, str]] = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
"""The kinds of files that are served of the page's folder."""

SCRIPT: Final = "main.js"
"""The module that the page begins with; it is served with all that it imports."""


@cache
def page_texts() -> Mapping[str, str]:
    """All files of the page by name, as they lie in its folder."""
    folder = files("noughts.faces") / "browser" / "page"
    return {
        file.name: file.read_text("utf-8")
        for file in folder.iterdir()
        if Path(file.name).suffix in MEDIA_TYPES
    }


@cache
def page_script() -> Future[str]:
    """The modules of the page as one script, which is joined while the browser is still on its way.

    A browser that is given the modules one by one asks for them one by one.
    """
    return in_background(joined_modules)


def joined_modules() -> str:
    """The modules of the page as one script."""
    from noughts.faces.es_modules import one_script

    modules = {name: text for name, text in page_texts().items() if name.endswith(".js")}
    return one_script(modules, SCRIPT)


def page_ids() -> frozenset[str]:
    """The names of elements of the page, which a paper in it must leave alone."""
    return frozenset(re.findall(r'\bid="([^"]+)"', page_texts()["index.html"]))
