"""``noughts train``: train a network by self-play."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.app import verb
from noughts.cli.game_argument import GameWords, with_game
from noughts.cli.options import Cluster, SeedOption, Team, Workers
from noughts.refusal import Refusal
from noughts.save import refuse_place, save

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from noughts.games.game import Game
    from noughts.players.training.trainer import Round, Trainer
    from noughts.workers.engine import Engine

# The most neurons of a layer.
_WIDEST = 4096
# Rounds between two checkpoints; a line of progress is printed then even without an improvement.
_BETWEEN_CHECKPOINTS = 25

Output = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="FILE", help="The model file, such as mine.safetensors."),
]
Rounds = Annotated[
    int,
    typer.Option(
        "--rounds", metavar="N", min=1, help="Stop after N rounds, or earlier if the model is perfect."
    ),
]
Width = Annotated[
    int,
    typer.Option(
        "--width", metavar="N", min=1, max=_WIDEST, help="Number of neurons in each of the two layers."
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Resume an interrupted training.")]


@verb(
    ("noughts train tictactoe -o mine.safetensors", "train, with progress"),
    ("noughts train tictactoe -o mine.safetensors --resume", "resume after Ctrl-C"),
    ("noughts audit trained:mine.safetensors", "can the trained player lose?"),
)
@with_game
def train(
    game: GameWords,
    output: Output,
    rounds: Rounds = 400,
    width: Width = 64,
    seed: SeedOption = 0,
    resume: Resume = False,
    workers: Workers = None,
    cluster: Cluster = None,
) -> None:
    """Train a network by self-play; `trained:FILE` is then a player."""
    from noughts.workers.engine import on_one_thread

    on_one_thread()  # before anything loads NumPy
    from noughts.players.training.checkpoint import path_beside, read_training, resume_training

    team = Team(workers, cluster)
    refuse_place(output)
    if output.exists() and not resume:
        raise Refusal(f"{output} exists already", "resume it with `--resume`, or choose another name")
    loaded = game.load_of_players()
    checkpoint = read_training(path_beside(output)) if resume else None
    settings = settings_of(loaded, width=width, seed=seed)
    refuse_without_torch()
    with team.begun() as engine:
        trainer = begun(game.load, engine, rounds, width=width, seed=seed)
        if checkpoint is not None:
            resume_training(trainer, checkpoint, settings)
        counted = len(trainer.lesson.encoder.names)
        print(f"{loaded.name}: {counted} features, {width} and {width} neurons, seed {seed}.", flush=True)
        follow(trainer, rounds, output, settings)


def refuse_without_torch() -> None:
    """`Refusal` if PyTorch is missing; only this process needs it."""
    if find_spec("torch") is None:
        raise Refusal("training needs PyTorch, which is not installed", "`pip install 'noughts[train]'`")


def begun(load: Callable[[], Game], engine: Engine, rounds: int, *, width: int, seed: int) -> Trainer:
    """A trainer before its first round; an engine plays its matches as soon as that is faster."""
    from noughts.games.record import refuse_other_rules
    from noughts.players.training.torch_learner import TorchLearner
    from noughts.players.training.trainer import Trainer, lesson
    from noughts.workers.engine import AdaptiveMap

    refuse_other_rules(engine, load)
    game = load()
    learned = lesson(game, seed=seed, load=load)
    widths = [len(learned.encoder.names), width, width, len(game.sides)]
    return Trainer(learned, TorchLearner(widths, seed=seed), seed=seed, engine=AdaptiveMap(engine, rounds))


def settings_of(game: Game, *, width: int, seed: int) -> dict[str, str]:
    """The settings of a training; they must match to resume it."""
    from noughts.games.record import fingerprint_of

    return {"game": game.name, "rules": fingerprint_of(game), "width": str(width), "seed": str(seed)}


def follow(trainer: Trainer, rounds: int, output: Path, settings: Mapping[str, str]) -> None:
    """Train, print progress and save checkpoints, after Ctrl-C, too."""
    print(f"Before: {trainer.best_strength.words}.", flush=True)
    try:
        for done in trainer.rounds(rounds):
            if done.is_best or done.number % _BETWEEN_CHECKPOINTS == 0:
                print(line(done), flush=True)
            if done.number % _BETWEEN_CHECKPOINTS == 0:
                keep(trainer, output, settings)
    finally:
        keep(trainer, output, settings)
        print(f"Saved the best model to {output}: {trainer.best_strength.words}.", flush=True)


def line(done: Round) -> str:
    """The line of progress for a round."""
    error = f"off by {done.error**0.5:.3f}"
    mark = "" if done.is_best else " (not the best)"
    return f"Round {done.number}, {done.matches} matches: {error}; {done.strength.words}{mark}."


def keep(trainer: Trainer, output: Path, settings: Mapping[str, str]) -> None:
    """Save the model and the state that `--resume` needs."""
    from importlib.metadata import version

    from noughts.players.training.checkpoint import path_beside, save_training

    command = " ".join(["noughts", *sys.argv[1:]])
    story = {"command": command, "rounds": str(trainer.round), "torch": version("torch")}
    save_training(path_beside(output), trainer, settings)
    save(output, trainer.model(**story).to_bytes())
