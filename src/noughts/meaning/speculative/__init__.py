"""Speculative code: it answers questions of a game quickly or gives up, and then compiled code answers."""
