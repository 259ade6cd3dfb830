"""What ``import noughts`` offers: documents, games, matches, and what is found out about them."""
