"""The word or words on the command line that name a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from unicodedata import normalize

from noughts.documents import library
from noughts.refusal import Refusal, unknown

if TYPE_CHECKING:
    from noughts.documents.animation import Animation
    from noughts.games.game import Game
    from noughts.language.core import Program
    from noughts.language.tree import Expression


def load_game(
    words: Sequence[str], *, let: Sequence[str], by: Literal["rules", "clicks"] | None, wins: str | None
) -> Game:
    """The game that is meant, which somebody moves in."""
    from noughts.documents.animation import Animation

    found = load(words, let=let, by=by, wins=wins)
    if isinstance(found, Animation):
        raise Refusal(
            f"`{found.name}` moves on its own: it has no sides and no moves",
            f"watch it: `noughts play {' '.join(words)} --face browser`",
        )
    return found


def load(
    words: Sequence[str], *, let: Sequence[str], by: Literal["rules", "clicks"] | None, wins: str | None
) -> Game | Animation:
    """The game or the animation that is meant: in Python, in the library, or in documents."""
    from noughts.cli.python_game import is_python_game, python_game

    if len(words) == 1 and is_python_game(words[0]):
        for option, given in (("--let", bool(let)), ("--by", by is not None), ("--wins", wins is not None)):
            if given:
                raise Refusal(f"`{option}` is for documents, and `{words[0]}` is a game in Python")
        return python_game(words[0])
    from noughts.documents.from_document import game_from

    paths = [document_path(word) for word in words]
    program = load_program(paths, let)
    wins = wins and normalize("NFC", wins)
    return game_from(program, name=paths[0].stem, folder=paths[0].parent, by=by, wins=wins)


def load_program(paths: Sequence[Path], let: Sequence[str] = ()) -> Program:
    """The program of documents, some of its constants overridden."""
    from noughts.language.check import read_program

    return read_program(paths, constants(let))


def document_path(word: str) -> Path:
    """Where a document lies: a file, the name of one in the library, or ``-`` for standard input."""
    path = Path(word)
    if word == "-":
        return path
    if path.is_dir() and word in library.names():
        return library.path_of(word)
    if path.exists() or path.suffix or "/" in word:
        if not path.exists():
            raise Refusal(f"there is no file `{word}`")
        return path
    if word not in library.names():
        raise unknown("game", word, library.names())
    return library.path_of(word)


def constants(let: Sequence[str]) -> dict[str, Expression]:
    """What constants are to be, each of them one thing."""
    values: dict[str, Expression] = {}
    for word in let:
        name, value = constant(word)
        if name in values:
            raise Refusal(f"`--let {name}=…` is there twice", "give a constant one value")
        values[name] = value
    return values


def constant(word: str) -> tuple[str, Expression]:
    """``m=4`` as a name and an expression."""
    from noughts.language.parse import parse_expression

    name, equals, text = word.partition("=")
    if not equals or not name.strip().isidentifier():
        raise Refusal(f"`--let {word}` is not of the form NAME=VALUE", "such as `--let m=4`")
    return normalize("NFC", name.strip()), parse_expression(text, f"--let {word}")
