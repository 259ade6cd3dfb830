"""Notes on what is correct but most likely not meant, each with its reason."""
