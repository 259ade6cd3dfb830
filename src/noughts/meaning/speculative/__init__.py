"""Code that answers the questions of a game quickly, or not at all: then the compiled definitions answer."""
