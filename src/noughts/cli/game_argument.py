"""The words and options of the command line that name a game: GAME, --let, --by, --wins.

@verb(("noughts solve nim", "who wins"))
@with_game
def solve(game: GameWords, as_json: AsJson = False) -> None:
    loaded = game.load()
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar, get_args
from unicodedata import normalize

import typer
from msgspec import Struct
from msgspec.structs import replace
from typer.models import ArgumentInfo, ParameterInfo

from noughts.api.load import Reading, document_path, load_any, load_rules, program_of
from noughts.cli.completion import complete_games
from noughts.cli.options import Let
from noughts.games.game import refuse_system
from noughts.language.parse import parse_expression
from noughts.refusal import Refusal
from noughts.text.document import STANDARD_INPUT

if TYPE_CHECKING:
    from pathlib import Path

    from noughts.api.load import By
    from noughts.documents.animation import Animation
    from noughts.games.game import Game
    from noughts.games.record import Record
    from noughts.language.core import Program
    from noughts.language.tree import Expression

_Answer = TypeVar("_Answer")


class GameArgument(Struct, frozen=True):
    """A game as the command line names it: its words, and the options for reading its documents."""

    words: Sequence[str] = ()
    let: Sequence[str] | None = None
    by: By | None = None
    wins: str | None = None

    def load(self) -> Game:
        """The game; `Refusal` if it is an animation, in which no side moves."""
        return load_rules(self.words, self._choice())

    def load_of_players(self) -> Game:
        """The game; `Refusal` if it has no players, so nobody wins."""
        game = self.load()
        refuse_system(game)
        return game

    def load_any(self) -> Game | Animation:
        """The game or the animation."""
        return load_any(self.words, self._choice())

    def at_known_size(self, opening: Record | None = None) -> tuple[GameArgument, Game | Animation]:
        """The game for play, as named on the command line and loaded: of the size that people know.

        A document names that size in `knownSize`.  The constants that `--let` overrides come first, and so
        does the size of a match to continue, the `opening`, if it is the document's own.
        """
        from noughts.documents.settings import known_size, settings_of
        from noughts.documents.sided import Sided

        found = self.load_any()
        if self.let or not isinstance(found, Sided) or not (known := known_size(found)):
            return self, found
        is_own = opening is not None and opening.rules == found.fingerprint
        numbers = settings_of(found) if is_own else known
        sized = replace(self, let=[f"{name}={numbers[name]}" for name in known])
        return sized, sized.load_any()

    def _choice(self) -> Reading:
        return Reading(constants(self.let or ()), self.by, self.wins)

    @property
    def document(self) -> Path | None:
        """The path of its first document; ``None`` for a game in Python, or from standard input."""
        from noughts.api.python_game import is_python_name

        path = None if is_python_name(self.words[0]) else document_path(self.words[0])
        return None if path == STANDARD_INPUT else path

    @property
    def folder(self) -> Path | None:
        """The folder of the pictures that its documents name."""
        return self.document.parent if self.document else None


NO_GAME: Final = GameArgument()
TICTACTOE: Final = GameArgument(["tictactoe"])

GameWords = Annotated[
    GameArgument,
    typer.Argument(
        metavar="GAME...",
        help="A library name, a path (several documents form one program), or module:object.",
    ),
]

GameOrDefault = Annotated[
    GameArgument,
    typer.Argument(metavar="GAME...", help="A library name, a path, or module:object."),
]

ByOption = Annotated[
    Literal["rules", "clicks"] | None,
    typer.Option("--by", help="Read the document's rules or its clicks; by default rules if it has them."),
]

Wins = Annotated[
    str | None,
    typer.Option("--wins", metavar="NAME", help="The relation that decides who has won; by default wins."),
]

# The options for reading the documents of a game.
_OPTIONS: Final = {"let": Let, "by": ByOption, "wins": Wins}


def with_game(verb: Callable[..., _Answer]) -> Callable[..., _Answer]:
    """The verb with its `GameArgument` spelt out for Typer: the words that name the game, and `_OPTIONS`.

    The words take the place of the `GameArgument`, and are optional if it has a default; the options follow
    those of the verb.  An argument takes several words if its metavar has dots.
    """
    signature = inspect.signature(verb, eval_str=True)
    parameters = dict(signature.parameters)
    game = next(each for each in parameters.values() if get_args(each.annotation)[:1] == (GameArgument,))
    described = get_args(game.annotation)[1]
    described.autocompletion = complete_games
    words: object = str if is_one_word(described) else list[str]
    if game.default is game.empty:
        parameters[game.name] = game.replace(annotation=Annotated[words, described])
    else:
        parameters[game.name] = game.replace(annotation=Annotated[list[str] | None, described], default=None)
    for name, annotation in _OPTIONS.items():
        parameters[name] = game.replace(name=name, annotation=annotation, default=None)

    @wraps(verb)
    def spelt_out(**given: Any) -> _Answer:
        options = {name: given.pop(name) for name in _OPTIONS}
        words = given.pop(game.name)
        words = game.default.words if words is None else words
        named = GameArgument([words] if isinstance(words, str) else words, **options)
        return verb(**given, **{game.name: named})

    spelt_out.__signature__ = signature.replace(parameters=list(parameters.values()))  # type: ignore[attr-defined]
    return spelt_out


def is_one_word(described: ParameterInfo) -> bool:
    """Whether an argument is a single word."""
    return isinstance(described, ArgumentInfo) and "..." not in str(described.metavar)


def load_program(paths: Sequence[Path], let: Sequence[str] = ()) -> Program:
    """The program of documents, some of its constants overridden."""
    return program_of(paths, constants(let))


def constants(let: Sequence[str]) -> dict[str, Expression]:
    """The values of the constants; `Refusal` if one is given twice."""
    values: dict[str, Expression] = {}
    for word in let:
        name, value = constant(word)
        if name in values:
            raise Refusal(f"`--let {name}=…` is given twice", "give each constant one value")
        values[name] = value
    return values


def constant(word: str) -> tuple[str, Expression]:
    """``m=4`` as a name and an expression."""
    name, equals, text = word.partition("=")
    if not equals or not name.strip().isidentifier():
        raise Refusal(f"`--let {word}` is not of the form NAME=VALUE", "such as `--let m=4`")
    return normalize("NFC", name.strip()), parse_expression(text, f"--let {word}")
