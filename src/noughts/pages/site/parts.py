"""Parts of a site: made in parallel, and cached for the next run.

A part is cached under a digest of all that determines it: the program, the documents, the pictures that they
may draw, and the options of the site.  So a part that is found in the cache is the one that would be made.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from mimetypes import guess_type
from pathlib import Path
from shutil import which
from sys import version as python_version
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

from noughts.cache import digest_of, folder, forget_oldest, program_digest, store, stored
from noughts.text.document import Document, read_document
from noughts.text.used import with_used
from noughts.workers.engine import Engine, Here, TaskCall, adaptive_map

# The packages whose version may change a page.
_USED: Final = ("fonttools", "markdown-it-py", "numpy", "pygments")

PartReport: TypeAlias = Callable[[str, int, int], None]
"""Called with the name of a part that was made, the number of parts made so far, and of those to make."""


class SitePart(Struct, frozen=True):
    """A part of a site: a pure function with its arguments, and the texts that determine what it returns."""

    name: str
    call: TaskCall
    determined_by: Sequence[str]

    def place(self, kind: str) -> Path | None:
        """The cached file of the part; ``None`` if nothing can be stored."""
        home = folder("site")
        texts = (program(), self.call[0].__qualname__, *self.determined_by)
        return home and home / f"{digest_of(repr(texts).encode()).decode()}.{kind}"


class PartMaker(Struct, frozen=True):
    """Makes parts with an engine, and reports each that was not cached."""

    engine: Engine = field(default_factory=Here)
    report: PartReport = lambda name, done, total: None

    def made(self, kind: str, parts: Sequence[SitePart], *, of: int = 0) -> list[Any]:
        """The parts of one kind, in order; perhaps some `of` many.

        Twice as many stay cached, so that two sites with different options can be made by turns.
        """
        places = [part.place(kind) for part in parts]
        found = {number: content for number, content in enumerate(map(cached, places)) if content is not None}
        missing = [number for number in range(len(parts)) if number not in found]
        calls: list[TaskCall] = [(made_and_cached, places[number], parts[number].call) for number in missing]
        for done, (call, content) in enumerate(adaptive_map(self.engine, calls), 1):
            found[missing[call]] = content
            self.report(parts[missing[call]].name, done, len(missing))
        if missing and (home := folder("site")) is not None:
            forget_oldest(home, f"*.{kind}", 2 * max(len(parts), of))
        return [pickle.loads(found[number]) for number in range(len(parts))]


def cached(place: Path | None) -> bytes | None:
    """The cached content of a part, which becomes the newest; ``None`` if it has to be made."""
    content = stored(place)
    if place is not None and content is not None:
        with suppress(OSError):
            os.utime(place)
    return content


def made_and_cached(place: Path | None, call: TaskCall) -> bytes:
    """The content of a part; the process that made it caches it, so what was finished outlives Ctrl-C."""
    function, *arguments = call
    content = pickle.dumps(function(*arguments))
    if place is not None:
        store(place, content)
    return content


@cache
def program() -> str:
    """The versions that determine all parts: of this program and of the programs that it uses."""
    return repr((program_digest(), python_version, [version(name) for name in _USED], which("pandoc")))


def texts_about(document: Document) -> Iterator[str]:
    """A document and those that it uses, with their names."""
    for text in with_used([document]):
        yield from (Path(text.source.name).name, text.source.text)


def texts_about_game(path: Path) -> Iterator[str]:
    """The document of a game, those that it uses, and the pictures beside it, which it may show or draw."""
    yield from texts_about(read_document(path))
    for picture in sorted(path.parent.rglob("*")):
        if (guess_type(picture.name)[0] or "").startswith("image/") and picture.is_file():
            yield picture.relative_to(path.parent).as_posix()
            yield digest_of(picture.read_bytes()).decode()
