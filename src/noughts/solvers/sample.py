"""Statistics of random matches, in which every move is chosen at random.

Matches are played in batches, each with random numbers of its own, so the result does not depend on the
number of processes.  Python and machine code draw the same random numbers, so it does not depend on which of
them plays either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from noughts.games.game import Game
from noughts.games.record import refuse_other_rules
from noughts.games.result import Json, ResultRow, by_outcome, headline, shares
from noughts.kernels.dialect import in_words
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.machine import SECONDS_TO_LOAD, MachineCode, is_available, loaded, seconds_until_it_runs
from noughts.kernels.search_game import MOST_MOVES, Coded, SearchGame, search_game_of
from noughts.kernels.state_graph import by_winner
from noughts.stop import processor_time
from noughts.workers.engine import Engine, Here, TaskCall, adaptive_map, built, description_of

# Matches in a batch: some hundredths of a second in Python.
_BATCH: Final = 256
# Batches in a task for machine code: some tenths of a second for a game with long rules, such as ultimate
# tic-tac-toe, so workers end at nearly the same time.  `adaptive_map` joins several tasks of other games.
_TOGETHER: Final = 1 << 6
# Seconds of matches in Python from which the time of the others is estimated.
_TRIED: Final = 0.3

# A word of random bits.
_WORD: Final = (1 << 64) - 1

# The number of matches, and the seed of their random numbers.
_Batch: TypeAlias = tuple[int, int]

# Winners by index, and the number of moves.
_Played: TypeAlias = tuple[Counter[int], int]


class Sample(Struct, frozen=True):
    """Matches of a game by winner, and the total number of their moves."""

    game: str
    matches: int
    winners: dict[str, int]
    moves: int

    def as_json(self) -> dict[str, Json]:
        """The number of matches and of their moves, and who has won them."""
        return {"matches": self.matches, "moves": self.moves, "winners": self.winners}

    def rows(self) -> Iterator[ResultRow]:
        """The mean length of a match, and the share of each result."""
        length = self.moves / self.matches
        text = f"{self.matches:,} random matches of {length:.1f} moves on average"
        yield from headline(self.game, text)
        solved = "solved" if len(self.winners) == 2 else ""  # one side, or a draw
        yield shares("result", by_outcome(self.winners, solved), self.matches, "matches")


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
    dice = Random(seed)
    batches = [
        (min(_BATCH, matches - begin), dice.getrandbits(63) | 1) for begin in range(0, matches, _BATCH)
    ]
    ends, moves, done = Counter[int](), 0, 0
    for count, (winners, made) in played(searched, description, batches, engine):
        ends.update(winners)
        moves += made
        done += count
        if progress is not None:
            progress(done)
    return Sample(searched.game.name, done, by_winner(searched.game, ends), moves)


def played(
    searched: SearchGame, description: bytes, batches: Sequence[_Batch], engine: Engine
) -> Iterator[tuple[int, _Played]]:
    """The results of batches with their numbers of matches; in Python until machine code is quicker."""
    tried, begun = 0, processor_time()
    while tried < len(batches) and (not tried or processor_time() - begun < _TRIED):
        yield batches[tried][0], batch_by_rules(description, *batches[tried])
        tried += 1
    left = batches[tried:]
    needed = (processor_time() - begun) / tried * len(left)
    groups: list[Sequence[_Batch]] = [[batch] for batch in left]
    calls: list[TaskCall] = []
    if isinstance(searched, Coded) and needed > SECONDS_TO_LOAD and is_available():
        machine = MachineCode(searched.kernel.grounded)
        source = machine.source() if machine.is_compilable else ""
        if source and needed > seconds_until_it_runs(source):
            groups = [left[first : first + _TOGETHER] for first in range(0, len(left), _TOGETHER)]
            rules = source, in_words(searched.initial, machine.words), len(searched.game.sides)
            calls = [(batches_by_machine, *rules, group) for group in groups]
    calls = calls or [(batch_by_rules, description, *batch) for batch in left]
    for number, found in adaptive_map(engine, calls):
        yield sum(count for count, _ in groups[number]), found


def searched_game(load: Callable[[], Game]) -> SearchGame:
    """The game that is loaded, through its kernel if it has one."""
    return search_game_of(load())


class Xorshift:
    """G. Marsaglia's generator (Xorshift RNGs, 2003), which machine code implements, too."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def random(self) -> float:
        """A number from 0 to below 1, of 32 bits: its product with a number of moves is exact."""
        x = self.state
        x ^= x << 13 & _WORD
        x ^= x >> 7
        x ^= x << 17 & _WORD
        self.state = x
        return (x >> 32) / 2**32


def batch_by_rules(description: bytes, matches: int, seed: int) -> _Played:
    """Random matches move by move."""
    game: SearchGame = built(description)
    dice, ends, moves = Xorshift(seed), Counter[int](), 0
    for _ in range(matches):
        winner, length = game.play_out(game.initial, dice)
        ends[winner] += 1
        moves += length
    return ends, moves


def batches_by_machine(source: str, initial: Sequence[int], sides: int, batches: Sequence[_Batch]) -> _Played:
    """The same by machine code."""
    import numpy as np

    ends, rows = np.zeros(sides + 1, np.int64), np.array([initial], np.uint64)
    play_out = loaded(source).play_out
    moves = sum(int(play_out(rows, matches, seed, MOST_MOVES, ends)) for matches, seed in batches)
    winners = Counter({side: int(count) for side, count in enumerate(ends[:-1])})
    winners[NOBODY] = int(ends[-1])
    return winners, moves
