"""What ``import noughts`` offers: documents, games, matches, and answers about them."""
