"""Positions of any game as vectors of binary features.

A position is decomposed without knowledge of the game: a tuple or a dataclass into components, a text into
letters, a set into elements.  What cannot be decomposed is a feature, named by its path and value.  The
side to move is a feature too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from noughts.games.game import Game, Position
from noughts.values.sets import Set

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def features(game: Game, position: Position) -> Iterator[str]:
    """The names of the features that a position has."""
    if game.outcome(position) is None:
        yield f"{game.to_move(position)} to move"
    yield from features_at(position, "")


def features_at(value: object, place: str) -> Iterator[str]:
    """The features of a value at a path.

    >>> list(features_at(("a", frozenset({(1, 2)}), 3), ""))
    ['.0=a', '.1 has (1, 2)', '.2=3']
    """
    if isinstance(value, Set | AbstractSet):
        for element in value:
            yield f"{place} has {value_text(element)}".strip()
    elif isinstance(value, tuple | list) or (isinstance(value, str) and len(value) > 1):
        for number, part in enumerate(value):
            yield from features_at(part, f"{place}.{number}")
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from features_at(getattr(value, field.name), f"{place}.{field.name}")
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

    @classmethod
    def of(cls, game: Game, positions: Iterable[Position]) -> Encoder:
        """All features that some of these positions have and others lack, in alphabetical order."""
        each = [set(features(game, position)) for position in positions]
        found = Counter(name for names in each for name in names)
        return cls(sorted(name for name, times in found.items() if times < len(each)))

    def rows(self, game: Game, positions: Sequence[Position]) -> NDArray[np.float32]:
        """The encoded positions, (positions, features) float32: 1 for each feature present; unknown ones are
        ignored."""
        import numpy as np

        rows = np.zeros((len(positions), len(self.names)), dtype=np.float32)
        for row, position in zip(rows, positions, strict=True):
            for name in features(game, position):
                number = self.number_of.get(name)
                if number is not None:
                    row[number] = 1
        return rows
