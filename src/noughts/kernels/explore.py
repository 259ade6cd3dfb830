"""Every position of a game, found breadth-first from where it begins.

Positions are numbered in the order of their discovery; all else is said of numbers, in arrays.
Time and memory grow as positions + transitions: 4 bytes a transition, 10 a position, beside the
positions themselves, which a dictionary holds once.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from noughts.games.game import Game, Move, Outcome, Position
from noughts.refusal import Refusal

NOBODY: Final = -1
"""Who is to move where the game is over; who has won a draw, or a game that goes on."""

LIMIT: Final = 1_000_000
"""Positions beyond which a game is not explored unless somebody asks for it."""

PACE: Final = 64
"""Progress is told once in so many positions."""

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many positions are known, and how many of them still wait to be expanded."""


class TooManyPositions(Refusal):
    """A game has more positions than the limit allows."""

    def __init__(self, game: str, limit: int) -> None:
        self.game = game
        self.limit = limit
        super().__init__(
            f"{game} has more than {limit:,} positions, which is the limit",
            "allow more with `--limit`, or make the game smaller",
        )


class UnlawfulGame(Refusal):
    """A game breaks one of the laws of games, so that its positions say nothing."""

    def __init__(self, game: Game, position: Position, fault: str, help: str) -> None:
        where = game.position_text(position)
        super().__init__(f"{game.name} is not a lawful game: in {where} {fault}", help)


@dataclass(frozen=True, eq=False, repr=False)
class Exploration:
    """All positions that can be reached from ``positions[0]``, and where each move leads.

    * ``number_of[positions[k]] == k``
    * ``targets[offsets[k]:offsets[k + 1]]`` are the positions after each of the moves in position k, in
      the game's order of moves: one transition for each position and move
    * ``movers[k]`` is who is to move, ``winners[k]`` who has won, as an index of ``game.sides`` or
      `NOBODY`; the game is over at k exactly if nobody is to move
    """

    game: Game
    positions: Sequence[Position]
    number_of: Mapping[Position, int]
    offsets: array[int]
    targets: array[int]
    movers: array[int]
    winners: array[int]

    def __repr__(self) -> str:
        return f"<{self.game.name}: {len(self)} positions, {self.transitions} transitions>"

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def transitions(self) -> int:
        """How many pairs of a position and a legal move there are."""
        return len(self.targets)

    def moves(self, number: int) -> Sequence[Move]:
        """The legal moves of a position, in the order of its successors."""
        return self.game.moves(self.positions[number])

    def successors(self, number: int) -> array[int]:
        """Where each move leads, in the game's order of moves."""
        return self.targets[self.offsets[number] : self.offsets[number + 1]]

    def terminal(self) -> dict[str, int]:
        """How many positions are over, by winner; ``draw`` counts those that nobody has won."""
        ended = (w for m, w in zip(self.movers, self.winners, strict=True) if m == NOBODY)
        return by_winner(self.game, Counter(ended))

    def counts(self) -> dict[str, int | dict[str, int]]:
        """The figures of a game: its positions, transitions and ends."""
        return {
            "positions": len(self),
            "transitions": self.transitions,
            "terminal": self.terminal(),
        }

    def by_ply(self) -> list[int]:
        """How many positions lie 0, 1, 2, … moves from the first one, along a shortest line."""
        sizes = []
        begin, end = 0, 1
        while begin < end:
            sizes.append(end - begin)
            reached = self.targets[self.offsets[begin] : self.offsets[end]]
            begin, end = end, max(reached, default=-1) + 1
        return sizes


def by_winner(game: Game, count: Counter[int]) -> dict[str, int]:
    """Counts by index of side, `NOBODY` among them, as counts by name; all names, sides in order."""
    named = {side: count[index] for index, side in enumerate(game.sides)}
    return {**named, "draw": count[NOBODY]}


def explore(game: Game, *, limit: int = LIMIT, progress: Progress | None = None) -> Exploration:
    """All positions of the game; `TooManyPositions` if there are more than `limit`."""
    return explore_from(game, game.initial, limit=limit, progress=progress)


def explore_from(
    game: Game, start: Position, *, limit: int = LIMIT, progress: Progress | None = None
) -> Exploration:
    """All positions that play can reach from `start`; `TooManyPositions` if more than `limit`."""
    survey = _Survey(game, start, limit)
    for number in survey.expansion():
        if progress is not None and number % PACE == 0:
            progress(len(survey.positions), len(survey.positions) - number - 1)
    return survey.finished()


class _Survey:
    """An exploration under way."""

    def __init__(self, game: Game, start: Position, limit: int) -> None:
        self.game = game
        self.limit = limit
        self.positions: list[Position] = [start]
        self.number_of: dict[Position, int] = {start: 0}
        self.offsets = array("Q", [0])
        self.targets = array("I")
        self.movers = array("b")
        self.winners = array("b")
        self.index_of_side = {side: index for index, side in enumerate(game.sides)}

    def expansion(self) -> Iterator[int]:
        """Expand all positions in order of discovery, among them those discovered meanwhile."""
        outcome_of = self.game.outcome
        for number, position in enumerate(self.positions):
            outcome = outcome_of(position)
            if outcome is None:
                self._goes_on(position)
            else:
                self._is_over(position, outcome)
            self.offsets.append(len(self.targets))
            yield number

    def _is_over(self, position: Position, outcome: Outcome) -> None:
        self.movers.append(NOBODY)
        if outcome.winner is None:
            self.winners.append(NOBODY)
        else:
            self.winners.append(self._index(position, outcome.winner, "has won"))

    def _goes_on(self, position: Position) -> None:
        game, positions, number_of, targets = self.game, self.positions, self.number_of, self.targets
        self.movers.append(self._index(position, game.to_move(position), "is to move"))
        self.winners.append(NOBODY)
        known = len(positions)
        for move in game.moves(position):
            after = game.after(position, move)
            number = number_of.setdefault(after, known)
            if number == known:
                positions.append(after)
                known += 1
            targets.append(number)
        if known > self.limit:
            raise TooManyPositions(game.name, self.limit)
        if len(targets) == self.offsets[-1]:
            raise UnlawfulGame(
                game,
                position,
                "there is no legal move, but the match is not over",
                "let the rules end it there, or allow a move",
            )

    def _index(self, position: Position, side: str, part: str) -> int:
        index = self.index_of_side.get(side)
        if index is None:
            help = f"the sides are {', '.join(f'`{side}`' for side in self.game.sides)}"
            raise UnlawfulGame(self.game, position, f"`{side}` {part}, which is not a side", help)
        return index

    def finished(self) -> Exploration:
        return Exploration(
            game=self.game,
            positions=tuple(self.positions),
            number_of=self.number_of,
            offsets=self.offsets,
            targets=self.targets,
            movers=self.movers,
            winners=self.winners,
        )
