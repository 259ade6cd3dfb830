"""Exploring and solving a game the quickest way that it allows.

A game that can be grounded is explored through its kernel, in plain Python while it is small and by machine
code from there on; any other game through its rules.  Where the layers of a game say that there may be more
positions than can be listed, they are counted as sets first, which takes no longer for more of them; even
where that breaks off, what was counted by then may be too much for any list.  All ways count the same; `Way`
tells which it was.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from noughts.games.game import Game, Position
from noughts.grounding.grounded import CannotGround, Groundable, Grounded
from noughts.grounding.symmetry import identity, symmetries
from noughts.kernels.explore import LIMIT, Exploration, Progress, TooManyPositions, explore_from
from noughts.kernels.kernel import Kernel
from noughts.kernels.machine import Machine, is_available
from noughts.kernels.state_graph import MustAsk, Survey, survey
from noughts.refusal import Refusal
from noughts.solvers.backward import refuse_many_sides, solve
from noughts.solvers.solved import Explored, Solved

if TYPE_CHECKING:
    from noughts.kernels.compact_graph import Chart
    from noughts.solvers.symbolic.census import Census
    from noughts.solvers.symbolic.layers import Layered

Through: TypeAlias = Literal["kernel", "compile", "Python", "diagrams"]

SMALL: Final = 150_000
"""Positions that plain Python looks at before machine code takes over."""

LARGE_LIMIT: Final = 100_000_000
"""Positions beyond which machine code does not go on unless somebody asks for it."""

CENSUS_NODES: Final = 500_000
"""Nodes of diagrams that are spent on counting what may be too much to list."""

CENSUS_SECONDS: Final = 40.0
"""Seconds that are spent on it."""

HOPELESS: Final = 10
"""Times the limit: where not all can be counted, what is beyond that need not be."""


class Unlistable(TooManyPositions):
    """A game has more positions than a list may hold, and it is known how many."""

    def __init__(self, layered: Layered, counted: Census, limit: int) -> None:
        super().__init__(counted.game.name, limit)
        self.layered = layered
        self.census = counted
        Refusal.__init__(
            self,
            f"{self.game} has {sum(counted.plies):,} positions, and no more than {limit:,} are listed",
            "`noughts synthesise --symbolic` and `noughts prove` take them together as sets",
        )


class TooManyToCount(TooManyPositions):
    """A game has more positions than a list may hold: `least` were counted before diagrams broke off."""

    def __init__(self, game: str, least: int, limit: int) -> None:
        super().__init__(game, limit)
        self.least = least
        Refusal.__init__(
            self,
            f"{game} has at least {least:,} positions, and no more than {limit:,} are listed",
            "allow more with `--limit` if memory holds them, or make the game smaller; `noughts sample` "
            "and the player `search` need no list",
        )


@dataclass(frozen=True, slots=True)
class Way:
    """What a game was explored through, and in one sentence how or why."""

    through: Through
    sentence: str
    reason: CannotGround | None = None
    """Why there is no kernel, where a document might mend that."""


def explore_quickest(
    game: Game, start: Position | None = None, *, limit: int = LIMIT, progress: Progress | None = None
) -> tuple[Exploration, Way]:
    """Every position one by one, in plain Python: through the kernel if there is one."""
    begin = game.initial if start is None else start
    kernel, way = kernel_of(game)
    if kernel is not None:
        try:
            code = kernel.grounded.encoded(begin)
            return survey(game, kernel, code, limit=limit, progress=progress), way
        except MustAsk:
            way = broken(game)
    return explore_from(game, begin, limit=limit, progress=progress), way


def broken(game: Game) -> Way:
    """What is to be said where the kernel could not go on."""
    return Way(
        "compile", f"{game.name} is explored through its definitions, because somewhere they break down."
    )


def by_machine(chart: Chart, way: Way) -> Way:
    """What is to be said where machine code has looked at positions, one of those that are alike."""
    sentence = f"{way.sentence.removesuffix('.')}, by machine code."
    if len(chart.symmetries) > 1:
        sentence += (
            f" Of up to {len(chart.symmetries)} positions that are alike by symmetry it looked at one."
        )
    return Way(way.through, sentence)


def by_diagrams(game: Game) -> Way:
    """What is to be said where positions are not listed."""
    return Way("diagrams", f"{game.name} is explored by diagrams: it has too many positions to be listed.")


@dataclass(frozen=True, slots=True)
class Quickest:
    """How far to go, and what may be used.

    Without a `limit` it is that of whatever is used; machine code may go as far as `by_machine` instead.
    Without `symmetric` every position is looked at by itself, though others may be its images.  Without
    `diagrams` a game of more positions than can be listed is refused.
    """

    limit: int | None = None
    symmetric: bool = True
    by_machine: int | None = None
    diagrams: bool = True
    progress: Progress | None = None

    def explore(self, game: Game, start: Position | None = None) -> tuple[Explored, Way]:
        """All positions that play can reach from one, or from the first; and the way they were found.

        `Unlistable` if they are too many for a list, but not for diagrams; `TooManyPositions` if for both.
        """
        begin = game.initial if start is None else start
        kernel, way = kernel_of(game)
        if kernel is not None:
            try:
                explored = self.through_kernel(game, kernel, kernel.grounded.encoded(begin))
                return explored, way if isinstance(explored, Exploration) else by_machine(explored, way)
            except MustAsk:
                way = broken(game)
        return explore_from(game, begin, limit=self.limit or LIMIT, progress=self.progress), way

    def count(self, game: Game) -> tuple[Explored, Way]:
        """All positions that play can reach from the first, counted even if no list can hold them."""
        try:
            return self.explore(game)
        except Unlistable as error:
            return error.census, by_diagrams(game)

    def through_kernel(self, game: Game, kernel: Kernel, start: int) -> Survey | Chart:
        """In plain Python while there are few, then by machine code if there is any."""
        limit = self.limit or (LARGE_LIMIT if is_available() else LIMIT)
        if self.by_machine is not None and is_available():
            limit = max(limit, self.by_machine)
        is_all = start == kernel.initial
        if self.diagrams and is_all:
            refuse_unlistable(kernel.grounded, limit, self.progress)
        small = min(limit, SMALL) if is_available() else limit
        try:
            return survey(game, kernel, start, limit=small, progress=self.progress)
        except TooManyPositions:
            if self.diagrams and not is_all:
                with suppress(TooManyToCount):
                    refuse_unlistable(kernel.grounded, limit, self.progress)
            if small == limit:
                raise
        return self.chart(game, kernel, start, limit)

    def chart(self, game: Game, kernel: Kernel, start: int, limit: int) -> Chart:
        """By machine code."""
        from noughts.kernels.compact_graph import chart

        grounded = kernel.grounded
        group = symmetries(grounded, fixing=start) if self.symmetric else (identity(grounded),)
        return chart(game, Machine(grounded), group, start, limit=limit, progress=self.progress)

    def solve(self, game: Game, start: Position | None = None) -> tuple[Solved, Way]:
        """The same, with the exact value of every position; of all in the game where diagrams are used."""
        refuse_many_sides(game)
        try:
            explored, way = self.explore(game, start)
        except Unlistable as error:
            if len(game.sides) < 2:
                raise
            from noughts.solvers.symbolic.families import TooManyNodes
            from noughts.solvers.symbolic.solution import solve_by_sets

            try:
                return solve_by_sets(error.layered, error.census), by_diagrams(game)
            except TooManyNodes:
                raise error from None
        return solved(explored), way


def refuse_unlistable(grounded: Grounded, limit: int, progress: Progress | None = None) -> None:
    """`Unlistable` if diagrams find at once that play can reach more positions than the limit.

    `TooManyToCount` if they find more than the limit, but grow too large before they have found all.
    """
    from noughts.solvers.symbolic.cells import cells_of
    from noughts.solvers.symbolic.census import census
    from noughts.solvers.symbolic.families import TooManyNodes
    from noughts.solvers.symbolic.family_engine import FamilyEngine
    from noughts.solvers.symbolic.layers import Layered

    if 1 << len(grounded.bits) <= limit or math.prod(cells_of(grounded).contents) <= limit:
        return
    least, enough = 0, math.inf

    def tell(count: int) -> None:
        nonlocal least
        least = count
        if progress is not None:
            progress(count, 0)
        if count > enough:
            raise TooManyToCount(grounded.game.name, count, limit)

    engine = partial(FamilyEngine, limit=CENSUS_NODES, seconds=CENSUS_SECONDS)
    try:
        layered = Layered(grounded, engine)
        try:
            if sum(layered.positions) <= limit:
                return
        except TooManyNodes:
            layered, enough = Layered(grounded, engine), HOPELESS * limit
        counted = census(layered, tell=tell)
    except Refusal as error:
        if least > limit:
            raise TooManyToCount(grounded.game.name, least, limit) from error
        return
    if least > limit:
        raise Unlistable(layered, counted, limit)


def solved(explored: Explored) -> Solved:
    """The exact values of what was explored."""
    if isinstance(explored, Exploration):
        return solve(explored)
    from noughts.kernels.compact_graph import Chart
    from noughts.solvers.tabulate import from_chart

    assert isinstance(explored, Chart)
    return from_chart(explored)


def kernel_of(game: Game) -> tuple[Kernel | None, Way]:
    """The kernel of a game if it has one, and what is to be said of it."""
    if not isinstance(game, Groundable):
        return None, Way("Python", f"{game.name} is explored through its own methods.")
    try:
        grounded = game.ground()
    except CannotGround as reason:
        told = f"{game.name} is explored through its definitions, because {reason.fact}."
        return None, Way("compile", told, reason)
    size = f"{len(grounded.bits)} bits and {len(grounded.moves)} moves"
    return Kernel(grounded), Way("kernel", f"{game.name} is explored through its kernel of {size}.")


def solve_quickest(game: Game, *, limit: int | None = None, by_machine: int | None = None) -> Solved:
    """The exact value of every position of a game."""
    return Quickest(limit=limit, by_machine=by_machine).solve(game)[0]
