"""The faults of games written in Python: what their code raises is said of it, with the method and the line.

A traceback tells whose code raised: that of Noughts, of Python and of installed packages is not the author's.
"""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from traceback import FrameSummary, extract_tb
from types import ModuleType
from typing import Final

from noughts.games.game import Game
from noughts.games.laws import check_laws
from noughts.refusal import Refusal

_HINT: Final = "mend it there; NOUGHTS_TRACEBACK=1 shows all calls"

_OURS: Final = Path(__file__).resolve().parents[1]
_PATHS: Final = sysconfig.get_paths()
_PYTHON: Final = [Path(_PATHS[name]).resolve() for name in ("stdlib", "platstdlib")]
_INSTALLED: Final = [Path(_PATHS[name]).resolve() for name in ("purelib", "platlib")]

_REMOTE: Final = re.compile(r'^  File "(.+)", line (\d+), in (.+)$', re.MULTILINE)
"""A call in the traceback that another process has sent as a text."""


@dataclass(frozen=True)
class PythonCode:
    """The code of an author: what it is called on the command line, and the folder or file that it is in."""

    word: str
    home: Path

    def has(self, frame: FrameSummary) -> bool:
        """Whether a call is one of this code."""
        path = Path(os.path.realpath(frame.filename))
        others = [_OURS, *(place for place in (*_PYTHON, *_INSTALLED) if place not in self.home.parents)]
        return path.is_relative_to(self.home) and not any(path.is_relative_to(place) for place in others)


_loaded: Final[list[PythonCode]] = []
_games: Final[dict[str, Game]] = {}


def note_code(word: str, module: ModuleType) -> None:
    """Remember the code that a command is about; installed code is its package, other code its folder."""
    top = sys.modules[module.__name__.partition(".")[0]]
    file = Path(os.path.realpath(getattr(top, "__file__", None) or getattr(module, "__file__", None) or "."))
    package = file.parent if file.name == "__init__.py" else file
    is_installed = any(package.is_relative_to(place) for place in _INSTALLED)
    _loaded.append(PythonCode(word, package if is_installed else package.parent))


def note_game(word: str, game: Game) -> None:
    """Remember the game that the code has made."""
    _games[word] = game


def fault_of(error: BaseException) -> Refusal | None:
    """What an author's code raised, with the method that was called and the last line that ran in it."""
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
    """The calls that led to an error, also those in the process that sent it, the outermost first."""
    yield from extract_tb(error.__traceback__)
    for filename, line, name in _REMOTE.findall(getattr(error.__cause__, "tb", "")):
        yield FrameSummary(filename, int(line), name)


def broken_law() -> Refusal | None:
    """The first law that a game in Python breaks, where something went wrong that may follow from it."""
    for word, game in _games.items():
        with suppress(Exception):
            for violation in check_laws(game):
                return Refusal(f"`{word}` is no game that can be played: {violation}")
    return None
