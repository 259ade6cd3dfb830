"""Games in other libraries: PettingZoo, Gymnasium and OpenSpiel, and players that were trained there."""

__all__ = ["gymnasium", "open_spiel", "pettingzoo", "policy"]
