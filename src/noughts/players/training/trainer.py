"""Training in rounds: play, learn from the matches, measure the strength, save the best network.

    network(k + 1) = network(k), fitted to the matches of round k
    the matches of round k are played by network(max(0, k - 1))

So workers play the matches of the next round while this process fits the network to those of the last, and no
core is idle.  The price is that a network one round older learns a little less in a round.  A round depends
only on two networks, the seed and its number, so a training that was stopped and resumed gives the same model
as one that was not.  Matches are played in shares, each with random numbers of its own, so the number of
processes does not matter.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

from noughts.games.game import Game, Position, TooManyPositions
from noughts.games.record import fingerprint_of
from noughts.kernels.explore import explore
from noughts.kernels.search_game import ONGOING, SearchGame, SearchNode, search_game_of
from noughts.players.trained.features import Encoder
from noughts.players.trained.network import Layer, Model
from noughts.players.training.self_play import LONGEST_MATCH, EncodedGraph, SelfPlay, Visited, all_visited
from noughts.players.training.strength import MATCHES_IN_A_SHARE, AgainstDice, AgainstPerfect, Judge, Strength
from noughts.workers.engine import Engine, Here, TaskCall, built, description_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# The protocol of a learner: a network that is fitted to targets.


class Learner(Protocol):
    """A network in training."""

    def fit(self, rows: NDArray[np.float32], targets: NDArray[np.float32], seed: int) -> float:
        """Fit the network to target values, (rows, sides), for rows of features, (rows, features); returns
        the mean squared error before."""

    def layers(self) -> list[Layer]:
        """The present network."""

    def state(self) -> dict[str, NDArray[np.float32]]:
        """The state needed to resume training."""

    def restore(self, state: dict[str, NDArray[np.float32]]) -> None:
        """Restore such a state."""


# The most positions of a game that is solved, so that the network is compared with perfect play.
_MOST_POSITIONS_SOLVED: Final = 100_000
# Random matches from which the features of larger games are taken.
_MATCHES_SAMPLED: Final = 2000
# Matches in a round: fifteen shares.
_MATCHES_IN_A_ROUND: Final = 300


class Round(Struct, frozen=True):
    """The result of a round: the error of the network on the positions it visited, and its strength."""

    number: int
    matches: int
    positions: int
    error: float
    strength: Strength
    is_best: bool


class Lesson(Struct, frozen=True, eq=False, dict=True):
    """A game prepared for training: the features of its positions, and the judge of the network."""

    graph: EncodedGraph
    """The positions met so far in this process."""
    judge: Judge
    description: bytes = b""
    """The description from which another process builds the lesson (`noughts.workers.engine`), or nothing."""

    def __reduce__(self) -> tuple[Callable[[bytes], Lesson], tuple[bytes]]:
        return built, (self.description,)

    @property
    def game(self) -> Game:
        """The game."""
        return self.graph.game

    @property
    def encoder(self) -> Encoder:
        """The features of its positions."""
        return self.graph.encoder

    @cached_property
    def self_play(self) -> SelfPlay:
        """Matches of this process."""
        return SelfPlay(self.graph)


def lesson(game: Game, *, seed: int, load: Callable[[], Game] | None = None) -> Lesson:
    """The lesson of a game; `load`, which must be picklable, makes the game in other processes."""
    rules = search_game_of(game)
    try:
        exploration = explore(game, limit=_MOST_POSITIONS_SOLVED)
    except TooManyPositions:
        encoder = Encoder.of(rules.quick, sampled_positions(rules, Random(f"{seed} sample")))
        return lesson_of(game, encoder, load)
    encoder = Encoder.of(rules.quick, exploration.positions)
    if len(game.sides) > 2:
        return lesson_of(game, encoder, load)
    description = description_from(encoder, load)
    return Lesson(EncodedGraph(game, encoder), AgainstPerfect(exploration, encoder), description)


def lesson_of(game: Game, encoder: Encoder, load: Callable[[], Game] | None) -> Lesson:
    """The lesson of a game that is judged by matches."""
    description = description_from(encoder, load)
    graph = EncodedGraph(game, encoder)
    return Lesson(graph, AgainstDice(graph, description), description)


def description_from(encoder: Encoder, load: Callable[[], Game] | None) -> bytes:
    """The pickled description from which another process builds the lesson."""
    return b"" if load is None else description_of(lesson_elsewhere, load, encoder.names)


def lesson_elsewhere(load: Callable[[], Game], names: Sequence[str]) -> Lesson:
    """The lesson in another process, which only plays matches."""
    return lesson_of(load(), Encoder(names), load)


def sampled_positions(rules: SearchGame, dice: Random) -> list[Position]:
    """The positions of random matches, each once."""
    found: dict[SearchNode, None] = {}
    for _ in range(_MATCHES_SAMPLED):
        node = rules.initial
        found[node] = None
        for _ in range(LONGEST_MATCH):
            if rules.winner(node) != ONGOING:
                break
            node = rules.after(node, dice.choice(rules.choices(node)))
            found[node] = None
    return list(map(rules.position, found))


class Trainer:
    """A learner and its lesson, trained round by round; an engine plays the matches."""

    def __init__(self, lesson: Lesson, learner: Learner, *, seed: int, engine: Engine | None = None) -> None:
        self.lesson = lesson
        self.learner = learner
        self.seed = seed
        self.engine = engine or Here()
        self.round = 0
        self.older = self.newest = learner.layers()
        """The networks that play the matches of this round and of the next."""
        self.begun: dict[int, Iterator[tuple[int, Visited]]] = {}
        """The shares of matches of rounds that are played already, by the number of the round."""
        self.learned = learner.state()
        """The state of the learner after the last complete round; Ctrl-C may stop it amid the next."""
        self.best: list[Layer] = self.newest
        self.best_strength = self.strength(self.best)()

    def rounds(self, until: int) -> Iterator[Round]:
        """Rounds up to that number, or until the network plays perfectly."""
        while self.round < until and not self.best_strength.perfect:
            yield self.one_round(until)

    def one_round(self, until: int) -> Round:
        """Learn from the matches of this round while workers play those of the next two, up to round `until`.

        Workers do tasks in this order: the matches of the next round, the matches that measure the new
        network, and the matches that it plays for the round after the next.
        """
        self.begin(self.round, self.older, until)
        self.begin(self.round + 1, self.newest, until)
        rows, targets = all_visited(in_turn(self.begun.pop(self.round)))
        error = self.learner.fit(rows, targets, Random(self.dice(self.round)).getrandbits(32))
        layers, learned = self.learner.layers(), self.learner.state()
        measured = self.strength(layers)
        self.begin(self.round + 2, layers, until)
        strength = measured()
        is_best = strength.share > self.best_strength.share
        self.older, self.newest, self.learned = self.newest, layers, learned
        self.round += 1
        if is_best:
            self.best, self.best_strength = layers, strength
        return Round(self.round, self.round * _MATCHES_IN_A_ROUND, len(rows), error, strength, is_best)

    def begin(self, number: int, layers: Sequence[Layer], until: int) -> None:
        """Begin the matches of a round before `until`, played by a network, unless they have begun."""
        if number < until and number not in self.begun:
            self.begun[number] = self.matches(number, layers)

    def matches(self, number: int, layers: Sequence[Layer]) -> Iterator[tuple[int, Visited]]:
        """The matches of a round in shares, played by a network."""
        network, dice = pickle.dumps(layers), self.dice(number)
        shares = range(_MATCHES_IN_A_ROUND // MATCHES_IN_A_SHARE)
        calls: list[TaskCall] = [(play_share, self.lesson, network, f"{dice} {share}") for share in shares]
        return self.engine.results(calls)

    def dice(self, number: int) -> str:
        """The seed of a round."""
        return f"{self.seed} {number}"

    def strength(self, layers: list[Layer]) -> Callable[[], Strength]:
        """Begin to measure a network; the returned function waits for its strength."""
        return self.lesson.judge.strength(layers, self.engine)

    def model(self, **story: str) -> Model:
        """The best network so far."""
        game = self.lesson.game
        story = {
            **story,
            "seed": str(self.seed),
            "matches": str(self.round * _MATCHES_IN_A_ROUND),
            "strength": self.best_strength.words,
        }
        return Model(self.best, game.name, fingerprint_of(game), game.sides, self.lesson.encoder.names, story)


def in_turn(shares: Iterator[tuple[int, Visited]]) -> list[Visited]:
    """The shares by their numbers."""
    return [share for _, share in sorted(shares, key=itemgetter(0))]


def play_share(lesson: Lesson, network: bytes, dice: str) -> Visited:
    """A share of the matches of a round, as a task."""
    return lesson.self_play.play(network, MATCHES_IN_A_SHARE, Random(dice))
