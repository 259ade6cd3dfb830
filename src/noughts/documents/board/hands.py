"""Pieces that lie beside a board: those in a hand, in a stock, or taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from noughts.documents.board import quoted as q
from noughts.documents.board.drawing import LEAST, TEXT, width_of_text
from noughts.documents.board.layers import Path, at
from noughts.documents.board.looks import DARK, is_placeholder, side_in
from noughts.documents.board.pieces import PieceWriter
from noughts.language import tree as t
from noughts.values.order import key
from noughts.values.sets import FiniteSet, Set, listable
from noughts.values.value import Value

SLOT: Final = 46
"""Pixels from one piece beside the board to the next."""
_MOST: Final = 24
"""Pieces that are drawn one by one: of more, their number is written."""

Pieces: TypeAlias = Mapping[Value, Value]
"""The values for pieces in a part of the state, each with the piece's label on the board."""


@dataclass(frozen=True)
class Hand:
    """A part of the state that is pieces: a set or a tuple of them, a map to how many of each there are, or
    one piece; or the number of pieces of one sort that are still to come, or that were taken."""

    path: Path
    pieces: Pieces
    form: str
    most: int

    def slot(self, room: int) -> int:
        """Pixels from one piece to the next in a room: after each of a map there is its number."""
        return min(SLOT, room * 2 // (self.most * (3 if self.form == "map" else 2)))

    def images(self, left: int, right: int, y: int) -> t.Expression:
        """The pieces in a row between two edges: each of a set or a map has its own place."""
        wide = self.slot(right - left)
        holes: dict[str, q.Filling] = {
            "found": q.state_at(self.path),
            "slots": FiniteSet(
                [
                    (each, label, left + (3 * wide * k // 2 if self.form == "map" else wide * k))
                    for k, (each, label) in enumerate(self.pieces.items())
                ]
            ),
            "left": left,
            "wide": wide,
            "y": y,
            "r": wide * 2 // 5,
            "dark": DARK,
            "half": wide * 3 // 4,
            "height": max(wide // 2, LEAST),
        }
        match self.form:
            case "number":
                (label,) = self.pieces.values()
                body = "U[k in {1..found}] piece(label, left + (k - 1) * wide, y, r)"
                return q.term(body, label=label, **holes)
            case "map":
                body = (
                    "U[(v, n) in found & n > 0 & (v, w, x) in slots] (piece(w, x, y, r) U "
                    "{text(n, point(x + half, y), height, dark) | n > 1})"
                )
            case "tuple":
                body = (
                    "U[k in {1..|found|} & (found[k], w, x) in slots] piece(w, left + (k - 1) * wide, y, r)"
                )
            case "set":
                body = "U[v in found & (v, w, x) in slots] piece(w, x, y, r)"
            case _:
                body = "U[(found, w, x) in slots] piece(w, left, y, r)"
        return q.term(body, **holes)


@dataclass(frozen=True)
class HandReader:
    """Finds the parts of the state that are pieces of the board."""

    pieces: PieceWriter

    @cached_property
    def known(self) -> frozenset[Value]:
        """The labels of pieces."""
        return frozenset(look.label for look in self.pieces.looks)

    def hand_at(self, path: Path) -> Hand | None:
        """The pieces at a part of the state; `None` if it is something else."""
        values = [at(state, path) for state in self.pieces.sample.states]
        owner = side_in(self.pieces.names.get(path, ""), self.pieces.sides)
        if all(isinstance(each, int) for each in values):
            return self.counted(path, [each for each in values if isinstance(each, int)], owner)
        if all(isinstance(each, Set) for each in values):
            elements = [[*listable(each)] for each in values if isinstance(each, Set)]
            pairs = [pair for each in elements for pair in each if isinstance(pair, tuple) and len(pair) == 2]
            if len(pairs) == sum(map(len, elements)) and all(isinstance(n, int) for _, n in pairs):
                return self.found(path, "map", [[v for v, _ in pairs]], owner)
            return self.found(path, "set", elements, owner)
        if all(isinstance(each, tuple) for each in values):
            return self.found(path, "tuple", [[*each] for each in values if isinstance(each, tuple)], owner)
        has_looks = self.pieces.words.has_looks
        one = [[each] for each in values if not is_placeholder(each)]
        return self.found(path, "one", one, owner) if has_looks else None

    def found(
        self, path: Path, form: str, values: Sequence[Sequence[Value]], owner: Value | None
    ) -> Hand | None:
        """The hand with these elements, if each is a piece."""
        seen = sorted({each for elements in values for each in elements}, key=key)
        pieces = {each: label for each in seen if (label := self.piece(each, owner)) is not None}
        most = max(map(len, values), default=0) if form == "tuple" else len(seen)
        return Hand(path, pieces, form, most) if pieces and len(pieces) == len(seen) else None

    def piece(self, element: Value, owner: Value | None) -> Value | None:
        """The label of an element on the board: its own, or one with the side whose hand it is."""
        named = [element, (owner, element), (element, owner)] if owner is not None else [element]
        return next((each for each in named if each in self.known), None)

    def counted(self, path: Path, numbers: Sequence[int], owner: Value | None) -> Hand | None:
        """A number that changes only as pieces of one sort come to the board, or leave it."""
        steps = [
            (at(step.after, path), at(step.before, path), step.before, step.after)
            for step in self.pieces.sample.steps
        ]
        changed = [
            (after - before, one, two)
            for after, before, one, two in steps
            if isinstance(after, int) and isinstance(before, int) and after != before
        ]
        lying = self.pieces.things.lying
        fitting = [
            thing
            for thing in sorted({thing for cells in lying.values() for thing in cells}, key=key)
            if all(
                more == len(lying[one].get(thing, ())) - len(lying[two].get(thing, ()))
                for more, one, two in changed
            )
        ]
        if not changed or not fitting or min(numbers) < 0 or max(numbers) > _MOST:
            return None
        labels = [self.pieces.label_of_thing(thing) for thing in fitting]
        label = next((each for each in labels if owner is not None and self.belongs(each, owner)), labels[0])
        return Hand(path, {label: label}, "number", max(numbers))

    def belongs(self, label: Value, owner: Value) -> bool:
        """Whether a piece is one of a side."""
        return label == owner or (isinstance(label, tuple) and owner in label)


def rows_of(
    hands: Sequence[tuple[str, Hand]], left: int, right: int, top: int
) -> Iterator[tuple[str, int, int, t.Expression]]:
    """The names of hands, each with its middle and what is drawn beside it: two side by side if their pieces
    are then not much smaller, else one beneath the other."""
    start = max((width_of_text(name, TEXT) for name, _ in hands), default=0) + SLOT
    half = (right - left) // 2
    many = 2 if all(hand.slot(half - start) * 4 >= SLOT * 3 for _, hand in hands) else 1
    for k, (name, hand) in enumerate(hands):
        x, y = left + half * (k % many), top - SLOT * (k // many)
        yield (
            name,
            x + width_of_text(name, TEXT) // 2,
            y,
            hand.images(x + start, x + (right - left) // many, y),
        )
