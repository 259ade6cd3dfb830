"""A document's own definitions of its board; all else is guessed from the rules.

* ``boardPlaces`` is a map from places to (x, y), or to (x, y, width, height): x goes to the right and y up,
  and the unit is the width of a place.
* ``boardColour(v)`` is the colour of a piece, or of the pieces of a side: ``color(r, g, b)``, or a name such
  as `` `red ``.
* ``boardSign(v)`` is written on a piece; "" leaves it blank.
* ``boardSize(v)`` is the size of a piece, as a share of the largest: a number above 0, at most 1.
* ``boardLabel(k)`` is what part k of the state is called beneath the board; "" hides it.
* ``boardBeside(p)`` is how many pieces of a side lie beside the board, in any position.
* ``boardDue`` is the set of places that are marked, as those where the next move must be, in any position.

What is guessed is written as definitions, too, by templates with holes.  A template is read once, and the
names of its holes are replaced by trees, so no value needs to be spelled: an element such as the string
``say "no"``, which no document can write, is a tree like any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache, reduce
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from noughts.documents.board.layers import Path, Spot
from noughts.documents.board.looks import COLOURS, Look, label_name, parts
from noughts.documents.board.places import Box
from noughts.easel import Color
from noughts.games.game import RulesError
from noughts.language import tree as t
from noughts.language.binding import names_in
from noughts.language.conventions import BOARD_WORDS
from noughts.language.expression_of import literal
from noughts.language.node import Node, rewritten
from noughts.language.parse import parse_text
from noughts.text.source import Source, Span
from noughts.values.arithmetic import is_number
from noughts.values.scalars import Atom
from noughts.values.sets import Set, listable
from noughts.values.show import summary
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

_PLACES: Final = "write `{c |-> (x, y) | …}`, with numbers for the column and the row of each place"
_COLOUR: Final = "write `color(r, g, b)`, or a name such as `` `red ``"
_TEXT: Final = 'write a text in quotes, an atom or a number; "" stands for none'
_DUE: Final = "write the set of the places that are marked, `{}` if none is"
_SIZE: Final = "write the size of the piece as a share of the largest, such as 3/5"
_COUNT: Final = "write the number of its pieces that lie beside the board"


class BoardVocabulary(Struct, frozen=True):
    """The definitions of the board that the document of a game has."""

    game: GameByRules

    def has(self, word: str) -> bool:
        """Whether the document defines a word of the vocabulary, as it should be."""
        definition = self.game.program.definitions.get(word)
        return (
            definition is not None
            and not definition.relation
            and len(definition.parameters) == BOARD_WORDS[word]
        )

    @property
    def has_looks(self) -> bool:
        """Whether the document says how its pieces look: numbers are then pieces, not just written."""
        return any(map(self.has, ("boardColour", "boardSign", "boardSize")))

    @property
    def marks_places(self) -> bool:
        """Whether the document says which places are due."""
        return isinstance(self.asked("boardDue"), Set)

    @property
    def has_pieces_beside(self) -> bool:
        """Whether the document says how many pieces of each side lie beside the board."""
        return all(count_of(self.asked("boardBeside", side)) is not None for side in self.game.side_values)

    def asked(self, word: str, *arguments: Value) -> Value | None:
        """The value that the document gives; ``None`` where it gives none."""
        if self.has(word):
            with suppress(RulesError):
                return self.game.value(word, *arguments, at=self.game.initial)
        return None

    def places(self) -> Mapping[Value, Box]:
        """Where each place lies; nothing if the document does not say so."""
        return boxes_of(self.asked("boardPlaces")) or {}

    def looks(self, looks: Sequence[Look], owners: Mapping[Value, Value]) -> list[Look]:
        """The looks of pieces; what is said of a side holds for its pieces of which nothing is said."""
        return [self.look(each, [*parts(each.label), owners.get(each.label)]) for each in looks]

    def look(self, guess: Look, owners: Sequence[Value | None]) -> Look:
        """The look of a piece whose side is among its owners."""
        sides = self.game.side_values
        asked = [self.named(guess.label), *(each for each in owners if each is not None and each in sides)]
        colours = (colour_of(self.asked("boardColour", each)) for each in asked)
        colour = next((each for each in colours if each is not None), guess.colour)
        signs = (written_sign(self.asked("boardSign", each)) for each in asked)
        sign = next((each for each in signs if each is not None), guess.letter)
        sizes = (share_of(self.asked("boardSize", each)) for each in asked)
        size = next((each for each in sizes if each is not None), guess.size)
        return replace(guess, colour=colour, letter=sign, size=size)

    def named(self, label: Value) -> Value:
        """A piece as the document names it: by its side if its label is the name of one."""
        names = (side for side in self.game.side_values if label_name(side) == label_name(label))
        return next(names, label)

    def label(self, path: Path) -> str | None:
        """The label of a part of the state, "" if it is not shown; ``None`` if the document gives none."""
        return written_sign(self.asked("boardLabel", path[0])) if len(path) == 1 else None

    def problems(self) -> Iterator[tuple[str, str, str]]:
        """The faults of the words that the document defines: the word, a fact and a mend."""
        for word, count in BOARD_WORDS.items():
            if word in self.game.program.definitions and not self.has(word):
                shown = f"{word}(v)" if count else word
                yield (
                    word,
                    f"`{word}` is no `{shown} := …`, so the board is drawn without it",
                    f"write `{shown} := …`",
                )
        if (found := self.asked("boardPlaces")) is not None and boxes_of(found) is None:
            yield (
                "boardPlaces",
                f"`boardPlaces` must be a map from places to pairs, but is {summary(found)}",
                _PLACES,
            )
        if (found := self.asked("boardDue")) is not None and not isinstance(found, Set):
            yield "boardDue", f"`boardDue` must be a set of places, but is {summary(found)}", _DUE
        for side in self.game.side_values:
            for word, read, what, help in (
                ("boardColour", colour_of, "a colour", _COLOUR),
                ("boardSign", written_sign, "a text", _TEXT),
                ("boardSize", share_of, "a number above 0, at most 1", _SIZE),
                ("boardBeside", count_of, "a number", _COUNT),
            ):
                if (found := self.asked(word, side)) is not None and read(found) is None:
                    yield word, f"`{word}({summary(side)})` must be {what}, but is {summary(found)}", help


def boxes_of(found: Value | None) -> Mapping[Value, Box] | None:
    """The place of each key of a map; ``None`` if it is no such map."""
    if not isinstance(found, Set):
        return None
    boxes: dict[Value, Box] = {}
    for pair in listable(found):
        match pair:
            case (place, (x, y, *size)) if len(size) in (0, 2) and all(map(is_number, (x, y, *size))):
                numbers = [Fraction(each) for each in (x, y, *(size or (1, 1)))]
                boxes[place] = numbers[0], numbers[1], numbers[2], numbers[3]
            case _:
                return None
    return boxes if len(boxes) == found.size else None


def colour_of(found: Value | None) -> tuple[int, int, int] | None:
    """A colour, also by its name."""
    if isinstance(found, Color):
        return int(found.red), int(found.green), int(found.blue)
    return COLOURS.get(found.name) if isinstance(found, Atom) else None


def written_sign(found: Value | None) -> str | None:
    """The text of a sign; ``None`` if the value has none."""
    return label_name(found) if isinstance(found, str | Atom | int | Fraction) else None


def share_of(found: Value | None) -> Fraction | None:
    """A share that is not 0."""
    return Fraction(found) if isinstance(found, int | Fraction) and 0 < found <= 1 else None


def count_of(found: Value | None) -> int | None:
    """How many there are."""
    return found if isinstance(found, int) and found >= 0 else None


# Definitions of LED as trees: templates with holes, which are filled with trees and with values.


Filling: TypeAlias = "t.Expression | Value"
_N = TypeVar("_N", bound=Node)

_NOWHERE: Final = Span(Source("board", ""), 0, 0)


def define(head: str, body: str, **holes: Filling) -> t.Definition:
    """The definition of a head such as ``f(x)`` by a template."""
    found = filled(_definition(f"{head} := {body}"), holes)
    match found.clauses:
        case (t.Clause(t.Block(clauses, None), None),):
            return replace(found, clauses=clauses)
        case _:
            return found


def term(text: str, **holes: Filling) -> t.Expression:
    """The term or sentence of a template."""
    return filled(_definition(f"it := {text}").clauses[0].term, holes)


def define_value(name: str, value: Value) -> t.Definition:
    """The definition of a name by a value."""
    return define(name, "value", value=value)


@cache
def _definition(text: str) -> t.Definition:
    """A definition, as it is read."""
    (definition,) = parse_text(f"/$ {text} $/").definitions
    return definition


def filled(tree: _N, holes: Mapping[str, Filling]) -> _N:
    """A tree with holes filled."""
    trees = {name: tree_of(filling) for name, filling in holes.items()}

    def put(node: Node) -> Node:
        match node:
            case t.Name(name) if name in trees:
                return trees[name]
            case t.And((t.And(first), *others)):
                return t.And((*first, *others), span=node.span)
            case _:
                return node

    return rewritten(tree, put)


def tree_of(filling: Filling) -> t.Expression:
    """A tree, also of a value."""
    return filling if isinstance(filling, Node) else literal(filling, _NOWHERE)


def tuple_tree(parts: Iterable[Filling]) -> t.Expression:
    """A tuple of trees or values."""
    return t.TupleOf(tuple(map(tree_of, parts)), span=_NOWHERE)


def set_tree(parts: Iterable[Filling]) -> t.Expression:
    """A set of trees or values."""
    return t.SetOf(tuple(map(tree_of, parts)), span=_NOWHERE)


def union(sets: Sequence[t.Expression]) -> t.Expression:
    """The union of sets."""
    return reduce(lambda one, two: t.Binary("U", one, two, span=_NOWHERE), sets) if sets else set_tree([])


def and_more(whole: t.Expression, more: Sequence[Value]) -> t.Expression:
    """A set with more elements, if there are some."""
    return union([whole, *([set_tree(more)] if more else [])])


def cases(clauses: Iterable[tuple[Filling, t.Expression]], otherwise: Filling) -> t.Expression:
    """``(term if guard; … otherwise)``, or the last term if it is alone."""
    made = [t.Clause(tree_of(each), guard, span=_NOWHERE) for each, guard in clauses]
    if not made:
        return tree_of(otherwise)
    return t.Block((*made, t.Clause(tree_of(otherwise), None, span=_NOWHERE)), span=_NOWHERE)


def by_value(
    what: t.Expression, clauses: Iterable[tuple[Value, Filling]], otherwise: Filling
) -> t.Expression:
    """A term for each of some values that something may have, and one for all others."""
    return cases(((found, term("v = w", v=what, w=value)) for value, found in clauses), otherwise)


def part_of(whole: t.Expression, path: Path) -> t.Expression:
    """A part of a tuple."""
    return reduce(lambda tree, place: term("t[k]", t=tree, k=place), path, whole)


def cell_at(whole: t.Expression, spot: Spot) -> t.Expression:
    """The cell at a spot."""
    found = [part_of(whole, path) for path in spot.paths]
    return tuple_tree(found) if spot.flat else found[0]


def state_at(path: Path) -> t.Expression:
    """A part of the state."""
    return part_of(term("currentState"), path)


def fresh(name: str, taken: Collection[str]) -> str:
    """A name for something of the board that is not taken."""
    word = f"board{name[:1].upper()}{name[1:]}"
    while word in taken:
        word += "0"
    return word


def reached_from(definitions: Sequence[t.Definition], names: Iterable[str]) -> list[t.Definition]:
    """The definitions that some names need."""
    by_name, waiting, found = {each.name: each for each in definitions}, [*names], set[str]()
    while waiting:
        if (name := waiting.pop()) in by_name and name not in found:
            found.add(name)
            waiting += names_in(by_name[name])
    return [each for each in definitions if each.name in found]


def with_fresh_names(
    definitions: Sequence[t.Definition], taken: Collection[str], kept: Collection[str]
) -> list[t.Definition]:
    """Definitions under names that are free, but for those that are kept, also for the locals in them."""
    own = {each.name for each in definitions}.difference(kept)
    names = own.union(*(names_in(each) for each in definitions))
    changed = {name for name in names.difference(kept) if name in own or name in taken}
    free = {name: fresh(name, {*taken, *names}) for name in changed}

    def put(node: Node) -> Node:
        match node:
            case t.Name() | t.Call() | t.Parameter() | t.Definition() if node.name in free:
                return replace(node, name=free[node.name])
            case _:
                return node

    return [rewritten(each, put) for each in definitions]
