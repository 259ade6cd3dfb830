"""Exploring and solving a game by the quickest method that it allows.

A game that can be grounded is explored through its kernel, in plain Python while it is small and by machine
code beyond that; any other game through its rules.  Where the layers of a game say that there may be more
positions than can be listed, they are counted as sets first (`noughts.solvers.size`).  All methods give the
same counts; `Way` says which was used.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from noughts.games.game import Game, Position
from noughts.grounding.grounded import CannotGround, NoDocument
from noughts.grounding.symmetry import identity, symmetries
from noughts.kernels.answers import positions_answer
from noughts.kernels.explore import (
    POSITION_LIMIT,
    ExplorationProgress,
    KernelListing,
    MustAsk,
    TooManyPositions,
    listed_once,
    listed_sooner,
)
from noughts.kernels.kernel import Kernel, kernel_of
from noughts.kernels.machine import MachineCode, is_available, seconds_until_it_runs
from noughts.kernels.state_graph import KernelGraph, StateGraph
from noughts.solvers.answers import ValuesAnswer
from noughts.solvers.backward import Listed, refuse_many_sides, solve
from noughts.solvers.estimate import comes_back, least_number, rounded_down
from noughts.solvers.searchable import is_searchable
from noughts.solvers.size import AtLeast, Counted, Unknown, size_of
from noughts.solvers.solved import Explored, Solved
from noughts.stop import processor_time
from noughts.verify.spot import Answer, spot_check

if TYPE_CHECKING:
    from noughts.kernels.compact_graph import CompactGraph

Representation: TypeAlias = Literal["kernel", "compile", "Python", "diagrams"]

_SMALL: Final = 150_000
"""Positions that plain Python explores before machine code may take over, whose compilation takes seconds;
and so many more each time that this would take longer than the rest of the list."""

_FEW: Final = 10_000
"""Positions that are listed before anybody asks how many there are: some hundredths of a second, while the
diagrams of a small game whose moves touch many cells may take minutes."""

_SAMPLED: Final = 10_000_000
"""Positions up to which a list is made without asking random matches whether there are more: in seconds."""

_AT_FIRST: Final = 1.0
"""Seconds of the processor in which more are listed before that, up to `_SMALL`: mostly all of them."""

_LARGE_LIMIT: Final = 100_000_000
"""The default limit of positions for machine code: some gigabytes, at 8 bytes per word of code, 11 more per
position and 4 per transition."""


class Unlistable(TooManyPositions):
    """A game has more positions than the limit, and all of them were counted."""

    def __init__(self, game: Game, count: int, limit: int) -> None:
        super().__init__(
            game.name,
            limit,
            f"{game.name} has {count:,} positions, and no more than {limit:,} are listed",
            "`noughts synthesise --symbolic` and `noughts prove` take them together as sets",
        )


class TooManyToCount(TooManyPositions):
    """A game has more positions than the limit: at `least` so many, as diagrams or random matches tell."""

    def __init__(self, game: Game, least: int, limit: int, told_by: str = "") -> None:
        self.least = least
        name = game.name
        searched = f"search one position with `noughts solve {name} --through search`, or "
        super().__init__(
            name,
            limit,
            f"{name} has at least {least:,} positions{told_by}, and no more than {limit:,} are listed",
            f"{searched if is_searchable(game) else ''}list them on disk with `--tables FOLDER`, or allow "
            "more with `--limit` if memory holds them, or make the game smaller with `--let`; `noughts "
            "sample` and the player `search` need no list",
        )


@dataclass(frozen=True, slots=True)
class Way:
    """How a game was explored, and one sentence that says so."""

    through: Representation
    sentence: str
    reason: CannotGround | None = None
    """Why there is no kernel, where a change of the document might help."""


def broken(game: Game) -> Way:
    """The way where the kernel met a position in which the rules may have no value."""
    return Way(
        "compile", f"{game.name} is explored through its definitions, because somewhere they break down."
    )


def by_machine(graph: CompactGraph, way: Way) -> Way:
    """The way where machine code explored one position of each orbit."""
    sentence = f"{way.sentence.removesuffix('.')}, by machine code."
    if len(graph.symmetries) > 1:
        sentence += (
            f" Of up to {len(graph.symmetries)} positions that are alike by symmetry it looked at one."
        )
    return Way(way.through, sentence)


def by_diagrams(game: Game) -> Way:
    """The way where positions are counted as sets."""
    return Way("diagrams", f"{game.name} is explored by diagrams: it has too many positions to be listed.")


@dataclass(frozen=True, slots=True)
class Quickest:
    """The limits and the methods that may be used.

    `limit` defaults to that of the method; `by_machine` replaces it for machine code.  Without `symmetric`
    every position is listed, not one of each orbit.  Without `diagrams` a game of more positions than the
    limit is refused.
    """

    limit: int | None = None
    symmetric: bool = True
    by_machine: int | None = None
    diagrams: bool = True
    progress: ExplorationProgress | None = None
    told: Callable[[Way], None] | None = None
    """Called with the way as soon as it is known, and once more if it becomes another one."""

    def explore(self, game: Game, start: Position | None = None) -> tuple[Listed, Way]:
        """All positions that play can reach from `start`, by default the first one; and how they were found.

        `Unlistable` if there are too many for a list but not for diagrams; `TooManyPositions` if for both.
        """
        found, way = self.find(game, start)
        if isinstance(found, Counted):
            raise self.unlistable(game, found)
        return found, way

    def count(self, game: Game) -> tuple[Explored, Way]:
        """The positions that play can reach, counted by diagrams if there are too many for a list."""
        began = processor_time()
        found, way = self.find(game)
        spot_check(game, self.answer(game, found), began)
        return found.census if isinstance(found, Counted) else found, way

    def solve(self, game: Game, start: Position | None = None) -> tuple[Solved, Way]:
        """The positions with their exact values; diagrams solve the whole game, whatever `start` is."""
        began = processor_time()
        refuse_many_sides(game)
        found, way = self.find(game, start)
        solution = self.by_sets(game, found) if isinstance(found, Counted) else solved(found)
        spot_check(game, ValuesAnswer(solution, self.answer(game, found)), began, start)
        return solution, way

    def answer(self, game: Game, found: Listed | Counted) -> Answer:
        """What was found of the positions, to be checked."""
        grounded = found.layered.rules if isinstance(found, Counted) else None
        return positions_answer(game, found, grounded)

    def by_sets(self, game: Game, found: Counted) -> Solved:
        """The values of positions that were only counted."""
        if len(game.sides) < 2:
            raise self.unlistable(game, found)
        from noughts.solvers.symbolic.diagrams import TooManyNodes
        from noughts.solvers.symbolic.solution import solve_by_sets

        try:
            return solve_by_sets(found.layered, found.census)
        except TooManyNodes:
            raise self.unlistable(game, found) from None

    def find(self, game: Game, start: Position | None = None) -> tuple[Listed | Counted, Way]:
        """The positions as a list, or counted by diagrams; `TooManyPositions` if neither is possible."""
        kernel, way = kernel_and_way(game)
        self.tell(way)
        found, last = self.along(way, kernel, game, start)
        if last != way:
            self.tell(last)
        return found, last

    def tell(self, way: Way) -> None:
        """Say how the game is explored."""
        if self.told is not None:
            self.told(way)

    def along(
        self, way: Way, kernel: Kernel | None, game: Game, start: Position | None
    ) -> tuple[Listed | Counted, Way]:
        """The positions in a way that is known, and the way that was found on it."""
        if kernel is not None:
            try:
                code = kernel.initial if start is None else kernel.grounded.encoded(start)
                found = self.through_kernel(game, kernel, code)
            except MustAsk:
                way = broken(game)
            else:
                if isinstance(found, Counted):
                    return found, by_diagrams(game)
                return found, way if isinstance(found, StateGraph) else by_machine(found, way)
        limit = self.limit or POSITION_LIMIT
        listed = listed_sooner(game, way.reason, limit)
        if listed is not None and start in (None, listed.positions[0]):
            return listed, way
        return listed_once(game, start, limit=limit, progress=self.progress), way

    @property
    def most(self) -> int:
        """The limit of listed positions."""
        limit = self.limit or (_LARGE_LIMIT if is_available() else POSITION_LIMIT)
        return max(limit, self.by_machine or 0) if is_available() else limit

    def unlistable(self, game: Game, counted: Counted) -> Unlistable:
        """The refusal to list what was only counted."""
        return Unlistable(game, counted.census.positions, self.most)

    def through_kernel(self, game: Game, kernel: Kernel, start: int) -> KernelGraph | CompactGraph | Counted:
        """Explore through the kernel; diagrams say whether there are too many positions for a list."""
        limit = self.most
        listing = KernelListing(game, kernel, start, self.progress)
        if not self.diagrams:
            return self.listed(listing, start, limit)
        if (
            start != kernel.initial
        ):  # diagrams count from the first position: fewer may be reachable from here
            with suppress(TooManyPositions):
                return self.listed(listing, start, min(limit, _SMALL))
            size = size_of(kernel.grounded, limit, self.progress)
            return size if isinstance(size, Counted) else self.listed(listing, start, limit)
        for most, seconds in ((_FEW, math.inf), (_SMALL, _AT_FIRST)):
            if (found := listing.within(min(limit, most), seconds)) is not None:
                return found
        if not has_machine_code(kernel):
            limit = self.limit or POSITION_LIMIT
        size = Unknown() if comes_back(kernel) else size_of(kernel.grounded, limit, self.progress)
        if isinstance(size, Counted):
            return size
        if isinstance(size, AtLeast):
            raise TooManyToCount(game, size.number, limit)
        if (
            isinstance(size, Unknown)
            and limit > _SAMPLED
            and (least := least_number(kernel, start, limit)) > limit
        ):
            raise TooManyToCount(game, rounded_down(least), limit, ", as random matches show")
        return self.listed(listing, start, limit)

    def listed(self, listing: KernelListing, start: int, limit: int) -> KernelGraph | CompactGraph:
        """List up to so many positions: in plain Python up to `_SMALL`, then by machine code if possible,
        unless the rest is sooner listed in Python than that is compiled."""
        small = min(limit, _SMALL) if is_available() else limit
        while (found := listing.within(small)) is None:
            if small >= limit:
                raise TooManyPositions(listing.game.name, limit)
            if not has_machine_code(listing.kernel):
                small = limit
            elif pays(listing):
                return self.compact(listing.game, listing.kernel, start, limit)
            else:
                small = min(limit, small + _SMALL)
        return found

    def compact(self, game: Game, kernel: Kernel, start: int, limit: int) -> CompactGraph:
        """Explore by machine code."""
        from noughts.kernels.compact_graph import explore_by_machine

        grounded = kernel.grounded
        group = symmetries(grounded, fixing=start) if self.symmetric else (identity(grounded),)
        machine = MachineCode(grounded)
        return explore_by_machine(game, machine, group, start, limit=limit, progress=self.progress)


def has_machine_code(kernel: Kernel) -> bool:
    """Whether the rules can become machine code."""
    return is_available() and MachineCode(kernel.grounded).is_compilable


def listed_few(game: Game, kernel: Kernel, limit: int | None) -> KernelGraph | None:
    """All positions of a game of at most `_FEW`, or of at most `limit` if that is lower.

    ``None`` if it has more, or if the kernel meets one that only the rules can explain.
    """
    with suppress(MustAsk):
        most = _FEW if limit is None else min(limit, _FEW)
        return KernelListing(game, kernel, columns=False).within(most)
    return None


def pays(listing: KernelListing) -> bool:
    """Whether machine code is compiled sooner than the rest of a list is made in plain Python."""
    source = MachineCode(listing.kernel.grounded).source()
    return listing.seconds_left > seconds_until_it_runs(source, "expand")


def solved(graph: Listed) -> Solved:
    """The exact values of an explored graph."""
    if isinstance(graph, StateGraph):
        return solve(graph)
    from noughts.solvers.tabulate import solve_compact

    return solve_compact(graph)


def kernel_and_way(game: Game) -> tuple[Kernel | None, Way]:
    """The kernel of a game if it has one, and the way with it or without it."""
    try:
        kernel = kernel_of(game)
    except CannotGround as reason:
        return None, without_kernel(game, reason)
    size = f"{len(kernel.grounded.bits)} bits and {len(kernel.moves)} moves"
    return kernel, Way("kernel", f"{game.name} is explored through its kernel of {size}.")


def without_kernel(game: Game, reason: CannotGround) -> Way:
    """The way of a game that has no kernel for that reason."""
    if isinstance(reason, NoDocument):
        return Way("Python", f"{game.name} is explored through its own methods.")
    why = f"{game.name} is explored through its definitions, because {reason.fact}."
    return Way("compile", why, reason)


def solve_quickest(game: Game, *, limit: int | None = None, by_machine: int | None = None) -> Solved:
    """The exact value of every position of a game, by the quickest method."""
    return Quickest(limit=limit, by_machine=by_machine).solve(game)[0]
