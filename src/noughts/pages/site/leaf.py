"""The pages of the site: what each is woven from, and its address."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from noughts.documents import library

_PACKAGE: Final = library.LIBRARY.parent
# A page of the manual in the list of the README.
_ENTRY: Final = re.compile(r"^\d+\. \[[^]]*\]\(docs/([\w-]+)\.md\)", re.MULTILINE)
# The title of a group in this list.
_GROUP: Final = re.compile(r"^\*\*(.+)\*\*$", re.MULTILINE)
INTRODUCTION: Final = "introduction"
"""The name of the README on the site."""
# The pages at the root of the project, with their names on the site.
_PROJECT_PAGES: Final = {
    "README": INTRODUCTION,
    "SECURITY": "security",
    "CHANGELOG": "changelog",
    "CONTRIBUTING": "contributing",
}


class Leaf(Struct, frozen=True):
    """A page of the site.

    `name` is the path in the project of the file `source` that it is woven from: the links of a page are
    relative to it. `address` is where the page stands on the site.
    """

    name: str
    source: Path
    address: str

    @property
    def up(self) -> str:
        """From the page to the root of the site."""
        return "../" * self.address.count("/")

    @property
    def is_game(self) -> bool:
        """Whether it is a document of the library."""
        return self.address.startswith("library/")


def manual_root() -> Path:
    """The folder with ``docs`` and ``README.md``: in the installed package, or the checkout around it."""
    installed = _PACKAGE / "manual"
    return installed if installed.is_dir() else _PACKAGE.parents[1]


def leaves() -> tuple[Leaf, ...]:
    """All pages but the first one."""
    return (
        project_leaf("README"),
        *(leaf(f"docs/{name}.md", f"{name}.html") for name in manual()),
        *(game_leaf(name) for name in library.names()),
        *(project_leaf(stem) for stem in ("SECURITY", "CHANGELOG", "CONTRIBUTING")),
        *(
            leaf(
                f"docs/{folder}/{path.name}",
                f"{folder}/{'index' if path.stem == 'README' else path.stem}.html",
            )
            for folder in ("decisions", "notes")
            for path in sorted((manual_root() / "docs" / folder).glob("*.md"))
        ),
    )


def manual() -> tuple[str, ...]:
    """The names of the pages of the manual in the order of reading."""
    return tuple(name for names in manual_groups().values() for name in names)


@cache
def manual_groups() -> Mapping[str, tuple[str, ...]]:
    """The names of the pages of the manual by group, as the README lists them."""
    text = (manual_root() / "README.md").read_text("utf-8")
    _, *parts = _GROUP.split(text.partition("## The manual")[2])
    return {group: tuple(_ENTRY.findall(part)) for group, part in zip(parts[::2], parts[1::2], strict=True)}


def leaf(name: str, address: str) -> Leaf:
    """The page of a file of the manual."""
    return Leaf(name, manual_root() / name, address)


def project_leaf(stem: str) -> Leaf:
    """The page of a file at the root of the project."""
    return leaf(f"{stem}.md", f"{_PROJECT_PAGES[stem]}.html")


def game_leaf(name: str) -> Leaf:
    """The page of a document of the library."""
    path = library.path_of(name)
    return Leaf(f"src/noughts/library/{path.name}", path, f"library/{name}.html")
