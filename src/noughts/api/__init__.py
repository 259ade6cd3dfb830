"""The names of ``import noughts``: documents, games, matches, and answers about them."""
