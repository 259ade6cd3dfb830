"""How pieces look: a colour each, and a letter where the colour does not say whose it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from noughts.documents.board.adjacency import named_places
from noughts.documents.board.layers import BoardLayer, Path, content
from noughts.easel import Color
from noughts.easel.svg import MEN
from noughts.language import core as c
from noughts.language.conventions import PLACEHOLDERS
from noughts.values.order import key
from noughts.values.scalars import Atom
from noughts.values.sets import Set, listable
from noughts.values.show import show
from noughts.values.value import Value

Rgb: TypeAlias = tuple[int, int, int]

COLOURS: Final[Mapping[str, Rgb]] = {
    "black": (40, 44, 52),
    "white": (250, 250, 246),
    "red": (200, 40, 40),
    "blue": (0, 80, 200),
    "green": (0, 128, 0),
    "yellow": (240, 200, 40),
    "gold": (230, 180, 40),
    "orange": (230, 120, 20),
    "purple": (130, 60, 160),
    "brown": (130, 85, 50),
    "grey": (140, 140, 140),
    "gray": (140, 140, 140),
}
"""Colours that pieces are named by."""
GREY: Final = Color(130, 138, 150)
FAINT: Final = Color(205, 210, 217)
"""Round an empty point: nobody takes it for a white man."""
HOLE: Final = Color(226, 230, 236)
"""An empty point where men are white, and a dark square: neither white men nor black ones look like it."""
MARKED: Final = Color(255, 243, 200)
"""Beneath the places that are due."""
DARK: Final = Color(60, 66, 80)
EDGE: Final = Color(90, 96, 108)
SHUT: Final = Color(150, 157, 168)
"""A closed cell: no square is taken for an open one, and no piece for less than what it is."""
# The colours of other pieces, one after the other: of sides as in the library.
_OWN: Final[Sequence[Rgb]] = (
    (0, 80, 200),
    (0, 128, 0),
    (200, 60, 40),
    (130, 60, 160),
    (190, 140, 0),
    (0, 140, 150),
)
ALONE: Final[Rgb] = (70, 80, 100)
"""The colour of all pieces where they are all alike."""
# The difference of red, green or blue from which on colours are no shades of each other.
_APART: Final = 60
# The characters drawn on men, by the name of the man.
_SIGNS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("man", "men"), ""),
    "king": "♚",
    "queen": "♛",
    "rook": "♜",
    "bishop": "♝",
    "knight": "♞",
    "pawn": "♟",
}
# The sizes of pieces that are called so, as shares of the largest.
_SIZES: Final[Mapping[str, Fraction]] = {
    "tiny": Fraction(2, 5),
    "little": Fraction(3, 5),
    "small": Fraction(3, 5),
    "medium": Fraction(4, 5),
    "middle": Fraction(4, 5),
    "middling": Fraction(4, 5),
    "large": Fraction(1),
    "big": Fraction(1),
}
# The words of a name.
_WORDS: Final = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+|\d+")
# Letters on a piece: of more, none could be read.
_LETTERS: Final = 6
# The least of red, green and blue of what counts as white.
_WHITE: Final = 240
# The mean of red, green and blue above which letters on a piece are dark.
_LIGHT: Final = 150


class Look(Struct, frozen=True):
    """How a piece looks."""

    label: Value
    colour: Rgb
    letter: str
    size: Fraction = Fraction(1)

    @property
    def is_white(self) -> bool:
        """Whether it is told from the paper only by its edge."""
        return min(self.colour) > _WHITE

    @property
    def ink(self) -> Color:
        """The colour of its letter."""
        return Color(30, 30, 30) if sum(self.colour) > 3 * _LIGHT else Color(255, 255, 255)


def are_chess_men(looks: Sequence[Look]) -> bool:
    """Whether all pieces are chess men, which need no discs; the crown of a draughtsman lies on one."""
    return bool(looks) and all(look.letter in MEN for look in looks)


def names_of_parts(program: c.Program) -> dict[Path, str]:
    """The names of parts of the state: variables, and definitions such as ``black := currentState[2]``, or of
    all of it, as ``said := currentState``."""
    found: dict[Path, str] = {}
    for place, name in named_places(program):
        found.setdefault((place,), name)
    for name, definition in program.definitions.items():
        if definition.is_constant and definition.where is None:
            match definition.only_term:
                case c.Given("currentState"):
                    found.setdefault((), name)
    return found


def label_of(layer: BoardLayer, number: int, names: Mapping[Path, str]) -> str:
    """The label of the pieces of a layer that has no labels of its own."""
    return names.get(layer.path, f"{number}")


def looks_of(
    labels: Iterable[Value], sides: Sequence[Value], owners: Mapping[Value, Value] = MappingProxyType({})
) -> list[Look]:
    """The looks of pieces with these labels; those of a side have its colour.

    Whose a piece is may be known by its `owners`.
    """
    labels = sorted(dict.fromkeys(labels), key=key)
    if len(labels) == 1 and label_name(labels[0]) not in COLOURS:
        return [Look(labels[0], ALONE, "")]
    named = [COLOURS[name] for name in map(label_name, (*labels, *sides)) if name in COLOURS]
    own = [colour for colour in _OWN if all(differ(colour, taken) for taken in named)] or _OWN
    of_side = {side: COLOURS.get(label_name(side), own[k % len(own)]) for k, side in enumerate(sides)}
    others = [*_OWN[len(sides) :], *_OWN]
    taken = [*of_side.values(), *named]
    free = iter([colour for colour in others if all(differ(colour, each) for each in taken)])
    by_name = {label_name(side): colour for side, colour in of_side.items()}
    found = []
    for label in labels:
        name = label_name(label)
        of_name = next((part for part in parts(label) if part in of_side), owners.get(label))
        owner = label if label in of_side else of_name
        colour = by_name.get(name) or COLOURS.get(name) or of_side.get(owner or name)
        found.append(Look(label, colour or next(free, ALONE), letter_of(label, owner, colour, name)))
    letters = [look.letter for look in found if look.letter]
    if len(set(letters)) < len(letters) and len({look.colour for look in found}) == len(found):
        return [replace(look, letter="") for look in found]  # the colours alone tell them apart
    sizes = [size_of_piece(label) for label in labels]
    if len(set(sizes)) > 1:
        found = [replace(look, size=size) for look, size in zip(found, sizes, strict=True)]
    if owners and len({(look.letter, look.colour, look.size) for look in found}) < len(found):
        return [replace(look, letter=whole_name(look.label)) for look in found]
    return found


def size_of_piece(label: Value) -> Fraction:
    """The size of a piece, as a share of the largest, if a word says that it is small."""
    return min(_SIZES.get(label_name(part), Fraction(1)) for part in parts(label) or (label,))


def whole_name(label: Value) -> str:
    """All that can be written of a label on a piece."""
    return "".join(map(label_name, parts(label) or (label,)))[:_LETTERS]


def differ(one: Rgb, other: Rgb) -> bool:
    """Whether two colours are told apart at a glance."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) >= _APART


def letter_of(label: Value, owner: Value | None, colour: Rgb | None, name: str) -> str:
    """The letter on a piece: none if its colour is its name."""
    if name in COLOURS:
        return ""
    if isinstance(label, str) and owner is not None and label_name(owner) in COLOURS:
        return next((_SIGNS[word] for word in words_of_name(name) if word in _SIGNS), "")
    if isinstance(label, Set):
        return "".join(initial(label_name(part)) for part in sorted(listable(label), key=key))[:_LETTERS]
    if isinstance(label, tuple):
        return "".join(
            initial(label_name(part))
            for part in label
            if part != owner and not is_placeholder(part) and label_name(part) not in _SIZES
        )
    return initial(name)


def words_of_name(name: str) -> list[str]:
    """The words of a name such as ``whiteKing`` or ``white_king``, in small letters."""
    return [word.lower() for word in _WORDS.findall(name)]


def side_in(name: str, sides: Sequence[Value]) -> Value | None:
    """The only side whose name is one of the words of a name; ``None`` if there is none."""
    found = [side for side in sides if label_name(side).lower() in words_of_name(name)]
    return found[0] if len(found) == 1 else None


def initial(name: str) -> str:
    """The sign of a man by its name; else a number, or the first letter."""
    if name in _SIGNS:
        return _SIGNS[name]
    return name if name.lstrip("-").isdigit() else next(filter(str.isalnum, name), "")


def parts(label: Value) -> tuple[Value, ...]:
    """The parts of a label."""
    return label if isinstance(label, tuple) else ()


def label_name(label: Value) -> str:
    """A label as a person writes it."""
    return label.name if isinstance(label, Atom) else spelled(show(label))


def spelled(text: str) -> str:
    """A text without quotes: a document can write it."""
    return text.replace('"', "'")


def is_stacked(layer: BoardLayer, states: Sequence[Value]) -> bool:
    """Whether several pieces of a layer lie on one cell in some state."""
    return any(len(what) > 1 for state in states for what in content([layer], state).values())


def is_placeholder(label: Value) -> bool:
    """Whether a label says that there is nothing: by its name, or by those of all its parts; a string also
    without letters."""
    names = map(label_name, parts(label) or (label,))
    return all(name in PLACEHOLDERS or not name.strip(" .-_") for name in names)


def empty_label(labels: Iterable[Value], sides: Sequence[Value], *, of_matrix: bool) -> Value | None:
    """The label for nothing in a row or a matrix: the one that is no side where all sides are labels,
    a name that says so, or 0 of a matrix."""
    labels = list(dict.fromkeys(labels))
    others = [label for label in labels if label not in sides]
    if set(sides) <= set(labels) and len(sides) > 1 and len(others) == 1:
        return others[0]
    named = next((label for label in labels if is_placeholder(label)), None)
    return 0 if named is None and of_matrix and 0 in labels else named
