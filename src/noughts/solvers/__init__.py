"""Questions about a whole game: what play can reach, and who wins."""
