"""A document as a game: by its rules or by its clicks, with its claims; and the library."""
