"""Random matches: how a game goes when every move is chosen at random.

Matches are played in batches, each with random numbers of its own, so that the result does not depend on how
many processes play them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from noughts.games.elsewhere import refuse_other_rules
from noughts.games.game import Game
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.machine import MachineCode, is_available, loaded
from noughts.kernels.search_game import MOST_MOVES, Coded, SearchGame, search_game_of
from noughts.kernels.state_graph import by_winner
from noughts.kernels.words import in_words
from noughts.workers.built import built, description_of
from noughts.workers.engine import Engine, Here, TaskCall
from noughts.workers.gradual import gradually

_WORTH_COMPILING: Final = 20_000
"""Matches from which on compiling machine code takes less time than it saves."""
_BY_MACHINE: Final = 1 << 18
"""Matches in a batch of machine code: some tenths of a second."""
_BY_RULES: Final = 256
"""Matches in a batch of the kernel or the rules in Python: the same."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Matches of a game by winner, and the total number of their moves."""

    game: str
    matches: int
    winners: dict[str, int]
    moves: int


def sample(
    load: Callable[[], Game],
    matches: int,
    *,
    seed: int = 0,
    engine: Engine | None = None,
    progress: Callable[[int], None] | None = None,
) -> Sample:
    """Random matches in which every legal move has the same chance.

    `load` makes the game in each process, so it must be picklable.
    """
    engine = engine or Here()
    description = description_of(searched_game, load)
    searched: SearchGame = built(description)
    refuse_other_rules(engine, load)
    if isinstance(searched, Coded) and matches >= _WORTH_COMPILING and is_available():
        return by_machine(searched, matches, seed, engine, progress)
    dice, sizes = Random(seed), batches_of(matches, _BY_RULES)
    calls: list[TaskCall] = [(batch_by_rules, description, size, dice.getrandbits(63)) for size in sizes]
    return added(searched.game, sizes, gradually(engine, calls), progress)


def by_machine(
    coded: Coded,
    matches: int,
    seed: int,
    engine: Engine | None = None,
    progress: Callable[[int], None] | None = None,
) -> Sample:
    """Random matches by machine code, of which the source is sent."""
    machine = MachineCode(coded.kernel.grounded)
    rules = machine.source(), in_words(coded.initial, machine.words), len(coded.game.sides)
    dice, sizes = Random(seed), batches_of(matches, _BY_MACHINE)
    calls: list[TaskCall] = [(batch_by_machine, *rules, size, dice.getrandbits(63) | 1) for size in sizes]
    return added(coded.game, sizes, gradually(engine or Here(), calls), progress)


def batches_of(matches: int, most: int) -> list[int]:
    """The sizes of batches of at most so many."""
    return [min(most, matches - begin) for begin in range(0, matches, most)]


def added(
    game: Game,
    sizes: Sequence[int],
    played: Iterable[tuple[int, tuple[Counter[int], int]]],
    progress: Callable[[int], None] | None,
) -> Sample:
    """The batches as one sample: of each its number, its winners, and how many moves it took."""
    ends, made_moves, done = Counter[int](), 0, 0
    for number, (winners, moves) in played:
        ends.update(winners)
        made_moves += moves
        done += sizes[number]
        if progress is not None:
            progress(done)
    return Sample(game.name, done, by_winner(game, ends), made_moves)


def searched_game(load: Callable[[], Game]) -> SearchGame:
    """The game that is loaded, through its kernel if it has one."""
    return search_game_of(load())


def batch_by_rules(description: bytes, matches: int, seed: int) -> tuple[Counter[int], int]:
    """Random matches move by move: winners by index, and the number of moves."""
    game: SearchGame = built(description)
    dice, ends, moves = Random(seed), Counter[int](), 0
    for _ in range(matches):
        winner, length = game.play_out(game.initial, dice)
        ends[winner] += 1
        moves += length
    return ends, moves


def batch_by_machine(
    source: str, initial: Sequence[int], sides: int, matches: int, seed: int
) -> tuple[Counter[int], int]:
    """The same by machine code."""
    import numpy as np

    ends = np.zeros(sides + 1, np.int64)
    moves = loaded(source).play_out(np.array([initial], np.uint64), matches, seed, MOST_MOVES, ends)
    winners = Counter({side: int(count) for side, count in enumerate(ends[:-1])})
    winners[NOBODY] = int(ends[-1])
    return winners, int(moves)
