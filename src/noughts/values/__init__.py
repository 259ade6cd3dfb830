"""What definitions speak of: numbers, truths, strings, atoms, tuples and sets."""
