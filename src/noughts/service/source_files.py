"""The files that a page was made from, and whether they are as they were."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

Version: TypeAlias = tuple[int, int] | None
"""When a file was written, and its size; ``None`` of a file that is not there."""

_PACE: Final = 0.25
"""Seconds between two looks: nobody waits longer for what he has just saved."""


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
    """The versions of some files once they are others, and all files are there; never, if there are none.

    An editor may put a new file in the place of the old one, which is missing in between.
    """
    while not known:
        await asyncio.Event().wait()
    while (present := versions(known)) == known or None in present.values():
        await asyncio.sleep(_PACE)
    return present
