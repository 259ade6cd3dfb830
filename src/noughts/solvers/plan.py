"""Plans: the steps by which a question about the positions of a game is answered, from facts of the game.

`GameFacts` are computed when a step needs them.  `Plan.steps` lists the steps, each with its budget of
work: positions, moves of random matches, nodes of diagrams.  It is the same on every machine, so a
slow one takes the same steps as a fast one.  Only `noughts.solvers.size` also watches a clock.

A game that can be grounded is explored through its kernel, in plain Python while it is small and by machine
code beyond that; any other game through its rules.  All methods give the same counts; `Method` describes the
one that was used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from noughts.games.game import CannotGround, Game, Position, TooManyPositions
from noughts.grounding.grounded import NoDocument
from noughts.grounding.symmetry import identity, symmetries
from noughts.kernels.answers import positions_answer
from noughts.kernels.explore import (
    POSITION_LIMIT,
    ExplorationProgress,
    KernelListing,
    MustAsk,
    listed_once,
    listed_sooner,
)
from noughts.kernels.kernel import Kernel, kernel_of
from noughts.kernels.machine import MachineCode, is_available, is_compiled, operations
from noughts.kernels.state_graph import Explored, KernelGraph, StateGraph
from noughts.solvers.backward import Listed, Solution, refuse_many_sides, solve
from noughts.solvers.estimate import MOVES, comes_back, is_searchable, least_number, rounded_down
from noughts.solvers.size import CENSUS_NODES, AtLeast, Counted, Size, Unknown, size_of
from noughts.solvers.solved import Solved
from noughts.solvers.tablebase import solve_compact
from noughts.solvers.verdict import ValuesAnswer
from noughts.stop import processor_time
from noughts.verify.spot import Answer, spot_check

if TYPE_CHECKING:
    from noughts.kernels.compact_graph import CompactGraph

Representation: TypeAlias = Literal["kernel", "compile", "Python", "diagrams"]

StepKind: TypeAlias = Literal["list", "count", "sample"]

# What `--verbose` says that a step does.
_STEP_KINDS: Final[dict[StepKind, str]] = {
    "list": "list the positions",
    "count": "count positions as sets",
    "sample": "estimate their number by random matches",
}

SMALL: Final = 150_000
"""Positions that plain Python lists before anything else is tried.  The kernel takes 1 to 20 µs for each: at
most three seconds, while diagrams of a small game whose moves touch many cells may take minutes."""

# The most positions of a game that a player or a proof treats as small: some hundredths of a second to list.
_FEW: Final = 10_000

# The largest limit for which the number of positions is not estimated by random matches first: a list of so
# many takes seconds by machine code.  Without it, a list of more than `SMALL` takes long.
_SAMPLED: Final = 10_000_000

LISTED: Final = 10_000_000
"""The most positions that are listed of a game that can be searched instead: some seconds, a gigabyte."""

# Positions that plain Python lists while Numba and machine code from the cache are loaded: a second at 3 µs
# each.
_LOADED: Final = 300_000

# Positions that plain Python lists while machine code is compiled, and those for each operation of it.
# Compiling takes 1 s and 13.5 ms for each operation (games of 60 to 1600); a position takes 1.9 µs with 70
# operations, 3.9 µs with 170, 19 µs with 2800 and with 15 000.
_COMPILED: Final = (600_000, 600)

# The default limit of positions for machine code: some gigabytes, at 8 bytes per word of code, 11 more per
# position and 4 per transition.
_LARGE_LIMIT: Final = 100_000_000


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
    """A game has more positions than the limit: at least `least`, by diagrams or random matches."""

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


class Step(Struct, frozen=True):
    """A step of a plan, with its budget of work."""

    method: StepKind
    budget: int
    unit: Literal["positions", "nodes", "moves"]

    def __str__(self) -> str:
        return f"{_STEP_KINDS[self.method]} ({self.budget:,} {self.unit} at most)"


class Method(Struct, frozen=True):
    """The method by which a game was explored, with a sentence for people."""

    through: Representation
    sentence: str
    reason: CannotGround | None = None
    """The reason why there is no kernel, if a change of the document might help."""
    steps: tuple[Step, ...] = ()
    """The steps of the plan that were taken."""

    def as_json(self) -> dict[str, Any]:
        """The method as keys of a JSON object."""
        return {"through": self.through, "plan": [asdict(step) for step in self.steps]}


def broken(game: Game) -> Method:
    """The method after the kernel met a position in which the rules may have no value."""
    return Method(
        "compile", f"{game.name} is explored through its definitions, because somewhere they break down."
    )


def by_machine(graph: CompactGraph, method: Method) -> Method:
    """The method if machine code explored one position of each orbit."""
    sentence = f"{method.sentence.removesuffix('.')}, by machine code."
    if len(graph.symmetries) > 1:
        sentence += (
            f" Of up to {len(graph.symmetries)} positions that are alike by symmetry it looked at one."
        )
    return Method(method.through, sentence)


def by_diagrams(game: Game) -> Method:
    """The method if positions are counted as sets."""
    return Method("diagrams", f"{game.name} is explored by diagrams: it has too many positions to be listed.")


class GameFacts(Struct, frozen=True, dict=True):
    """The facts on which the plan of a game with a kernel depends, each computed at the first use."""

    game: Game
    kernel: Kernel
    start: int
    symmetric: bool = True

    @property
    def is_whole(self) -> bool:
        """Whether the question is about all positions of the game, and not only those after some moves."""
        return self.start == self.kernel.initial

    @cached_property
    def alike(self) -> int:
        """The largest number of positions that are counted as one."""
        return len(symmetries(self.kernel.grounded)) if self.symmetric else 1

    @cached_property
    def comes_back(self) -> bool:
        """Whether play returns to positions, so that no layer is the last one."""
        return comes_back(self.kernel)

    @cached_property
    def has_machine_code(self) -> bool:
        """Whether the rules can become machine code."""
        return is_available() and MachineCode(self.kernel.grounded).is_compilable

    @cached_property
    def compiling(self) -> int:
        """About how many positions plain Python lists until machine code can run."""
        source = MachineCode(self.kernel.grounded).source()
        if is_compiled(source, "expand"):
            return _LOADED
        least, each = _COMPILED
        return least + each * operations(source)

    def least_number(self, enough: int) -> int:
        """A number of positions that play surely exceeds."""
        return least_number(self.kernel, self.start, enough)


class Plan(Struct, frozen=True):
    """The limits and the methods that may be used to find the positions of a game.

    `limit` defaults to that of the method; `by_machine` replaces it for machine code.  Without `symmetric`
    every position is listed, not one of each orbit.  Without `diagrams` a game of more positions than the
    limit is refused.  With `search` a game that surely has more is refused before it is listed, because its
    caller searches one position instead.
    """

    limit: int | None = None
    symmetric: bool = True
    by_machine: int | None = None
    diagrams: bool = True
    progress: ExplorationProgress | None = None
    told: Callable[[Method | Step], None] | None = None
    """Called with the method as soon as it is known, once more if it changes, and with each step when it
    begins."""
    search: bool = False
    taken: list[Step] = field(default_factory=list)
    """The steps that were begun."""

    def explore(self, game: Game, start: Position | None = None) -> tuple[Listed, Method]:
        """All positions that play can reach from `start`, by default the first one, with the method.

        `Unlistable` if there are too many for a list but not for diagrams; `TooManyPositions` if there are
        too many for both.
        """
        found, method = self.find(game, start)
        if isinstance(found, Counted):
            raise self.unlistable(game, found)
        return found, method

    def count(self, game: Game) -> tuple[Explored, Method]:
        """The positions that play can reach, counted by diagrams if there are too many for a list."""
        began = processor_time()
        found, method = self.find(game)
        spot_check(game, self.answer(game, found), began)
        return found.census if isinstance(found, Counted) else found, method

    def solve(self, game: Game, start: Position | None = None) -> tuple[Solved, Method]:
        """The positions with their exact values; diagrams solve the whole game, whatever `start` is."""
        began = processor_time()
        refuse_many_sides(game)
        found, method = self.find(game, start)
        solution = self.by_sets(game, found) if isinstance(found, Counted) else solved(found)
        spot_check(game, ValuesAnswer(solution, self.answer(game, found)), began, start)
        return solution, method

    def answer(self, game: Game, found: Listed | Counted) -> Answer:
        """The found positions as an answer that can be checked."""
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

    def find(self, game: Game, start: Position | None = None) -> tuple[Listed | Counted, Method]:
        """The positions as a list, or counted by diagrams; `TooManyPositions` if neither is possible."""
        self.taken.clear()
        kernel, method = kernel_and_method(game)
        self.tell(method)
        found, last = self.along(method, kernel, game, start)
        if last != method:
            self.tell(last)
        return found, replace(last, steps=tuple(self.taken))

    def begin(self, step: Step) -> None:
        """Note that a step is taken, and say so."""
        self.taken.append(step)
        self.tell(step)

    def tell(self, method: Method | Step) -> None:
        """Say how the game is explored."""
        if self.told is not None:
            self.told(method)

    def along(
        self, method: Method, kernel: Kernel | None, game: Game, start: Position | None
    ) -> tuple[Listed | Counted, Method]:
        """The positions, found by a method or else by the next one, and the method that found them."""
        if kernel is not None:
            try:
                code = kernel.initial if start is None else kernel.grounded.encoded(start)
                found = self.through_kernel(GameFacts(game, kernel, code, self.symmetric))
            except MustAsk:
                method = broken(game)
            else:
                if isinstance(found, Counted):
                    return found, by_diagrams(game)
                return found, method if isinstance(found, StateGraph) else by_machine(found, method)
        limit = self.limit or POSITION_LIMIT
        self.begin(Step("list", limit, "positions"))
        listed = listed_sooner(game, method.reason, limit)
        if listed is not None and start in (None, listed.positions[0]):
            return listed, method
        return listed_once(game, start, limit=limit, progress=self.progress), method

    @property
    def most(self) -> int:
        """The limit of listed positions."""
        limit = self.limit or (_LARGE_LIMIT if is_available() else POSITION_LIMIT)
        return max(limit, self.by_machine or 0) if is_available() else limit

    def unlistable(self, game: Game, counted: Counted) -> Unlistable:
        """The refusal to list positions that were only counted."""
        return Unlistable(game, counted.census.positions, self.most)

    def steps(self, facts: GameFacts) -> Iterator[tuple[Step, Taken]]:
        """The steps, each with the function that takes it.

        They are generated one by one, so no fact is computed before its step is reached.
        """
        limit = self.most
        listing = KernelListing(facts.game, facts.kernel, facts.start, self.progress)
        if self.search:
            enough = facts.alike * limit
            yield Step("sample", MOVES, "moves"), lambda: self.sampled(facts, enough)
        if self.diagrams:
            small = min(limit, SMALL)
            yield Step("list", small, "positions"), lambda: listing.within(small)
            if facts.is_whole and not facts.has_machine_code:
                limit = self.limit or POSITION_LIMIT
            size: Size = Unknown()
            if not facts.comes_back:

                def counted() -> Counted | None:
                    nonlocal size
                    size = size_of(facts.kernel.grounded, limit, self.progress)
                    if isinstance(size, AtLeast) and facts.is_whole:
                        raise TooManyToCount(facts.game, size.number, limit)
                    return size if isinstance(size, Counted) else None

                yield Step("count", CENSUS_NODES, "nodes"), counted
            # diagrams count from the first position: fewer positions may be reachable from a later one
            quick = _SAMPLED if facts.has_machine_code else SMALL
            if facts.is_whole and isinstance(size, Unknown) and limit > quick:
                yield Step("sample", MOVES, "moves"), lambda: self.sampled(facts, limit)
        yield Step("list", limit, "positions"), lambda: self.listed(listing, facts, limit)

    def through_kernel(self, facts: GameFacts) -> KernelGraph | CompactGraph | Counted:
        """Take the steps until one of them finds the positions."""
        for step, take in self.steps(facts):
            self.begin(step)
            if (found := take()) is not None:
                return found
        raise TooManyPositions(facts.game.name, self.most)

    def sampled(self, facts: GameFacts, limit: int) -> None:
        """`TooManyToCount` if random matches show that there are more positions than the limit."""
        if (least := facts.least_number(limit)) > limit:
            raise TooManyToCount(facts.game, rounded_down(least), limit, ", as random matches show")

    def listed(self, listing: KernelListing, facts: GameFacts, limit: int) -> KernelGraph | CompactGraph:
        """List up to `limit` positions: in plain Python, or by machine code once more positions remain than
        Python would list while the code is compiled."""
        small = min(limit, SMALL) if is_available() else limit
        while (found := listing.within(small)) is None:
            if small >= limit:
                raise TooManyPositions(listing.game.name, limit)
            if not facts.has_machine_code:
                small = limit
            elif listing.positions_left > facts.compiling:
                return self.compact(listing.game, listing.kernel, facts.start, limit)
            else:
                small = min(limit, small + SMALL)
        return found

    def compact(self, game: Game, kernel: Kernel, start: int, limit: int) -> CompactGraph:
        """Explore by machine code."""
        from noughts.kernels.compact_graph import explore_by_machine

        grounded = kernel.grounded
        group = symmetries(grounded, fixing=start) if self.symmetric else (identity(grounded),)
        machine = MachineCode(grounded)
        return explore_by_machine(game, machine, group, start, limit=limit, progress=self.progress)


def listed_few(game: Game, kernel: Kernel, limit: int | None) -> KernelGraph | None:
    """All positions of a game of at most `_FEW`, or of at most `limit` if that is lower.

    ``None`` if it has more, or if the kernel meets one that only the rules can explain.
    """
    with suppress(MustAsk):
        most = _FEW if limit is None else min(limit, _FEW)
        return KernelListing(game, kernel, columns=False).within(most)
    return None


def solved_soon(game: Game) -> Solution | None:
    """The values of a game of at most `_FEW` positions; ``None`` if only its rules could list them."""
    try:
        graph: StateGraph | None = listed_few(game, kernel_of(game), None)
    except CannotGround as reason:
        graph = listed_sooner(game, reason, _FEW)
    return None if graph is None else solve(graph)


def solved(graph: Listed) -> Solved:
    """The exact values of an explored graph."""
    if isinstance(graph, StateGraph):
        return solve(graph)

    return solve_compact(graph)


Taken: TypeAlias = "Callable[[], KernelGraph | CompactGraph | Counted | None]"
"""The function that takes a step: the positions, if it finds them all."""


def kernel_and_method(game: Game) -> tuple[Kernel | None, Method]:
    """The kernel of a game if it has one, and the method that follows from that."""
    try:
        kernel = kernel_of(game)
    except CannotGround as reason:
        return None, without_kernel(game, reason)
    size = f"{len(kernel.grounded.bits)} bits and {len(kernel.moves)} moves"
    return kernel, Method("kernel", f"{game.name} is explored through its kernel of {size}.")


def without_kernel(game: Game, reason: CannotGround) -> Method:
    """The method for a game that has no kernel, for the given reason."""
    if isinstance(reason, NoDocument):
        return Method("Python", f"{game.name} is explored through its own methods.")
    why = f"{game.name} is explored through its definitions, because {reason.fact}."
    return Method("compile", why, reason)


def solve_by_plan(game: Game, *, limit: int | None = None, by_machine: int | None = None) -> Solved:
    """The exact value of every position of a game."""
    return Plan(limit=limit, by_machine=by_machine).solve(game)[0]
