"""Checkpoints: the state of a training that can be resumed, in a file next to the model."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from safetensors import SafetensorError
from safetensors.numpy import load
from safetensors.numpy import save as to_bytes

from noughts.players.trained.network import Layer, header, in_header
from noughts.players.training.trainer import Trainer
from noughts.refusal import Refusal
from noughts.save import save

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FORMAT: Final = "noughts training 1"
_SUFFIX: Final = ".training"

# The name of the layers of the best network.
_BEST: Final = "best"
# That of the network that plays the matches of the next round.
_OLDER: Final = "older"


class BadTraining(Refusal):
    """There is no training to resume."""


class Checkpoint(Struct, frozen=True):
    """The arrays of a learner, of its best network and its last but one, and the settings of the training."""

    arrays: Mapping[str, NDArray[np.float32]]
    round: int
    settings: Mapping[str, str]
    """The settings that a resumed training must share: the game, its rules, the seed, the size of the
    network."""


def path_beside(model: Path) -> Path:
    """The path of the checkpoint of a model."""
    return model.with_name(model.name + _SUFFIX)


def save_training(path: Path, trainer: Trainer, settings: Mapping[str, str]) -> None:
    """Save a training after a round."""
    arrays = {f"learner.{key}": array for key, array in trainer.learned.items()}
    for name, layers in ((_BEST, trainer.best), (_OLDER, trainer.older)):
        for number, (weights, biases) in enumerate(layers):
            arrays[f"{name}.{number}.weights"], arrays[f"{name}.{number}.biases"] = weights, biases
    description = {"format": _FORMAT, "round": trainer.round, "told": dict(settings)}
    save(path, to_bytes(arrays, metadata=in_header(description)))


def read_training(path: Path) -> Checkpoint:
    """The checkpoint in a file; `BadTraining` if it is invalid."""
    if not path.exists():
        raise BadTraining(f"there is no training to resume: {path} is missing", "start without `--resume`")
    content = path.read_bytes()
    try:
        arrays, description = load(content), header(content)
        if description.get("format") != _FORMAT:
            raise BadTraining(f"{path} is not a saved training")
        return Checkpoint(arrays, int(description["round"]), dict(description["told"]))
    except (SafetensorError, KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, BadTraining):
            raise
        raise BadTraining(f"{path} is not a saved training: {error}") from error


def resume_training(trainer: Trainer, checkpoint: Checkpoint, settings: Mapping[str, str]) -> None:
    """Restore the state of a trainer; `BadTraining` if the checkpoint is of another training."""
    for key, text in settings.items():
        if checkpoint.settings.get(key) != text:
            was = checkpoint.settings.get(key)
            raise BadTraining(
                f"the training was started with {key} {was}, not {text}", "resume it with the same options"
            )
    try:
        restore(trainer, checkpoint)
    except (KeyError, ValueError, RuntimeError) as error:  # whatever NumPy and PyTorch raise
        raise BadTraining(f"the training is inconsistent: {error}", "start a new one") from error


def restore(trainer: Trainer, checkpoint: Checkpoint) -> None:
    """Restore all arrays and states."""
    arrays = checkpoint.arrays
    learned = {key.removeprefix("learner."): arrays[key] for key in arrays if key.startswith("learner.")}
    best, older = layers_in(arrays, _BEST), layers_in(arrays, _OLDER)
    strength = trainer.strength(best)()
    trainer.learner.restore(learned)
    newest = trainer.learner.layers()
    trainer.round, trainer.best, trainer.best_strength = checkpoint.round, best, strength
    # earlier versions played each round by the newest network and saved no other
    trainer.older, trainer.newest, trainer.begun = older or newest, newest, {}
    trainer.learned = learned


def layers_in(arrays: Mapping[str, NDArray[np.float32]], name: str) -> list[Layer]:
    """The layers of a network by its name; none if there is no such network."""
    layers = sum(key.startswith(f"{name}.") for key in arrays) // 2
    return [(arrays[f"{name}.{k}.weights"], arrays[f"{name}.{k}.biases"]) for k in range(layers)]
