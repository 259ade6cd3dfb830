"""Learning a game by self-play."""
