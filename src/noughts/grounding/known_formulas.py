"""A cache of the formulas of games: finding them takes up to seconds, and reading them milliseconds.

The formulas of a game are a pickle, named by the rules and by the version of the program.  They are written
as a list in which each formula comes after its parts, so that `pickle` never goes deep.  Reading recreates
the same objects without simplifying anything.

Formulas are not cached if they are found as quickly, or if the game has dependent variables, whose symbolic
values are no part of the file.
"""

from __future__ import annotations

import copyreg
import pickle
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

from noughts.cache import folder, forget_oldest, program_digest, store, stored
from noughts.games.game import Game
from noughts.grounding.formula import Formula
from noughts.grounding.grounded import Grounded, digest
from noughts.grounding.walk import walk
from noughts.stop import processor_time

SECONDS_WORTH_CACHING: Final = 0.02
"""Seconds of processor time from which on a result is cached; a faster one is computed again, since finding
and reading its file takes a few milliseconds, too."""

# The most games whose formulas are cached, mostly below 0.1 MB each; the oldest are deleted.
_FILES_KEPT: Final = 100

# The most bytes of a cached file, after compression.
_LARGEST_FILE: Final = 20 * 2**20

# The packages whose code determines the formulas and positions of a game: their version names the files.
_FOLDERS: Final = ("grounding", "kernels", "language", "meaning", "values", "documents")

# The parts of the formulas of a game that are written.
_FIELDS: Final = sorted(set(Grounded.__struct_fields__) - {"game", "dependents"})


@runtime_checkable
class Named(Game, Protocol):
    """A game whose rules have a fingerprint."""

    wins: str | None

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the rules."""


def load_or_ground(game: Named, ground: Callable[[], Grounded]) -> Grounded:
    """The formulas of a game from the cache; else those that `ground` finds, cached if that took long."""
    place = rules_file(game, "formulas")
    if (content := kept_in(place)) is not None:
        return read_formulas(game, content)
    before = processor_time()
    grounded = ground()
    is_slow = processor_time() - before >= SECONDS_WORTH_CACHING
    if is_slow and place is not None and not grounded.dependents:
        put_in(place, written_formulas(grounded))
    return grounded


def kept_in(place: Path | None) -> Any:
    """The content of a cached file; ``None`` if the file is missing or damaged."""
    content = stored(place)
    return None if content is None else pickle.loads(zlib.decompress(content))


def put_in(place: Path, content: Any) -> None:
    """Write a file if its content is not too large or nested too deeply; delete the oldest of its kind."""
    with suppress(RecursionError):
        written = zlib.compress(pickle.dumps(content), 1)
        if len(written) <= _LARGEST_FILE:
            store(place, written)
            forget_oldest(place.parent, f"*{place.suffix}", _FILES_KEPT)


def rules_file(game: Named, kind: str, *about: str) -> Path | None:
    """The cached file of some kind about the rules of a game; ``None`` if nothing can be stored."""
    home = folder("grounding")
    facts = (program_facts(), game.fingerprint, game.wins or "", *game.sides, *about)
    return home and home / f"{digest(*facts)}.{kind}"


def program_facts() -> str:
    """The version of the code that grounds."""
    return program_digest(*_FOLDERS)


def written_formulas(grounded: Grounded) -> tuple[list[Formula], dict[str, Any]]:
    """The content of a file: all formulas, each one after its parts, and the fields that refer to them."""
    changes = [formula for move in grounded.moves for formula in (move.legal, *move.changes.values())]
    formulas = [grounded.over, grounded.undefined, *grounded.to_move, *grounded.wins, *changes]
    return list(walk(formulas)), {name: getattr(grounded, name) for name in _FIELDS}


def read_formulas(game: Game, content: tuple[list[Formula], dict[str, Any]]) -> Grounded:
    """The formulas of a game from the content of a file."""
    return Grounded(game=game, **content[1])


def pickled(grounded: Grounded) -> tuple[Any, ...]:
    """Formulas for `pickle`, as in a file: they are nested too deeply for its recursion."""
    return read_formulas, (grounded.game, written_formulas(grounded))


copyreg.pickle(Grounded, pickled)
