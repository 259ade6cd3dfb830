"""Which parts of a move are cells, to be clicked, and which are words, such as the name of an action."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise, permutations
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.documents.board.layers import (
    BoardLayer,
    CommonPart,
    Grain,
    Path,
    Spot,
    at,
    common,
    common_record,
    flat_pairs,
    is_cell,
    is_cells,
    one,
)
from noughts.documents.board.sampled import Sampled
from noughts.values.order import key
from noughts.values.scalars import Atom
from noughts.values.value import Value

# The part of the steps in which something must have changed on what is taken for a cell: a number that is no
# cell's is that of one that changed only by chance.
_MOSTLY: Final = 0.6


# In which order moves of several structures are told apart: atoms first, by what they are, since they have no
# length; tuples by their lengths; sets last, because nothing says of a value that it is one.
_IN_ORDER: Final = {"tuple": 1, "set": 2}


class MoveKind(Struct, frozen=True, dict=True):
    """Moves of one structure.

    `items` are the parts that tell one move from another, in the order of the move: cells as spots, words
    as paths.  `lead` is the atom in front of all of them, if it tells these moves from others.  The
    `targets` are the words that are cells in some moves, such as that of the man who is taken, if one is.
    The `silent` words need no click where they are no cells, since the cells of a move say enough.
    The `pieces` are words that name a piece, on whose cell a click says the same, with the number of its
    layer, from 1.
    """

    part: CommonPart
    items: tuple[Spot | Path, ...]
    lead: Atom | None
    targets: frozenset[Path] = frozenset()
    silent: frozenset[Path] = frozenset()
    pieces: Mapping[Path, int] = field(default_factory=dict)

    @property
    def directions(self) -> frozenset[Path]:
        """The words that are directions."""
        return frozenset(
            path for path in self.words if is_direction(common([at(move, path) for move in self.part.values]))
        )

    @property
    def unasked(self) -> frozenset[Path]:
        """The words that no button says."""
        return self.silent.union(self.pieces)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """The parts that are cells."""
        return tuple(item for item in self.items if isinstance(item, Spot))

    @property
    def words(self) -> tuple[Path, ...]:
        """The parts that are none."""
        return tuple(item for item in self.items if not isinstance(item, Spot))

    @cached_property
    def moves(self) -> frozenset[Value]:
        """All moves of this structure."""
        return frozenset(self.part.values)

    @cached_property
    def is_nested(self) -> bool:
        """Whether the cells of a move, in any order, may be some of those of another: one pin or two."""
        many = [spot for spot in self.spots if spot.many]
        sets = {frozenset(many[0].cells(move)) for move in self.part.values} if len(many) == 1 else set()
        return len({*map(len, sets)}) > 1 and any(one < two for one, two in permutations(sets, 2))

    def only_word(self, path: Path) -> Value | None:
        """The value that all moves have at a path; `None` if they differ."""
        found = {at(move, path) for move in self.part.values}
        return next(iter(found)) if len(found) == 1 else None

    def cells(self, move: Value) -> list[Value]:
        """The cells of a move."""
        return [cell for spot in self.spots for cell in spot.cells(move)]


def with_silent_words(
    kinds: Sequence[MoveKind], sample: Sampled, cells: frozenset[Value]
) -> Sequence[MoveKind]:
    """The kinds of moves with their silent words, which need no click.

    Such are `hand` for a man who comes from no cell, and `nobody` where none is taken, where other moves
    have a cell; and the word in front of all moves of a kind, as `drop`.  There are none if the other clicks
    do not tell all legal moves of some position apart, or some move has none.
    """
    spots = {spot.path for kind in kinds for spot in kind.spots}

    def with_silent(kind: MoveKind, *, leads: bool) -> MoveKind:
        return replace(
            kind,
            silent=frozenset(
                path
                for path in kind.words
                if path in kind.targets
                or (leads and path == (1,) and isinstance(kind.only_word(path), Atom))
                or (path in spots and isinstance(kind.only_word(path), Atom))
            ),
        )

    marked = ([with_silent(kind, leads=leads) for kind in kinds] for leads in (True, False))
    return next((each for each in marked if are_told_apart(each, sample, cells)), kinds)


def are_told_apart(kinds: Sequence[MoveKind], sample: Sampled, cells: frozenset[Value]) -> bool:
    """Whether every move has a click, and no clicks for a legal move begin those for another one."""
    clicks = {
        move: tuple(
            value
            for item in kind.items
            for value in (item.cells(move) if isinstance(item, Spot) else [at(move, item)])
            if item not in kind.silent or value in cells
        )
        for kind in kinds
        for move in kind.part.values
    }
    found = (sorted((clicks[move] for move in legal if move in clicks), key=key) for legal in sample.legal)
    return all(clicks.values()) and not any(
        two[: len(one)] == one for paths in found for one, two in pairwise(paths)
    )


def with_pieces(kind: MoveKind, layers: Sequence[BoardLayer], sample: Sampled) -> MoveKind:
    """The moves with the words that name pieces on the board, where a click on one tells which it is."""
    found: dict[Path, int] = {}
    for path in kind.words:
        fitting = (k for k, layer in enumerate(layers, start=1) if stand_on(layer, kind, path, sample))
        if path not in kind.silent and (number := next(fitting, None)) is not None:
            found[path] = number
    return replace(kind, pieces=found)


def stand_on(layer: BoardLayer, kind: MoveKind, path: Path, sample: Sampled) -> bool:
    """Whether the words at a path of legal moves are always pieces of a layer, each alone on a cell that the
    move does not name."""
    if layer.form != "set" or layer.is_link or len(layer.labels) != 1:
        return False
    asked = False
    for state, legal in zip(sample.states, sample.legal, strict=True):
        moves = [move for move in legal if move in kind.moves]
        named = {at(move, path) for move in moves}
        stood = [(one(label), cells) for cells, label in layer.put(state) if one(label) in named]
        on = dict(stood)
        is_clear = len(stood) == len(named) == len(set(on.values())) and all(on.values())
        if not is_clear or any(on[at(move, path)][0] in kind.cells(move) for move in moves):
            return False
        asked = asked or bool(named)
    return asked


def parts_by_word(sample: Sampled) -> Mapping[Value, frozenset[int]]:
    """The parts of the state that only moves with some atom in front change, by that atom; nothing unless all
    moves have one and each changes parts of its own, as a step on a track does and a throw of a die."""
    changed: dict[Value, set[int]] = {}
    for step in sample.steps:
        if not (isinstance(step.move, tuple) and step.move and isinstance(step.move[0], Atom)):
            return {}
        before, after = step.before, step.after
        if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
            parts = enumerate(zip(before, after, strict=True), start=1)
            changed.setdefault(step.move[0], set()).update(k for k, (one, two) in parts if one != two)
    common = set.intersection(*changed.values()) if changed else set()
    own = {word: frozenset(parts - common) for word, parts in changed.items()}
    are_apart = all(own.values()) and not any(one & two for one, two in combinations(own.values(), 2))
    return own if are_apart and len(own) > 1 else {}


def structures(moves: Sequence[Value], words: Collection[Value] = ()) -> list[tuple[CommonPart, Atom | None]]:
    """The structures of the moves: of tuples of one length together if they are alike, else by what is in
    front: by each atom, by any number, as that of a cell, by any tuple, as a cell from which a man goes.

    Moves with different `words` in front are never alike.
    """
    groups: dict[object, list[Value]] = {}
    for move in moves:
        groups.setdefault(len(move) if isinstance(move, tuple) else type(move), []).append(move)
    found: list[tuple[CommonPart, Atom | None]] = []
    for group in groups.values():
        whole = common_record(group) or common(group)
        are_alike = not any(part.kind == "other" for part in whole.within())
        if whole.kind != "tuple" or (
            are_alike and not (words and set(words) >= {at(m, (1,)) for m in group})
        ):
            found.append((whole, None))
            continue
        by_front: dict[object, list[Value]] = {}
        for move in group:
            front = move[0] if isinstance(move, tuple) and move else None
            by_front.setdefault(front if isinstance(front, Atom) else type(front), []).append(move)
        found += [
            (common(moves), front if isinstance(front, Atom) else None) for front, moves in by_front.items()
        ]
    return sorted(found, key=lambda each: _IN_ORDER.get(each[0].kind, 0))


def candidates(part: CommonPart, grain: Grain, sides: frozenset[Value], path: Path = ()) -> Iterator[Spot]:
    """The parts of moves that may be cells, or sets of them; of overlapping ones the larger first."""
    is_whole = is_cell(part, grain, sides)
    if is_whole or is_cells(part, grain, sides):
        yield Spot(path, many=not is_whole)
    if part.kind == "tuple" and (grain == "single" or not is_whole):
        if grain == "pair":
            yield from flat_pairs(part)
        for each in part.parts:
            yield from candidates(each, grain, sides, each.path)


def move_kind(
    part: CommonPart,
    lead: Atom | None,
    spots: Sequence[Spot],
    sample: Sampled,
    pieces: frozenset[Value],
    *,
    is_only: bool,
) -> MoveKind:
    """The parts of these moves that tell one from another, with these spots as cells: each of the pieces is
    one part."""
    taken = {path for spot in spots for path in spot.paths}
    items: list[Spot | Path] = []
    for each in leaves(part, taken, pieces):
        spot = next((spot for spot in spots if each.path == spot.path), None)
        if spot is not None:
            items.append(spot)
        elif each.path not in taken and not is_said_anyway(each, sample, part, is_only):
            items.append(each.path)
    return MoveKind(part, without_followers(without_determined(tuple(items), part.values), part.values), lead)


def leaves(part: CommonPart, taken: set[Path], pieces: frozenset[Value]) -> Iterator[CommonPart]:
    """The parts that are no tuples, and those that are taken as a whole or are pieces or directions."""
    is_piece = part.path not in {path[: len(part.path)] for path in taken} and pieces.issuperset(part.values)
    is_one = is_piece or (is_direction(part) and taken.isdisjoint(each.path for each in part.parts))
    if part.kind != "tuple" or part.path in taken or is_one:
        yield part
    else:
        for each in part.parts:
            yield from leaves(each, taken, pieces)


def is_direction(part: CommonPart) -> bool:
    """Whether it is a pair of -1, 0 and 1, and not always the same."""
    if part.kind != "tuple" or len(part.parts) != 2 or len(part.values) == 1:
        return False
    numbers = [set(each.values) for each in part.parts]
    return all(each <= {-1, 0, 1} for each in numbers) and any(-1 in each for each in numbers)


def is_said_anyway(part: CommonPart, sample: Sampled, whole: CommonPart, is_only: bool) -> bool:
    """Whether it is the same in all moves, or always whose turn it is."""
    if len(part.values) == 1 and part is not whole:
        return is_only
    own = frozenset(whole.values)
    steps = [step for step in sample.steps if step.move in own]
    return bool(steps) and all(at(step.move, part.path) == step.side for step in steps)


def without_determined(items: tuple[Spot | Path, ...], moves: Sequence[Value]) -> tuple[Spot | Path, ...]:
    """The items without the middle one of three that follows from the others: what a peg jumps over.

    Of more, such as the parts of a pile, any one may follow from the others.
    """
    if len(items) != 3:
        return items
    ends = {(named_part(items[0], move), named_part(items[2], move)) for move in moves}
    whole = {tuple(named_part(each, move) for each in items) for move in moves}
    return (items[0], items[2]) if len(ends) == len(whole) else items


def without_followers(items: tuple[Spot | Path, ...], moves: Sequence[Value]) -> tuple[Spot | Path, ...]:
    """The items without words that follow from a set of cells in the move, such as the colour of a line."""
    many = [item for item in items if isinstance(item, Spot) and item.many]
    if len(many) != 1:
        return items
    lines = {tuple(many[0].cells(move)) for move in moves}
    return tuple(
        item
        for item in items
        if isinstance(item, Spot)
        or len({(tuple(many[0].cells(move)), at(move, item)) for move in moves}) > len(lines)
    )


def named_part(item: Spot | Path, move: Value) -> object:
    """The part of a move at a spot or path."""
    return item.cells(move) if isinstance(item, Spot) else at(move, item)


def is_mostly(share: float) -> bool:
    """Whether a share of changes is that of a cell."""
    return share >= _MOSTLY
