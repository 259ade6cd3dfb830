"""Files that are written whole or stay as they were."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from noughts.games.refusal import Refusal


def write_whole(path: Path, text: str) -> None:
    """Write beside the file what then takes its place; `Refusal` if that cannot be."""
    try:
        with NamedTemporaryFile(
            "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as aside:
            _write_and_move(aside.name, text, path)
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror}") from error


def _write_and_move(aside: str, text: str, path: Path) -> None:
    try:
        with open(aside, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(aside, 0o666 & ~_umask())
        os.replace(aside, path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """What may not be done with new files; to ask for it is to set it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
