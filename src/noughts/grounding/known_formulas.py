"""A cache of the formulas of games: finding formulas takes seconds, and reading them a tenth of a second.

The formulas of a game are a pickle, named by the rules and by the version of the program.  They are written
as a list in which each formula comes after its parts.  So each is written once, and reading recreates the
same objects without simplifying anything.

Formulas are not cached if they are found as quickly, or if the game has dependent variables, whose symbolic
values are no part of the file.
"""

from __future__ import annotations

import copyreg
import pickle
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol, assert_never, runtime_checkable

from noughts.cache import folder, forget_oldest, program_digest, store, stored
from noughts.games.game import Game
from noughts.grounding.fingerprint import digest
from noughts.grounding.formula import (
    All,
    Bit,
    Constant,
    Count,
    Formula,
    Negation,
    bit,
    constant_formula,
    count_as_written,
    many_as_written,
    negation,
)
from noughts.grounding.formula import Any as Some
from noughts.grounding.grounded import Grounded, GroundMove
from noughts.grounding.walk import walk
from noughts.stop import processor_time

SECONDS_WORTH_CACHING: Final = 0.2
"""Seconds of processor time from which on a result is cached; a faster one is computed again, since reading a
file takes about as long."""

_FILES_KEPT: Final = 100
"""The most games whose formulas are cached, mostly below 0.1 MB each; the oldest are deleted."""

_LARGEST_FILE: Final = 20 * 2**20
"""The most bytes of a cached file, after compression."""

_FOLDERS: Final = ("grounding", "kernels", "language", "meaning", "values", "documents")
"""The packages whose code determines the formulas and positions of a game: their version names the files."""


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


# Writing


def written_formulas(grounded: Grounded) -> list[Any]:
    """The content of a file: formulas by number, layout, first position, rules, moves, and codes."""
    numbers: dict[Formula, int] = {}
    nodes: list[Any] = []
    changes = [formula for move in grounded.moves for formula in (move.legal, *move.changes.values())]
    rules = [grounded.over, grounded.undefined, *grounded.to_move, *grounded.wins]
    for number, node in enumerate(walk([*rules, *changes])):
        numbers[node] = number
        nodes.append(written_node(node, numbers))
    return [
        nodes,
        grounded.layout,
        grounded.initial,
        [numbers[formula] for formula in rules],
        len(grounded.to_move),
        [
            [
                move.move,
                numbers[move.legal],
                [[index, numbers[after]] for index, after in move.changes.items()],
            ]
            for move in grounded.moves
        ],
        grounded.codes,
    ]


def written_node(node: Formula, numbers: Mapping[Formula, int]) -> Any:
    """A formula, with its parts given by their numbers."""
    match node:
        case Constant(holds=holds):
            return holds
        case Bit(index=index):
            return index
        case Negation(part=part):
            return ["~", numbers[part]]
        case All(parts=parts):
            return ["&", *(numbers[part] for part in parts)]
        case Some(parts=parts):
            return ["V", *(numbers[part] for part in parts)]
        case Count(parts=parts, weights=weights, least=least, allowed=allowed):
            return ["+", [numbers[part] for part in parts], list(weights), least, allowed]
        case _:
            assert_never(node)


# Reading


def read_formulas(game: Game, content: list[Any]) -> Grounded:
    """The formulas of a game from the content of a file."""
    nodes, layout, initial, rules, turns, moves, codes = content
    formulas: list[Formula] = []
    for node in nodes:
        formulas.append(read_node(node, formulas))
    over, undefined, *others = (formulas[number] for number in rules)
    sides = game.sides
    assert len(sides) == turns == len(others) - turns
    return Grounded(
        game=game,
        layout=layout,
        initial=initial,
        sides=sides,
        to_move=tuple(others[:turns]),
        over=over,
        wins=tuple(others[turns:]),
        moves=tuple(
            GroundMove(move, formulas[legal], {index: formulas[after] for index, after in changes})
            for move, legal, changes in moves
        ),
        undefined=undefined,
        codes=codes,
    )


def pickled(grounded: Grounded) -> tuple[Callable[[Game, list[Any]], Grounded], tuple[Game, list[Any]]]:
    """Formulas for `pickle`: by number, as in a file, since they are nested too deeply for its recursion."""
    return read_formulas, (grounded.game, written_formulas(grounded))


copyreg.pickle(Grounded, pickled)


def read_node(node: Any, formulas: list[Formula]) -> Formula:
    """A formula from its notation; `formulas` has its parts."""
    match node:
        case bool():
            return constant_formula(node)
        case int():
            return bit(node)
        case ["~", part]:
            return negation(formulas[part])
        case ["&", *parts]:
            return many_as_written(All, [formulas[part] for part in parts])
        case ["V", *parts]:
            return many_as_written(Some, [formulas[part] for part in parts])
        case ["+", parts, weights, least, allowed]:
            return count_as_written(tuple(formulas[part] for part in parts), tuple(weights), least, allowed)
        case _:
            raise ValueError(node)
