"""The cache: results of earlier runs in files of this user, which may be deleted at any time."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from noughts.refusal import Refusal
from noughts.save import save


def folder(name: str) -> Path | None:
    """The cache folder of that name; ``None`` where nothing can be stored."""
    try:
        if sys.platform == "win32":
            home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        else:
            home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        found = home / "noughts" / name
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # the latter if the home folder is unknown
        return None
    return found if os.access(found, os.W_OK) else None


def store(path: Path, content: bytes) -> None:
    """Store a file whole, or not at all where it cannot be written."""
    with suppress(Refusal):
        save(path, content)


def forget_oldest(
    home: Path,
    pattern: str,
    most: int,
    *,
    by: Literal["st_mtime_ns", "st_atime_ns"] = "st_mtime_ns",
    beside: Callable[[Path], Iterable[Path]] = lambda path: (),
) -> None:
    """Delete the oldest files of a pattern beyond so many, each with what is kept `beside` it.

    They are the oldest by when they were written, or used.  Another process may be doing the same.
    """
    with suppress(OSError):
        files = sorted(home.glob(pattern), key=lambda path: int(getattr(path.stat(), by)))
        for path in files[:-most]:
            for each in (*beside(path), path):
                each.unlink(missing_ok=True)
