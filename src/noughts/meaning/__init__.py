"""What a program means: `evaluate`, the reference, and `compile`, the same as Python code."""
