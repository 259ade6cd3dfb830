"""Noughts: write the rules of a game as mathematics; check, play, solve and prove them."""

__version__ = "0.1.0"
