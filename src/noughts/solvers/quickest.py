"""Exploring and solving a game the quickest way that it allows.

A game that can be grounded is explored through its kernel, in plain Python while it is small and by machine
code from there on; any other game through its rules.  All ways count the same; `Way` tells which it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from noughts.games.game import Game, Position
from noughts.games.grounded import CannotGround, Groundable
from noughts.games.kernel import Kernel
from noughts.games.symmetry import identity, symmetries
from noughts.solvers.backward import refuse_many_sides, solve
from noughts.solvers.explore import LIMIT, Exploration, Progress, TooManyPositions, explore_from
from noughts.solvers.machine import Machine, is_available
from noughts.solvers.solved import Explored, Solved
from noughts.solvers.survey import MustAsk, survey

if TYPE_CHECKING:
    from noughts.solvers.chart import Chart

Through: TypeAlias = Literal["kernel", "compile", "Python"]

SMALL: Final = 150_000
"""Positions that plain Python looks at before machine code takes over."""

LARGE_LIMIT: Final = 100_000_000
"""Positions beyond which machine code does not go on unless somebody asks for it."""


@dataclass(frozen=True, slots=True)
class Way:
    """What a game was explored through, and in one sentence how or why."""

    through: Through
    sentence: str


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
    return Way("compile", f"{game.name} is explored through its rules, because somewhere they break down.")


@dataclass(frozen=True, slots=True)
class Quickest:
    """How far to go, and what may be used.

    Without a `limit` it is that of whatever is used; machine code may go as far as `by_machine` instead.
    Without `symmetric` every position is looked at by itself, though others may be its images.
    """

    limit: int | None = None
    symmetric: bool = True
    by_machine: int | None = None
    progress: Progress | None = None

    def explore(self, game: Game, start: Position | None = None) -> tuple[Explored, Way]:
        """All positions that play can reach from one, or from the first; and the way they were found."""
        begin = game.initial if start is None else start
        kernel, way = kernel_of(game)
        if kernel is not None:
            try:
                return self.through_kernel(game, kernel, kernel.grounded.encoded(begin)), way
            except MustAsk:
                way = broken(game)
        return explore_from(game, begin, limit=self.limit or LIMIT, progress=self.progress), way

    def through_kernel(self, game: Game, kernel: Kernel, start: int) -> Explored:
        """In plain Python while there are few, then by machine code if there is any."""
        limit = self.limit or (LARGE_LIMIT if is_available() else LIMIT)
        if self.by_machine is not None and is_available():
            limit = max(limit, self.by_machine)
        small = min(limit, SMALL) if is_available() else limit
        try:
            return survey(game, kernel, start, limit=small, progress=self.progress)
        except TooManyPositions:
            if small == limit:
                raise
        return self.chart(game, kernel, start, limit)

    def chart(self, game: Game, kernel: Kernel, start: int, limit: int) -> Chart:
        """By machine code."""
        from noughts.solvers.chart import chart

        grounded = kernel.grounded
        group = symmetries(grounded, fixing=start) if self.symmetric else (identity(grounded),)
        return chart(game, Machine(grounded), group, start, limit=limit, progress=self.progress)

    def solve(self, game: Game, start: Position | None = None) -> tuple[Solved, Way]:
        """The same, with the exact value of every position."""
        refuse_many_sides(game)
        explored, way = self.explore(game, start)
        return solved(explored), way


def solved(explored: Explored) -> Solved:
    """The exact values of what was explored."""
    if isinstance(explored, Exploration):
        return solve(explored)
    from noughts.solvers.chart import Chart
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
        told = f"{game.name} is explored through its rules, because {reason.fact}."
        return None, Way("compile", told)
    size = f"{len(grounded.bits)} bits and {len(grounded.moves)} moves"
    return Kernel(grounded), Way("kernel", f"{game.name} is explored through its kernel of {size}.")


def solve_quickest(game: Game, *, limit: int | None = None, by_machine: int | None = None) -> Solved:
    """The exact value of every position of a game."""
    return Quickest(limit=limit, by_machine=by_machine).solve(game)[0]
