"""Games, their matches and their records; nothing here depends on documents."""
