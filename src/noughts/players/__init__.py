"""Players: persons and programs that decide for a side."""
