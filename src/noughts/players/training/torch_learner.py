"""A network that PyTorch trains on one thread, so that the same seed gives the same network.

PyTorch takes seconds to load, so it is imported at the first fit; workers play by the first network
meanwhile.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from noughts.players.trained.network import Layer

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The step size of Adam, twice its authors' default: the networks are small.
_RATE: Final = 2e-3
# Examples of a step: enough to keep one thread busy, and few enough for many steps in a round.
_BATCH: Final = 256
# Passes over the examples of a round.
_PASSES: Final = 4
# The parts of Adam's state for each parameter.
_MOMENTS: Final = ("step", "exp_avg", "exp_avg_sq")


class TorchLearner:
    """Layers trained by Adam (D. P. Kingma, J. Ba: ICLR 2015) on squared errors."""

    def __init__(self, widths: list[int], *, seed: int) -> None:
        dice = np.random.default_rng(seed)
        shapes = [(shape, a) for a, b in pairwise(widths) for shape in ((b, a), (b,))]
        self.parameters = [uniform(dice, shape, inputs) for shape, inputs in shapes]
        """Weights, (outputs, inputs) float32, and biases in turn: PyTorch changes them in place."""
        self.moments: dict[str, NDArray[np.float32]] = {}
        """The initial state of Adam; empty for a new training."""

    @cached_property
    def tensors(self) -> list[Any]:
        """The parameters as tensors of PyTorch, which share their memory."""
        import torch

        torch.set_num_threads(1)
        return [torch.from_numpy(parameter).requires_grad_() for parameter in self.parameters]

    @cached_property
    def optimizer(self) -> Any:
        """Adam, with its moments."""
        import torch

        adam: Any = torch.optim.Adam(self.tensors, lr=_RATE)
        for number, tensor in enumerate(self.tensors):
            if f"{number}.step" in self.moments:
                adam.state[tensor] = {
                    key: torch.from_numpy(self.moments[f"{number}.{key}"].copy()) for key in _MOMENTS
                }
        return adam

    def run(self, rows: Any) -> Any:
        """The values of rows, as defined in `noughts.players.trained.network`."""
        from torch.nn.functional import linear

        hidden, *more = rows, *zip(self.tensors[::2], self.tensors[1::2], strict=True)
        for weights, biases in more[:-1]:
            hidden = linear(hidden, weights, biases).relu()
        return linear(hidden, *more[-1]).tanh()

    def fit(self, rows: NDArray[np.float32], targets: NDArray[np.float32], seed: int) -> float:
        """Some passes over the examples, in an order determined by the seed."""
        import torch

        order = torch.Generator().manual_seed(seed)
        given, wanted = torch.from_numpy(rows), torch.from_numpy(targets)
        with torch.no_grad():
            wrong = float(((self.run(given) - wanted) ** 2).mean())
        for _ in range(_PASSES):
            shuffled: Any = torch.randperm(len(rows), generator=order)
            for chosen in shuffled.split(_BATCH):
                self.optimizer.zero_grad()
                loss = ((self.run(given[chosen]) - wanted[chosen]) ** 2).mean()
                loss.backward()
                self.optimizer.step()
        return wrong

    def layers(self) -> list[Layer]:
        """Weights and biases; PyTorch has the weights transposed."""
        pairs = zip(self.parameters[::2], self.parameters[1::2], strict=True)
        return [(weights.T.copy(), biases.copy()) for weights, biases in pairs]

    def state(self) -> dict[str, NDArray[np.float32]]:
        """The parameters, and the state of Adam for each."""
        found = {f"{number}.value": each.copy() for number, each in enumerate(self.parameters)}
        if "optimizer" not in vars(self):
            return found | self.moments
        for number, tensor in enumerate(self.tensors):
            for key, moment in self.optimizer.state.get(tensor, {}).items():
                found[f"{number}.{key}"] = moment.detach().numpy().copy()
        return found

    def restore(self, state: dict[str, NDArray[np.float32]]) -> None:
        """The parameters and the state of Adam."""
        for number, parameter in enumerate(self.parameters):
            np.copyto(parameter, state[f"{number}.value"])
        self.moments = {key: array for key, array in state.items() if not key.endswith(".value")}
        vars(self).pop("optimizer", None)


def uniform(dice: np.random.Generator, shape: tuple[int, ...], inputs: int) -> NDArray[np.float32]:
    """Random parameters of a layer with `inputs` inputs: uniform within ±1/√inputs, PyTorch's default."""
    bound = inputs**-0.5
    return dice.uniform(-bound, bound, shape).astype(np.float32)
