"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from noughts.automata.refusal import Refused


@contextmanager
def saved(path: Path) -> Iterator[IO[str]]:
    """A file beside `path` that takes its place when the block ends well, and vanishes otherwise."""
    try:
        aside = NamedTemporaryFile(  # noqa: SIM115  closed below, before it is renamed
            "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
        )
    except OSError as error:
        raise Refused(f"cannot be written: {error.strerror}", where=str(path)) from error
    try:
        with aside as file:
            yield file.file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(aside.name, 0o666 & ~_umask())
        os.replace(aside.name, path)
    except OSError as error:
        Path(aside.name).unlink(missing_ok=True)
        raise Refused(f"cannot be written: {error.strerror}", where=str(path)) from error
    except BaseException:
        Path(aside.name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
