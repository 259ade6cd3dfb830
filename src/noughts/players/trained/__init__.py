"""Players that have learned a game by self-play: models, their files, and play by them.

A model judges positions by features, 0 or 1 each, through a small network that NumPy evaluates.
`noughts.players.training` makes models.
"""
