"""Games and other objects written in Python, named as ``module:object``.

A game is an object with the methods of one, a set of rules for a board, or a callable, such as a class, that
returns one when it is called without arguments.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import Parameter, signature
from types import ModuleType
from typing import Final

from noughts.games.game import Game
from noughts.games.python_fault import note_code, note_game
from noughts.refusal import Refusal, unknown

# `module:object`, as games and players in Python are named.
_FORM: Final = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)")

PARTS: Final = (
    *("name", "sides", "initial"),
    *("to_move", "moves", "after", "outcome", "move_text", "position_text"),
)
"""The members that make an object a game."""


def is_python_name(word: str) -> bool:
    """Whether the word is of the form ``module:object``.

    >>> is_python_name("chess.pawns:Hexapawn"), is_python_name(r"C:\\games\\nim.led")
    (True, False)
    """
    return _FORM.fullmatch(word) is not None


def python_game(word: str) -> Game:
    """The game of that name."""
    game = made(word, python_object(word))
    note_game(word, game)
    return game


def python_object(word: str) -> object:
    """The object of that name; the working directory is searched for its module too.

    An exception that its code raises later is reported as a fault of that code.
    """
    found = _FORM.fullmatch(word)
    if found is None:
        raise Refusal(f"`{word}` does not name an object in Python", "write `module:object`")
    module = imported(found[1])
    note_code(word, module)
    if not hasattr(module, found[2]):
        raise unknown(f"object in `{found[1]}` called", found[2], public(module))
    return getattr(module, found[2])


def imported(name: str) -> ModuleType:
    """The module; an exception of its own code is reported with its place."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise unusable(name, error) from error
        help = f"Python looked for it in {os.getcwd()} and on its own path"
        raise Refusal(f"there is no module `{error.name}`", help) from error
    except Exception as error:
        raise unusable(name, error) from error


def made(word: str, thing: object) -> Game:
    """The object if it is a game or rules, else the result of calling it."""
    from noughts.framework.board_game import BoardGame
    from noughts.framework.rule_set import RuleSet

    if callable(thing) and (isinstance(thing, type) or not isinstance(thing, Game)):
        thing = called(word, thing, "game")
    if isinstance(thing, RuleSet):
        thing = BoardGame.of(thing)
    if not isinstance(thing, Game):
        missing = ", ".join(f"`{part}`" for part in PARTS if not hasattr(thing, part))
        raise Refusal(f"`{word}` is not a game", f"it lacks {missing}: see `noughts.games.game.Game`")
    return thing


def called(word: str, maker: Callable[..., object], kind: str) -> object:
    """The result of a class or another callable without arguments; `Refusal` if it needs some, or fails."""
    if needed := required(maker):
        fact = f"`{word}` makes no {kind} without arguments: it needs {', '.join(needed)}"
        raise Refusal(fact, f"name a {kind}, or what makes one when it is called without arguments")
    try:
        return maker()
    except Exception as error:
        raise unusable(word, error) from error


def required(maker: Callable[..., object]) -> list[str]:
    """The required parameters of a callable; empty if Python does not know them."""
    try:
        parameters = signature(maker).parameters.values()
    except (TypeError, ValueError):  # some callables written in C have no signature
        return []
    optional = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return [
        f"`{each.name}`" for each in parameters if each.default is each.empty and each.kind not in optional
    ]


def unusable(name: str, error: Exception) -> Refusal:
    """The refusal for an error of the author's code, with its last line that ran, or for a syntax error."""
    if isinstance(error, SyntaxError):
        return Refusal(f"`{name}` is not Python: {error.msg} ({error.filename}, line {error.lineno})")
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" ({place.tb_frame.f_code.co_filename}, line {place.tb_lineno})" if place else ""
    return Refusal(f"`{name}` raises {type(error).__name__}: {error}{where}")


def public(module: ModuleType) -> list[str]:
    """The public names of a module."""
    return [name for name in vars(module) if not name.startswith("_")]
