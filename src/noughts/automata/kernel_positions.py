"""All positions of a game through its kernel: the same graph, found as numbers.

What a number stands for is worked out when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, overload

from noughts.automata.positions import Positions, Tell, watch
from noughts.games.game import Game, Position
from noughts.grounding.grounded import Grounded
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import BOTH, NOBODY
from noughts.values.value import Value


class MustAsk(Exception):
    """A position about which only the rules themselves can say what is the matter."""


def explore_kernel(game: Game, grounded: Grounded, *, limit: int, tell: Tell | None = None) -> Positions:
    """The graph of the game; `MustAsk` if its rules break down somewhere."""
    kernel = Kernel(grounded)
    codes = [kernel.initial]
    numbers = {kernel.initial: 0}
    found = Positions(game, _Decoded(grounded, codes), lambda p: numbers[grounded.encoded(cast(Value, p))])
    kinds: dict[tuple[int, int], int] = {}
    over, legal, after, unsure = kernel.over, kernel.legal, kernel.after, kernel.unsure
    for s, code in enumerate(codes):
        if not kernel.is_sure and unsure(code):
            raise MustAsk
        moves = 0 if over(code) else legal(code)
        if not moves:
            found.ends[s] = _winner(kernel, code)
            continue
        side = kernel.to_move(code)
        while moves:
            move = (moves & -moves).bit_length() - 1
            moves &= moves - 1
            target = after(code, move)
            number = numbers.setdefault(target, len(codes))
            if number == len(codes):
                codes.append(target)
            kind = kinds.setdefault((side, move), len(kinds))
            if kind == len(found.made):
                found.met((grounded.sides[side], grounded.moves[move].move), found.positions[s])
            found.record(s, kind, number)
        watch(game, s, len(codes), limit, tell)
    return found


def _winner(kernel: Kernel, code: int) -> str | None:
    winner = kernel.won(code)
    if winner == BOTH:
        raise MustAsk
    return None if winner == NOBODY else kernel.grounded.sides[winner]


class _Decoded(Sequence[Position]):
    """The positions that have these bits."""

    def __init__(self, grounded: Grounded, codes: Sequence[int]) -> None:
        self._grounded = grounded
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, k: int) -> Position: ...
    @overload
    def __getitem__(self, k: slice) -> Sequence[Position]: ...
    def __getitem__(self, k: int | slice) -> Position | Sequence[Position]:
        if isinstance(k, slice):
            return _Decoded(self._grounded, self._codes[k])
        return self._grounded.decoded(self._codes[k])
