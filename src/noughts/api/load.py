"""Loading of games and documents: by a name in the library, or from files, a text, or a module of Python.

The command line and `noughts.load` both use this module.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias
from unicodedata import normalize

from msgspec import Struct

from noughts.documents import library
from noughts.refusal import Refusal, any_of, nearest, unknown
from noughts.text.document import STANDARD_INPUT, read_documents, split_document
from noughts.text.source import Source
from noughts.text.used import SUFFIXES, base, names, with_used

if TYPE_CHECKING:
    from noughts.documents.animation import Animation
    from noughts.games.game import Game
    from noughts.language.core import Program
    from noughts.language.tree import Expression
    from noughts.text.document import Document

By: TypeAlias = Literal["rules", "clicks"]
"""The source of a document's moves: its definition of the moves, or clicks on its screen."""


class Reading(Struct, frozen=True):
    """The options for reading a document as a game.

    `constants` are new values of some of its constants.  `by` selects its rules or its clicks, if it has
    both.  `wins` is the relation that tells who has won, if that is not ``wins``.
    """

    constants: Mapping[str, Expression]
    by: By | None = None
    wins: str | None = None


def load_rules(words: Sequence[str], choice: Reading) -> Game:
    """The game of some documents, or of a module of Python; an animation is refused."""
    from noughts.documents.animation import Animation

    found = load_any(words, choice)
    if isinstance(found, Animation):
        raise Refusal(
            f"`{found.name}` moves on its own: it has no sides and no moves",
            f"watch it: `noughts play {' '.join(words)} --face browser`",
        )
    return found


def load_any(words: Sequence[str], choice: Reading) -> Game | Animation:
    """The same, or an animation."""
    from noughts.api.python_game import is_python_name, python_game

    if len(words) == 1 and is_python_name(words[0]):
        for option, given in (
            ("--let", bool(choice.constants)),
            ("--by", choice.by is not None),
            ("--wins", choice.wins is not None),
        ):
            if given:
                raise Refusal(f"`{option}` is for documents, and `{words[0]}` is a game in Python")
        return python_game(words[0])
    from noughts.documents.from_document import game_from

    sources = [document_source(word) for word in words]
    games = [word for word in words if word in library.names()]
    if len(games) > 1:
        fact = f"`{games[0]}` and `{games[1]}` are two games, and several documents are read as one"
        raise Refusal(fact, "name one of them")
    program = program_of(sources, choice.constants)
    first = sources[0]
    wins = choice.wins and normalize("NFC", choice.wins)
    name = first.stem if isinstance(first, Path) and first != STANDARD_INPUT else "game"
    folder = first.parent if isinstance(first, Path) else None
    return game_from(program, name=name, folder=folder, by=choice.by, wins=wins)


def program_of(sources: Sequence[Path | str], constants: Mapping[str, Expression]) -> Program:
    """The program of several documents together, with some of its constants overridden."""
    from noughts.language.check import check_documents

    return check_documents(documents_of(sources), constants)


def documents_of(sources: Sequence[Path | str]) -> list[Document]:
    """The documents in files and texts, and those that they use."""
    named = [
        document
        for source in sources
        for document in (
            read_documents(source) if isinstance(source, Path) else [split_document(Source("<text>", source))]
        )
    ]
    return list(with_used(named))


def document_source(word: str) -> Path | str:
    """The path of a document, or its text, which has a region of definitions or more than one line."""
    is_text = "/$" in word or ("\n" in word and not os.path.exists(word))
    return word if is_text else document_path(word)


def document_path(word: str) -> Path:
    """The path of a document: a file, the name of one in the library, or ``-`` for standard input."""
    path = Path(word)
    if word == "-":
        return path
    if path.is_dir() and word in library.names():
        return library.path_of(word)
    if word.strip() and (path.exists() or path.suffix or "/" in word):
        if not path.exists():
            raise Refusal(f"there is no file `{word}`")
        return path
    if word not in library.names():
        if word in names():
            return Path(str(base() / f"{word}.led"))
        if meant := [f"{word}{suffix}" for suffix in SUFFIXES if os.path.exists(f"{word}{suffix}")]:
            raise Refusal(f"there is no game `{word}` in the library", f"the file is called {any_of(meant)}")
        if not nearest(word, library.names()) and (found := library.mentioning(word)):
            raise Refusal(f"there is no game `{word}`", f"did you mean {any_of(found)}?")
        raise unknown("game", word, library.names())
    return library.path_of(word)
