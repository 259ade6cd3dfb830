"""The library: the documents that come with Noughts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_HEADING = re.compile(r"^##? +(.+)$|\\title\{([^}]+)\}", re.MULTILINE)
LIBRARY = Path(__file__).parent.parent / "library"


@cache
def names() -> tuple[str, ...]:
    """The names of all documents, in alphabetical order."""
    return tuple(sorted(path.stem for path in LIBRARY.glob("*.led")))


@cache
def kinds() -> Mapping[str, tuple[str, ...]]:
    """The names of all documents by what their players do; each has one kind."""
    return _groups("kinds")


@cache
def topics() -> Mapping[str, tuple[str, ...]]:
    """The names of some documents by what a lesson may be about."""
    return _groups("topics")


@cache
def settings() -> Mapping[str, tuple[str, ...]]:
    """For the names of some documents the settings that their pages offer beside the documents' own."""
    return _groups("settings")


def _groups(table: str) -> Mapping[str, tuple[str, ...]]:
    """A table of the file that groups the documents."""
    import tomllib

    groups = tomllib.loads((LIBRARY / "groups.toml").read_text("utf-8"))[table]
    return {group: tuple(members) for group, members in groups.items()}


def path_of(name: str) -> Path:
    """The path of the document of that name."""
    return LIBRARY / f"{name}.led"


def title_of(name: str) -> str:
    """The heading of a document of the library."""
    return title_in(path_of(name)) or name


def mentioning(word: str) -> tuple[str, ...]:
    """The names of the documents that mention a word; none of one with less than four letters.

    Digits and dashes do not count, as in ``connect-4``.
    """
    wanted = " ".join(re.findall(r"[^\W\d_]+", word)).casefold()
    texts = ((name, " ".join(path_of(name).read_text("utf-8").split())) for name in names())
    found = (name for name, text in texts if re.search(rf"\b{re.escape(wanted)}\b", text, re.IGNORECASE))
    return tuple(found) if len(wanted) > 3 else ()


def title_in(path: Path) -> str | None:
    r"""The heading of a document, if it has one: ``# Nim`` in Markdown, ``\title{Nim}`` in TeX."""
    heading = _HEADING.search(path.read_text("utf-8", errors="replace"))
    return (heading[1] or heading[2]).strip() if heading else None
