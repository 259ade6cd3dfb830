"""The picture files that a document names; only files in its folder are read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_MEDIA_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class GraphicFile:
    """A picture as it is stored."""

    path: Path
    content: bytes
    media_type: str


def graphic_bytes(folder: Path | None, file: str) -> GraphicFile | None:
    """The picture of that name in the folder or below it; ``None`` if it is missing or outside."""
    if folder is None:
        return None
    media_type = _MEDIA_TYPES.get(Path(file).suffix.lower())
    try:
        path = (folder / file).resolve()
        if media_type is None or not path.is_relative_to(folder.resolve()) or not path.is_file():
            return None
        return GraphicFile(path, path.read_bytes(), media_type)
    except (OSError, ValueError):
        return None
