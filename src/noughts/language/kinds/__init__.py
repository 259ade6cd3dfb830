"""The kinds of all definitions, inferred from how they are written and called."""
