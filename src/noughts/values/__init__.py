"""The values of LED: numbers, truth values, strings, atoms, tuples and sets."""
