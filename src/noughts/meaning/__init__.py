"""The meaning of a program: `evaluate` is the reference, `compile` an equivalent in Python code."""
