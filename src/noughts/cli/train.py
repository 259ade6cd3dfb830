"""``noughts train``: a network learns a game by playing it against itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.app import Part, app, examples
from noughts.cli.options import ByOption, GameWords, Let, Wins
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.games.game import Game
    from noughts.players.training.trainer import Round, Trainer

WIDEST = 4096
TOLD = 25
"""Rounds after which the training is kept, and something is said even if nothing became better."""

Output = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="FILE", help="Where the model goes, such as mine.safetensors."),
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="Another seed gives another model.")]
Rounds = Annotated[
    int,
    typer.Option("--rounds", metavar="N", min=1, help="Stop after so many rounds; before, if it is perfect."),
]
Width = Annotated[
    int, typer.Option("--width", metavar="N", min=1, max=WIDEST, help="Neurons in each of two layers.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with a training that was stopped.")]


@app.command(
    rich_help_panel=Part.PLAY,
    epilog=examples(
        ("noughts train tictactoe -o mine.safetensors", "learn it, and watch how well that goes"),
        ("noughts train tictactoe -o mine.safetensors --resume", "go on where it was stopped"),
        ("noughts audit trained:mine.safetensors", "can what has been learned lose?"),
    ),
)
def train(
    game: GameWords,
    output: Output,
    rounds: Rounds = 400,
    width: Width = 64,
    seed: SeedOption = 0,
    resume: Resume = False,
    by: ByOption = None,
    wins: Wins = None,
    let: Let = None,
) -> None:
    """Let a network learn a game by playing against itself; `trained:FILE` is then a player."""
    from noughts.cli.game_argument import load_game
    from noughts.players.training.checkpoint import go_on, path_beside, read_training
    from noughts.save import refuse_place

    refuse_place(output)
    if output.exists() and not resume:
        raise Refusal(f"{output} exists already", "`--resume` goes on with it; or give another name")
    loaded = load_game(game, let=let or [], by=by, wins=wins)
    checkpoint = read_training(path_beside(output)) if resume else None
    told = what_is_told(loaded, width=width, seed=seed)
    trainer = begun(loaded, width=width, seed=seed)
    if checkpoint is not None:
        go_on(trainer, checkpoint, told)
    counted = len(trainer.lesson.encoder.names)
    print(f"{loaded.name}: {counted} features, {width} and {width} neurons, seed {seed}.", flush=True)
    follow(trainer, rounds, output, told)


def begun(game: Game, *, width: int, seed: int) -> Trainer:
    """A trainer before its first round; `Refusal` where PyTorch is missing."""
    from importlib.util import find_spec

    if find_spec("torch") is None:
        raise Refusal("training needs PyTorch, which is not installed", "`pip install 'noughts[train]'`")
    from noughts.players.training.torch_learner import TorchLearner
    from noughts.players.training.trainer import Trainer, lesson

    learned = lesson(game, seed=seed)
    widths = [len(learned.encoder.names), width, width, len(game.sides)]
    return Trainer(learned, TorchLearner(widths, seed=seed), seed=seed)


def what_is_told(game: Game, *, width: int, seed: int) -> dict[str, str]:
    """What must be the same for a training to go on."""
    from noughts.games.record import fingerprint_of

    return {"game": game.name, "rules": fingerprint_of(game), "width": str(width), "seed": str(seed)}


def follow(trainer: Trainer, rounds: int, output: Path, told: Mapping[str, str]) -> None:
    """Train, say how it goes, and keep what there is, also when somebody stops it."""
    print(f"Before: {trainer.best_strength.words}.", flush=True)
    try:
        for done in trainer.rounds(rounds):
            if done.is_best or done.number % TOLD == 0:
                print(line(done), flush=True)
            if done.number % TOLD == 0:
                keep(trainer, output, told)
    finally:
        keep(trainer, output, told)
        print(f"{output} holds the best: {trainer.best_strength.words}.", flush=True)


def line(done: Round) -> str:
    """How it goes."""
    error = f"off by {done.error**0.5:.3f}"
    mark = "" if done.is_best else " (not the best)"
    return f"Round {done.number}, {done.matches} matches: {error}; {done.strength.words}{mark}."


def keep(trainer: Trainer, output: Path, told: Mapping[str, str]) -> None:
    """The model, and all that is needed to go on."""
    from importlib.metadata import version

    from noughts.players.training.checkpoint import path_beside, save_training
    from noughts.save import save

    command = " ".join(["noughts", *sys.argv[1:]])
    story = {"command": command, "rounds": str(trainer.round), "torch": version("torch")}
    save_training(path_beside(output), trainer, told)
    save(output, trainer.model(**story).to_bytes())
