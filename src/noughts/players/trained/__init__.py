"""Players that have learned a game by playing it: what a model is, and how it is read and played.

A model judges positions by features, 0 or 1 each, through a small network that NumPy evaluates.
`noughts.players.training` makes models.
"""
