"""A training without PyTorch: its networks are drawn, and its errors say what it was given to learn."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from zlib import crc32

import numpy as np

from noughts.cli.game_argument import GameArgument
from noughts.players.trained.network import Layer
from noughts.players.training.trainer import Trainer, lesson
from noughts.workers.engine import Engine


def drawn_layers(widths: list[int], seed: int) -> list[Layer]:
    """Layers of random numbers."""
    dice = np.random.default_rng(seed)
    pairs = pairwise(widths)
    return [(normal(dice, (a, b)) / a**0.5, normal(dice, (b,))) for a, b in pairs]


def normal(dice: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Random numbers in single precision."""
    return dice.normal(size=shape).astype(np.float32)


class Drawn:
    """Draws another network each time that it is to learn."""

    def __init__(self, widths: list[int]) -> None:
        self.widths = widths
        self.fitted = 0

    def fit(self, rows: Any, targets: Any, seed: int) -> float:
        self.fitted += 1
        return float(crc32(rows.tobytes() + targets.tobytes(), seed))

    def layers(self) -> list[Layer]:
        return drawn_layers(self.widths, self.fitted)

    def state(self) -> dict[str, Any]:
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        pass


def rounds_by(engine: Engine, game: str, rounds: int = 2) -> list[tuple[int, float, float]]:
    """What a training on a game of the library does, and how strong its networks are."""
    load = GameArgument([game]).load
    lessons = lesson(load(), seed=0, load=load)
    learner = Drawn([len(lessons.encoder.names), 16, 2])
    trainer = Trainer(lessons, learner, seed=0, engine=engine)
    return [(each.positions, each.error, each.strength.share) for each in trainer.rounds(rounds)]
