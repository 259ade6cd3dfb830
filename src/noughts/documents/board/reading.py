"""How states and moves are read as a board: of all ways the one that fits the steps of some matches best.

A cell is what a move changes: of the ways to read a state as layers of cells, the best is the one under which
most moves name a cell on which something changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from noughts.documents.board.layers import (
    BoardLayer,
    CommonPart,
    Content,
    Grain,
    Path,
    Spot,
    are_functions,
    at,
    begins,
    changed,
    content,
    is_matrix,
    layerings,
    men_in,
    paths_of,
    pieces_in,
    without_taken,
)
from noughts.documents.board.moves import (
    MoveKind,
    candidates,
    is_mostly,
    move_kind,
    parts_by_word,
    structures,
)
from noughts.documents.board.sampled import Sampled, are_numbers, are_pairs
from noughts.values.scalars import Atom
from noughts.values.sets import Set, listable
from noughts.values.value import Value

# The worth of reading one more part of the state as a layer, in shares of steps, and a pair as a cell, not as
# two: enough to decide between readings that fit the moves alike.
_READ: Final = 0.05
# The factor of the share of steps where pairs of numbers lie on the cells, as a square for each car, or sets
# of two, as the ends of a line for each colour: a reading in which these are cells is better, even if no move
# names one.
_OF_PLACES: Final = 0.01


class BoardReading(Struct, frozen=True):
    """Cells of one grain, in layers of the state and in moves; `rest` are the other parts of the state."""

    grain: Grain
    layers: tuple[BoardLayer, ...]
    kinds: tuple[MoveKind, ...]
    rest: tuple[Path, ...]
    on_board: frozenset[Value]
    fit: float

    @property
    def named(self) -> Iterator[Value]:
        """The cells that stand in moves."""
        away = {name for layer in self.layers for spot in layer.spots for name in spot.away}
        cells = (cell for kind in self.kinds for move in kind.part.values for cell in kind.cells(move))
        return (cell for cell in cells if cell not in away)


class Changes(Struct, frozen=True):
    """The cells on which layers ever put something, and those that each step changed."""

    on_board: frozenset[Value]
    by_step: Sequence[frozenset[Value]]


class Compared:
    """The steps of a sample, with what many readings have in common: layers, and moves with their cells."""

    def __init__(self, sample: Sampled) -> None:
        self.sample = sample
        self.words = parts_by_word(sample)
        self.parts = structures(sample.every_move, self.words)
        last_of = {move: number for number, (part, _) in enumerate(self.parts) for move in part.values}
        self.matrices = {part.path for part in sample.structure.within() if is_matrix(part)}
        self.pieces = frozenset(pieces_in(sample.structure))
        self.part_of = [last_of.get(step.move) for step in sample.steps]
        self.changes_of = cache(self.changes_on)
        self.named_at = cache(self.named_by_steps)
        self.kind = cache(self.kind_with)
        self.is_map = cache(lambda layer: layer.is_map(sample.states))
        self.is_off_board = cache(lambda layer: has_turn(layer, sample) or are_hands(layer, sample))
        self.is_counted = cache(lambda layer: layer.is_counted(sample.states))
        self.changes = cache(self.changes_together)
        self.has_places = cache(lambda layer: has_places(layer, sample.states))
        self.cuts_cells = cache(lambda layer: cuts_cells(layer, sample))
        self.follows_moves = cache(lambda man: follows_moves(man, sample))

    def are_on_one_another(self, layers: Sequence[BoardLayer]) -> bool:
        """Whether two layers have numbers on the same cells, as the hands of two players do; they would be
        illegible."""
        counted = filter(self.is_counted, layers)
        cells = [{cell for on, _ in layer.put(self.sample.states[0]) for cell in on} for layer in counted]
        return any(not one.isdisjoint(two) for one, two in combinations(cells, 2))

    def changes_together(self, layers: tuple[BoardLayer, ...]) -> Changes:
        """The changes on some layers taken together."""
        found = [self.changes_of(layer) for layer in layers]
        nothing = frozenset[Value]()
        return Changes(
            nothing.union(*(each.on_board for each in found)),
            [nothing.union(*(each.by_step[k] for each in found)) for k in range(len(self.sample.steps))],
        )

    def changes_on(self, layer: BoardLayer) -> Changes:
        """The changes on one layer."""
        on_board: set[Value] = set()
        by_step = []
        found: dict[Value, Content] = {}  # most steps leave it as it is

        def lying(state: Value) -> Content:
            part = layer.read(state)
            if part not in found:
                found[part] = content([layer], state)
            return found[part]

        for step in self.sample.steps:
            before, after = lying(step.before), lying(step.after)
            on_board |= before.keys() | after.keys()
            by_step.append(changed(before, after))
        return Changes(frozenset(on_board), by_step)

    def named_by_steps(self, number: int, spot: Spot) -> Sequence[tuple[int, tuple[Value, ...]]]:
        """The steps by moves of part `number`, each with the cells that its move has at a spot."""
        steps = enumerate(self.sample.steps)
        return [(k, spot.cells(step.move)) for k, step in steps if self.part_of[k] == number]

    def changed_share(self, number: int, spot: Spot, changes: Changes) -> float:
        """The share of steps by moves of a part in which something changed on the cells at a spot."""
        found = [not changes.by_step[k].isdisjoint(cells) for k, cells in self.named_at(number, spot)]
        return sum(found) / len(found) if found else 0.0

    def is_taken(self, number: int, spot: Spot, layers: Sequence[BoardLayer]) -> bool:
        """Whether there are steps by moves of a part, and before each something lies on a cell at a spot."""
        named = self.named_at(number, spot)
        before = (content(layers, self.sample.steps[k].before) for k, _ in named)
        return bool(named) and all(
            not lying.keys().isdisjoint(cells) for lying, (_, cells) in zip(before, named, strict=True)
        )

    def kind_with(self, number: int, spots: tuple[Spot, ...]) -> MoveKind:
        """The kind of the moves of a part, with these spots as cells."""
        part, lead = self.parts[number]
        return move_kind(part, lead, spots, self.sample, self.pieces, is_only=len(self.parts) == 1)

    def with_targets(self, kinds: Sequence[MoveKind], changes: Changes) -> Iterator[MoveKind]:
        """The kinds of moves, each with the words that are cells in some of its moves: then something always
        changed there, as where a man is taken. How many things there are is no cell of that number.

        Kinds with the same words at a path learn from each other's steps: men are seldom taken late.
        """
        named = [
            {path: frozenset(at(move, path) for move in kind.part.values) for path in kind.words}
            for kind in kinds
        ]
        for kind, own in zip(kinds, named, strict=True):
            found = set[Path]()
            for path, words in own.items():
                changed = [
                    word in changes.by_step[k]
                    for k, step in enumerate(self.sample.steps)
                    if (number := self.part_of[k]) is not None
                    and named[number].get(path) == words
                    and (word := at(step.move, path)) in changes.on_board
                    and word not in kinds[number].cells(step.move)
                ]
                if changed and all(changed):
                    found.add(path)
            yield replace(kind, targets=frozenset(found))

    def is_within(self, man: BoardLayer, sets: Sequence[BoardLayer]) -> bool:
        """Whether a man, a pair that is a part of its own, is always on the board, as a keeper among boxes:
        on a cell of a constant set that has all cells of the layers too."""
        spot = man.spots[0]
        if spot.flat:
            return False
        stood = (spot.cells(state) for state in self.sample.states)
        on_board = self.changes(tuple(sets)).on_board.union(*stood)
        return self.sample.is_area(on_board)

    def of_one_board(self, men: Sequence[BoardLayer]) -> Iterator[BoardLayer]:
        """The men but for numbers of another sort, such as what a die shows: they are in a smaller constant
        set, and moves with another word change them."""
        areas = {man: self.area_of(man) for man in men}
        words = {man: words_that_change(man, self.sample) for man in men}
        for man in men:
            others = [other for other in men if areas[man] < areas[other]]
            if not others or any(words[man] & words[other] or not words[man] for other in others):
                yield man

    def area_of(self, man: BoardLayer) -> frozenset[Value]:
        """The least constant set that has all cells of a man, empty if none has."""
        stood = {cell for state in self.sample.states for cell in man.spots[0].cells(state)}
        return min((area for area in self.sample.areas if stood <= area), key=len, default=frozenset())

    def is_board(self, layers: Sequence[BoardLayer]) -> bool:
        """Whether layers are a board whatever the moves are: sets, maps and columns on several pairs of
        numbers, and men on a constant set of them."""
        forms = ("set", "groups", "columns", "history")
        sets = [layer for layer in layers if layer.form in forms and not layer.is_link]
        men = [layer for layer in layers if layer.form == "man"]
        on_board = self.changes(tuple(sets)).on_board
        return (
            len(sets) + len(men) == len(layers)
            and all(self.is_within(man, sets) for man in men)
            and (bool(men) or len(on_board) > 1)
            and not any(self.is_numbers_map(layer) or self.has_shared_pairs(layer) for layer in sets)
        )

    def without_stranger(self, layer: BoardLayer) -> BoardLayer:
        """The layer with a pair that is no cell, such as (0, 0) for a man who was taken: no constant set has
        it, but one has all others on which its pieces stand."""
        stood = self.changes_of(layer).on_board
        strangers = [cell for cell in stood if not any(cell in area for area in self.sample.areas)]
        is_one = len(strangers) == 1 and self.sample.is_area(stood - {*strangers})
        is_single = layer.form in ("set", "man") and len(layer.spots) == 1 and not layer.is_link
        if not (is_single and is_one and are_pairs(tuple(stood))):
            return layer
        spot = replace(layer.spots[0], away=(*layer.spots[0].away, *strangers))
        return replace(layer, spots=(spot,))

    def has_shared_pairs(self, layer: BoardLayer) -> bool:
        """Whether two things have the same pair, such as the fingers of two players, and no constant set has
        all the pairs."""
        is_set = layer.form == "set" and not self.sample.is_area(self.changes_of(layer).on_board)
        return is_set and any(map(layer.is_shared, self.sample.states))

    def is_numbers_map(self, layer: BoardLayer) -> bool:
        """Whether a set of pairs looks like a map from numbers to numbers: no number is in front twice in a
        state, and no constant set has all the pairs."""
        if layer.labels or not layer.spots or layer.spots[0].path or layer.spots[0].flat:
            return False
        on_board = self.changes_of(layer).on_board
        if self.sample.is_area(on_board):
            return False
        return are_functions(
            [cell for cells, _ in layer.put(state) for cell in cells] for state in self.sample.states
        )

    def elsewhere(self, layers: Sequence[BoardLayer]) -> int:
        """The steps by moves with words that change other parts of the state, such as what a die shows."""
        read = {path[0] for layer in layers for path in paths_of(layer) if path}
        words = {word for word, parts in self.words.items() if parts.isdisjoint(read)}
        moves = (step.move for step in self.sample.steps)
        return sum(isinstance(move, tuple) and move[0] in words for move in moves) if words else 0

    def hits(self, kinds: Sequence[MoveKind], changes: Changes) -> int:
        """The steps in which something changed on a cell that the move names."""
        named = (self.named_at(number, spot) for number, kind in enumerate(kinds) for spot in kind.spots)
        return len({k for each in named for k, cells in each if not changes.by_step[k].isdisjoint(cells)})


def readings(compared: Compared) -> Iterator[BoardReading]:
    """All readings of a sample."""
    sample = compared.sample
    state = sample.structure
    turns = tuple(dict.fromkeys(step.side for step in sample.steps if step.side is not None))
    sides = frozenset(turns)
    grains: tuple[Grain, ...] = ("pair", "single")
    for grain in grains:
        for sets in layerings(state, grain, turns):
            if compared.are_on_one_another(sets) or any(map(compared.is_off_board, sets)):
                continue
            if not are_in_turn(sets, sample):
                continue
            men = without_taken(men_in(state, grain, sides, sample.areas), sets)
            moved = tuple(compared.of_one_board([man for man in men if compared.follows_moves(man)]))
            still = [man for man in men if grain == "pair" and man not in moved]
            within = tuple(man for man in still if compared.is_within(man, sets))
            for layers in {(*sets, *moved), (*sets, *moved, *within), sets}:
                if layers:
                    yield reading(grain, layers, state, sides, compared)


def are_in_turn(layers: Sequence[BoardLayer], sample: Sampled) -> bool:
    """Whether the sides move in the order of the histories among some layers."""
    return all(
        step.side == layer.turns[len(history) % len(layer.turns)]
        for layer in layers
        if layer.turns
        for step in sample.steps
        if isinstance(history := layer.read(step.before), tuple)
    )


def are_hands(layer: BoardLayer, sample: Sampled) -> bool:
    """Whether players have the same numbers at the beginning, as cards in their hands."""
    return layer.form == "groups" and layer.is_shared(sample.states[0])


def has_turn(layer: BoardLayer, sample: Sampled) -> bool:
    """Whether one part of a row says whose turn it is."""
    rows = [layer.read(step.before) for step in sample.steps if layer.form == "row"]
    return any(map(sample.is_turn, zip(*(row for row in rows if isinstance(row, tuple)), strict=True)))


def has_places(layer: BoardLayer, states: Sequence[Value]) -> bool:
    """Whether what lies on its cells are pairs of numbers, or atoms that stand for none, or sets of two, as
    the ends of a line, or names of its cells: where things are, not what they are."""
    if layer.form != "set":
        return False
    put = [each for state in states for each in layer.put(state)]
    labels = [label for _, label in put if isinstance(label, tuple)]
    cells = {cell for cells, _ in put for cell in cells if isinstance(cell, Atom | str)}
    if any(each in cells for label in labels for each in label):
        return True
    found = {label[0] for label in labels if len(label) == 1}
    if not all(isinstance(each, Atom) for each in found):
        found = {each for each in found if not isinstance(each, Atom)}
    are_places = are_pairs(tuple(found)) or all(isinstance(each, Set) and each.size == 2 for each in found)
    return bool(found) and are_places


def cuts_cells(layer: BoardLayer, sample: Sampled) -> bool:
    """Whether it takes cells apart that are all in one constant set: pairs of numbers, as the squares of a
    board, or triples whose sum is the same, or of which several begin alike, so that none is a square and
    what stands on it."""
    if layer.form != "set" or not all(spot.flat or len(spot.path) == 1 for spot in layer.spots):
        return False
    parts = [part for state in sample.states if isinstance(part := at(state, layer.path), Set)]
    sets = [tuple(listable(part)) for part in parts]
    found = {each for part in sets for each in part}
    if not found or not sample.is_area(found):
        return False
    if any(spot.flat for spot in layer.spots):
        has_one_sum = are_numbers(found, 3) and len(set(map(sum, found))) == 1
        return has_one_sum or any(begin_alike(part) for part in sets)
    return are_pairs(tuple(found))


def begin_alike(triples: Collection[Value]) -> bool:
    """Whether several of some triples of numbers begin with the same two."""
    return are_numbers(triples, 3) and len({each[:2] for each in triples}) < len(triples)


def best_reading(sample: Sampled) -> BoardReading:
    """The reading that fits best; one without cells if none does."""
    compared = Compared(sample)
    found = [each for each in readings(compared) if each.fit > 0]
    if not found:
        return reading("single", (), sample.structure, frozenset(), compared)
    best = max(found, key=lambda each: each.fit)
    layers = tuple(compared.without_stranger(layer) for layer in best.layers)
    changes = compared.changes(layers)
    kinds = tuple(compared.with_targets(best.kinds, changes))
    return replace(best, layers=layers, kinds=kinds, on_board=changes.on_board)


def reading(
    grain: Grain,
    layers: tuple[BoardLayer, ...],
    state: CommonPart,
    sides: frozenset[Value],
    compared: Compared,
) -> BoardReading:
    """The reading with these layers."""
    changes = compared.changes(layers)
    is_map = grain == "pair" and bool(layers) and all(map(compared.is_map, layers))
    is_full = is_map or all(layer.has_all for layer in layers)
    kinds = tuple(
        compared.kind(
            number, tuple(spots_of(number, grain, sides, layers, compared, is_map=is_map, is_full=is_full))
        )
        for number in range(len(compared.parts))
    )
    share = compared.hits(kinds, changes) / max(len(changes.by_step) - compared.elsewhere(layers), 1)
    fits = is_mostly(share) or (is_map and any(kind.spots for kind in kinds))
    if not fits and grain == "pair" and compared.is_board(layers):
        fits, share, kinds = True, 0.0, tuple(compared.kind(k, ()) for k in range(len(compared.parts)))
    is_cut = any(map(compared.cuts_cells, layers))
    if is_cut or (grain == "single" and any(map(compared.has_places, layers))):
        share *= _OF_PLACES
    links = sum(layer.is_link for layer in layers)
    men = sum(layer.form == "man" for layer in layers)
    in_rows = [layer.path[:-1] for layer in layers if layer.path and layer.path[:-1] in compared.matrices]
    read = len(layers) - len(in_rows) + len(set(in_rows)) - links  # the rows of a matrix are one part
    read += men + 1 if grain == "pair" else 0  # a man at a pair is one, not two
    worth = share + _READ * read if fits else 0
    return BoardReading(grain, layers, kinds, tuple(rest_of(state, layers)), changes.on_board, worth)


def spots_of(
    number: int,
    grain: Grain,
    sides: frozenset[Value],
    layers: tuple[BoardLayer, ...],
    compared: Compared,
    *,
    is_map: bool,
    is_full: bool,
) -> Iterator[Spot]:
    """The spots of cells in moves of part `number`: those where moves mostly change something.

    A row is `full`, it has something for each cell: a number beyond its end is no cell.  On a map of pairs a
    move may name a cell on which it often changes nothing, such as a blank cube that is pushed out of a blank
    row: so pairs that are all on it are cells, unless they are all steps to a neighbour.  So are pairs at
    which something always lay where other cells are free, such as a man that stays and begets another.
    """
    part, _ = compared.parts[number]
    changes = compared.changes(layers)
    is_on_board = all if is_full else any
    for spot in candidates(part, grain, sides):
        cells = {cell for move in part.values for cell in spot.cells(move)}
        if not is_on_board(cell in changes.on_board for cell in cells):
            continue
        if is_mostly(compared.changed_share(number, spot, changes)) or (
            grain == "pair"
            and not are_steps(cells)
            and (is_map or (not is_full and compared.is_taken(number, spot, layers)))
        ):
            yield spot


def are_steps(pairs: Collection[Value]) -> bool:
    """Whether all are pairs of 0 and 1, such as steps to the right and upwards."""
    return all(isinstance(pair, tuple) and {0, 1}.issuperset(pair) for pair in pairs)


def follows_moves(man: BoardLayer, sample: Sampled) -> bool:
    """Whether a man is indeed moved: its cell changes, and mostly to one that stands in the move.

    A number that always goes up or down by one counts something, if one of its values is no cell.
    """
    [spot] = man.spots
    changed = [step for step in sample.steps if spot.cells(step.before) != spot.cells(step.after)]
    went = [(cell, step.move) for step in changed for cell in spot.cells(step.after)]
    named = [cell == move or (isinstance(move, tuple) and stands_in(cell, move)) for cell, move in went]
    far = [(at(step.before, spot.path), at(step.after, spot.path)) for step in changed if spot.away]
    is_count = bool(far) and all(
        isinstance(one, int) and isinstance(two, int) and abs(one - two) == 1 for one, two in far
    )
    return bool(named) and is_mostly(sum(named) / len(named)) and not is_count


def words_that_change(man: BoardLayer, sample: Sampled) -> frozenset[Value]:
    """The atoms in the moves that change where a man is."""
    changed = [step.move for step in sample.steps if man.read(step.before) != man.read(step.after)]
    return frozenset(
        word for move in changed if isinstance(move, tuple) for word in move if isinstance(word, Atom)
    )


def stands_in(cell: Value, move: tuple[Value, ...]) -> bool:
    """Whether a cell or a piece stands in a move, as a part or as parts that follow each other."""
    width = len(cell) if isinstance(cell, tuple) else 0
    return cell in move or any(move[k : k + width] == cell for k in range(len(move) if width else 0))


def rest_of(state: CommonPart, layers: Sequence[BoardLayer]) -> Iterator[Path]:
    """The parts of the state that no layer has."""
    taken = [path for layer in layers for path in paths_of(layer)]
    if any(begins(state.path, path) for path in taken):
        return
    if (state.kind == "tuple" and any(begins(path, state.path) for path in taken)) or (
        state.path == () and state.kind == "tuple"
    ):
        for part in state.parts:
            yield from rest_of(part, layers)
    else:
        yield state.path
