"""The service of the page on this machine: it hands out the page, and answers what the page cannot.

The page plays by itself, as a woven one does.  It asks the service for documents, for the moves of players
that only Python has, for values of positions of games that are too large for it, and for the rules of games
that are written in Python.
"""
