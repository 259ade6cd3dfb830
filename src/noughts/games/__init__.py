"""Games, matches and records, which do not depend on documents."""
