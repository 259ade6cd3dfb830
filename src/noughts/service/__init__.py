"""The service of the page on this machine: it serves the page, and answers questions that the page cannot.

The page plays by itself, like a woven page.  It asks the service for documents, for the moves of players that
only Python has, for values of positions of games that are too large for it, and for the rules of games that
are written in Python.
"""
