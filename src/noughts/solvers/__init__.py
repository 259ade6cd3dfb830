"""Questions about a whole game: what can be reached, who wins."""
