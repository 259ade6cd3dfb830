"""A folder that is written whole: beside its place, then moved there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from noughts.refusal import Refusal
from noughts.save import Unwritable

# The file in a site that names all of its files, so that no other folder is replaced.
_LIST: Final = ".noughts-site"


def refuse_folder(folder: Path) -> None:
    """`Refusal` if no site can be put there: to be known before the work that fills it."""
    if folder.is_symlink() and not folder.exists():
        raise Refusal(f"`{folder}` is a link that leads nowhere", "name another folder")
    if folder.exists() and not folder.is_dir():
        raise Refusal(f"`{folder}` is not a folder", "name another place")
    if not folder.exists() and not folder.absolute().parent.is_dir():
        raise Refusal(f"there is no folder `{folder.absolute().parent}`", "make it, or name another place")
    if (foreign := foreign_file(folder)) is not None:
        fact = f"`{folder}` holds files that are not part of a site, such as `{foreign}`"
        raise Refusal(fact, "name an empty folder, a new one, or one that `noughts weave --site` has written")
    if not os.access(folder.resolve().parent, os.W_OK):
        raise Refusal(f"nothing can be written to `{folder.resolve().parent}`", "name another place")


def foreign_file(folder: Path) -> str | None:
    """A file in a folder that no site put there."""
    try:
        known = {_LIST, *(folder / _LIST).read_text("utf-8").splitlines()}
    except (OSError, ValueError):
        known = set()
    if not folder.is_dir():
        return None
    names = (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if not path.is_dir())
    return next((name for name in names if name not in known), None)


def write_folder(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Put files in a folder, by their names in it; what was there is replaced as a whole, or stays.

    `Unwritable` if the system does not let us, `Refusal` if somebody has put files of their own there.
    """
    refuse_folder(folder)
    place = folder.resolve()
    try:
        with beside(place) as new:
            for name, content in contents.items():
                path = new / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            (new / _LIST).write_text("\n".join(contents) + "\n", "utf-8")
            put(new, place)
    except OSError as error:
        raise Unwritable(folder, error) from error


@contextmanager
def beside(place: Path) -> Iterator[Path]:
    """A new folder beside a place; what is left of it in the end vanishes."""
    holder = Path(mkdtemp(prefix=f".{place.name[:100]}.", suffix=".noughts", dir=place.parent))
    try:
        new = holder / "new"
        new.mkdir()
        yield new
    finally:
        shutil.rmtree(holder, ignore_errors=True)


def put(new: Path, place: Path) -> None:
    """Move a folder to its place; what was there comes back if that fails."""
    old = new.with_name("old")
    with suppress(FileNotFoundError):
        os.rename(place, old)
    try:
        os.rename(new, place)
    except BaseException:
        if old.exists():
            os.rename(old, place)
        raise
