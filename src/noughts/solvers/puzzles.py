"""Puzzles: positions of a solved game in which exactly one move is right.

    wins     one move wins; after any other one the side to move does not win with perfect play
    saves    one move draws, and all others lose
    in       several moves win, and one of them sooner than all others

A position is a puzzle only if sensible play leads there: without a mistake if its value is that of the first
position, else with one.  A move is a mistake if it changes the winner with perfect play.  Without this rule
most puzzles would come from matches in which both sides had thrown away won games, which nobody plays.

A puzzle is as difficult as its solution is hard to see.  A player who looks one move ahead sees which moves
win at once, and which let the opponent win at once; `plausible` is the number of moves that such a player
cannot tell from the solution.  So it fails with probability 1 - 1 / plausible.  Puzzles with one plausible
move are used only if there are too few others.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import islice, zip_longest
from random import Random
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from noughts.games.game import Game, Side
from noughts.games.match import Match
from noughts.games.result import Json, ResultRow, ResultTable, counted, headline, is_puzzle, match_title
from noughts.grounding.symmetry import Symmetry, symmetries
from noughts.kernels.explore import ExplorationProgress
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.state_graph import KernelGraph
from noughts.refusal import Refusal
from noughts.solvers.backward import Solution, forced_line
from noughts.solvers.plan import SMALL, Plan

PuzzleKind: TypeAlias = Literal["wins", "saves", "in"]
"""The merit of the one right move."""

PUZZLE_KINDS: Final[Sequence[PuzzleKind]] = get_args(PuzzleKind)


class Puzzle(Struct, frozen=True, dict=True):
    """A position, at the end of `match`, with the line of best play that solves it.

    `match` is a shortest one of sensible play.  The line ends with the win; if the puzzle saves a draw, it is
    the saving move.
    """

    kind: PuzzleKind
    match: Match
    solution: Match
    plausible: int

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.match.to_move

    @property
    def line(self) -> tuple[str, ...]:
        """The moves of the solution."""
        return self.solution.move_texts()[self.match.ply :]

    @cached_property
    def moves(self) -> int:
        """The number of moves that the side makes in the solution."""
        return sum(match.to_move == self.side for match in self.solution.plies()[self.match.ply : -1])

    @property
    def legal(self) -> int:
        """The number of legal moves."""
        return len(self.match.legal_moves)

    @property
    def difficulty(self) -> tuple[int, int, int]:
        """The sort key, easiest first."""
        return self.plausible, self.moves, self.legal

    @property
    def question(self) -> str:
        """The task, as a sentence."""
        if self.kind == "in":
            return f"{self.side} to move: win in {counted(self.moves, 'move')}."
        what = "wins" if self.kind == "wins" else "saves the draw"
        return f"{self.side} to move: find the one move that {what}."

    @property
    def succeeds(self) -> str:
        """The effect of the solution, as a predicate."""
        return "saves the draw" if self.kind == "saves" else f"wins in {counted(self.moves, 'move')}"

    @property
    def fails(self) -> str:
        """The effect of any other move, as a predicate."""
        return {"wins": "does not win", "saves": "loses", "in": "does not win as soon"}[self.kind]

    def as_json(self) -> dict[str, Json]:
        """The position, the question and the solution."""
        return {
            "kind": self.kind,
            "to_move": self.side,
            "at": list(self.match.move_texts()),
            "position": self.match.game.position_text(self.match.position),
            "solution": list(self.line),
            "difficulty": {"plausible": self.plausible, "moves": self.moves, "legal": self.legal},
        }


class Puzzles(Struct, frozen=True):
    """The puzzles of a game as they are printed, easiest first; the solutions last, if at all."""

    game: Game
    puzzles: Sequence[Puzzle]
    solved: bool = False

    def as_json(self) -> dict[str, Json]:
        """All puzzles with their solutions."""
        return {"game": self.game.name, "puzzles": [puzzle.as_json() for puzzle in self.puzzles]}

    def rows(self) -> Iterator[ResultRow]:
        """Each puzzle with its board, and the table of solutions."""
        yield from headline(self.game.name, f"{counted(len(self.puzzles), 'puzzle')}, easiest first.")
        for number, puzzle in enumerate(self.puzzles, 1):
            yield f"{number}. {puzzle.question}"
            yield f"   {match_title(puzzle.match)}"
            yield f"   {puzzle.plausible} of {counted(puzzle.legal, 'move')} look equally good one move ahead"
            yield puzzle.match
        if self.solved:
            cells = [
                (f"{k}. {puzzle.line[0]}", "; ".join(puzzle.line)) for k, puzzle in enumerate(self.puzzles, 1)
            ]
            yield ResultTable(["solution", "best play"], cells)
        else:
            yield "`--solutions` prints the solutions, too."


def puzzles_of(
    solution: Solution, count: int, seed: int = 0, kinds: Sequence[PuzzleKind] = PUZZLE_KINDS
) -> list[Puzzle]:
    """Some puzzles of a solved game, at most `count`, easiest first; the kinds take turns."""
    found = islice(_Maker(solution).puzzles(kinds, Random(seed)), count)
    return sorted(found, key=lambda puzzle: puzzle.difficulty)


def solved_for_puzzles(game: Game, progress: ExplorationProgress | None = None) -> Solution:
    """The values of all positions of a game; `TooManyPositions` if Python cannot list them in seconds.

    `Refusal` if no side can beat another.
    """
    if is_puzzle(game):
        help = "play it with `noughts play`, or solve it with `noughts solve`"
        raise Refusal(f"{game.name} is a puzzle itself: it has one side", help)
    solution, _ = Plan(SMALL, symmetric=False, diagrams=False, progress=progress).solve(game)
    assert isinstance(solution, Solution)
    return solution


class _Maker:
    """Finds the puzzles of a solved game."""

    def __init__(self, solution: Solution) -> None:
        self.graph = solution.graph
        self.values = solution.values
        self.sources, self.places = self._sensible()

    def _sensible(self) -> tuple[array[int], array[int]]:
        """For each position, without a mistake and with one, the last position before it and the transition.

        Both are found breadth first, so they are steps of shortest lines; -1 where there is none.
        """
        offsets, targets, winners = self.graph.offsets, self.graph.targets, [*map(_sign, self.values)]
        sources, places = (array("q", [-1]) * (2 * len(winners)) for _ in range(2))
        queue, sources[0] = [0], 0
        for node in queue:
            number, mistakes = divmod(node, 2)
            for place in range(offsets[number], offsets[number + 1]):
                after = targets[place]
                total = mistakes + (winners[after] != winners[number])
                if total < 2 and sources[2 * after + total] < 0:
                    sources[2 * after + total], places[2 * after + total] = node, place
                    queue.append(2 * after + total)
        return sources, places

    def puzzles(self, kinds: Sequence[PuzzleKind], dice: Random) -> Iterator[Puzzle]:
        """All puzzles of some kinds in random order, one of those that are alike by symmetry."""
        by_kind: dict[PuzzleKind, list[int]] = {kind: [] for kind in kinds}
        for number in range(len(self.values)):
            if (kind := self._kind(number)) in by_kind:
                by_kind[kind].append(number)
        for numbers in by_kind.values():
            dice.shuffle(numbers)
        obvious = [[n for n in numbers if self._plausible(n) == 1] for numbers in by_kind.values()]
        quiet = [[n for n in numbers if self._plausible(n) > 1] for numbers in by_kind.values()]
        known = set[int]()
        for number in (*in_turn(quiet), *in_turn(obvious)):
            if (alike := self._representative(number)) not in known:
                known.add(alike)
                yield self._puzzle(number)

    def _node(self, number: int) -> int:
        """The place of a position among the steps of sensible play."""
        return 2 * number + (_sign(self.values[number]) != _sign(self.values[0]))

    def _worths(self, number: int) -> list[int]:
        """The value of each move to the side that makes it: positive if that side wins, negative if not."""
        sign = -1 if self.graph.movers[number] else 1
        return [sign * self.values[after] for after in self.graph.successors(number)]

    def _kind(self, number: int) -> PuzzleKind | None:
        """The kind of puzzle that a position is; ``None`` if it is none."""
        if self.graph.movers[number] == NOBODY or self.sources[self._node(number)] < 0:
            return None
        worths = self._worths(number)
        won = sorted(worth for worth in worths if worth > 0)
        if len(worths) < 2:
            return None
        if not won:
            return "saves" if worths.count(0) == 1 else None
        if len(won) == 1:
            return "wins"
        return "in" if won[0] < won[1] else None

    def _plausible(self, number: int) -> int:
        """The number of moves that a player who looks one move ahead cannot tell from the solution."""
        worths = self._worths(number)
        return worths.count(1) or sum(worth not in (-1, -2) for worth in worths)

    def _representative(self, number: int) -> int:
        """A number that positions that are alike by symmetry have in common."""
        graph = self.graph
        if not isinstance(graph, KernelGraph):
            return number
        return min(symmetry.of(graph.codes[number]) for symmetry in self._symmetries)

    @cached_property
    def _symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of a game that has formulas."""
        assert isinstance(self.graph, KernelGraph)
        return symmetries(self.graph.kernel.grounded)

    def _puzzle(self, number: int) -> Puzzle:
        """The puzzle of a position that is one."""
        kind = self._kind(number)
        assert kind is not None
        graph, values = self.graph, self.values
        moves, node = [], self._node(number)
        while node:
            place, node = self.places[node], self.sources[node]
            source = node // 2
            moves.append(graph.moves(source)[place - graph.offsets[source]])
        match = Match(graph.game, reversed(moves))
        if kind == "saves":
            line = [graph.moves(number)[self._worths(number).index(0)]]
        else:
            line = forced_line(graph, values, number)
        return Puzzle(kind, match, reduce(Match.play, line, match), self._plausible(number))


def in_turn(lists: Sequence[Sequence[int]]) -> Iterator[int]:
    """The first number of each list, then the second of each, and so on."""
    return (number for turn in zip_longest(*lists) for number in turn if number is not None)


def _sign(value: int) -> int:
    """The winner that a value names: side 0, side 1 or nobody, as 1, -1 and 0."""
    return (value > 0) - (value < 0)
