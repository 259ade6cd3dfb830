"""What learns: something that gives values for rows of features, and can be told better ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from noughts.players.trained.network import Layer


class Learner(Protocol):
    """A network that is being trained."""

    def values(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """A value for each side, for each row of features."""

    def fit(self, rows: NDArray[np.float32], targets: NDArray[np.float32], seed: int) -> float:
        """Come nearer to these values; the mean square of what was wrong before."""

    def layers(self) -> list[Layer]:
        """The network as it is now."""

    def state(self) -> dict[str, NDArray[np.float32]]:
        """All that it needs to go on from here."""

    def restore(self, state: dict[str, NDArray[np.float32]]) -> None:
        """Go on from there."""
