"""Training in rounds: play, learn from the matches, measure the strength, save the best network.

A round depends on nothing but the state of the learner, the seed and the number of the round; so a training
that was stopped and resumed comes to the same model as one that was not.
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

_SOLVED: Final = 100_000
"""Positions up to which a game is solved, and the network compared with perfect play."""
_SAMPLED: Final = 2000
"""Random matches from which the features of larger games are taken."""
_MATCHES: Final = 300
"""Matches in a round."""


@dataclass(frozen=True, slots=True)
class Round:
    """The result of a round: the error of the network on the positions it visited, and its strength."""

    number: int
    matches: int
    positions: int
    error: float
    strength: Strength
    is_best: bool


@dataclass(frozen=True)
class Lesson:
    """A game ready to be learned: the features of its positions, and the judge of the network."""

    game: Game
    encoder: Encoder
    judge: Judge


def lesson(game: Game, *, seed: int) -> Lesson:
    """The lesson of a game."""
    try:
        exploration = explore_rules(game, limit=_SOLVED)
    except TooManyPositions:
        encoder = Encoder.of(game, sampled_positions(game, Random(f"{seed} sample")))
        return Lesson(game, encoder, AgainstDice(game, encoder, fingerprint_of(game)))
    encoder = Encoder.of(game, exploration.positions)
    if len(game.sides) > 2:
        return Lesson(game, encoder, AgainstDice(game, encoder, fingerprint_of(game)))
    return Lesson(game, encoder, AgainstPerfect(exploration, encoder))


def sampled_positions(game: Game, dice: Random) -> list[Position]:
    """The positions of random matches, each once."""
    found: dict[Position, None] = {}
    for _ in range(_SAMPLED):
        match = Match(game)
        while match.legal_moves and len(match.moves) < 300:
            match = match.play(dice.choice(match.legal_moves))
        found.update(dict.fromkeys(match.positions))
    return list(found)


class Trainer:
    """A learner and its lesson, trained round by round."""

    def __init__(self, lesson: Lesson, learner: Learner, *, seed: int) -> None:
        self.lesson = lesson
        self.learner = learner
        self.seed = seed
        self.round = 0
        self.best: list[Layer] = learner.layers()
        self.best_strength = lesson.judge.strength(self.best)
        self.self_play = SelfPlay(lesson.game, lesson.encoder, learner)

    def rounds(self, until: int) -> Iterator[Round]:
        """Rounds up to that number, or until the network plays perfectly."""
        while self.round < until and not self.best_strength.perfect:
            yield self.one_round()

    def one_round(self) -> Round:
        """Play and learn."""
        dice = Random(f"{self.seed} {self.round}")
        rows, targets = self.self_play.play(_MATCHES, dice)
        error = self.learner.fit(rows, targets, dice.getrandbits(32))
        self.round += 1
        layers = self.learner.layers()
        strength = self.lesson.judge.strength(layers)
        is_best = strength.share > self.best_strength.share
        if is_best:
            self.best, self.best_strength = layers, strength
        return Round(self.round, self.round * _MATCHES, len(rows), error, strength, is_best)

    def model(self, **story: str) -> Model:
        """The best network so far."""
        game = self.lesson.game
        story = {
            **story,
            "seed": str(self.seed),
            "matches": str(self.round * _MATCHES),
            "strength": self.best_strength.words,
        }
        return Model(self.best, game.name, fingerprint_of(game), game.sides, self.lesson.encoder.names, story)
