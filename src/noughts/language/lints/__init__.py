"""Notes on correct but most likely unintended parts of a program, each with its reason."""
