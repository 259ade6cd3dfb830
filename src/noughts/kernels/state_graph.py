"""All positions of a game through its kernel: the same exploration, of numbers instead of values.

Positions are found in the same order as by `noughts.kernels.explore`, so that both number them alike.
What a number stands for is worked out when somebody asks for it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

from noughts.games.game import Game, Move, Position
from noughts.grounding.grounded import Grounded
from noughts.kernels.explore import NOBODY, PACE, Exploration, Progress, TooManyPositions
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import BOTH


class MustAsk(Exception):
    """A position about which only the rules themselves can say what is the matter."""


@dataclass(frozen=True, eq=False, repr=False)
class Survey(Exploration):
    """An exploration through a kernel: ``codes[k]`` are the bits of position k."""

    kernel: Kernel = field(kw_only=True)
    codes: Sequence[int] = field(kw_only=True)

    def moves(self, number: int) -> Sequence[Move]:
        """The legal moves of a position."""
        code = self.codes[number]
        if self.kernel.over(code):
            return ()
        legal = self.kernel.legal(code)
        return [move for k, move in enumerate(self.kernel.moves) if legal >> k & 1]


def survey(game: Game, kernel: Kernel, start: int, *, limit: int, progress: Progress | None = None) -> Survey:
    """All positions that play can reach from the one with these bits.

    `TooManyPositions` if there are more than `limit`; `MustAsk` if the rules break down somewhere.
    """
    found = _Found(kernel, start)
    for number in found.expansion():
        if len(found.codes) > limit:
            raise TooManyPositions(game.name, limit)
        if progress is not None and number % PACE == 0:
            progress(len(found.codes), len(found.codes) - number - 1)
    grounded = kernel.grounded
    return Survey(
        game=game,
        positions=Positions(grounded, found.codes),
        number_of=Numbers(grounded, found.codes, found.number_of),
        offsets=found.offsets,
        targets=found.targets,
        movers=found.movers,
        winners=found.winners,
        kernel=kernel,
        codes=found.codes,
    )


class _Found:
    """An exploration under way."""

    def __init__(self, kernel: Kernel, start: int) -> None:
        self.kernel = kernel
        self.codes = [start]
        self.number_of = {start: 0}
        self.offsets = array("Q", [0])
        self.targets = array("I")
        self.movers = array("b")
        self.winners = array("b")

    def expansion(self) -> Iterator[int]:
        """Expand all positions in order of discovery, among them those discovered meanwhile."""
        kernel, offsets, targets = self.kernel, self.offsets, self.targets
        over, legal, unsure = kernel.over, kernel.legal, kernel.unsure
        movers, winners, sure = self.movers, self.winners, kernel.is_sure
        for number, code in enumerate(self.codes):
            if not sure and unsure(code):
                raise MustAsk
            if over(code) or not (moves := legal(code)):
                self.is_over(code)
            else:
                movers.append(kernel.to_move(code))
                winners.append(NOBODY)
                self.goes_on(code, moves)
            offsets.append(len(targets))
            yield number

    def is_over(self, code: int) -> None:
        """Nobody is to move, and somebody may have won."""
        winner = self.kernel.won(code)
        if winner == BOTH:
            raise MustAsk
        self.movers.append(NOBODY)
        self.winners.append(winner)

    def goes_on(self, code: int, moves: int) -> None:
        """Every move leads to a position that is known or new."""
        after, codes, number_of, targets = self.kernel.after, self.codes, self.number_of, self.targets
        added, known = self.kernel.added, len(codes)
        while moves:
            move = moves & -moves
            moves ^= move
            reached = code | added[move] if added else after(code, move.bit_length() - 1)
            number = number_of.setdefault(reached, known)
            if number == known:
                codes.append(reached)
                known += 1
            targets.append(number)


class Positions(Sequence[Position]):
    """The positions themselves, found when they are asked for."""

    def __init__(self, grounded: Grounded, codes: Sequence[int]) -> None:
        self.grounded = grounded
        self.codes = codes

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Position]: ...
    def __getitem__(self, index: int | slice) -> Position | Sequence[Position]:
        if isinstance(index, slice):
            return Positions(self.grounded, self.codes[index])
        return self.grounded.decoded(self.codes[index])

    def __len__(self) -> int:
        return len(self.codes)


class Numbers(Mapping[Position, int]):
    """The number of each position."""

    def __init__(self, grounded: Grounded, codes: Sequence[int], number_of: Mapping[int, int]) -> None:
        self.grounded = grounded
        self.codes = codes
        self.number_of = number_of

    def __getitem__(self, position: Position) -> int:
        return self.number_of[self.grounded.encoded(position)]

    def __iter__(self) -> Iterator[Position]:
        return iter(Positions(self.grounded, self.codes))

    def __len__(self) -> int:
        return len(self.codes)
