"""Sets of positions as decision diagrams, for games that no list of positions can hold."""
