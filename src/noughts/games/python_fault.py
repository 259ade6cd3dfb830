"""Faults of games written in Python: an exception of their code is reported with the method and the line.

A traceback tells whether the author's code raised it, instead of Noughts, Python or an installed package.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import ModuleType
from typing import Final

from msgspec import Struct

from noughts.games.game import Game
from noughts.games.laws import check_laws
from noughts.refusal import Refusal

_HINT: Final = "mend it there; NOUGHTS_TRACEBACK=1 shows all calls"

# The folder of Noughts: faults in it are its own, and others those of the game.
_OURS: Final = Path(__file__).resolve().parents[1]
_PATHS: Final = sysconfig.get_paths()
_PYTHON: Final = [Path(_PATHS[name]).resolve() for name in ("stdlib", "platstdlib")]
_INSTALLED: Final = [Path(_PATHS[name]).resolve() for name in ("purelib", "platlib")]

# A call in the traceback that another process has sent as a text.
_REMOTE: Final = re.compile(r'^  File "(.+)", line (\d+), in (.+)$', re.MULTILINE)


class PythonCode(Struct, frozen=True):
    """The code of an author: its name on the command line, and its folder or file."""

    word: str
    home: Path

    def has(self, frame: FrameSummary) -> bool:
        """Whether a call is in this code."""
        path = Path(os.path.realpath(frame.filename))
        others = [_OURS, *(place for place in (*_PYTHON, *_INSTALLED) if place not in self.home.parents)]
        return path.is_relative_to(self.home) and not any(path.is_relative_to(place) for place in others)


_loaded: Final[list[PythonCode]] = []
_games: Final[dict[str, Game]] = {}


def note_code(word: str, module: ModuleType) -> None:
    """Remember the author's code of a command: the package if it is installed, else its folder."""
    top = sys.modules[module.__name__.partition(".")[0]]
    file = Path(os.path.realpath(getattr(top, "__file__", None) or getattr(module, "__file__", None) or "."))
    package = file.parent if file.name == "__init__.py" else file
    is_installed = any(package.is_relative_to(place) for place in _INSTALLED)
    _loaded.append(PythonCode(word, package if is_installed else package.parent))


def note_game(word: str, game: Game) -> None:
    """Remember the game that the code has made."""
    _games[word] = game


def fault_of(error: BaseException) -> Refusal | None:
    """The refusal for an exception of an author's code: the method called, and the last line run in it."""
    calls = list(calls_of(error))
    for code in _loaded:
        theirs = [frame for frame in calls if code.has(frame)]
        if theirs:
            called, last = theirs[0], theirs[-1]
            text = " ".join(str(error).split())
            what = f"{type(error).__name__}{text and ': '}{text}"
            line = f": `{last.line}`" if last.line else ""
            where = f"{last.filename}, line {last.lineno}{line}"
            return Refusal(f"`{code.word}` raises in `{called.name}` {what} ({where})", _HINT)
    return None


def calls_of(error: BaseException) -> Iterator[FrameSummary]:
    """The calls that led to an error, including those in the worker that sent it, the outermost first."""
    yield from extract_tb(error.__traceback__)
    for filename, line, name in _REMOTE.findall(getattr(error.__cause__, "tb", "")):
        yield FrameSummary(filename, int(line), name)


def broken_law() -> Refusal | None:
    """The refusal for the first law that a game in Python breaks, which may explain another error."""
    for word, game in _games.items():
        with suppress(Exception):
            for violation in check_laws(game):
                return Refusal(f"`{word}` is no game that can be played: {violation}")
    return None
