"""A network that PyTorch trains, on one thread, so that the same seed gives the same network."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from noughts.players.trained.network import Layer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RATE: Final = 2e-3
"""The step size of Adam, twice its authors' default: the networks are small."""
_BATCH: Final = 256
"""Examples of a step: enough to keep one thread busy, few enough for many steps a round."""
_PASSES: Final = 4
"""Passes over the examples of a round."""


class TorchLearner:
    """Layers with Adam (D. P. Kingma, J. Ba: ICLR 2015) as the optimizer, on squared errors."""

    def __init__(self, widths: list[int], *, seed: int) -> None:
        import torch

        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.linear = [torch.nn.Linear(a, b) for a, b in pairwise(widths)]
        self.optimizer = torch.optim.Adam([p for layer in self.linear for p in layer.parameters()], lr=_RATE)

    def run(self, rows: Any) -> Any:
        """The values of rows, as `noughts.players.trained.network` says."""
        hidden = rows
        for layer in self.linear[:-1]:
            hidden = layer(hidden).relu()
        return self.linear[-1](hidden).tanh()

    def fit(self, rows: NDArray[np.float32], targets: NDArray[np.float32], seed: int) -> float:
        """Some passes over the examples, in an order determined by the seed."""
        import torch

        order = torch.Generator().manual_seed(seed)
        given, wanted = torch.from_numpy(rows), torch.from_numpy(targets)
        with torch.no_grad():
            wrong = float(((self.run(given) - wanted) ** 2).mean())
        for _ in range(_PASSES):
            for chosen in torch.randperm(len(rows), generator=order).split(_BATCH):
                self.optimizer.zero_grad()
                loss = ((self.run(given[chosen]) - wanted[chosen]) ** 2).mean()
                loss.backward()
                self.optimizer.step()
        return wrong

    def layers(self) -> list[Layer]:
        """Weights and biases; PyTorch stores the weights transposed."""
        return [
            (layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy())
            for layer in self.linear
        ]

    def parameters(self) -> list[Any]:
        """All trained parameters, in a fixed order."""
        return [parameter for layer in self.linear for parameter in layer.parameters()]

    def state(self) -> dict[str, NDArray[np.float32]]:
        """The parameters, and the state of Adam for each."""
        found = {}
        for number, parameter in enumerate(self.parameters()):
            found[f"{number}.value"] = parameter.detach().numpy().copy()
            for key, tensor in self.optimizer.state.get(parameter, {}).items():
                found[f"{number}.{key}"] = tensor.detach().numpy().copy()
        return found

    def restore(self, state: dict[str, NDArray[np.float32]]) -> None:
        """The parameters and the state of Adam."""
        import torch

        for number, parameter in enumerate(self.parameters()):
            with torch.no_grad():
                parameter.copy_(torch.from_numpy(state[f"{number}.value"]))
            remembered = ("step", "exp_avg", "exp_avg_sq")
            if f"{number}.step" in state:
                self.optimizer.state[parameter] = {
                    key: torch.from_numpy(state[f"{number}.{key}"].copy()) for key in remembered
                }
