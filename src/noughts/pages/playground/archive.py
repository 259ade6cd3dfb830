"""Noughts and the libraries that it needs in a browser, as one archive that Python imports from."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import files
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_LIBRARIES: Final = {
    "lark": "lark",
    "markdown-it-py": "markdown_it",
    "mdurl": "mdurl",
    "pygments": "pygments",
}
"""Distributions, with the packages that they bring."""
_WITHOUT: Final = frozenset(
    [
        "cli",
        "adapters",
        "api",
        "window",
        "console",
        "automata",
        "framework",
        "library",
        "manual",
        "lexers",  # of Pygments, for other languages
        "formatters",
        "styles",
        "__pycache__",
    ]
)
"""Folders that no page needs: the archive is downloaded by every visitor."""
_SUFFIXES: Final = frozenset(
    [".py", ".js", ".css", ".html", ".svg", ".lark", ".woff2", ".tsv", ".txt", ".json"]
)
_THEN: Final = (2026, 1, 1, 0, 0, 0)
"""The time of all files, so that the same files make the same archive."""


def archive() -> bytes:
    """The archive."""
    written = io.BytesIO()
    with ZipFile(written, "w") as made:
        for path, name in archived():
            made.writestr(ZipInfo(name, _THEN), path.read_bytes(), ZIP_DEFLATED, 9)
    return written.getvalue()


def is_used_by_documents(inside: Path) -> bool:
    """Whether it is one of the documents to build on."""
    return inside.parts[:2] == ("library", "base") and inside.suffix == ".led"


def archived() -> Iterator[tuple[Path, str]]:
    """The files of the archive, with their names in it."""
    for library in ("noughts", *_LIBRARIES.values()):
        root = Path(import_module(library).__file__ or "").parent
        for path in sorted(root.rglob("*")):
            inside = path.relative_to(root)
            if is_used_by_documents(inside) or (
                path.suffix in _SUFFIXES and not _WITHOUT.intersection(inside.parts)
            ):
                yield path, f"{library}/{inside.as_posix()}"
    for distribution in _LIBRARIES:
        for file in files(distribution) or ():
            if file.name.startswith("LICENSE"):
                yield Path(str(file.locate())), f"licenses/{distribution}/{file.name}"
