"""Claims about all positions of a game, proved or refuted with sets of positions.

Forward, M₀ = { initial }, and Mₖ₊₁ is the successors of Mₖ without those visited before.  A sentence is
true of every reachable position if no Mₖ has one of which it is false; if Mₖ has, a shortest line to it is
traced back through Mₖ₋₁, …, M₀.

A side can force the sentence from the attractor, computed backward through the layers of a game of bounded
length: Aₖ has the positions in which the sentence is true, or the side has a move to Aₖ₊₁, or another side is
to move and all of its moves lead there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from noughts.games.game import Side, players_of
from noughts.games.match import Match
from noughts.grounding.formula import Formula, negation
from noughts.solvers.solved import Census
from noughts.solvers.symbolic.diagram_engine import Positions
from noughts.solvers.symbolic.layers import Layer, Layered, Visited, Watch, match_through, of_side
from noughts.solvers.symbolic.strategy import unforced
from noughts.solvers.verdict import Progress, Question, Verdict


class Arrived(Struct, frozen=True):
    """The positions at a given distance from the first one."""

    all: Positions
    layer: Layer


def arrivals(layered: Layered) -> Iterator[Arrived]:
    """M₀, M₁, … until no position is new."""
    sets, before = layered.sets, Visited(layered.sets)
    reached = layered.initial
    while reached:
        layered.check_defined(reached)
        may_go_on = sets.difference(reached, layered.sets.where(reached, layered.rules.over))
        movers = layered.movers(may_go_on)
        following = layered.following(movers)
        going_on = layered.leading(movers, following)
        yield Arrived(reached, Layer(going_on, sets.difference(reached, going_on)))
        before.add(reached, reached)
        reached = before.new_in(following, following)
        layered.sets.forget()


def always(layered: Layered, claim: Question, *, progress: Progress | None = None) -> Verdict:
    """Whether the claim is true of every position that play can reach."""
    wrong = negation(claim.formula)
    idle: dict[str, Formula] = {premise.text: premise.formula for premise in claim.premises}
    search = LayerSearch(layered)
    for layer in search.layers(progress):
        if breaking := layered.sets.where(layer.all, wrong):
            return Verdict(False, search.positions, search.line_to(breaking))
        for text in [text for text, premise in idle.items() if layered.sets.where(layer.all, premise)]:
            del idle[text]
    return Verdict(True, search.positions, idle=tuple(idle), winless=search.winless)


def sometimes(layered: Layered, claim: Question, *, progress: Progress | None = None) -> Verdict:
    """Whether the claim is true of some position."""
    search = LayerSearch(layered)
    for layer in search.layers(progress):
        if found := layered.sets.where(layer.all, claim.formula):
            return Verdict(True, search.positions, search.line_to(found))
    return Verdict(False, search.positions, winless=search.winless)


def forced(layered: Layered, side: Side, claim: Question, *, progress: Progress | None = None) -> Verdict:
    """Whether the side can force a position of which the claim is true."""
    search = LayerSearch(layered)
    own = layered.rules.sides.index(side)
    layers = list(search.layers(progress))
    attracting: list[Positions] = [layered.sets.nothing]
    with Watch(layered.sets, layered.positions[::-1]) as watch:
        for depth in range(len(layered.all) - 1, -1, -1):
            attracting.append(attracted(layered, depth, own, claim.formula, attracting[-1]))
            layered.sets.forget()
            watch.done()
    attracting.reverse()
    if not attracting[0]:
        return Verdict(False, search.positions, winless=search.winless)
    line = forcing_line(layered, own, claim.formula, attracting)
    return Verdict(True, sum(layered.sets.count(layer.all) for layer in layers), line)


def attracted(layered: Layered, depth: int, own: int, wanted: Formula, following: Positions) -> Positions:
    """Aₖ, a subset of layer k."""
    sets = layered.sets
    layer = layered.layer(depth)
    here = layered.sets.where(layered.all[depth], wanted)
    if not following:
        return here
    movers = of_side(layered.movers_in(depth, layer.going_on), own)
    return sets.union_of([here, layered.leading(movers, following), unforced(layered, depth, own, following)])


def forcing_line(layered: Layered, own: int, wanted: Formula, attracting: Sequence[Positions]) -> Match:
    """A line of play within the attractor, until the claim is true."""
    sets = layered.sets
    here = layered.initial
    line = [here]
    while not layered.sets.where(here, wanted):
        further = sets.intersection(layered.following(layered.movers(here)), attracting[len(line)])
        here = sets.only(sets.first(further))
        line.append(here)
    return match_through(layered, line)


class LayerSearch:
    """A breadth-first search by sets, from which lines of play are traced back."""

    def __init__(self, layered: Layered) -> None:
        self.layered = layered
        self.positions = 0
        self._arrived: list[Arrived] = []
        self._winners: set[int] = set()

    def layers(self, progress: Progress | None = None) -> Iterator[Arrived]:
        """The positions at distance 0, 1, 2, …, counted when the caller takes them."""
        with Watch(self.layered.sets, self.layered.positions if self.layered.bounded else ()) as watch:
            for layer in arrivals(self.layered):
                self._arrived.append(layer)
                self.positions += self.layered.sets.count(layer.all)
                for side in range(len(self.layered.rules.sides)):
                    if side not in self._winners and self.layered.won_by(layer.layer.over, side):
                        self._winners.add(side)
                yield layer
                watch.done()
                if progress is not None:
                    progress(len(self._arrived))

    @property
    def winless(self) -> tuple[Side, ...]:
        """The sides, except chance, that have won in no position so far."""
        rules = self.layered.rules
        return tuple(side for side in players_of(rules.game) if rules.sides.index(side) not in self._winners)

    def line_to(self, goal: Positions) -> Match:
        """A shortest line of play to a position of a set, a subset of the last one found."""
        layered, sets = self.layered, self.layered.sets
        here = sets.only(sets.first(goal))
        line = [here]
        for layer in reversed(self._arrived[:-1]):
            here = sets.only(sets.first(layered.leading(layered.movers(layer.layer.going_on), here)))
            line.append(here)
        return match_through(layered, list(reversed(line)))


# The census of a game: all reachable positions, counted without a list.
#
# With Mₖ as in `noughts.solvers.symbolic.prove`, the positions at distance k from the first one, there are
# Σ |Mₖ| positions; the transitions are the pairs of a position of some Mₖ and a legal move.


def census(layered: Layered) -> Census:
    """All positions of a game, counted; `Refusal` if it cannot be grounded or the diagrams grow too large."""
    *_, last = censuses(layered)
    return last


def censuses(layered: Layered) -> Iterator[Census]:
    """The census of the positions within 0, 1, 2, … moves, the last one of all positions."""
    count = layered.sets.count
    sides = range(len(layered.rules.sides))
    plies: list[int] = []
    transitions = 0
    ends = [0] * (len(sides) + 1)
    for arrived in arrivals(layered):
        plies.append(count(arrived.all))
        transitions += layered.ways(layered.movers(arrived.layer.going_on))
        won = [count(layered.won_by(arrived.layer.over, side)) for side in sides]
        for place, number in enumerate((*won, count(arrived.layer.over) - sum(won))):
            ends[place] += number
        yield Census(layered.rules.game, tuple(plies), transitions, tuple(ends))
