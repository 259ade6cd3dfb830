"""The exploration of a game: every position, found breadth first, by the kernel or by the rules.

Both find the same positions in the same order.  The kernel is some twenty times as fast.  It raises `MustAsk`
if the rules may have no value in a position, because only the rules can explain that.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec.structs import asdict, replace

from noughts.games.game import (
    CannotGround,
    Game,
    Move,
    Outcome,
    Position,
    RulesError,
    TooManyPositions,
    expander,
)
from noughts.grounding.known_formulas import SECONDS_WORTH_CACHING, Named, kept_in, put_in, rules_file
from noughts.kernels.columns import PositionColumns
from noughts.kernels.kernel import Kernel, kernel_of
from noughts.kernels.kernel_source import BOTH, NOBODY
from noughts.kernels.state_graph import Decoded, KernelGraph, NumberOf, RuleGraph, StateGraph
from noughts.refusal import Refusal
from noughts.stop import current, processor_time

# Listings of games without formulas, cached from run to run: the rules may take a minute to list positions
# that a file gives back in a second.
#
# A listing is a file next to those of formulas (`noughts.grounding.known_formulas`), named by the rules and
# by the first position.


def listing_file(game: Game, start: Position) -> Path | None:
    """The file of a listing; ``None`` if nothing can be stored, or the rules are not a document."""
    if not isinstance(game, Named):
        return None
    return rules_file(game, "listing", game.position_text(start))


POSITION_LIMIT: Final = 1_000_000
"""The default limit of positions; a larger list is made only on request (`--limit`)."""

PACE: Final = 64
"""Positions between two progress reports and checks for cancellation."""

ExplorationProgress: TypeAlias = Callable[[int, int], None]
"""Receives the number of known positions, and the number of those that are not yet expanded."""


class ListedSooner(CannotGround):
    """A game has so few positions that they were listed before its formulas were found."""

    def __init__(self, graph: RuleGraph) -> None:
        self.graph = graph
        name, positions = graph.game.name, len(graph)
        super().__init__(
            f"{name} has {positions:,} positions, which are listed sooner than its formulas are found",
            "`noughts kernel` waits for them",
        )


class UnlawfulGame(Refusal):
    """A game breaks one of the laws of games, so its graph would be meaningless."""

    def __init__(self, game: Game, position: Position, fault: str, help: str) -> None:
        where = game.position_text(position)
        super().__init__(f"{game.name} is not a lawful game: in {where} {fault}", help)


class MustAsk(Exception):
    """The kernel met a position in which the rules may have no value; only the rules can explain it."""


def explore(
    game: Game, *, limit: int = POSITION_LIMIT, progress: ExplorationProgress | None = None
) -> StateGraph:
    """List all positions of a game, by its kernel if it has one; `TooManyPositions` if more than `limit`."""
    reason: CannotGround | None = None
    try:
        return explore_kernel(game, kernel_of(game), limit=limit, progress=progress)
    except CannotGround as refused:
        reason = refused
    except MustAsk:
        pass
    return listed_sooner(game, reason, limit) or listed_once(game, limit=limit, progress=progress)


def listed_sooner(game: Game, reason: CannotGround | None, limit: int) -> RuleGraph | None:
    """The listing that was made while formulas were sought, if `reason` is that it was finished first."""
    if not isinstance(reason, ListedSooner) or len(reason.graph) > limit:
        return None
    return replace(reason.graph, game=game)


def listed_once(
    game: Game,
    start: Position | None = None,
    *,
    limit: int = POSITION_LIMIT,
    progress: ExplorationProgress | None = None,
) -> RuleGraph:
    """List all positions that play can reach from `start`: from the cache, else by the game's own methods.

    A listing that takes `SECONDS_WORTH_CACHING` seconds or more is cached.
    """
    place = listing_file(game, game.initial if start is None else start)
    if (known := kept_in(place)) is not None:
        if len(known["positions"]) > limit:
            raise TooManyPositions(game.name, limit)
        return RuleGraph(game=game, **known)
    before = processor_time()
    graph = explore_rules(game, start, limit=limit, progress=progress)
    if place is not None and processor_time() - before >= SECONDS_WORTH_CACHING:
        put_in(place, {name: part for name, part in asdict(graph).items() if name != "game"})
    return graph


def explore_rules(
    game: Game,
    start: Position | None = None,
    *,
    limit: int = POSITION_LIMIT,
    progress: ExplorationProgress | None = None,
) -> RuleGraph:
    """List all positions that play can reach from `start`, by the game's own methods."""
    found = _ByRules(game, game.initial if start is None else start)
    try:
        if not found.finish(limit, progress):
            raise TooManyPositions(game.name, limit)
    except RulesError as error:
        line = found.line()
        raise (error.reached_by(line) if line else error) from None
    return found.graph()


def explore_kernel(
    game: Game,
    kernel: Kernel,
    start: int | None = None,
    *,
    limit: int = POSITION_LIMIT,
    progress: ExplorationProgress | None = None,
) -> KernelGraph:
    """List all positions that play can reach from the one with the bits `start`, by the kernel."""
    found = KernelListing(game, kernel, start, progress).within(limit)
    if found is None:
        raise TooManyPositions(game.name, limit)
    return found


class KernelListing:
    """A resumable listing by the kernel of what play can reach from the position with the bits `start`.

    Without `columns`, positions are expanded one by one; for a few that is faster than loading NumPy.
    """

    def __init__(
        self,
        game: Game,
        kernel: Kernel,
        start: int | None = None,
        progress: ExplorationProgress | None = None,
        *,
        columns: bool = True,
    ) -> None:
        self.game, self.kernel, self.progress = game, kernel, progress
        self._found = _ByKernel(kernel, kernel.initial if start is None else start, columns)

    def within(self, limit: int) -> KernelGraph | None:
        """Continue; the graph, or ``None`` if there are more positions than the limit.

        The next call continues from there.
        """
        found = self._found
        if not found.finish(limit, self.progress):
            return None
        positions = Decoded(self.kernel.grounded, found.nodes)
        return KernelGraph(
            game=self.game,
            positions=positions,
            number_of=NumberOf(positions, found.number_of),
            offsets=found.offsets,
            targets=found.targets,
            movers=found.movers,
            winners=found.winners,
            every_move=self.kernel.moves,
            kernel=self.kernel,
            codes=found.nodes,
        )

    @property
    def positions_left(self) -> float:
        """An estimate of the number of positions still to be expanded; infinite while they increase."""
        return self._found.positions_left()


class _Builder:
    """A state graph under construction; nodes are positions, or the bits of positions."""

    def __init__(self, start: Any) -> None:
        self.nodes = [start]
        self.number_of = {start: 0}
        self.offsets = array("Q", [0])
        self.targets = array("I")
        self.movers = array("b")
        self.winners = array("b")

    @cached_property
    def steps(self) -> Iterator[int]:
        """The iterator of the expansion, which resumes where it was left."""
        return self.expansion()

    def finish(self, limit: int, progress: ExplorationProgress | None) -> bool:
        """Expand all nodes, including those discovered on the way, up to the limit; whether that was all."""
        before = -PACE
        for number in self.steps:
            known = len(self.nodes)
            if known > limit:
                return False
            if number >= before + PACE:
                before = number
                current.get().look()
                if progress is not None:
                    progress(known, known - number - 1)
        return True

    def positions_left(self) -> float:
        """An estimate of how many nodes are still to be expanded, including undiscovered ones.

        The later half of the expanded nodes led to some number of new nodes each, r.  If the others do the
        same, those left are a geometric series: known · (1 + r + r² + …), which is finite if r < 1.
        """
        done, known = len(self.offsets) - 1, len(self.nodes)
        half = done // 2
        if known == done or not half:
            return known - done or math.inf
        # nodes are numbered in the order of discovery, so the highest target tells how many were known
        before = 1 + max(self.targets[: self.offsets[half]], default=0)
        each = (known - before) / (done - half)
        return (known - done) / (1 - each) if each < 1 else math.inf

    def expansion(self) -> Iterator[int]:
        """Expand the nodes in the order of discovery, some in each step, which yields the last number."""
        raise NotImplementedError


class _ByRules(_Builder):
    """The graph of a game found by its own methods."""

    def __init__(self, game: Game, start: Position) -> None:
        super().__init__(start)
        self.game = game
        self.expander = expander(game)
        self.move_of = array("I")
        self.number_of_move: dict[Any, int] = {}
        self.index_of_side = {side: index for index, side in enumerate(game.sides)}

    def expansion(self) -> Iterator[int]:
        for number, position in enumerate(self.nodes):  # the list grows during the loop: a queue
            mover, winner = self.expanded(position)
            self.movers.append(mover)
            self.winners.append(winner)
            self.offsets.append(len(self.targets))
            yield number

    def expanded(self, position: Position) -> tuple[int, int]:
        """Add the transitions of a position; its side to move, and its winner."""
        found = self.expander(position)
        if found.outcome is not None:
            return NOBODY, self.winner(position, found.outcome)
        mover = self.index(position, found.to_move, "is to move")
        self.expand(position, zip(found.moves, found.after, strict=True))
        return mover, NOBODY

    def graph(self) -> RuleGraph:
        """The finished graph."""
        return RuleGraph(
            game=self.game,
            positions=tuple(self.nodes),
            number_of=self.number_of,
            offsets=self.offsets,
            targets=self.targets,
            movers=self.movers,
            winners=self.winners,
            every_move=tuple(self.number_of_move),
            move_of=self.move_of,
        )

    def line(self) -> str:
        """The moves that lead to the position being expanded, as a user types them."""
        graph, number, texts = self.graph(), len(self.offsets) - 1, list[str]()
        while number:
            number, place = graph.discovery(number)
            texts.append(self.game.move_text(self.nodes[number], graph.moves(number)[place]))
        return "; ".join(reversed(texts)) if any(" " in text for text in texts) else " ".join(reversed(texts))

    def winner(self, position: Position, outcome: Outcome) -> int:
        """The side that has won, or `NOBODY`."""
        return NOBODY if outcome.winner is None else self.index(position, outcome.winner, "has won")

    def expand(self, position: Position, reached_by: Iterable[tuple[Move, Position]]) -> None:
        """Add the transition of each move, and the positions that are new."""
        nodes, number_of = self.nodes, self.number_of
        known, number_of_move = len(nodes), self.number_of_move
        for move, reached in reached_by:
            number = number_of.setdefault(reached, known)
            if number == known:
                nodes.append(reached)
                known += 1
            self.targets.append(number)
            self.move_of.append(number_of_move.setdefault(move, len(number_of_move)))
        if len(self.targets) == self.offsets[-1]:
            raise UnlawfulGame(
                self.game,
                position,
                "there is no legal move, but the match is not over",
                "let the rules end it there, or allow a move",
            )

    def index(self, position: Position, side: str, part: str) -> int:
        """The number of a side."""
        index = self.index_of_side.get(side)
        if index is None:
            help = f"the sides are {', '.join(f'`{side}`' for side in self.game.sides)}"
            raise UnlawfulGame(self.game, position, f"`{side}` {part}, which is not a side", help)
        return index


class _ByKernel(_Builder):
    """The graph of a game found by its kernel."""

    def __init__(self, kernel: Kernel, start: int, columns: bool) -> None:
        super().__init__(start)
        self.kernel = kernel
        self.columns = kernel.columns if columns else None

    def expansion(self) -> Iterator[int]:
        number, nodes, columns = 0, self.nodes, self.columns
        while number < len(nodes):
            # both ways find the same positions in the same order, so they may alternate
            if columns is not None and len(nodes) - number >= columns.worth_it:
                number = self.expand_many(columns, number)
            else:
                self.expand_one(nodes[number])
                number += 1
            yield number - 1

    def expand_one(self, code: int) -> None:
        """Expand one position."""
        kernel = self.kernel
        if not kernel.is_sure and kernel.unsure(code):
            raise MustAsk
        if kernel.over(code) or not (moves := kernel.legal(code)):
            self.movers.append(NOBODY)
            self.winners.append(self.winner(code))
        else:
            self.movers.append(kernel.to_move(code))
            self.winners.append(NOBODY)
            self.expand(code, moves)
        self.offsets.append(len(self.targets))

    def expand_many(self, columns: PositionColumns, begin: int) -> int:
        """Expand a batch of positions from number `begin` on; the number of the next one.

        The result is the same as if they were expanded one by one.
        """
        import numpy as np

        nodes, number_of = self.nodes, self.number_of
        end = min(len(nodes), begin + columns.at_once)
        found = columns.expanded(nodes[begin:end])
        if not found.is_sure:
            raise MustAsk
        # `np.unique` sorts the positions; `first` restores the order of discovery, in which they are numbered
        different, first, place = np.unique(found.reached, return_index=True, return_inverse=True)
        known, numbers, order = len(nodes), np.empty(len(different), np.uint32), np.argsort(first)
        for which, code in zip(order.tolist(), different[order].tolist(), strict=True):
            numbers[which] = number = number_of.setdefault(code, known)
            if number == known:
                nodes.append(code)
                known += 1
        before = len(self.targets)
        self.targets.frombytes(numbers[place].astype(self.targets.typecode).tobytes())
        self.offsets.frombytes((np.cumsum(found.branching) + before).astype(self.offsets.typecode).tobytes())
        self.movers.frombytes(found.movers.tobytes())
        self.winners.frombytes(found.winners.tobytes())
        return end

    def winner(self, code: int) -> int:
        """The side that has won, or `NOBODY`."""
        winner = self.kernel.won(code)
        if winner == BOTH:
            raise MustAsk
        return winner

    def expand(self, code: int, moves: int) -> None:
        """Add the transition of each move, and the positions that are new."""
        after, nodes, number_of, targets = self.kernel.after, self.nodes, self.number_of, self.targets
        added, known = self.kernel.added, len(nodes)
        while moves:  # `bits_in` inlined: this is the innermost loop of exploration
            move = moves & -moves
            moves ^= move
            reached = code | added[move] if added else after(code, move.bit_length() - 1)
            number = number_of.setdefault(reached, known)
            if number == known:
                nodes.append(reached)
                known += 1
            targets.append(number)
