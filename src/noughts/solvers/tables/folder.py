"""The folder of tables, on a disk or in an object store, whose files are complete or absent."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Final

from msgspec import Struct

from noughts.refusal import Refusal
from noughts.save import reason, sync_folder

# The suffix of files that are being written.
_PARTIAL: Final = ".part"


class NoRoom(Refusal):
    """A file cannot be written, most likely because the disk is full."""

    def __init__(self, path: str, error: OSError) -> None:
        again = "run the same command again: it continues where it stopped"
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            super().__init__(f"the disk is full: `{path}`", f"free some space and {again}")
        else:
            super().__init__(f"`{path}` cannot be written: {reason(error)}", f"mend that and {again}")


@contextmanager
def refusing(path: str) -> Iterator[None]:
    """`Refusal` in place of any error of the library of an object store, except for a missing file."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError, Refusal):
        raise
    except Exception as error:
        raise unusable_store(path, error) from error


def unusable_store(path: str, error: Exception) -> Refusal:
    """The refusal of a URL whose store cannot be opened, with a hint."""
    from fsspec.registry import known_implementations

    protocol = path.partition("://")[0]
    if protocol not in known_implementations:
        hint = "name a folder, or an object store such as `s3://bucket/folder`"
        return Refusal(f"`{path}`: the protocol `{protocol}://` is not known", hint)
    if isinstance(error, ImportError):
        hint = f"`pip install {package_of(protocol)}`"
        return Refusal(f"`{protocol}://` needs a package that is not installed, for `{path}`", hint)
    hint = "check the address, or name another folder"
    return Refusal(f"`{path}` cannot be used: {reason_of(error)}", hint)


def package_of(protocol: str) -> str:
    """The package with the file system of a protocol, by the first word of its module."""
    from fsspec.registry import known_implementations

    module = str(known_implementations[protocol]["class"]).partition(".")[0]
    if module != "fsspec":
        return module
    return {"sftp": "paramiko", "ssh": "paramiko", "http": "aiohttp", "https": "aiohttp"}.get(
        protocol, f"'fsspec[{protocol}]'"
    )


def reason_of(error: Exception) -> str:
    """The message of an object store, in one line."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(said.split()) or type(error).__name__


class Folder(Struct, frozen=True, dict=True):
    """A folder by its path, or by the URL of a store that fsspec knows, such as ``s3://bucket/four``.

    Writers of the same file write the same content, so it does not matter which of them is the last.
    """

    path: str

    def __str__(self) -> str:
        return self.path

    @cached_property
    def store(self) -> Any:
        """The file system of fsspec if the path is a URL, else ``None``."""
        if "://" not in self.path:
            return None
        try:
            from fsspec import url_to_fs
        except ModuleNotFoundError:
            hint = "`pip install 'noughts[cluster]'`"
            raise Refusal(f"`{self.path}` is in an object store, and fsspec is not installed", hint) from None
        with refusing(self.path):
            return url_to_fs(self.path)[0]

    def __reduce__(self) -> tuple[type[Folder], tuple[str]]:
        return Folder, (self.path,)  # each process opens a store of its own

    def at(self, name: str) -> str:
        """The path of a file."""
        return f"{self.path.rstrip('/')}/{name}"

    def absolute(self) -> Folder:
        """The same folder for processes with another working directory."""
        return self if self.store is not None else Folder(os.path.abspath(self.path))

    @property
    def is_private(self) -> bool:
        """Whether only this process sees it, because it is a store in memory."""
        return self.path.startswith("memory://")

    def create(self) -> bool:
        """Create the folder; whether it did not exist."""
        if self.store is None:
            is_new = not os.path.lexists(self.path)
            try:
                os.makedirs(self.path, exist_ok=True)
            except OSError as error:
                fact = f"no folder can be made at `{self.path}`: {error.strerror}"
                raise Refusal(fact, "name another place") from None
            return is_new
        return False

    def write(self, name: str, parts: Iterable[Any]) -> int:
        """Write a file from several pieces of bytes, as a whole or not at all; return its size."""
        with self.replacing(name) as file:
            return sum(file.write(part) for part in parts)

    @contextmanager
    def replacing(self, name: str) -> Iterator[IO[bytes]]:
        """A file to write, which gets its name when the block succeeds, and is removed otherwise.

        It is not forced to the disk, which may take longer than writing it: `flush` does that for permanent
        files.  Checksums reveal the damage of a power failure before that.
        """
        if self.store is not None:
            with refusing(self.path), self.store.transaction, self.store.open(self.at(name), "wb") as file:
                yield file
            return
        place = self.at(name)
        beside = f"{place}.{os.getpid()}{_PARTIAL}"
        try:
            with open(beside, "wb") as file:
                yield file
            os.replace(beside, place)
        except OSError as error:
            with suppress(OSError):
                os.unlink(beside)
            raise NoRoom(self.path, error) from error
        except BaseException:
            with suppress(OSError):
                os.unlink(beside)
            raise

    def flush(self, names: Iterable[str]) -> None:
        """Force files and their names to the disk, against power failures."""
        if self.store is not None:
            return
        for name in names:
            handle = os.open(self.at(name), os.O_RDWR)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
        sync_folder(Path(self.path))

    def open(self, name: str) -> IO[bytes]:
        """A file to read."""
        if self.store is None:
            return open(self.at(name), "rb")  # the caller closes it
        with refusing(self.path):
            opened: IO[bytes] = self.store.open(self.at(name), "rb")
        return opened

    def read(self, name: str) -> bytes | None:
        """The content of a file; ``None`` if there is none."""
        try:
            with self.open(name) as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def names(self) -> list[str]:
        """The names of all files, in order."""
        if self.store is None:
            return sorted(os.listdir(self.path)) if os.path.isdir(self.path) else []
        with suppress(FileNotFoundError), refusing(self.path):
            return sorted(path.rpartition("/")[2] for path in self.store.ls(self.path, detail=False))
        return []

    def inner(self, name: str) -> Folder:
        """A folder in this one."""
        return Folder(self.at(name))

    def remove_all(self) -> None:
        """Remove this folder, which has no inner folders, and all its files.

        A worker on another machine may still write a file for a run that was killed, but at most one.
        """
        self.remove(self.names())
        while self.store is None and os.path.isdir(self.path):
            try:
                os.rmdir(self.path)
            except OSError:
                if not (written := self.names()):
                    raise
                self.remove(written)

    def remove_partial(self, of: str = "") -> None:
        """Remove the partial files of killed writers whose names begin with `of`."""
        self.remove(name for name in self.names() if name.startswith(of) and name.endswith(_PARTIAL))

    def remove(self, names: Iterable[str]) -> None:
        """Remove files, if they are there."""
        for name in names:
            with suppress(FileNotFoundError):
                if self.store is None:
                    os.unlink(self.at(name))
                else:
                    with refusing(self.path):
                        self.store.rm_file(self.at(name))
