"""Random matches: how a game goes when every move is chosen at random."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from noughts.games.game import Game
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.machine import MachineCode, is_available
from noughts.kernels.search_game import MOST_MOVES, Coded, search_game_of
from noughts.kernels.state_graph import by_winner
from noughts.kernels.words import in_words

if TYPE_CHECKING:
    from collections.abc import Callable

_WORTH_COMPILING: Final = 20_000
"""Matches from which on compiling machine code takes less time than it saves."""
_AT_ONCE: Final = 1 << 18
"""Matches between two progress reports."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Matches by winner, and the total number of their moves where that was counted."""

    matches: int
    winners: dict[str, int]
    moves: int


def sample(
    game: Game, matches: int, *, seed: int = 0, progress: Callable[[int], None] | None = None
) -> Sample:
    """Random matches in which every legal move has the same chance."""
    searched = search_game_of(game)
    if isinstance(searched, Coded) and matches >= _WORTH_COMPILING and is_available():
        return by_machine(searched, matches, seed, progress)
    dice, ends, made = Random(seed), Counter[int](), 0
    for number in range(matches):
        winner, moves = searched.play_out(searched.initial, dice)
        ends[winner] += 1
        made += moves
        if progress is not None and number % 256 == 0:
            progress(number)
    return Sample(matches, by_winner(game, ends), made)


def by_machine(
    coded: Coded, matches: int, seed: int, progress: Callable[[int], None] | None = None
) -> Sample:
    """Random matches by machine code."""
    import numpy as np

    machine = MachineCode(coded.kernel.grounded)
    rows = np.array([in_words(coded.initial, machine.words)], np.uint64)
    ends = np.zeros(len(coded.game.sides) + 1, np.int64)
    dice, made, done = Random(seed), 0, 0
    while done < matches:
        some = min(_AT_ONCE, matches - done)
        made += machine.function("play_out")(rows, some, dice.getrandbits(63) | 1, MOST_MOVES, ends)
        done += some
        if progress is not None:
            progress(done)
    counted = Counter({side: int(count) for side, count in enumerate(ends[:-1])})
    counted[NOBODY] = int(ends[-1])
    return Sample(matches, by_winner(coded.game, counted), int(made))
