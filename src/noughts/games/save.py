"""Files that are whole whenever anybody looks: written aside, then put in place."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from noughts.games.refusal import Refusal


def refuse_place(path: Path) -> None:
    """`Refusal` if no file can be put there: to be known before the work that fills it."""
    if path.is_dir():
        raise Refusal(f"`{path}` is a folder", "name a file in it")
    if path.exists() and not path.is_file():
        raise Refusal(f"`{path}` is no file that could be replaced", "name another place")
    if not path.parent.is_dir():
        raise Refusal(f"there is no folder `{path.parent}`", "make it, or name another place")
    if not os.access(path.parent, os.W_OK):
        raise Refusal(f"nothing can be written to `{path.parent}`", "name another place")


def save(path: Path, content: str | bytes) -> None:
    """Put the content at the path, in a folder that is there; what was there before is there until all is
    written."""
    path = path.resolve()  # a link stays one
    handle, name = mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as aside:
            aside.write(content.encode() if isinstance(content, str) else content)
            aside.flush()
            os.fsync(aside.fileno())
        os.chmod(name, mode_of(path))
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def set_aside(path: Path) -> Path | None:
    """Give what is at the path the first free name like ``a.rd.1``; its new name, if there was anything."""
    if not path.exists():
        return None
    number = 1
    while (kept := path.with_name(f"{path.name}.{number}")).exists():
        number += 1
    os.replace(path, kept)
    return kept


def mode_of(path: Path) -> int:
    """Who may read it: as before, or as with any new file."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
