"""Documents with all documents that they use, directly and indirectly.

A name refers to a document in the same folder, or to one that comes with Noughts.  A used document provides
its definitions; its tests are not run.  It sees only what it uses itself, not the names of its reader.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.refusal import suggestion
from noughts.text.diagnostic import Diagnostic, DocumentError, Note
from noughts.text.document import Document, Use, read_document, split_document
from noughts.text.source import Source

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SUFFIXES: Final = (".led", ".md", ".tex")
"""The endings of files that are meant by a name without one."""


@cache
def library() -> Traversable:
    """The folder of the games that come with Noughts; in a browser it is in an archive, without paths."""
    from importlib.resources import files  # reads archives, and most documents use no other

    return files("noughts") / "library"


def base() -> Traversable:
    """The folder of the documents to build on."""
    return library() / "base"


def with_used(
    documents: Sequence[Document], read: Callable[[Path], Document] = read_document
) -> Sequence[Document]:
    """The documents, followed by all that they use; a document that is not found is a problem of its
    reader."""
    if all(document.sees for document in documents):
        return documents
    return _Gathering(read).gathered(documents)


class _Gathering(Struct):
    """The search for used documents; `uses` has, by index, the indices of those that each document uses."""

    read: Callable[[Path], Document]
    found: list[Document] = field(default_factory=list)
    uses: list[list[tuple[Use, int]]] = field(default_factory=list)
    problems: list[list[Diagnostic]] = field(default_factory=list)

    def gathered(self, documents: Sequence[Document]) -> Sequence[Document]:
        """All documents, each with what it sees."""
        self.found = list(documents)
        for place, document in enumerate(self.found):  # the list grows during the loop
            self.uses.append([])
            self.problems.append([])
            for use in document.uses:
                try:
                    self.uses[place].append((use, self.place_of(self.one(document, use))))
                except DocumentError as error:
                    self.problems[place] += (replace(each, span=use.span) for each in error.diagnostics)
        for place in range(len(self.found)):
            self.refuse_circle(place)
        return [self.finished(place) for place in range(len(self.found))]

    def place_of(self, document: Document) -> int:
        """The index of a document; a new one is appended."""
        for place, there in enumerate(self.found):
            if there is document:
                return place
        self.found.append(document)
        return len(self.found) - 1

    def one(self, document: Document, use: Use) -> Document:
        """The document that is meant; `DocumentError` if there is none, or more than one."""
        beside = self.beside(document, use)
        if beside is not None:
            return beside
        folder = folder_of(document)
        if any(leads_out_of(folder, path) for path in beside_reader(folder, use)):
            fact = f"`{use.name}` is not in the folder of the document that uses it"
            help = "move it there, or into a folder in it: other files may be private"
            raise DocumentError([Diagnostic("E111", fact, use.span, help)])
        paths = list(places(folder, use))
        if len(paths) > 1:
            fact = f"`{use.name}` is both {paths[0]} and {paths[1]}"
            raise DocumentError([Diagnostic("E111", fact, use.span, "give your document another name")])
        if not paths:
            raise DocumentError([self.missing(document, use)])
        for there in self.found:
            if same_file(there.source.name, paths[0]):
                return there
        return replace(self.document(paths[0]), is_used=True)

    def document(self, place: Path | Traversable) -> Document:
        """The document in a file, or in an archive."""
        if isinstance(place, Path):
            return self.read(place)
        return split_document(Source(str(place), place.read_text("utf-8")))

    def beside(self, document: Document, use: Use) -> Document | None:
        """A given document of that name, if it is in the same page as its reader, or both are in no
        folder."""
        if Path(document.source.name).exists():
            return None
        home = home_of(document.source.name)
        for there in self.found:
            name = there.source.name
            if home_of(name) == home and use.name in (file_of(name), Path(file_of(name)).stem):
                return there
        return None

    def missing(self, document: Document, use: Use) -> Diagnostic:
        """The error that there is no such document."""
        if use.is_file:
            help = f"it must be in the folder of the document that uses it, {folder_of(document)}"
        else:
            here = {path.stem for suffix in SUFFIXES for path in folder_of(document).glob(f"*{suffix}")}
            here -= {Path(file_of(document.source.name)).stem}
            help = suggestion(use.name, sorted({*here, *names()}) if len(here) < _MOST_OFFERED else names())
        return Diagnostic("E111", f"there is no document `{use.name}` to use", use.span, help)

    def refuse_circle(self, place: int) -> None:
        """Report that a document uses itself, directly or indirectly; only the first of a circle is
        reported."""
        path = self.path(place)
        if not path or place > min(user for user, _ in path):
            return
        users = [Path(file_of(self.found[user].source.name)).stem for user, _ in path]
        around = " → ".join(f"`{name}`" for name in [*users, users[0]])
        notes = tuple(Note("and this one is used here", use.span) for _, use in path[1:])
        fact = f"documents use each other in a circle: {around}" if notes else "this document uses itself"
        help = "move what they share into a document of its own" if notes else "leave this out"
        self.problems[place].append(Diagnostic("E112", fact, path[0][1].span, help, notes))

    def path(self, place: int) -> list[tuple[int, Use]]:
        """The shortest chain of uses from a document to itself; empty if there is none."""
        waiting: list[tuple[int, list[tuple[int, Use]]]] = [(place, [])]
        seen: set[int] = set()
        while waiting:
            user, path = waiting.pop(0)
            for use, used in self.uses[user]:
                if used == place:
                    return [*path, (user, use)]
                if used not in seen:
                    seen.add(used)
                    waiting.append((used, [*path, (user, use)]))
        return []

    def finished(self, place: int) -> Document:
        """A document with its problems, and what it sees: itself and all that it uses."""
        seen, waiting = {place}, [place]
        while waiting:
            for _, used in self.uses[waiting.pop()]:
                if used not in seen:
                    seen.add(used)
                    waiting.append(used)
        document, problems = self.found[place], self.problems[place]
        sees = frozenset(self.found[other].source.name for other in seen)
        together = (*document.problems, *problems)
        return replace(document, problems=together, sees=sees, lacks=bool(problems))


# The most documents of a folder among which the correction of a misspelt name is sought.
_MOST_OFFERED: Final = 40


def names() -> list[str]:
    """The names of the documents in the library that are meant to be used."""
    return sorted(
        place.name.removesuffix(".led") for place in base().iterdir() if place.name.endswith(".led")
    )


def beside_reader(folder: Path, use: Use) -> list[Path]:
    """The files in the folder of the reader to which a name may refer."""
    return [folder / use.name] if use.is_file else [folder / f"{use.name}{suffix}" for suffix in SUFFIXES]


def leads_out_of(folder: Path, path: Path) -> bool:
    """Whether a path, with links followed, leads out of a folder."""
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


def places(folder: Path, use: Use) -> Iterator[Path | Traversable]:
    """The files to which a name may refer: in the folder of the reader, and in the library."""
    others = [] if use.is_file else [home / f"{use.name}.led" for home in (base(), library())]
    seen: set[str] = set()
    for place in [*beside_reader(folder, use), *others]:
        real = str(place.resolve() if isinstance(place, Path) else place)
        if place.is_file() and real not in seen:
            seen.add(real)
            yield place


def same_file(name: str, place: Path | Traversable) -> bool:
    """Whether the name of a source is that of a file."""
    there = Path(name)
    if name == str(place) or not isinstance(place, Path):
        return name == str(place)
    return there.name == place.name and there.exists() and there.samefile(place)


def folder_of(document: Document) -> Path:
    """The folder of a document; for one that is not a file, the working folder."""
    return Path(document.source.name).parent if Path(document.source.name).exists() else Path()


def home_of(name: str) -> str:
    """The part before the name of a file: a folder, or the page that contains the document."""
    return name.removesuffix(file_of(name))


def file_of(name: str) -> str:
    """The name of a file without its folder, or without the page that contains it."""
    return Path(name).name.rpartition(":")[2]
