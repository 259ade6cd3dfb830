"""Moves on a board, as definitions of LED: where to click for each, and its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from noughts.documents.board.buttons import Button, directions_in
from noughts.documents.board.drawing import reach
from noughts.documents.board.layers import Spot
from noughts.documents.board.moves import MoveKind
from noughts.documents.board.parts import Path, at
from noughts.documents.board.places import BoardPlan
from noughts.documents.board.quoted import (
    by_value,
    cases,
    cell_at,
    constant,
    define,
    part_of,
    term,
    tuple_of,
)
from noughts.documents.board.reading import BoardReading
from noughts.language import tree as t
from noughts.values.order import key
from noughts.values.sets import FiniteSet
from noughts.values.show import show
from noughts.values.value import Value


@dataclass(frozen=True)
class MoveWriter:
    """Writes the definitions of moves: the cells of a board and its `buttons` are clicked."""

    reading: BoardReading
    layout: BoardPlan
    buttons: Sequence[Button]

    def definitions(self) -> Iterator[t.Definition]:
        """For each move the rectangles to click, of its cells in turn, then of what is no cell; and its name,
        which consists of the names of its cells and of its words."""
        half = self.layout.unit * reach(self.layout) // 100
        boxes = [(p.cell, p.x - half, p.y - half, p.x + half, p.y + half) for p in self.layout.places]
        boxes += [button.box for button in self.buttons if button.in_place_of_a_cell]
        yield constant("boxes", FiniteSet(boxes))
        yield constant("others", FiniteSet(each.box for each in self.buttons if not each.in_place_of_a_cell))
        yield define("box(c)", "(l, b, r, t) where (c, l, b, r, t) in boxes")
        yield define("other(c)", "(l, b, r, t) where (c, l, b, r, t) in others")
        if any(kind.targets for kind in self.reading.kinds):
            yield define("spots", "{c | (c, n, x, y) in cells}")
        yield define("clicks(m)", "found", found=self.by_kind(self.clicks_of, term("((), ())")))
        called = [(place.cell, place.name) for place in self.layout.places]
        called += [(button.value, button.text) for button in self.in_place_of_cells]
        yield constant("called", FiniteSet(called))
        yield define("name(c)", "n where (c, n) in called")
        yield define("move(m)", "found", found=self.by_kind(self.name_of, term("(m,)")))

    @property
    def in_place_of_cells(self) -> Iterator[Button]:
        """The choices that stand where other moves have a cell."""
        kinds = self.reading.kinds
        targets = {at(move, path) for kind in kinds for path in kind.targets for move in kind.part.values}
        own = [button for button in self.buttons if button.in_place_of_a_cell]
        others = [button for button in self.buttons if button.value in targets]
        yield from {button.value: button for button in (*others, *own)}.values()

    def by_kind(self, write: Callable[[MoveKind], t.Expression], of_none: t.Expression) -> t.Expression:
        """Clauses for the structures of moves; `of_none` where no move was seen, as it is over at once."""
        kinds = self.reading.kinds
        if not kinds:
            return of_none
        *first, last = kinds
        return cases(
            ((write(kind), guard(kind, kinds[k + 1 :])) for k, kind in enumerate(first)), write(last)
        )

    def clicks_of(self, kind: MoveKind) -> t.Expression:
        """The rectangles of a move of one structure: none if it has a part for which there is none."""
        if any(not self.has_button(path, kind) for path in kind.words):
            return term("((), ())")
        targets = [path for path in kind.words if path in kind.targets]
        *first, last = (
            dict(zip(targets, each, strict=True)) for each in product([True, False], repeat=len(targets))
        )
        return cases(
            ((self.clicks_with(kind, each), are_cells(each)) for each in first), self.clicks_with(kind, last)
        )

    def clicks_with(self, kind: MoveKind, found: Mapping[Path, bool]) -> t.Expression:
        """The rectangles of a move in which these words are cells, and clicked as such."""
        move = term("m")
        targets = [path for path, is_cell in found.items() if is_cell]
        cells = [
            term("box(c)", c=part_of(move, item))
            if not isinstance(item, Spot)
            else term("{box(c) | c in s}", s=part_of(move, item.path))
            if item.many
            else term("box(c)", c=cell_at(move, item))
            for item in kind.items
            if isinstance(item, Spot) or item in targets
        ]
        words = [term("other(c)", c=part_of(move, path)) for path in kind.words if path not in targets]
        if words and self.goes_on_from_another(kind):
            cells, words = [*words, *cells], []
        return tuple_of([tuple_of(cells), tuple_of(words)])

    def goes_on_from_another(self, kind: MoveKind) -> bool:
        """Whether the cells of a move may begin with all those of one of another structure that has no words,
        as a step to a square and a wall on it: then what tells them apart is clicked first."""
        wholes = {
            tuple(other.cells(move))
            for other in self.reading.kinds
            if not other.words and not any(spot.many for spot in other.spots)
            for move in other.part.values
        }
        lengths = {len(cells) for cells in wholes if cells}
        cells = [kind.cells(move) for move in kind.part.values]
        return any(tuple(each[:length]) in wholes for each in cells for length in lengths)

    def has_button(self, path: Path, kind: MoveKind) -> bool:
        """Whether there is a button for every word at a path."""
        known = {button.value for button in self.buttons if not button.in_place_of_a_cell}
        if path in kind.targets:
            known |= {place.cell for place in self.layout.places}
        return all(at(move, path) in known for move in kind.part.values)

    def name_of(self, kind: MoveKind) -> t.Expression:
        """The name of a move of one structure."""
        move = term("m")
        return tuple_of(
            self.word_of(item, kind)
            if not isinstance(item, Spot)
            else self.names_of_set(part_of(move, item.path))
            if item.many
            else term("name(c)", c=cell_at(move, item))
            for item in kind.items
        )

    def names_of_set(self, cells: t.Expression) -> t.Expression:
        """The names of a set of cells, in order: 2 before 10, where these are numbers."""
        if all(isinstance(each.cell, int) and each.name == show(each.cell) for each in self.layout.places):
            return cells
        return term("{name(c) | c in s}", s=cells)

    def word_of(self, path: Path, kind: MoveKind) -> t.Expression:
        """The text of a part of a move that is no cell, or not in all moves.

        A negative number is in brackets, as a dash separates the parts; directions are those of the compass.
        """
        part = part_of(term("m"), path)
        if directions := directions_in(kind, path, self.layout):
            *first, (_, last) = sorted(directions.items(), key=lambda each: key(each[0]))
            return by_value(part, ((value, each.name) for value, each in first), last.name)
        if path in kind.targets:
            return term("name(c)", c=part)
        numbers = {at(move, path) for move in kind.part.values}
        below = sorted(number for number in numbers if isinstance(number, int) and number < 0)
        if len(kind.items) == 1:
            return part
        return by_value(part, ((number, f"({number})") for number in below), part)


def are_cells(found: Mapping[Path, bool]) -> t.Expression:
    """Which of the words of a move are cells, and which are not."""
    move = term("m")
    parts = [
        term("c in spots" if is_cell else "~(c in spots)", c=part_of(move, path))
        for path, is_cell in found.items()
    ]
    return parts[0] if len(parts) == 1 else t.And(tuple(parts), span=move.span)


def guard(kind: MoveKind, later: Sequence[MoveKind]) -> t.Expression:
    """What moves of this structure have in common, and later ones have not."""
    if kind.lead is not None:
        return term("m[1] = lead", lead=kind.lead)
    if kind.part.kind == "tuple":
        length = len(kind.part.parts)
        same = [each for each in later if each.part.kind == "tuple" and len(each.part.parts) == length]
        if not same:
            return term("|m| = n", n=length)
        front = kind.part.parts[0] if kind.part.parts else kind.part
        others: set[Value] = {value for each in same for part in each.part.parts[:1] for value in part.values}
        if others.isdisjoint(front.values):
            return term("|m| = n & m[1] in s", n=length, s=FiniteSet(front.values))
    return term("m in s", s=FiniteSet(kind.part.values))
