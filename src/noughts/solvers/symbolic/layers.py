"""A game of bounded length in layers: a superset of the positions after k moves.

    R₀     = { initial }
    Rₖ₊₁   ⊇ successors of the positions of Rₖ in which the game goes on

Layers are simple rather than tight: they ignore the end of the game, so a layer of a game of marks is the set
of all positions with the right number of marks of each kind, which is a small diagram.  A result about a
position of a layer is true of it, whether play reaches it or not.

Nodes grow with the positions that they represent: if a share s of the positions of all layers took n nodes,
all of them will take about n / s.  For m,n,k-games this is several times too high while less than a
hundredth is done, and within a tenth once a third is done, because larger sets share more nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import prod
from random import Random
from types import TracebackType
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from noughts.games.game import Move, Position
from noughts.games.match import Match
from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    Formula,
    bit,
    bits_in,
    claims,
    conjunction,
    is_literal,
    negation,
)
from noughts.grounding.grounded import Grounded, GroundMove
from noughts.grounding.walk import bits_of, conjuncts, holds, said_by, substituted, truths, walk
from noughts.refusal import Refusal
from noughts.solvers.symbolic.cells import Cells, cells_of
from noughts.solvers.symbolic.diagram_engine import DiagramEngine, Positions, Rewriting, Steps
from noughts.solvers.symbolic.diagrams import NODE_BYTES, TooManyNodes
from noughts.stop import current

# Moves whose effect depends on the side to move, divided into one move for each side.
#
# If a move puts a mark of the side to move, the new value of a bit depends on whose turn it is, and so
# perhaps
# on the whole position.  For a given side it is constant.


def with_sided_moves(rules: Grounded) -> Grounded:
    """The same game, each move divided by side if its changes are then simpler."""
    moves = [one for move in rules.moves for one in divided(move, rules.to_move)]
    return rules if len(moves) == len(rules.moves) else replace(rules, moves=tuple(moves))


def divided(move: GroundMove, to_move: tuple[Formula, ...]) -> Iterator[GroundMove]:
    """The move for each side that may make it, if one of its changes depends on the side; else the move."""
    known = said_by(move.legal)
    turns = substituted(to_move, known)
    about = {turn for turn in turns if turn not in (ALWAYS, NEVER)}
    about |= {~turn for turn in about}
    if not about.intersection(move.changes.values()):
        yield move
        return
    for turn, to_move_here in zip(turns, to_move, strict=True):
        if turn is not NEVER:
            put = {turn: ALWAYS, ~turn: NEVER}
            after = substituted(move.changes.values(), put)
            changes = dict(zip(move.changes, after, strict=True))
            yield GroundMove(move.move, move.legal & to_move_here, changes)


# Moves as rewritings: the contents that a move finds in a few cells, and those that it puts there.
#
# A move touches the cells that it changes, those that the new contents depend on, and those of the literals
# of its legality.  Each filling of these gives one rewriting, and a *guard*: the rest of the legality, over
# other cells.  Mostly the guard is only that the game goes on and the side is to move; such rewritings of one
# side are combined in one diagram.

# The most fillings of the cells that a move touches, because each is a rewriting of its own.
_MOST_FILLINGS: Final = 4096


class Entangled(Refusal):
    """A move touches too many cells for rewritings."""

    def __init__(self, rule: GroundMove, cells: int) -> None:
        super().__init__(
            f"what the move {rule.move} does depends on {cells} parts of the position at once",
            "the game may still be explored position by position",
        )


class TransitionRelation(Struct, frozen=True):
    """Moves of a side that are legal wherever the game goes on, it is to move, and `guard` holds."""

    side: int
    guard: Formula
    steps: Sequence[Steps]


@lru_cache(maxsize=1)  # several claims about a game are asked one after another
def cells_and_rewritings(
    game: Grounded,
) -> tuple[Grounded, Cells, Mapping[tuple[int, Formula], Sequence[Rewriting]]]:
    """The rules of a game, each move with its side; its cells; its rewritings by side and guard."""
    rules = with_sided_moves(game)
    cells = cells_of(rules)
    gathered: dict[tuple[int, Formula], list[Rewriting]] = {}
    goes_on = negation(rules.over)
    turns = [TurnCondition(side, _said(goes_on, turn)) for side, turn in enumerate(rules.to_move)]
    for rule in rules.moves:
        for going in turns:
            for rewriting, guard in _rewritings(rules, rule, going, cells):
                gathered.setdefault((going.side, guard), []).append(rewriting)
    return rules, cells, gathered


class TurnCondition(Struct, frozen=True):
    """The conjuncts that hold where the game goes on and a side is to move."""

    side: int
    said: frozenset[Formula]


def _said(*formulas: Formula) -> frozenset[Formula]:
    """The parts of nested conjunctions."""
    return frozenset(part for each in formulas for part in conjuncts(each) if not claims(part))


def _rewritings(
    rules: Grounded, rule: GroundMove, going: TurnCondition, cells: Cells
) -> Iterator[tuple[Rewriting, Formula]]:
    """The rewritings of a move when a side makes it, each with its guard."""
    legal = _said(rule.legal, rules.to_move[going.side])
    if any(negation(part) in legal for part in legal):
        return
    known = [part for part in legal if is_literal(part)]
    more = legal - going.said - frozenset(known)
    touched = _touched(rule, known, cells)
    formulas = list(walk(rule.changes.values()))
    for filling, left in _fillings(touched, conjunction(legal) if more else ALWAYS, cells):
        after = _after(rule, formulas, filling, cells)
        yield {cell: (old, after[cell]) for cell, old in filling.items()}, _guard(left, going, filling, cells)


def _guard(left: Formula, going: TurnCondition, filling: Mapping[int, int], cells: Cells) -> Formula:
    """The part of a legality besides that the game goes on; `ALWAYS` if there is none."""
    said = _said(left)
    if left is ALWAYS or said <= going.said:
        return ALWAYS
    # only here: an end may depend on all moves
    [known] = substituted([conjunction(going.said)], _known(filling, cells))
    return conjunction(said - _said(known))


def _touched(rule: GroundMove, known: Sequence[Formula], cells: Cells) -> Mapping[int, Sequence[int]]:
    """The contents of the touched cells that the literals of the legality allow."""
    read = bits_of([*rule.changes.values(), *known]) | sum(1 << index for index in rule.changes)
    possible = {cell: _possible(cell, known, cells) for cell in cells.cells_of(read)}
    if prod(map(len, possible.values())) > _MOST_FILLINGS:
        raise Entangled(rule, len(possible))
    return possible


def _fillings(
    possible: Mapping[int, Sequence[int]], legal: Formula, cells: Cells
) -> Iterator[tuple[Mapping[int, int], Formula]]:
    """The fillings of some cells with which a move may be legal, each with what is left of its legality."""
    found: list[tuple[dict[int, int], Formula]] = [({}, legal)]
    for cell, contents in possible.items():
        current.get().look()
        put = {content: _known({cell: content}, cells) for content in contents}
        found = [
            ({**filling, cell: content}, left)
            for filling, legal_there in found
            for content in contents
            if (left := substituted([legal_there], put[content])[0]) is not NEVER
        ]
    yield from found


def _possible(cell: int, known: Sequence[Formula], cells: Cells) -> list[int]:
    """The contents of a cell with which some bits are set and others are not."""
    about = [part for part in known if cells.place[part.lowest][0] == cell]
    codes = [0, *(1 << index for index in cells.bits_of[cell])]
    return [content for content, code in enumerate(codes) if all(holds(part, code) for part in about)]


def _known(filling: Mapping[int, int], cells: Cells) -> dict[Formula, Formula]:
    """The values of the bits of some cells."""
    return {
        bit(index): ALWAYS if content == filling[cell] else NEVER
        for cell in filling
        for content, index in enumerate(cells.bits_of[cell], 1)
    }


def _after(
    rule: GroundMove, formulas: Sequence[Formula], filling: Mapping[int, int], cells: Cells
) -> dict[int, int]:
    """The contents of the touched cells after the move; `formulas` are those of its changes (see `walk`)."""
    code = sum(1 << cells.bits_of[cell][content - 1] for cell, content in filling.items() if content)
    found = truths(formulas, code)
    result = code
    for index, after in rule.changes.items():
        result = result | 1 << index if found[after] else result & ~(1 << index)
    contents = dict.fromkeys(filling, 0)
    for index in bits_in(result):
        cell, content = cells.place[index]
        assert not contents[cell], "two bits of one cell exclude each other"
        contents[cell] = content
    return contents


# Random positions of a layer that are tested for the end of the game before the whole layer is: one that goes
# on answers the question, and to test all of them takes long.
_DRAWN: Final = 50


Movers: TypeAlias = tuple[tuple[TransitionRelation, Positions], ...]
"""Moves, each with the positions that allow it and in which the game goes on."""


class Endless(Refusal):
    """Play can return to an earlier position, so there is no last layer."""

    def __init__(self) -> None:
        super().__init__(
            "play can return to a position, so that the game has no greatest length",
            "it may still be explored position by position",
        )


class Layer(Struct, frozen=True):
    """A layer: the positions in which the game goes on, and those in which it is over."""

    going_on: Positions
    over: Positions


class Layered:
    """The layers of a game, and the moves between them."""

    def __init__(self, rules: Grounded, engine: Callable[[Cells], Any] = DiagramEngine) -> None:
        self.rules, self.cells, moves = cells_and_rewritings(rules)
        self.sets: DiagramEngine = engine(self.cells)
        self.turns = tuple(
            TransitionRelation(side, guard, self.sets.steps(rewritings))
            for (side, guard), rewritings in moves.items()
        )
        self._divided: dict[int, Layer] = {}
        self._movers: dict[int, Movers] = {}
        self.initial: Positions = self.sets.only(self.cells.filling(self.rules.initial))

    def __repr__(self) -> str:
        return f"<{len(self.cells)} cells, {self.sets!r}>"

    # Moves

    def movers(self, going_on: Positions) -> Movers:
        """The moves with the positions of a set that allow them; the game must go on in all."""
        found = []
        for side, to_move in enumerate(self.rules.to_move):
            there = self.sets.where(going_on, to_move)
            for turns in self.turns:
                if turns.side == side and (allowing := self.sets.where(there, turns.guard)):
                    found.append((turns, allowing))
        return tuple(found)

    def movers_in(self, depth: int, some: Positions) -> Movers:
        """The moves with the positions of a layer that allow them, except where the game is over."""
        if depth not in self._movers:
            self._movers[depth] = self.movers(self.layer(depth).going_on)
        found = [(turns, self.sets.intersection(some, allowing)) for turns, allowing in self._movers[depth]]
        return tuple((turns, allowing) for turns, allowing in found if allowing)

    def after(self, turns: TransitionRelation, some: Positions) -> Positions:
        """The successors of a set by moves that are legal in all of it."""
        return self.sets.union_of([self.sets.after(some, steps) for steps in turns.steps])

    def before(self, turns: TransitionRelation, some: Positions) -> Positions:
        """The predecessors of a set by moves, wherever these are legal."""
        return self.sets.union_of([self.sets.before(some, steps) for steps in turns.steps])

    def following(self, movers: Movers) -> Positions:
        """The successors of positions by their moves."""
        return self.sets.union_of([self.after(turns, allowing) for turns, allowing in movers])

    def leading(self, movers: Movers, target: Positions) -> Positions:
        """The positions from which one of their moves leads to `target`."""
        found = [self.sets.intersection(allowing, self.before(turns, target)) for turns, allowing in movers]
        return self.sets.union_of(found)

    def pairs(self, movers: Movers, target: Positions) -> int:
        """The number of moves that lead to `target`."""
        return sum(
            self.sets.pairs(allowing, steps, target) for turns, allowing in movers for steps in turns.steps
        )

    def ways(self, movers: Movers) -> int:
        """The number of moves."""
        return sum(self.sets.ways(allowing, steps) for turns, allowing in movers for steps in turns.steps)

    # Layers

    @cached_property
    def all(self) -> tuple[Positions, ...]:
        """The layers from the first position on; `Endless` if there is no last one."""
        simple = self._layers(lambda layer: layer)
        layers = simple if simple is not None else self._layers(self._goes_on)
        if layers is None:
            raise Endless
        return layers

    @cached_property
    def bounded(self) -> bool:
        """Whether there is a last layer."""
        try:
            return bool(self.all)
        except Endless:
            return False

    @cached_property
    def positions(self) -> tuple[int, ...]:
        """The number of positions of each layer: upper bounds of those that play can reach."""
        return tuple(map(self.sets.count, self.all))

    def _layers(self, moving: Callable[[Positions], Positions]) -> tuple[Positions, ...] | None:
        """The layers if moves are made in a part of each; ``None`` if a layer recurs."""
        layers = [self.initial]
        seen = {self.sets.nothing, self.initial}
        while self._goes_on_somewhere(layers[-1]):
            following = self.following(self.movers(moving(layers[-1])))
            if following in seen:
                return tuple(layers) if not following else None
            seen.add(following)
            layers.append(following)
        return tuple(layers)

    def _goes_on_somewhere(self, some: Positions) -> bool:
        """Whether the game goes on in some position: by `_DRAWN` random ones first, then exactly.

        The random numbers have a fixed seed, and only decide how the answer is found.
        """
        dice = Random(0)
        drawn = (self.cells.code(self.sets.drawn(some, dice)) for _ in range(_DRAWN))
        return not all(holds(self.rules.over, code) for code in drawn) or bool(self._goes_on(some))

    def _goes_on(self, some: Positions) -> Positions:
        return self.sets.difference(some, self.sets.where(some, self.rules.over))

    def layer(self, depth: int) -> Layer:
        """A layer, divided by whether the game goes on; it is also over where no move is legal."""
        if depth not in self._divided:
            self._divided[depth] = self._layer(depth)
        return self._divided[depth]

    def _layer(self, depth: int) -> Layer:
        everything = self.all[depth]
        going_on = self._goes_on(everything)
        if going_on:
            further = self.all[depth + 1] if depth + 1 < len(self.all) else self.sets.nothing
            going_on = self.leading(self.movers(going_on), further)
        return Layer(going_on, self.sets.difference(everything, going_on))

    def won_by(self, over: Positions, side: int) -> Positions:
        """The positions of a set, in all of which the game is over, that a side has won."""
        return self.sets.where(over, self.rules.wins[side])

    def check_defined(self, some: Positions) -> None:
        """`Unspoken` if the rules may have no value in some position of a set that play reaches."""
        if self.rules.undefined is not NEVER and (undefined := self.sets.where(some, self.rules.undefined)):
            raise Unspoken(self.cells.code(self.sets.first(undefined)))


class Unspoken(Refusal):
    """In a position that play reaches the rules may have no value."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(
            "in a position that play reaches the rules may have no value",
            "exploring the game position by position tells which rule it is",
        )


def of_side(movers: Movers, side: int) -> Movers:
    """The moves of a side."""
    return tuple((turns, some) for turns, some in movers if turns.side == side)


def of_others(movers: Movers, side: int) -> Movers:
    """The moves of all sides but one."""
    return tuple((turns, some) for turns, some in movers if turns.side != side)


# Lines of play through sets of positions, and the set of visited positions.


def match_through(layered: Layered, line: Sequence[Positions]) -> Match:
    """A match through a sequence of sets, one position of each."""
    rules, sets, cells = layered.rules, layered.sets, layered.cells
    game = rules.game
    match = Match(game)
    for some in line[1:]:
        goal = rules.decoded(cells.code(sets.first(some)))
        match = match.play(move_to(match, goal))
    return match


def move_to(match: Match, goal: Position) -> Move:
    """A legal move that leads to a position."""
    game, here = match.game, match.position
    return next(move for move in match.legal_moves if game.after(here, move) == goal)


# The visited set of a search, so no position is counted twice.


class Visited:
    """The visited positions, by number of nonempty cells.

    In games of marks no two layers share a number, so nothing has to be subtracted.
    """

    def __init__(self, sets: DiagramEngine) -> None:
        self._sets = sets
        self._visited: list[tuple[Positions, Positions]] = []

    def add(self, some: Positions, layer: Positions) -> None:
        """Add positions of a layer."""
        self._visited.append((some, layer))

    def new_in(self, some: Positions, layer: Positions) -> Positions:
        """The positions of a set that were not visited; layers without a common number are not compared."""
        for earlier, earlier_layer in self._visited:
            if not self._sets.fullness(layer).isdisjoint(self._sets.fullness(earlier_layer)):
                some = self._sets.difference(some, earlier)
        return some


# The final number of nodes, extrapolated from their number so far.


# The most gigabytes for which the hint suggests a higher limit: ordinary machines do not have more.
_MEMORY: Final = 128

# The share of the work that must be done before an estimate means anything.
_TELLING: Final = Fraction(1, 10_000)

# If this many times the limit is needed, work stops once one part in as many of it is used.  Estimates this
# early are several times too high, so a smaller factor would stop work that could succeed.
_EARLY: Final = 4


class RunAway(TooManyNodes):
    """The diagrams would exceed their limit; `needed` is the expected number of nodes."""

    def __init__(self, limit: int, needed: int) -> None:
        self.limit = limit
        self.needed = rounded(needed)
        gigabytes = self.needed * NODE_BYTES / 1e9
        memory = f"{gigabytes:,.0f} GB" if gigabytes >= 2 else f"{gigabytes * 1000:.0f} MB"
        fact = (
            f"the diagrams would grow past {limit:,} nodes: about {self.needed:,} are needed "
            f"by how they have grown so far, and {memory} of memory"
        )
        smaller = "make the game smaller"
        allow = f"allow that with `--nodes {self.needed}`, or {smaller}"
        Refusal.__init__(self, fact, allow if gigabytes < _MEMORY else smaller)


class Watch:
    """Watches work on layers of known numbers of positions.

    In its block, the work calls `done` after each layer.  Once an estimate is possible, `RunAway` is raised
    instead of `TooManyNodes`; it is also raised before the limit is reached if the estimate is far beyond it.
    """

    def __init__(self, sets: DiagramEngine, positions: Sequence[int]) -> None:
        self._sets = sets
        self._positions = positions
        self._before = self._last = sets.made
        self._layers = 0

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, TooManyNodes) and not isinstance(error, RunAway):
            needed = self.needed
            if needed is not None:
                raise RunAway(self._sets.limit, max(needed, self._sets.made)) from None

    def done(self) -> None:
        """Record that another layer is done."""
        self._layers += 1
        self._last = self._sets.made
        limit, needed = self._sets.limit, self.needed
        if needed is not None and needed > _EARLY * limit and self._last > limit // _EARLY:
            raise RunAway(limit, needed)

    @property
    def needed(self) -> int | None:
        """The expected number of nodes; ``None`` while too little is done."""
        done, whole = sum(self._positions[: self._layers]), sum(self._positions)
        if done == 0 or done < whole * _TELLING:
            return None
        return self._before + (self._last - self._before) * whole // done


def rounded(number: int) -> int:
    """A number rounded up to two significant digits."""
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit
