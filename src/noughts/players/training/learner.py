"""The protocol of a learner: a network that is fitted to targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from noughts.players.trained.network import Layer


class Learner(Protocol):
    """A network in training."""

    def fit(self, rows: NDArray[np.float32], targets: NDArray[np.float32], seed: int) -> float:
        """Fit the network to target values, (rows, sides), for rows of features, (rows, features); returns
        the mean squared error before."""

    def layers(self) -> list[Layer]:
        """The present network."""

    def state(self) -> dict[str, NDArray[np.float32]]:
        """The state needed to resume training."""

    def restore(self, state: dict[str, NDArray[np.float32]]) -> None:
        """Restore such a state."""
