"""Training, round by round: play, learn from it, look how well it plays now, keep the best.

A round depends on nothing but the state of the learner, the seed and the number of the round; so a training
that was stopped and taken up again comes to the same model as one that was not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from noughts.games.game import Game, Position
from noughts.games.match import Match
from noughts.games.record import fingerprint_of
from noughts.kernels.explore import TooManyPositions, explore_rules
from noughts.players.trained.features import Encoder
from noughts.players.trained.network import Layer, Model
from noughts.players.training.learner import Learner
from noughts.players.training.self_play import SelfPlay
from noughts.players.training.strength import AgainstDice, AgainstPerfect, Judge, Strength

SOLVED: Final = 100_000
"""Games of up to so many positions are compared with perfect play."""
SAMPLED: Final = 2000
"""Random matches that show which features larger games have."""
MATCHES: Final = 300
"""In a round."""


@dataclass(frozen=True, slots=True)
class Round:
    """What came of a round: how wrong the network was about what it met, and how well it plays now."""

    number: int
    matches: int
    positions: int
    error: float
    strength: Strength
    is_best: bool


@dataclass(frozen=True)
class Lesson:
    """A game ready to be learned: which features its positions have, and who judges."""

    game: Game
    encoder: Encoder
    judge: Judge


def lesson(game: Game, *, seed: int) -> Lesson:
    """What a network is to learn of a game."""
    try:
        exploration = explore_rules(game, limit=SOLVED)
    except TooManyPositions:
        encoder = Encoder.of(game, sample(game, Random(f"{seed} sample")))
        return Lesson(game, encoder, AgainstDice(game, encoder, fingerprint_of(game)))
    encoder = Encoder.of(game, exploration.positions)
    if len(game.sides) > 2:
        return Lesson(game, encoder, AgainstDice(game, encoder, fingerprint_of(game)))
    return Lesson(game, encoder, AgainstPerfect(exploration, encoder))


def sample(game: Game, dice: Random) -> list[Position]:
    """Positions of random matches, each once."""
    found: dict[Position, None] = {}
    for _ in range(SAMPLED):
        match = Match(game)
        while match.legal_moves and len(match.moves) < 300:
            match = match.play(dice.choice(match.legal_moves))
        found.update(dict.fromkeys(match.positions))
    return list(found)


class Trainer:
    """A learner at its lesson."""

    def __init__(self, lesson: Lesson, learner: Learner, *, seed: int) -> None:
        self.lesson = lesson
        self.learner = learner
        self.seed = seed
        self.round = 0
        self.best: list[Layer] = learner.layers()
        self.best_strength = lesson.judge.strength(self.best)
        self.self_play = SelfPlay(lesson.game, lesson.encoder, learner)

    def rounds(self, until: int) -> Iterator[Round]:
        """Round after round up to that number, or until nothing could be better."""
        while self.round < until and not self.best_strength.perfect:
            yield self.one_round()

    def one_round(self) -> Round:
        """Play and learn."""
        dice = Random(f"{self.seed} {self.round}")
        rows, targets = self.self_play.play(MATCHES, dice)
        error = self.learner.fit(rows, targets, dice.getrandbits(32))
        self.round += 1
        layers = self.learner.layers()
        strength = self.lesson.judge.strength(layers)
        is_best = strength.share > self.best_strength.share
        if is_best:
            self.best, self.best_strength = layers, strength
        return Round(self.round, self.round * MATCHES, len(rows), error, strength, is_best)

    def model(self, **story: str) -> Model:
        """The best network so far."""
        game = self.lesson.game
        told = {
            **story,
            "seed": str(self.seed),
            "matches": str(self.round * MATCHES),
            "strength": self.best_strength.words,
        }
        return Model(self.best, game.name, fingerprint_of(game), game.sides, self.lesson.encoder.names, told)
