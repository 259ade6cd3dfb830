"""What a game is, its matches and their records; nothing here knows of documents."""
