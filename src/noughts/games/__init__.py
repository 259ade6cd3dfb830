"""What a game is, and how one is made from a document."""
