"""The library: the documents that come with Noughts."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_HEADING = re.compile(r"^##? +(.+)$|\\title\{([^}]+)\}", re.MULTILINE)
LIBRARY = Path(__file__).parent.parent / "library"


@cache
def names() -> tuple[str, ...]:
    """The names of all documents, in alphabetical order."""
    return tuple(sorted(path.stem for path in LIBRARY.glob("*.led")))


def path_of(name: str) -> Path:
    """The path of the document of that name."""
    return LIBRARY / f"{name}.led"


def title_of(name: str) -> str:
    """The heading of a document of the library."""
    return title_in(path_of(name)) or name


def title_in(path: Path) -> str | None:
    r"""The heading of a document, if it has one: ``# Nim`` in Markdown, ``\title{Nim}`` in TeX."""
    heading = _HEADING.search(path.read_text("utf-8", errors="replace"))
    return (heading[1] or heading[2]).strip() if heading else None
