"""Solvers: the reachable positions of a whole game, and its values with perfect play."""
