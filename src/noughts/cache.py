"""The cache: results of earlier runs in files of this user, which may be deleted at any time.

Some files are code, or become code when they are read.  So a folder in which another user could write is not
used, and a file that is not exactly as it was stored is not read.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, Literal
from zlib import crc32

from noughts.refusal import Refusal
from noughts.save import save

# Where files have no owners that `os` could compare: a browser, too, has a single user.
_WITHOUT_OWNERS: Final = ("win32", "emscripten")


def folder(name: str) -> Path | None:
    """The cache folder of that name, without symbolic links; ``None`` if nothing can be stored safely."""
    try:
        found = home() / "noughts" / name
        if not found.is_absolute():  # a relative path would depend on the working folder
            return None
        for place in (*reversed(found.parents), found):
            place.mkdir(mode=0o700, exist_ok=True)
        found = found.resolve()
        return found if is_private(found) else None
    except (OSError, RuntimeError):  # `RuntimeError` if the home folder is unknown
        return None


def home() -> Path:
    """The folder of this user's caches; a relative ``XDG_CACHE_HOME`` is ignored, as its standard
    requires."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return chosen if chosen.is_absolute() else Path.home() / ".cache"


def is_private(folder: Path) -> bool:
    """Whether this user can use a folder, and no other user can write in it or replace it.

    The superuser can do everything in any case.  In a folder with the sticky bit, such as ``/tmp``, only the
    owner of a file can replace it.
    """
    if sys.platform in _WITHOUT_OWNERS:
        return os.access(folder, os.R_OK | os.W_OK)
    above = [place.stat() for place in folder.parents]
    return (
        os.access(folder, os.R_OK | os.W_OK | os.X_OK)
        and is_only_ours(folder.stat())
        and all(found.st_uid in (0, os.geteuid()) for found in above)
        and all(found.st_mode & stat.S_ISVTX or not is_open(found) for found in above)
    )


def is_only_ours(found: os.stat_result) -> bool:
    """Whether a file or folder belongs to this user, and no other user may write to it."""
    return sys.platform in _WITHOUT_OWNERS or (found.st_uid == os.geteuid() and not is_open(found))


def is_open(found: os.stat_result) -> bool:
    """Whether users other than its owner may write to a file or folder.

    Many systems create a group for each user, with the same number and no other members.
    """
    is_own_group = sys.platform not in _WITHOUT_OWNERS and found.st_gid == os.geteuid() != 0
    return bool(found.st_mode & (stat.S_IWOTH if is_own_group else stat.S_IWOTH | stat.S_IWGRP))


def stored(path: Path | None) -> bytes | None:
    """The content stored in a file; ``None`` if it is missing, damaged, or another user may write to it."""
    try:
        if path is None or not path.is_file() or not is_only_ours(path.stat()):
            return None
        content = path.read_bytes()
    except OSError:
        return None
    digest, _, content = content.partition(b"\n")
    return content if digest == digest_of(content) else None


def store(path: Path, content: bytes) -> None:
    """Store content in a file, for `stored`; if it cannot be written, nothing is stored."""
    with suppress(Refusal):
        save(path, digest_of(content) + b"\n" + content)


def digest_of(content: bytes) -> bytes:
    """The first line of a file with this content: a checksum, for the folder is this user's alone."""
    return f"{crc32(content):08x}".encode()


@cache
def program_digest(*packages: str) -> str:
    """The version of the program, or of some of its packages: a digest of its files' names, sizes and times.

    Reading their text would take longer than reading most cached files.  The library and the manual do not
    belong to the program: whatever is made from them depends on some of their texts.
    """
    from hashlib import sha256  # which loads OpenSSL

    root = Path(__file__).parent
    found = (path for name in packages or ("",) for path in (root / name).rglob("*.*") if path.is_file())
    names = sorted(path.relative_to(root) for path in found)
    own = [name for name in names if not {*name.parts} & {"__pycache__", "library", "manual"}]
    facts = ((name, (root / name).stat()) for name in own)
    texts = (f"{name} {each.st_size} {each.st_mtime_ns}" for name, each in facts)
    return sha256("\0".join(texts).encode()).hexdigest()


def forget_oldest(
    home: Path,
    pattern: str,
    most: int,
    *,
    by: Literal["st_mtime_ns", "st_atime_ns"] = "st_mtime_ns",
    beside: Callable[[Path], Iterable[Path]] = lambda path: (),
) -> None:
    """Delete the oldest files of a pattern, so that `most` are left, each with its files `beside` it.

    The oldest ones are those that were written, or used, first.  Another process may do the same meanwhile.
    """
    with suppress(OSError):
        files = sorted(home.glob(pattern), key=lambda path: int(getattr(path.stat(), by)))
        for path in files[:-most]:
            for each in (*beside(path), path):
                with suppress(OSError):
                    each.unlink()
