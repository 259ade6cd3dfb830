"""Writing files so that nothing is lost, however it ends: an error, a full disk, `kill -9`, no power.

A file that is written at once is written aside, and takes its place when it is on the disk: `save`,
`replacing`.  A file that grows is locked while something is put behind what is in it: `locked`, `append`.
What was written is on the disk when these functions return.

Locks are those of flock(2).  They go with the process that holds them, so that none is left behind, and
they tell whether the writer of a temporary file is still alive: the next one to save the same file removes
what killed writers have left.  Where there is no flock (Windows), only one process may write a file.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import IO, Final

from noughts.refusal import Refusal

if sys.platform != "win32":
    import fcntl

PATIENCE: Final = 10.0
"""Seconds to wait for a lock; whoever holds it writes some lines, which takes milliseconds."""

BETWEEN: Final = 0.002
"""Seconds between two attempts to take a lock: short beside the time that fsync takes."""

ENDING: Final = ".noughts"
"""What temporary files end with, so that no file of anybody else is taken for one."""


class Unwritable(Refusal):
    """A file cannot be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"{path} cannot be written: {error.strerror or error}", "name another file")


def cannot(be_what: str, path: Path, error: OSError | ValueError) -> Refusal:
    """Why a file cannot be read or written; a refusal says that itself."""
    return (
        error
        if isinstance(error, Refusal)
        else Refusal(f"{str(path)!r} cannot be {be_what}: {reason(error)}")
    )


def reason(error: OSError | ValueError) -> str:
    """What the system, or Python, says about a file."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def refuse_place(path: Path) -> None:
    """`Refusal` if no file can be put there: to be known before the work that fills it."""
    refuse_no_file(path)
    if not os.access(path.parent, os.W_OK):
        raise Refusal(f"nothing can be written to `{path.parent}`", "name another place")


def refuse_growth(path: Path) -> None:
    """`Refusal` if there is no file that can grow, and none can be put there."""
    refuse_no_file(path)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Refusal(f"nothing can be written to `{path}`", "name another file")


def refuse_no_file(path: Path) -> None:
    """`Refusal` if there is something else than a file, or no folder for one."""
    if path.is_dir():
        raise Refusal(f"`{path}` is a folder", "name a file in it")
    if path.exists() and not path.is_file():
        raise Refusal(f"`{path}` is no file that could be replaced", "name another place")
    if not path.parent.is_dir():
        raise Refusal(f"there is no folder `{path.parent}`", "make it, or name another place")


# Files that are written at once.


def save(path: Path, content: str | bytes) -> None:
    """Put the content at the path, in a folder that is there; `Unwritable` leaves what was there before."""
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes its place at the path when the block ends well, and vanishes otherwise.

    Whoever may read what was there may read it then.  `Unwritable` if an `OSError` comes between.
    """
    place = path.resolve()  # a link stays one
    try:
        remove_remains(place)
        name, handle = temporary(place)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(handle)
                if sys.platform != "win32":
                    os.replace(name, place)  # before the lock goes with the file: nobody takes it for remains
            if sys.platform == "win32":  # which replaces no open file
                os.replace(name, place)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
        sync_folder(place.parent)
    except OSError as error:
        raise Unwritable(path, error) from error


def temporary(place: Path) -> tuple[Path, int]:
    """A new file beside the place, locked, and its name; who may read it is as at the place."""
    mode = place.stat().st_mode & 0o777 if place.exists() else None
    while True:
        name = place.with_name(f"{beginning(place)}{token_hex(4)}{ENDING}")
        handle = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
        if sys.platform != "win32":
            with suppress(OSError):  # a file system without locks: then nobody removes remains either
                fcntl.flock(handle, fcntl.LOCK_EX)
            if not os.fstat(handle).st_nlink:
                os.close(handle)  # somebody took it for remains before it was locked
                continue
        if mode is not None:
            os.chmod(name, mode)  # what the mask of new files has taken away
        return name, handle


def beginning(place: Path) -> str:
    """How the names of all temporary files for a place begin."""
    return f".{place.name[:100]}."


def remove_remains(place: Path) -> None:
    """Remove the temporary files of writers that were killed: nobody holds their locks."""
    if sys.platform == "win32":
        return
    begins = beginning(place)
    remains = [n for n in os.listdir(place.parent) if n.startswith(begins) and n.endswith(ENDING)]
    for name in remains:
        with suppress(OSError):  # its writer is at work, or has just put it in place
            handle = os.open(place.parent / name, os.O_RDWR)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if is_at(handle, place.parent / name):
                    os.unlink(place.parent / name)
            finally:
                os.close(handle)


def set_aside(path: Path) -> Path | None:
    """Give what is at the path the first free name like ``a.rd.1``; its new name, if there was anything."""
    if not path.exists():
        return None
    for number in count(1):
        kept = path.with_name(f"{path.name}.{number}")
        with suppress(FileExistsError):
            os.close(
                os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            )  # so that nobody else takes the name
            break
    try:
        os.replace(path, kept)
    except BaseException:
        os.unlink(kept)
        raise
    return kept


def begin(path: Path) -> tuple[int, Path | None]:
    """A new file at the path to `append` to, even if it is moved; and the new name of what was there."""
    kept = None
    while True:
        with suppress(FileNotFoundError):  # somebody else has just set it aside
            kept = set_aside(path) or kept
        with suppress(FileExistsError):  # somebody else has just begun another one
            return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o666), kept


# Files that grow.


@contextmanager
def locked(path: Path) -> Iterator[int]:
    """The open file at the path, made if there is none, while nobody else who locks it writes there.

    `Unwritable` if an `OSError` comes between; `Refusal` if somebody keeps the lock.
    """
    try:
        handle = lock(path)
        try:
            yield handle
        finally:
            os.close(handle)
    except OSError as error:
        raise Unwritable(path, error) from error


def lock(path: Path) -> int:
    """Open a file and lock it; the one that is at the path then, if another one has come there meanwhile."""
    deadline = time.monotonic() + PATIENCE
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        try:
            wait_for_lock(handle, path, deadline)
            if is_at(handle, path):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def wait_for_lock(handle: int, path: Path, deadline: float) -> None:
    """Lock an open file, as soon as nobody else does."""
    if sys.platform == "win32":
        return
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > deadline:
                help = "end what writes there, or name another file"
                raise Refusal(f"another program keeps {path} locked", help) from None
            time.sleep(BETWEEN)


def is_at(handle: int, path: Path) -> bool:
    """Is the open file the one at the path?"""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


def append(handle: int, content: bytes) -> None:
    """Put the content behind all that is in a locked file; none of it if an `OSError` comes between."""
    size = os.fstat(handle).st_size
    try:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    except BaseException:
        with suppress(OSError):
            os.ftruncate(handle, size)
        raise


def sync_folder(folder: Path) -> None:
    """Let the names in a folder be on the disk, where the system can be asked for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
