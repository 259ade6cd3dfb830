"""Self-play finds the values of a game, if what learns remembers what it is told; and stops and goes on."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from noughts.games.game import Game
from noughts.kernels.explore import explore_rules
from noughts.players.trained.network import Layer, exact_forward, exact_layers, forward
from noughts.players.training.checkpoint import BadTraining, read_training, resume_training, save_training
from noughts.players.training.self_play import EncodedGraph, SelfPlay, Visited
from noughts.players.training.strength import AgainstDice, AgainstPerfect, Strength
from noughts.players.training.trainer import Trainer, lesson
from noughts.save import save
from noughts.solvers.backward import solve_game
from noughts.workers.engine import Here, TaskCall, local_engine
from tests.players.learning import drawn_layers, rounds_by
from tests.small_games import GraphGame, Hexapawn, Nim, TicTacToe

pytestmark = pytest.mark.long

SMALL: list[Game] = [Hexapawn(), Nim((1, 2)), Nim((2, 2))]


class Told(list[Layer]):
    """One layer that says what a memory was told: rows and their values."""

    @cached_property
    def values(self) -> dict[bytes, Any]:
        """The values by row."""
        pairs = (pair for rows, values in self for pair in zip(rows, values, strict=True))
        return {row.tobytes(): value for row, value in pairs}


class Memory:
    """Remembers the last value that it was told for each row: the best that could be learned."""

    def __init__(self, features: int, sides: int) -> None:
        self.features, self.sides = features, sides
        self.told: dict[bytes, Any] = {}

    def fit(self, rows: Any, targets: Any, seed: int) -> float:
        wrong = float(((values(self.layers(), rows) - targets) ** 2).mean())
        self.told.update((row.tobytes(), target) for row, target in zip(rows, targets, strict=True))
        return wrong

    def layers(self) -> list[Layer]:
        state = self.state()
        return Told([(state["rows"], state["targets"])])

    def state(self) -> dict[str, Any]:
        rows = np.frombuffer(b"".join(self.told), dtype=np.float32)
        targets = np.array(list(self.told.values()), dtype=np.float32)
        return {"rows": rows.reshape(-1, self.features), "targets": targets.reshape(-1, self.sides)}

    def restore(self, state: dict[str, Any]) -> None:
        told = zip(state["rows"], state["targets"], strict=True)
        self.told = {row.tobytes(): target for row, target in told}


def values(layers: list[Layer], rows: Any) -> Any:
    """What takes the place of a network."""
    told = layers if isinstance(layers, Told) else Told(layers)
    nothing = np.zeros(told[0][1].shape[1])
    return np.array([told.values.get(row.tobytes(), nothing) for row in rows], dtype=np.float64)


@pytest.fixture(autouse=True)
def judged_by_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    judge_by_memory(monkeypatch)


def judge_by_memory(patch: pytest.MonkeyPatch) -> None:
    """A memory learns in place of a network, from few matches."""
    patch.setattr("noughts.players.training.trainer._MATCHES_IN_A_ROUND", 60)
    patch.setattr("noughts.players.training.self_play.exact_layers", Told)
    for name in ("strength.forward", "self_play.exact_forward"):
        patch.setattr(f"noughts.players.training.{name}", values)


def trainer(game: Game, seed: int = 0) -> Trainer:
    lessons = lesson(game, seed=seed)
    return Trainer(lessons, Memory(len(lessons.encoder.names), len(game.sides)), seed=seed)


@pytest.mark.parametrize("game", SMALL)
def test_what_is_learned_is_perfect_play(game: Game) -> None:
    learning = trainer(game)
    rounds = list(learning.rounds(60))
    assert learning.best_strength.perfect
    assert rounds[-1].number == learning.round < 60
    solution = solve_game(game)
    for place, value in learning.lesson.self_play.values.items():
        if place.outcome is None and place in learning.lesson.graph.row_of:
            winner = solution.value(learning.lesson.graph.position(place)).winner
            if abs(value).max() > 0:
                assert winner is not None
                assert value[game.sides.index(winner)] > 0


def test_the_seed_decides() -> None:
    def told(seed: int) -> list[tuple[int, float]]:
        return [(each.positions, each.error) for each in trainer(TicTacToe(), seed).rounds(2)]

    assert told(1) == told(1)
    assert told(1) != told(2)


def test_a_training_that_was_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    path, told = tmp_path / "m.training", {"game": "tic-tac-toe", "seed": "0"}

    def told_of(training: Trainer, until: int) -> list[tuple[int, int, float]]:
        return [(each.number, each.positions, each.error) for each in training.rounds(until)]

    whole, first, second = (trainer(TicTacToe()) for _ in range(3))
    all_rounds = told_of(whole, 4)
    told_of(first, 2)
    first.best = [(np.zeros((2, 2), dtype=np.float32), np.zeros(2, dtype=np.float32))]
    save_training(path, first, told)
    checkpoint = read_training(path)
    with pytest.raises(BadTraining, match="the training was started with seed 0, not 1"):
        resume_training(second, checkpoint, {**told, "seed": "1"})
    second.lesson.judge.strength = lambda layers, engine: lambda: whole.best_strength  # type: ignore[method-assign]
    resume_training(second, checkpoint, told)
    assert second.best[0][0].shape == (2, 2)
    assert told_of(second, 4) == all_rounds[2:]


class Interrupting(Here):
    """Ctrl-C at the call of that number."""

    def __init__(self, number: int) -> None:
        self.left = number

    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        for each in super().results(calls):
            self.left -= 1
            if not self.left:
                raise KeyboardInterrupt
            yield each


@pytest.fixture(scope="module")
def whole() -> tuple[list[float], Strength]:
    """The error of each of four rounds that nothing stops, and how strong they make a player."""
    with pytest.MonkeyPatch.context() as patch:
        judge_by_memory(patch)
        training = trainer(TicTacToe())
        return [each.error for each in training.rounds(4)], training.best_strength


@pytest.mark.parametrize("after", [2, 5, 8])
def test_a_training_that_was_stopped_amid_a_round_goes_on_as_if_it_had_not(
    after: int, whole: tuple[list[float], Strength], tmp_path: Path
) -> None:
    """A round has three shares of matches here; it is stopped as the learner has been fitted, too."""
    all_rounds, strength = whole
    first, second = trainer(TicTacToe()), trainer(TicTacToe())
    first.engine = Interrupting(after)
    with pytest.raises(KeyboardInterrupt):
        list(first.rounds(4))
    save_training(tmp_path / "m.training", first, {})
    resume_training(second, read_training(tmp_path / "m.training"), {})
    assert [each.error for each in second.rounds(4)] == all_rounds[first.round :]
    assert second.best_strength == strength


def test_the_next_matches_are_played_while_the_last_are_learned() -> None:
    """Whoever plays them has them before the learner is asked to fit, by the network before that."""
    order: list[str] = []

    class Telling(Here):
        def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
            name = f"round {calls[0][-1].split()[1]}"
            order.append(name)
            return self.told(name, super().results(calls))

        def told(self, name: str, results: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
            yield from results
            order.append(f"{name} is played")

    class Learner(Memory):
        def fit(self, rows: Any, targets: Any, seed: int) -> float:
            order.append("fit")
            return super().fit(rows, targets, seed)

    lessons = lesson(TicTacToe(), seed=0)
    learner = Learner(len(lessons.encoder.names), 2)
    list(Trainer(lessons, learner, seed=0, engine=Telling()).rounds(3))
    begins = ["round 0", "round 1", "round 0 is played", "fit"]
    assert order == [*begins, "round 2", "round 1 is played", "fit", "round 2 is played", "fit"]


def test_what_is_no_training_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadTraining, match="there is no training to resume"):
        read_training(tmp_path / "no")
    for content in (b"", b"\x08\0\0\0\0\0\0\0{}      ", b"noise" * 9):
        save(tmp_path / "bad", content)
        with pytest.raises(BadTraining, match="is not a saved training"):
            read_training(tmp_path / "bad")


def test_strength_counts_decisions_that_give_something_away() -> None:
    """a moves first: one arrow wins, the other loses; then b has nothing to decide."""
    game = GraphGame({0: [1, 2], 1: [], 2: []}, {0: "a", 1: "a", 2: "b"})
    taught = trainer(game)
    judge = taught.lesson.judge
    assert isinstance(judge, AgainstPerfect)
    assert taught.best_strength.words == "100.00% of 1 decisions are perfect; cannot lose as a"
    assert judge.is_safe(0, {0: 2}) is False
    assert judge.is_safe(0, {0: 1}) is True


def test_games_that_are_too_large_are_judged_by_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.players.training.trainer._MOST_POSITIONS_SOLVED", 10)
    monkeypatch.setattr("noughts.players.training.strength._MATCHES_FOR_A_SIDE", 20)
    monkeypatch.setattr("noughts.players.training.strength.forward", values)
    learning = trainer(TicTacToe())
    assert isinstance(learning.lesson.judge, AgainstDice)
    assert set(learning.lesson.encoder.names) <= {
        f".{cell}={mark}" for cell in range(9) for mark in ".xo"
    } | {"x to move", "o to move"}
    before = learning.best_strength.share
    list(learning.rounds(12))
    assert learning.best_strength.share > before
    assert learning.best_strength.words.endswith("of the points against random moves")


@pytest.mark.parametrize("solved", [10, 100_000], ids=["judged by dice", "judged by perfect play"])
def test_matches_do_not_depend_on_the_number_of_workers(solved: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("noughts.players.training.trainer._MOST_POSITIONS_SOLVED", solved)
    with local_engine(2) as engine:
        assert rounds_by(engine, "nim") == rounds_by(Here(), "nim")


def test_matches_do_not_depend_on_how_many_positions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    encoder = lesson(TicTacToe(), seed=0).encoder
    network = pickle.dumps(drawn_layers([len(encoder.names), 8, 2], 1))

    def visited() -> Visited:
        return SelfPlay(EncodedGraph(TicTacToe(), encoder)).play(network, 40, Random(1))

    kept = visited()
    monkeypatch.setattr("noughts.players.graph._MOST_PLACES", 100)
    cleared = visited()
    assert cleared.nodes == kept.nodes
    assert np.array_equal(cleared.rows, kept.rows)
    assert np.array_equal(cleared.targets, kept.targets)


def test_a_row_has_the_same_value_in_any_batch() -> None:
    layers, dice = drawn_layers([40, 24, 24, 2], 1), np.random.default_rng(1)
    rows = (dice.random((50, 40)) < 0.3).astype(np.float32)
    exact = exact_layers(layers)
    together = exact_forward(exact, rows)
    for size in (1, 3, 7, 20):
        apart = [exact_forward(exact, rows[begin : begin + size]) for begin in range(0, 50, size)]
        assert np.array_equal(np.concatenate(apart), together)
    assert np.abs(together - forward(layers, rows)).max() < 1e-3


@pytest.mark.parametrize("game", SMALL)
def test_pytorch_learns_and_goes_on_to_the_same_model(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="training is an extra: pip install 'noughts[train]'")
    monkeypatch.undo()
    from noughts.players.training.torch_learner import TorchLearner

    def learning() -> Trainer:
        lessons = lesson(game, seed=1)
        widths = [len(lessons.encoder.names), 16, len(game.sides)]
        return Trainer(lessons, TorchLearner(widths, seed=1), seed=1)

    whole, first, second = learning(), learning(), learning()
    errors = [each.error for each in whole.rounds(6)]
    assert errors[-1] < errors[0]
    list(first.rounds(3))
    saved, settings = tmp_path / "m.training", {"game": game.name}
    save_training(saved, first, settings)
    resume_training(second, read_training(saved), settings)
    list(second.rounds(6))
    assert second.model().to_bytes() == whole.model().to_bytes()
    assert second.learner.state().keys() == whole.learner.state().keys()
    for key, array in whole.learner.state().items():
        assert np.array_equal(second.learner.state()[key], array)
    assert len(explore_rules(game)) > 0


def test_numpy_is_told_to_use_one_thread_before_it_is_loaded(tmp_path: Path) -> None:
    program = (
        "import sys, noughts.workers.engine as engine\n"
        "told = engine.on_one_thread\n"
        "engine.on_one_thread = lambda: (print('numpy' in sys.modules), told())\n"
        "from noughts.cli.main import run\n"
        "run()"
    )
    arguments = ["train", "tictactoe", "--rounds", "1", "-o", str(tmp_path / "a.safetensors")]
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )
    assert ran.stdout.startswith("False"), ran.stderr
