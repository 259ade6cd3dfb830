"""Pages that are opened from anywhere: the live page of a game, the site of the library, the playground."""
