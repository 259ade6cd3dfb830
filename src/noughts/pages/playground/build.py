"""The files of the playground, for the folder of a site."""

from __future__ import annotations

import io
import json
import tarfile
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256, sha512
from importlib import import_module
from importlib.metadata import files
from pathlib import Path
from typing import Final
from urllib.request import urlopen
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec import Struct

from noughts.cache import folder, forget_oldest, store, stored
from noughts.documents import library
from noughts.page.scripts import texts_in
from noughts.pages.live_page import page_icon, page_of_drafts
from noughts.pages.playground.snapshot import NoSnapshot, snapshot
from noughts.refusal import Refusal
from noughts.save import cannot, save
from noughts.stop import SECONDS_TO_ANSWER

# Where it is on the site, and in the cache.
_FOLDER: Final = "playground"
# The example that is shown first.
_BEGINNING: Final = "tictactoe"
# The question about it that is asked before the snapshot.
_WORK: Final = ("check", "weave", "finish", "page", "colour")
# The content security policy of the playground; the pages in its frame have policies of their own.
#
# Styles of single elements are allowed, since a browser itself styles what is typed over coloured text.
_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'"
)
# The memory of Python after Noughts was imported, so that a page need not do that.
_SNAPSHOT: Final = "snapshot.gz"


class Playground(Struct, frozen=True):
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


# Noughts and the libraries that it needs in a browser, as one archive that Python imports from.


# Distributions, with the packages that they bring.
_LIBRARIES: Final = {
    "lark": "lark",
    "markdown-it-py": "markdown_it",
    "mdurl": "mdurl",
    "pygments": "pygments",
}
_STRUCTS: Final = "noughts.pages.playground.msgspec"
# Folders that no page needs: the archive is downloaded by every visitor.
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
        "msgspec",  # a package of its own
        "lexers",  # of Pygments, for other languages
        "formatters",
        "styles",
        "__pycache__",
    ]
)
# The files of the package that a playground uses.
_SUFFIXES: Final = frozenset(
    [".py", ".js", ".css", ".html", ".svg", ".lark", ".woff2", ".tsv", ".txt", ".json"]
)
# The time of all files, so that the same files make the same archive.
_THEN: Final = (2026, 1, 1, 0, 0, 0)


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
    for package in ("noughts", _STRUCTS, *_LIBRARIES.values()):
        root = Path(import_module(package).__file__ or "").parent
        for path in sorted(root.rglob("*")):
            inside = path.relative_to(root)
            if is_used_by_documents(inside) or (
                path.suffix in _SUFFIXES and not _WITHOUT.intersection(inside.parts)
            ):
                yield path, f"{root.name}/{inside.as_posix()}"
    for distribution in _LIBRARIES:
        for file in files(distribution) or ():
            if file.name.startswith("LICENSE"):
                yield Path(str(file.locate())), f"licenses/{distribution}/{file.name}"


# Pyodide, a Python for browsers, as its package on npm has it: fetched once, never changed.


# The version of Pyodide that the tests ran with.
_VERSION: Final = "314.0.7"
# The digest of the package, as the registry gives it: nothing else is ever unpacked.
_SHA512: Final = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
_ADDRESS: Final = f"https://registry.npmjs.org/pyodide/-/pyodide-{_VERSION}.tgz"
# The files of the package that a page needs.
_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)

_BY_HAND: Final = f"`npm pack pyodide@{_VERSION}` downloads it; then give it with `--pyodide FILE`"


def pyodide_files(given: Path | None = None) -> Mapping[str, bytes]:
    """The files of Pyodide by name: from a package that is given, from the cache, or from the registry."""
    with tarfile.open(fileobj=io.BytesIO(package(given))) as found:
        return {name: unpacked(found, name) for name in _FILES}


def unpacked(found: tarfile.TarFile, name: str) -> bytes:
    """A file of a package."""
    file = found.extractfile(f"package/{name}")
    assert file is not None
    return file.read()


def package(given: Path | None) -> bytes:
    """The package; `Refusal` if there is none, or another one."""
    if given is not None:
        return genuine(read(given), f"`{given}`")
    place = folder("pyodide")
    cached = place and place / f"pyodide-{_VERSION}.tgz"
    if cached is not None:
        with suppress(OSError):
            if cached.is_file() and is_right(content := cached.read_bytes()):
                return content
    content = genuine(fetched(), f"what {_ADDRESS} sends")
    if cached is not None:
        with suppress(Refusal):
            save(cached, content)
    return content


def read(path: Path) -> bytes:
    """The content of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise cannot("read", path, error) from error


def fetched() -> bytes:
    """The package from the registry."""
    try:
        with urlopen(_ADDRESS, timeout=SECONDS_TO_ANSWER) as response:
            content: bytes = response.read()
    except OSError as error:
        fact = f"the playground needs Pyodide, and {_ADDRESS} cannot be read: {error}"
        raise Unreachable(fact, _BY_HAND) from error
    return content


class Unreachable(Refusal):
    """The registry cannot be reached."""


def genuine(content: bytes, what: str) -> bytes:
    """The same content, if it is the package."""
    if not is_right(content):
        raise Refusal(f"{what} is not the package of Pyodide {_VERSION}: its SHA-512 differs", _BY_HAND)
    return content


def is_right(content: bytes) -> bool:
    """Whether the content has the digest of the package."""
    return b64encode(sha512(content).digest()).decode() == _SHA512
