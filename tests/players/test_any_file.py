"""Whatever bytes stand in a file, reading it gives what it holds or one clear error."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from noughts.documents.by_rules import PicturedByRules
from noughts.framework.choose_player import load_decisions
from noughts.games.match import Match
from noughts.games.record import match_of, read_records, record_of, write_record
from noughts.players.levels import PerfectPlayer
from noughts.players.region_player import saved_region_player
from noughts.players.trained.network import TrainedPlayer, read_model, shipped
from noughts.players.training.checkpoint import read_training, resume_training, save_training
from noughts.players.training.trainer import Trainer, lesson
from noughts.refusal import Refusal
from noughts.solvers import saved
from noughts.solvers.plan import solve_by_plan
from noughts.solvers.symbolic import saved_strategy as strategies
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.strategy import winning_region
from tests.library.games import by_rules
from tests.small_games import Nim

FILES = int(os.environ.get("NOUGHTS_FUZZ_FILES", "50"))
"""How many files of each kind are read; a long run takes a hundred thousand."""


@cache
def small() -> PicturedByRules:
    """A game of few positions."""
    return by_rules("mnk", ("m=2", "n=2", "k=2"))


@cache
def learned() -> PicturedByRules:
    """The game that the shipped model is of."""
    return by_rules("tictactoe")


class Taught:
    """Learns nothing; its weights are one number, which is written down and read again."""

    def values(self, rows: object) -> object:
        return np.zeros((len(rows), 2))  # type: ignore[arg-type]

    def layers(self) -> list[tuple[object, object]]:
        names = len(lesson(Nim((1, 2)), seed=0).encoder.names)
        return [(np.zeros((names, 2), np.float32), np.zeros(2, np.float32))]

    def state(self) -> dict[str, object]:
        return {"weights": np.ones(3, np.float32)}

    def restore(self, state: dict[str, object]) -> None:
        if state["weights"].shape != (3,):  # type: ignore[attr-defined]
            raise ValueError("the weights are of another network")


def decisions(path: Path) -> None:
    path.write_text("0 0\n2 1\n1 1\n")


def record(path: Path) -> None:
    game = small()
    match = Match(game)
    while match.outcome is None:
        match = match.play(match.legal_moves[-1])
    path.write_text(write_record(record_of(match, {"x": "Ann", "o": "Bob"}, date="2026-11-20")), "utf-8")


def solution(path: Path) -> None:
    saved.save_tablebase(saved.table_of(solve_by_plan(small())), path)


def strategy(path: Path) -> None:
    layered = Layered(small().ground(), DiagramEngine)
    strategies.save_strategy(winning_region(layered, 0).sets, path)


def model(path: Path) -> None:
    found = shipped(learned())
    assert found is not None
    path.write_bytes(found.read_bytes())


def training(path: Path) -> None:
    save_training(path, trainer(), {"game": "nim"})


def trainer() -> Trainer:
    return Trainer(lesson(Nim((1, 2)), seed=0), Taught(), seed=0)  # type: ignore[arg-type]


def use_record(path: Path) -> None:
    text = path.read_bytes().decode("utf-8", "replace")
    for each in read_records(text):
        match_of(each, small())


def use_solution(path: Path) -> None:
    game = small()
    match = Match(game)
    player = PerfectPlayer(saved.load_tablebase(game, path), seed=0)
    while match.outcome is None:
        match = match.play(player.choose(match))


def use_strategy(path: Path) -> None:
    game = small()
    player = saved_region_player(path, game, "x", seed=0)
    player.choose(Match(game))


def use_model(path: Path) -> None:
    game = learned()
    with np.errstate(all="ignore"):
        TrainedPlayer(read_model(path), game).choose(Match(game))


def use_training(path: Path) -> None:
    resume_training(trainer(), read_training(path), {"game": "nim"})


KINDS: dict[str, tuple[Callable[[Path], None], Callable[[Path], object]]] = {
    "decisions": (decisions, load_decisions),
    "record": (record, use_record),
    "solution": (solution, use_solution),
    "strategy": (strategy, use_strategy),
    "model": (model, use_model),
    "training": (training, use_training),
}


@cache
def whole(kind: str, folder: Path) -> bytes:
    """A file of that kind as we write it."""
    path = folder / kind
    KINDS[kind][0](path)
    return path.read_bytes()


def spoiled(content: bytes, dice: Random) -> bytes:
    """The content with something wrong, or nothing but noise."""
    found = bytearray(content)
    way = dice.randrange(6)
    if way == 0:
        return dice.randbytes(dice.randrange(200))
    place = dice.randrange(min(len(found), dice.choice([60, 1200, len(found)])))
    if way == 1:
        del found[place:]
    elif way == 2:
        del found[place : place + dice.randrange(1, 9)]
    elif way == 3:
        found[place:place] = dice.randbytes(dice.randrange(1, 9))
    elif way == 4:
        found[place : place + 1] = dice.choice([b"0", b"9", b"-", b'"', b"[", b"]", b"null", b",", b"\n"])
    else:
        for _ in range(dice.randrange(1, 5)):
            found[dice.randrange(len(found))] = dice.randrange(256)
    return bytes(found)


@pytest.mark.parametrize("kind", KINDS)
def test_any_bytes_are_read_or_refused(kind: str, tmp_path: Path) -> None:
    dice, path, use = Random(f"{kind} {FILES}"), tmp_path / "file", KINDS[kind][1]
    content = whole(kind, tmp_path)
    path.write_bytes(content)
    use(path)
    nested = [b"[" * 100_000, b'{"a":' * 100_000, saved.TABLEBASE.first_line + b"[" * 100_000]
    for number in range(FILES):
        path.unlink()  # a file that is looked at where it lies is not written into
        path.write_bytes(nested[number] if number < len(nested) else spoiled(content, dice))
        with suppress(Refusal):
            use(path)
