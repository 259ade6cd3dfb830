"""A round-robin tournament, whose matches are played in batches with seeds of their own.

The result of a batch depends only on the game, the players and the seed, not on the process that plays it or
the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, Final, TypeAlias

from msgspec import Struct

from noughts.games.game import Game, Move, Outcome, Side
from noughts.games.match import IllegalMove, Match
from noughts.games.record import refuse_other_rules
from noughts.games.result import Oracle
from noughts.players.graph import Graph, ManyMatches
from noughts.players.named import Seat, is_thinker, named, oracle_of
from noughts.players.player import Person, Player, Positional, Who
from noughts.refusal import Refusal
from noughts.workers.engine import Engine, TaskCall, adaptive_map, built, description_of

# Sides of a game that an arena pairs players for.
_SIDES: Final = 2
IN_A_BATCH: Final = 100
"""Matches in a batch."""
IN_A_SLOW_BATCH: Final = 10
"""Matches in a batch with a player that thinks at each move; a hundred of them took half a minute, in which
other workers had nothing to do."""


class NoArena(Refusal):
    """There are no players to compare."""


class Batch(Struct, frozen=True):
    """Matches between two players, given by their numbers; the first one moves first."""

    first: int
    second: int
    number: int
    matches: int


MakePlayer: TypeAlias = Callable[[Any, Seat], Who]
"""Makes the player of a word, or of anything else that stands for one, at a seat."""

Written: TypeAlias = tuple[Outcome, tuple[str, ...]]
"""The outcome of a match, and the texts of its moves."""


class BatchResult(Struct, frozen=True):
    """The wins of a batch by side (``None`` for draws), and its matches if they are wanted."""

    winners: Counter[Side | None]
    played: list[Written]


def batches(words: Sequence[str], matches: int) -> list[Batch]:
    """Batches of `matches` matches for every pair of players, given by their names.

    Both move first equally often; if the number is odd, the earlier player does so once more.
    """
    found = []
    for a, b in combinations(range(len(words)), 2):
        most = IN_A_SLOW_BATCH if is_thinker(words[a]) or is_thinker(words[b]) else IN_A_BATCH
        for first, second, share in ((a, b, (matches + 1) // 2), (b, a, matches // 2)):
            for number, done in enumerate(range(0, share, most)):
                found.append(Batch(first, second, number, min(most, share - done)))
    return found


class Arena:
    """A game with players given by their names, which can play any batch."""

    def __init__(self, game: Game, words: Sequence[Any], *, seed: int, named: MakePlayer = named) -> None:
        if len(game.sides) != _SIDES:
            raise NoArena(f"the arena is for two sides, and {game.name} has {len(game.sides)}")
        if len(words) < _SIDES:
            raise NoArena("an arena needs two players or more", "name two or more")
        self.game = game
        self.graph = Graph(game)
        self.words = words
        self.named = named
        self.seed = seed
        self.oracle: Callable[[], Oracle] = cache(lambda: oracle_of(game))
        self.tables: dict[tuple[int, int], ManyMatches] = {}
        self.seated: dict[tuple[int, int], Positional] = {}
        for who in range(len(words)):  # a player that cannot play is refused before any match
            for side in range(_SIDES):
                self.player(who, side, seed)

    def play(self, batch: Batch, *, keep: bool) -> BatchResult:
        """The matches of a batch."""
        dice = Random(f"{self.seed} {batch.first} {batch.second} {batch.number}")
        winners, written = Counter[Side | None](), list[Written]()
        for outcome, line in self.table(batch, dice.getrandbits(32)).play(batch.matches, dice):
            winners[outcome.winner] += 1
            if keep:
                written.append((outcome, self.graph.texts(line)))
        return BatchResult(winners, written)

    def table(self, batch: Batch, seed: int) -> ManyMatches:
        """The table of a pair: reused if both players depend on the position alone."""
        pair = batch.first, batch.second
        if pair in self.tables:
            return self.tables[pair]
        players = [self.player(who, side, seed) for side, who in enumerate(pair)]
        table = ManyMatches(self.graph, players, pair)
        if all(isinstance(player, Positional) for player in players):
            self.tables[pair] = table
        return table

    def player(self, who: int, side: int, seed: int) -> Player:
        """The player of a number on a side; a new one each time unless it depends on the position alone."""
        if (who, side) in self.seated:
            return self.seated[who, side]
        seat = Seat(self.game, self.game.sides[side], seed=seed, solver=self.oracle)
        player = self.named(self.words[who], seat)
        if isinstance(player, Person):
            raise NoArena("only programs play in the arena", "`noughts play` is for people")
        if isinstance(player, Positional):
            self.seated[who, side] = player
        return player


def play_all(
    load: Callable[[], Game],
    words: Sequence[str],
    todo: Sequence[Batch],
    *,
    seed: int,
    engine: Engine,
    keep: bool = False,
    named: MakePlayer = named,
) -> Iterator[tuple[Batch, BatchResult]]:
    """The results of all batches, as they are finished: first in this process, then by an engine if that
    pays.

    `load` creates the game in each process, and `named` its players, so both must be picklable.
    """
    description = description_of(seated_arena, load, words, seed, named)
    built(description)  # refuses a game or a player that cannot play, before the first match
    refuse_other_rules(engine, load)
    calls: list[TaskCall] = [(play_batch, description, batch, keep) for batch in todo]
    for number, result in adaptive_map(engine, calls):
        yield todo[number], result


def play_batch(description: bytes, batch: Batch, keep: bool) -> BatchResult:
    """The matches of a batch, in the arena with this description."""
    arena: Arena = built(description)
    return arena.play(batch, keep=keep)


def seated_arena(load: Callable[[], Game], words: Sequence[str], seed: int, named: MakePlayer) -> Arena:
    """An arena whose game is loaded and whose players are seated."""
    return Arena(load(), words, seed=seed, named=named)


class Turn(Struct, frozen=True):
    """One move of a match: the player, and the match after the move."""

    side: Side
    player: str
    text: str
    match: Match

    @property
    def move(self) -> Move:
        """The move itself."""
        return self.match.move

    def __str__(self) -> str:
        return f"{self.side} ({self.player}) plays {self.text}"


class NobodyPlays(Refusal):
    """A side of the game has no player."""

    def __init__(self, match: Match, missing: list[Side]) -> None:
        self.sides = missing
        super().__init__(
            f"there is no player for {' and '.join(f'`{side}`' for side in missing)} in {match.game.name}"
        )


def referee(match: Match, players: Mapping[Side, Player], *, plies: int | None = None) -> Iterator[Turn]:
    """Play `match` to its end, or for `plies` moves, and yield each move as it is made.

    If the game permits it, players may repeat positions forever; `plies` bounds such a match.  `IllegalMove`
    names a player that breaks the rules.
    """
    missing = [side for side in match.game.sides if side not in players]
    if missing:
        raise NobodyPlays(match, missing)
    return _turns(match, players, plies)


def _turns(match: Match, players: Mapping[Side, Player], plies: int | None) -> Iterator[Turn]:
    made = 0
    while match.outcome is None and made != plies:
        side, before = match.to_move, match
        player = players[side]
        move = player.choose(before)
        try:
            match = before.play(move)
        except IllegalMove as error:
            raise IllegalMove(f"{player.name}, who plays {side}: {error}") from error
        made += 1
        yield Turn(side, player.name, before.game.move_text(before.position, move), match)
