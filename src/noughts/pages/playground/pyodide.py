"""Pyodide, a Python for browsers, as its package on npm has it: fetched once, never changed."""

from __future__ import annotations

import io
import tarfile
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha512
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from noughts.cache import folder
from noughts.refusal import Refusal
from noughts.save import cannot, save

_VERSION: Final = "314.0.7"
_SHA512: Final = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The digest of the package, as the registry gives it: nothing else is ever unpacked."""
_ADDRESS: Final = f"https://registry.npmjs.org/pyodide/-/pyodide-{_VERSION}.tgz"
_SECONDS: Final = 30
"""For an answer from the registry."""
_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
"""The files of the package that a page needs."""

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
        with urlopen(_ADDRESS, timeout=_SECONDS) as response:
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
