"""The most permissive strategy of a side that never loses, as sets of positions, one for each depth.

With Rₖ the layers of the game, the winning region of the side for not losing is

    Vₖ = { p in Rₖ : it is over at p, and no other side has won }
       ∪ { p in Rₖ : the side is to move, and some move leads to Vₖ₊₁ }
       ∪ { p in Rₖ : another side is to move, and every move leads to Vₖ₊₁ }

A side that starts in V₀ and always moves into the next V never loses, and every strategy that never loses
does so.  The positions that such play visits are Fₖ:

    F₀   = { initial }
    Fₖ₊₁ = the successors of Fₖ by the side's moves into Vₖ₊₁ and by all moves of others
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from noughts.games.game import Expansion, Position, Side
from noughts.games.match import Match
from noughts.games.result import Json, ResultRow, ResultTable, TableCell, headline
from noughts.grounding.grounded import fingerprint
from noughts.kernels.answers import PlayedAnswer
from noughts.solvers.symbolic.diagram_engine import Positions
from noughts.solvers.symbolic.layers import Layered, Visited, Watch, match_through, of_others, of_side
from noughts.solvers.symbolic.saved_strategy import SavedStrategy
from noughts.solvers.verdict import Progress
from noughts.stop import processor_time
from noughts.verify.checked import safety_fault
from noughts.verify.spot import Answer, spot_check


class Extent(Struct, frozen=True):
    """The exact size of a strategy.

    `configurations` counts the positions that it can lead to, `own` the moves that it permits there, `others`
    the moves of other sides; `wins` and `ties` are the positions where it is over.
    """

    configurations: int
    own: int
    others: int
    wins: int
    ties: int

    def __add__(self, other: Extent) -> Extent:
        return Extent(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    @property
    def moves(self) -> int:
        """All moves in it."""
        return self.own + self.others


class WinningRegion(Struct, frozen=True):
    """The positions in which a side has a strategy that never loses: ``kept[k]``, a subset of layer k."""

    layered: Layered
    side: int
    kept: tuple[Positions, ...]

    @property
    def side_name(self) -> Side:
        """The name of the side."""
        return self.layered.rules.sides[self.side]

    @property
    def sets(self) -> SavedStrategy:
        """The region without the layers of the game, to be saved and played."""
        rules, sets = self.layered.rules, self.layered.sets
        diagrams, layers = sets.copied(self.kept)
        return SavedStrategy(
            rules.game.name, fingerprint(rules), self.side_name, self.layered.cells, diagrams, layers
        )

    @property
    def holds(self) -> bool:
        """Whether the side has a strategy from the first position that never loses."""
        return bool(self.kept[0])


def winning_region(layered: Layered, side: int, *, progress: Progress | None = None) -> WinningRegion:
    """The winning region, computed from the last layer to the first."""
    kept: list[Positions] = []
    with Watch(layered.sets, layered.positions[::-1]) as watch:
        for depth in range(len(layered.all) - 1, -1, -1):
            kept.append(kept_at(layered, depth, side, kept[-1] if kept else layered.sets.nothing))
            layered.sets.forget()
            watch.done()
            if progress is not None:
                progress(len(kept))
    return WinningRegion(layered, side, tuple(reversed(kept)))


def checked_region(layered: Layered, side: int, *, progress: Progress | None = None) -> WinningRegion:
    """The same, checked by the reference evaluator at some positions."""
    began = processor_time()
    found = winning_region(layered, side, progress=progress)
    rules = layered.rules
    spot_check(rules.game, RegionAnswer(found, PlayedAnswer(rules.game, rules)), began)
    return found


def kept_at(layered: Layered, depth: int, side: int, following: Positions) -> Positions:
    """Vₖ, from Vₖ₊₁."""
    sets, layer = layered.sets, layered.layer(depth)
    movers = layered.movers_in(depth, layer.going_on)
    not_lost = sets.difference(layer.over, lost_at_the_end(layered, layer.over, side))
    keeps = layered.leading(of_side(movers, side), following)
    safe_from_others = unforced(layered, depth, side, following)
    return sets.union_of([not_lost, keeps, safe_from_others])


def unforced(layered: Layered, depth: int, side: int, wanted: Positions) -> Positions:
    """The positions of layer `depth` in which another side is to move and all of its moves lead to
    `wanted`."""
    sets = layered.sets
    going_on = layered.layer(depth).going_on
    theirs = sets.difference(going_on, sets.where(going_on, layered.rules.to_move[side]))
    if not theirs:
        return sets.nothing
    escapes = sets.difference(layered.all[depth + 1], wanted)
    movers = of_others(layered.movers_in(depth, going_on), side)
    return sets.difference(theirs, layered.leading(movers, escapes))


def lost_at_the_end(layered: Layered, over: Positions, side: int) -> Positions:
    """The terminal positions of a set that another side has won."""
    others = [layered.won_by(over, other) for other in range(len(layered.rules.sides)) if other != side]
    return layered.sets.union_of(others)


def extent(strategy: WinningRegion, *, progress: Progress | None = None) -> Extent:
    """The size of the strategy: the positions that it visits, each counted at its first visit."""
    layered, sets = strategy.layered, strategy.layered.sets
    arrived, met = strategy.kept[0], Visited(sets)
    whole = Extent(0, 0, 0, 0, 0)
    with Watch(sets, layered.positions) as watch:
        for depth in range(len(strategy.kept)):
            layered.check_defined(arrived)
            movers = layered.movers_in(depth, arrived)
            own, others = of_side(movers, strategy.side), of_others(movers, strategy.side)
            target = strategy.kept[depth + 1] if depth + 1 < len(strategy.kept) else sets.nothing
            over = sets.intersection(arrived, layered.layer(depth).over)
            won = sets.count(layered.won_by(over, strategy.side))
            whole += Extent(
                configurations=sets.count(arrived),
                own=layered.pairs(own, target),
                others=layered.ways(others),
                wins=won,
                ties=sets.count(over) - won,
            )
            met.add(arrived, layered.all[depth])
            if depth + 1 < len(strategy.kept):
                permitted = sets.intersection(layered.following(own), target)
                following = sets.union(permitted, layered.following(others))
                arrived = met.new_in(following, layered.all[depth + 1])
            layered.sets.forget()
            watch.done()
            if progress is not None:
                progress(depth)
    return whole


def line_lost(strategy: WinningRegion) -> Match:
    """A line of play that a side without a strategy loses, because the others can force its loss."""
    layered, sets = strategy.layered, strategy.layered.sets
    here = layered.initial
    line = [here]
    while sets.intersection(here, layered.layer(len(line) - 1).going_on):
        further = layered.following(layered.movers(here))
        here = sets.only(sets.first(sets.difference(further, strategy.kept[len(line)])))
        line.append(here)
    return match_through(layered, line)


class RegionAnswer(Struct, frozen=True, dict=True):
    """The positions in which a side has a strategy that never loses."""

    region: WinningRegion
    found: Answer

    @cached_property
    def saved(self) -> SavedStrategy:
        """The sets as they are saved."""
        return self.region.sets

    def drawn(self, dice: Random) -> Position | None:
        return None

    def fault(self, position: Position, found: Expansion) -> str | None:
        encoded, side = self.region.layered.rules.encoded, self.region.side_name
        return self.found.fault(position, found) or safety_fault(
            side, position, found, lambda each: self.saved.keeps(encoded(each))
        )


# Results about strategies as sets of positions, which print themselves.


# The printed names of figures that differ from their keys.
_NAMES: Final = {"own": "own moves", "others": "others' moves"}


class SetStrategy(Struct, frozen=True):
    """A strategy with its size, which is ``None`` if the side has no safe strategy."""

    region: WinningRegion
    extent: Extent | None

    def as_json(self) -> dict[str, Json]:
        """The size of the equivalent automaton, which has one state per position and one for success."""
        extent = self.extent
        if extent is None:
            lost = list(line_lost(self.region).move_texts())
            return {"states": 0, "transitions": 0, "configurations": 0, "lost": lost}
        return {
            "states": extent.configurations + 1,
            "transitions": extent.moves + extent.wins + extent.ties,
            **self.figures(extent),
        }

    def figures(self, extent: Extent) -> dict[str, int]:
        """The size of its sets."""
        return {
            "configurations": extent.configurations,
            "own": extent.own,
            "others": extent.others,
            "wins": extent.wins,
            "ties": extent.ties,
            "nodes": self.region.layered.sets.size(*self.region.kept),
        }


class SetStrategies(Struct, frozen=True):
    """The strategies of some sides, or the `single` requested one."""

    layered: Layered
    found: Mapping[Side, SetStrategy]
    single: bool

    def as_json(self) -> Json:
        """The sizes of the one strategy, or of all."""
        strategies = {side: one.as_json() for side, one in self.found.items()}
        return next(iter(strategies.values())) if self.single else {"strategies": strategies}

    def rows(self) -> Iterator[ResultRow]:
        """The size of the game and of the strategies, and the line by which a side without one loses."""
        cells, moves = len(self.layered.cells), len(self.layered.all) - 1
        yield from headline(self.layered.rules.game.name, f"{cells} cells, at most {moves} moves")
        sizes = {side: one.figures(one.extent) for side, one in self.found.items() if one.extent is not None}
        if sizes:
            names = next(iter(sizes.values()))
            figures: list[Sequence[TableCell]] = [
                (_NAMES.get(name, name), *(each[name] for each in sizes.values())) for name in names
            ]
            yield ResultTable(["strategy of", *sizes], figures)
        for side, one in self.found.items():
            if one.extent is None:
                line = line_lost(one.region)
                moves_lost = "; ".join(line.move_texts())
                yield f"{side} has no safe strategy. For example: {moves_lost}; and {line.outcome}."
