"""Who decides for a side: a person or a program."""
