"""Safe writing of files: nothing is lost by an error, a full disk, `kill -9` or a power failure.

A file that is written as a whole is first written to a temporary file, which replaces the old file once it is
on the disk (`save`, `replacing`).  A file that grows is locked while content is appended (`locked`,
`append`).  When these functions return, the content is on the disk.

Locks are those of flock(2).  They end with the process that holds them, so none is left behind.  They also
show whether the writer of a temporary file is still running: the next process that saves the same file
removes those of killed writers.  Without flock (on Windows), only one process may write a file.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO, Final

from noughts.refusal import Refusal
from noughts.stop import SECONDS_TO_ANSWER

if sys.platform != "win32":
    import fcntl

# Seconds between two attempts to take a lock, which is short compared with the time for fsync.
_SECONDS_BETWEEN_TRIES: Final = 0.002

ENDING: Final = ".noughts"
"""The suffix of temporary files, so that no other file is mistaken for one."""


class Unwritable(Refusal):
    """A file cannot be written."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"{path} cannot be written: {error.strerror or error}", "name another file")


def cannot(be_what: str, path: Path, error: OSError | ValueError) -> Refusal:
    """The refusal for an error of reading or writing a file; an error that is a refusal is returned
    itself."""
    return (
        error
        if isinstance(error, Refusal)
        else Refusal(f"{str(path)!r} cannot be {be_what}: {reason(error)}")
    )


def reason(error: OSError | ValueError) -> str:
    """The reason in an error of the system or of Python."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def refuse_place(path: Path) -> None:
    """`Refusal` if no file can be written at a path; called before the work that fills it."""
    refuse_no_file(path)
    if not os.access(path.parent, os.W_OK):
        raise Refusal(f"nothing can be written to `{path.parent}`", "name another place")


def refuse_growth(path: Path) -> None:
    """`Refusal` if no file at a path can grow or be created."""
    refuse_no_file(path)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Refusal(f"nothing can be written to `{path}`", "name another file")


def refuse_no_file(path: Path) -> None:
    """`Refusal` if there is something other than a file at a path, or its folder is missing."""
    if path.is_dir():
        raise Refusal(f"`{path}` is a folder", "name a file in it")
    if path.exists() and not path.is_file():
        raise Refusal(f"`{path}` is not a regular file", "name another place")
    if not path.parent.is_dir():
        raise Refusal(f"there is no folder `{path.parent}`", "create it, or name another place")


# Files that are written as a whole.


def save(path: Path, content: str | bytes) -> None:
    """Write a file whole, in an existing folder; `Unwritable` leaves the old file as it was."""
    with replacing(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that replaces the one at the path if the block succeeds, and is deleted otherwise.

    It takes over the permissions of the old file.  `Unwritable` if an `OSError` occurs.
    """
    place = Path(os.path.realpath(path))  # a symbolic link is kept, and its target is replaced
    try:
        remove_leftovers(place)
        name, handle = temporary(place)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(handle)
                if sys.platform != "win32":
                    os.replace(name, place)  # while locked: no other process removes it as a leftover
            if sys.platform == "win32":  # Windows cannot replace an open file
                os.replace(name, place)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
        sync_folder(place.parent)
    except OSError as error:
        raise Unwritable(path, error) from error


def temporary(place: Path) -> tuple[Path, int]:
    """A new, locked file in the same folder, with the permissions of the old one: its name and handle."""
    mode = place.stat().st_mode & 0o777 if place.exists() else None
    while True:
        name = place.with_name(f"{beginning(place)}{os.urandom(4).hex()}{ENDING}")
        handle = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode)
        if sys.platform != "win32":
            with suppress(OSError):  # a file system without locks: then leftovers stay
                fcntl.flock(handle, fcntl.LOCK_EX)
            if not os.fstat(handle).st_nlink:
                os.close(handle)  # another process removed it before it was locked
                continue
        if mode is not None:
            os.chmod(name, mode)  # the umask may have removed permissions
        return name, handle


def beginning(place: Path) -> str:
    """The prefix of all temporary files for a place."""
    return f".{place.name[:100]}."


def remove_leftovers(place: Path) -> None:
    """Remove the temporary files of killed writers: their locks are free."""
    if sys.platform == "win32":
        return
    begins = beginning(place)
    leftovers = [n for n in os.listdir(place.parent) if n.startswith(begins) and n.endswith(ENDING)]
    for name in leftovers:
        with suppress(OSError):  # the writer of the file is running, or has just renamed it
            handle = os.open(place.parent / name, os.O_RDWR)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if is_at(handle, place.parent / name):
                    os.unlink(place.parent / name)
            finally:
                os.close(handle)


def back_up(path: Path) -> Path | None:
    """Rename the file at the path to the first free name like ``a.rd.1``; the new name, if there was one."""
    if not path.exists():
        return None
    for number in count(1):
        backup = path.with_name(f"{path.name}.{number}")
        with suppress(FileExistsError):
            os.close(
                os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            )  # the name is reserved, so no other process takes it
            break
    try:
        os.replace(path, backup)
    except BaseException:
        os.unlink(backup)
        raise
    return backup


def begin(path: Path) -> tuple[int, Path | None]:
    """A new file at the path, for `append`, even after it is renamed; and the backup of the old file."""
    backup = None
    while True:
        with suppress(FileNotFoundError):  # another process has just backed it up
            backup = back_up(path) or backup
        with suppress(FileExistsError):  # another process has just created a new one
            return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o666), backup


# Files that grow.


@contextmanager
def locked(path: Path) -> Iterator[int]:
    """A context with the open file at the path, created if missing, and locked against other writers.

    `Unwritable` if an `OSError` occurs; `Refusal` if another process holds the lock too long.
    """
    try:
        handle = lock(path)
        try:
            yield handle
        finally:
            os.close(handle)
    except OSError as error:
        raise Unwritable(path, error) from error


def lock(path: Path, folder: Path | None = None) -> int:
    """Open the file at the path and lock it; that is repeated if another file has replaced it meanwhile.

    `Refusal` if another process holds the lock too long; it names the `folder` if the file is the lock of
    one.
    """
    deadline = time.monotonic() + SECONDS_TO_ANSWER
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        try:
            wait_for_lock(handle, path if folder is None else folder, deadline)
            if is_at(handle, path):
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def wait_for_lock(handle: int, path: Path, deadline: float) -> None:
    """Lock an open file as soon as its lock is free."""
    if sys.platform == "win32":
        return
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > deadline:
                kind = "folder" if path.is_dir() else "file"
                fact = f"another program is using {path}"
                raise Refusal(fact, f"stop it, or choose another {kind}") from None
            time.sleep(_SECONDS_BETWEEN_TRIES)


def is_at(handle: int, path: Path) -> bool:
    """Whether the open file is the one at the path."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


def append(handle: int, content: bytes) -> None:
    """Append the content to a locked file; if an `OSError` occurs, nothing of it is kept."""
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
    """Flush the names in a folder to the disk, where the system supports that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
