"""What was worked out before and may be used again: files of this user that anybody may delete."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from noughts.refusal import Refusal
from noughts.save import save


def folder(name: str) -> Path | None:
    """The folder for what is kept under a name; ``None`` where nothing can be kept."""
    try:
        if sys.platform == "win32":
            home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        else:
            home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        found = home / "noughts" / name
        found.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # the latter if nobody knows where home is
        return None
    return found if os.access(found, os.W_OK) else None


def keep(path: Path, content: bytes) -> None:
    """Write a file that is whole whenever anybody looks; if that cannot be, nothing is kept."""
    with suppress(Refusal):
        save(path, content)
