"""Positions of any game as vectors of binary features.

A position is decomposed without knowledge of the game: a tuple or a dataclass into components, a text into
letters, and a set into elements.  A value that cannot be decomposed is a feature, named by its path and
value.  The side to move is a feature too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from noughts.games.game import Game, Position, Side
from noughts.values.sets import Set

if TYPE_CHECKING:
    from numpy.typing import NDArray


# The most names of elements that an encoder caches; a game with formulas has one object for each element.
_MOST_NAMED: Final = 10_000

ElementName: TypeAlias = Callable[[str, object], str]
"""The name of the feature that the set at a path has an element."""


def element_name(place: str, element: object) -> str:
    """The name of the feature that the set at a path has an element."""
    return f"{place} has {value_text(element)}".strip()


def features(position: Position, mover: Side | None, name: ElementName = element_name) -> Iterator[str]:
    """The names of the features of a position with its side to move, ``None`` if it is terminal."""
    if mover is not None:
        yield f"{mover} to move"
    yield from features_at(position, "", name)


def mover_in(game: Game, position: Position) -> Side | None:
    """The side to move; ``None`` if the match is over."""
    return game.to_move(position) if game.outcome(position) is None else None


def features_at(value: object, place: str, name: ElementName = element_name) -> Iterator[str]:
    """The names of the features of a value at a path; `name` gives those of the elements of sets.

    >>> list(features_at(("a", frozenset({(1, 2)}), 3), ""))
    ['.0=a', '.1 has (1, 2)', '.2=3']
    """
    if isinstance(value, Set | AbstractSet):
        for element in value:
            yield name(place, element)
    elif isinstance(value, tuple | list) or (isinstance(value, str) and len(value) > 1):
        for number, part in enumerate(value):
            yield from features_at(part, f"{place}.{number}", name)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from features_at(getattr(value, field.name), f"{place}.{field.name}", name)
    else:
        yield f"{place}={value_text(value)}"


def value_text(value: object) -> str:
    """The text of a value, the same for equal values.

    >>> value_text((1, frozenset({"b", "a"})))
    '(1, {a, b})'
    """
    if isinstance(value, Set | AbstractSet):
        return f"{{{', '.join(sorted(map(value_text, value)))}}}"
    if isinstance(value, tuple):
        return f"({', '.join(map(value_text, value))})"
    return str(value)


class Encoder:
    """An ordered set of features, and the encoding of positions as rows of them."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.number_of = {name: number for number, name in enumerate(self.names)}
        self._named: dict[tuple[str, int], tuple[object, str]] = {}

    @classmethod
    def of(cls, game: Game, positions: Iterable[Position]) -> Encoder:
        """All features that some of these positions have and others lack, in alphabetical order."""
        name, found, count = cls(()).name, Counter[str](), 0
        for position in positions:
            found.update(set(features(position, mover_in(game, position), name)))
            count += 1
        return cls(sorted(name for name, times in found.items() if times < count))

    def row(self, position: Position, mover: Side | None) -> NDArray[np.float32]:
        """An encoded position, (features,) float32: 1 for each feature present; unknown ones are ignored."""
        row = np.zeros(len(self.names), dtype=np.float32)
        row[self.numbers(position, mover)] = 1
        return row

    def numbers(self, position: Position, mover: Side | None) -> list[int]:
        """The numbers of the features that a position has."""
        names = features(position, mover, self.name)
        return [self.number_of[name] for name in names if name in self.number_of]

    def name(self, place: str, element: object) -> str:
        """The name of a feature by `element_name`, cached by the identity of the object.

        Equal objects need not be written alike, such as `True` and `1` in a game in Python; so equality would
        not do.  The object is kept with its name, so its identity cannot be reused.
        """
        named = self._named.get((place, id(element)))
        if named is not None and named[0] is element:
            return named[1]
        if len(self._named) >= _MOST_NAMED:
            self._named.clear()
        text = element_name(place, element)
        self._named[place, id(element)] = (element, text)
        return text
