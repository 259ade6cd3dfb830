"""The files of the playground, for the folder of a site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from noughts.cache import folder, forget_oldest, store, stored
from noughts.documents import library
from noughts.page.scripts import texts_in
from noughts.pages.live_page import page_icon, page_of_drafts
from noughts.pages.playground.archive import archive
from noughts.pages.playground.pyodide import pyodide_files
from noughts.pages.playground.snapshot import NoSnapshot, snapshot

_FOLDER: Final = "playground"
"""Where it is on the site, and in the cache."""
_BEGINNING: Final = "tictactoe"
"""The example that is shown first."""
_WORK: Final = ("check", "weave", "finish", "page", "colour")
"""The question about it that is asked before the snapshot."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The content security policy of the playground; the pages in its frame have policies of their own.

Styles of single elements are allowed, since a browser itself styles what is typed over coloured text.
"""
_SNAPSHOT: Final = "snapshot.gz"


@dataclass(frozen=True)
class Playground:
    """Its files by their addresses on the site; why it has no snapshot of Python's memory, if it has none."""

    files: Mapping[str, bytes]
    lacks_snapshot: str


def playground(package: Path | None = None) -> Playground:
    """A playground; `package` is that of Pyodide, if it is not to be fetched."""
    made = {f"pyodide/{name}": content for name, content in pyodide_files(package).items()}
    made |= {name: text.encode() for name, text in texts_in("playground").items()}
    made["board.html"] = page_of_drafts().encode()
    made["noughts.zip"] = archive()
    reason = ""
    try:
        made[_SNAPSHOT] = snapshot_of(made)
    except NoSnapshot as failure:
        reason = str(failure)
    page = page_of_playground(made["index.html"].decode(), is_snapshot=not reason)
    made["index.html"] = page.encode()
    return Playground({f"{_FOLDER}/{name}": content for name, content in made.items()}, reason)


def snapshot_of(made: Mapping[str, bytes]) -> bytes:
    """A snapshot, made now or kept from the last time that all files were the same."""
    asked = json.dumps([{"do": do, **example(_BEGINNING)} for do in _WORK]).encode()
    key = sha256(asked)
    for name in sorted(made):
        key.update(name.encode() + sha256(made[name]).digest())
    home = folder(_FOLDER)
    place = home and home / f"{key.hexdigest()[:24]}.gz"
    if (content := stored(place)) is not None:
        return content
    taken = snapshot(made, asked)
    if place is not None:
        store(place, taken)
        forget_oldest(place.parent, "*.gz", 1)  # each has some megabytes, and nobody asks for it again
    return taken


def page_of_playground(html: str, *, is_snapshot: bool) -> str:
    """The page with its policy and what it knows."""
    names = [_BEGINNING, *(name for name in library.names() if name != _BEGINNING)]
    known = {"isSnapshot": is_snapshot, "examples": [example(name) for name in names]}
    text = json.dumps(known, ensure_ascii=False).replace("<", "\\u003c")
    for word, content in {"POLICY": _POLICY, "ICON": page_icon(), "KNOWN": text}.items():
        html = html.replace(word, content, 1)
    return html


def example(name: str) -> Mapping[str, str]:
    """A document of the library to begin with."""
    path = library.path_of(name)
    return {"name": path.name, "title": library.title_of(name), "text": path.read_text("utf-8")}
