"""The files from which a page was made, and the detection of their changes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

Version: TypeAlias = tuple[int, int] | None
"""When a file was written, and its size; ``None`` of a file that is not there."""

_SECONDS_BETWEEN_LOOKS: Final = 0.25
"""Seconds between two checks of the files, for which the author waits after saving."""


def versions(paths: Iterable[Path]) -> Mapping[Path, Version]:
    """The present versions of some files."""
    return {path: version(path) for path in paths}


def version(path: Path) -> Version:
    """The present version of a file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


async def changed(known: Mapping[Path, Version]) -> Mapping[Path, Version]:
    """The versions of some files, once they differ from the known ones and all files exist.

    It never returns if there are no files.  An editor may replace a file, which is then missing for a moment.
    """
    while not known:
        await asyncio.Event().wait()
    while (present := versions(known)) == known or None in present.values():
        await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
    return present
